"""An answer as of a time stays what it was, also where a write was under way when it was asked."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime

import anyio
import pytest

from muniment import AsyncAgentMemory
from muniment.errors import BasisUnsettled
from muniment.model.reading import AsOf
from muniment.recall.basis import resolve_basis
from muniment.settings import Settings
from muniment.store.rows import HeadRow
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database, Desk
from tests.store.lookup_words import add, day, lives_in


@asynccontextmanager
async def writing(desk: Desk) -> AsyncIterator[None]:
    """Hold the tenant's head, as every writer does, and write nothing."""
    principal = desk.principal
    async with desk.store.writing(principal.as_setting()) as work:
        assert await work.one("head_lock", HeadRow, tenant_id=principal.tenant_id)
        yield


async def number_at(desk: Desk, as_of: AsOf) -> int:
    async with desk.store.reading(desk.principal.as_setting()) as work:
        return (await resolve_basis(work, desk.principal, as_of, None)).as_of.number


async def head_time(desk: Desk) -> datetime:
    async with desk.store.reading(desk.principal.as_setting()) as work:
        found = await work.one("head_read", HeadRow, tenant_id=desk.principal.tenant_id)
    assert found is not None
    return found.recorded_at


async def test_a_time_after_the_head_is_settled_when_who_writes_is_done(desk: Desk) -> None:
    await add(desk, lives_in("London", day(3)))
    head = await head_time(desk)
    async with writing(desk):
        asked = datetime.now(UTC)
        with pytest.raises(BasisUnsettled):
            await number_at(desk, asked)
        assert [await number_at(desk, each) for each in (None, 2, head)] == [2, 2, 2]
    assert await number_at(desk, asked) == 2


async def test_who_gave_up_writing_keeps_no_time_unsettled(desk: Desk) -> None:
    await add(desk, lives_in("London", day(3)))
    with suppress(ZeroDivisionError):
        async with writing(desk):
            asked = datetime.now(UTC)
            raise ZeroDivisionError
    assert await number_at(desk, asked) == 2


async def test_a_question_waits_no_longer_for_who_writes_than_a_writer_would(desk: Desk) -> None:
    (london,) = await add(desk, lives_in("London", day(3)))
    settings = Settings(
        database_url=desk.database.app,
        tenant=desk.principal.tenant,
        user=desk.principal.user,
        pool={"lock_timeout_s": 0.1},
    )
    async with AsyncAgentMemory(settings=settings, embedder=HashedEmbedder()) as memory:
        async with writing(desk):
            asked = datetime.now(UTC)
            with pytest.raises(BasisUnsettled):
                await memory.get(london, as_of=asked)
        assert (await memory.get(london, as_of=asked)).content == "Mike lives in London"


async def test_what_was_answered_as_of_now_is_answered_again(database: Database) -> None:
    settings = Settings(database_url=database.app)
    async with AsyncAgentMemory(settings=settings, embedder=HashedEmbedder()) as memory:
        seen: dict[datetime, int] = {}
        under_way = 3

        async def write(name: str) -> None:
            nonlocal under_way
            for number in range(15):
                await memory.add(f"{name} is at {number}", entity=name, category="place")
            under_way -= 1

        async def ask() -> None:
            while under_way:
                now = datetime.now(UTC)
                seen[now] = (await memory.current_facts(as_of=now)).basis.as_of.number

        async with anyio.create_task_group() as tasks:
            for name in ("Ann", "Ben", "Cleo"):
                tasks.start_soon(write, name)
            tasks.start_soon(ask)
        again = {now: (await memory.current_facts(as_of=now)).basis.as_of.number for now in seen}
    assert len(seen) > 5
    assert again == seen
