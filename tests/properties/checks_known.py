"""Lines 11 and 12 of the conformance list, and writers at once: what was known when, in what order."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from itertools import pairwise

import anyio
from anyio import to_thread

from muniment.access.principal import Principal
from muniment.ledger.writer import Ledger
from muniment.model.memory import Scope
from muniment.model.reading import GetHistory, GetTimeline, Search, Status
from muniment.model.writes import Draft
from muniment.model.writes import Written as Receipt
from muniment.recall.lookup.history import history as history_of
from muniment.recall.lookup.history import timeline
from muniment.recall.lookup.listing import search
from muniment.settings import LimitSettings
from muniment.store.pool import PoolLimits, Store
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database, Desk
from tests.properties.checks_valid import History, questioned, refuse_overlaps
from tests.properties.histories import QUESTIONED, Forget, Retract, Target, day
from tests.properties.storyteller import Story

ANY = Target(index=0, questioned=True)


async def check_11(desk: Desk, history: History, start: int) -> None:
    """Check that to forget leaves a gap, to retract gives back, and both keep what was known."""
    for verb in (Forget(target=ANY), Retract(target=ANY)):
        story = await Story.begin(desk, history)
        before = {valid: await story.listed(valid, story.head) for valid in (day(start), day(40))}
        (told,) = await story.tell(questioned("Newcomer", start))
        newcomer = str(told.id)
        held = [valid for valid in story.said() if _is_held(story, newcomer, valid)]
        (receipt,) = await story.change(verb, newcomer)
        for valid in held[:3]:
            assert (newcomer, "Newcomer") in await story.listed(valid, told.transaction)
            assert newcomer not in {one for one, _ in await story.listed(valid, story.head)}
            await story.ask(valid, story.head)
        if isinstance(verb, Retract):
            for valid, was in before.items():
                assert await story.listed(valid, story.head) == was
        else:
            standing = story.oracle.assertions(story.head)
            displaced = {
                one.memory_id
                for one in standing
                if one.rivals == ("slot", *QUESTIONED)
                and not one.gap
                and any(one.covers(valid) for valid in held)
            }
            assert {str(one) for one in receipt.displaced} == displaced
        story.compare()


def _is_held(story: Story, memory_id: str, valid: datetime) -> bool:
    return memory_id in {one for one, _ in story.oracle.holds(valid, story.head)}


def step_clock(story: Story, ahead: timedelta) -> datetime:
    """Put the head's time ahead, so that for the next writer the clock was stepped back."""
    with story.desk.database.as_admin() as connection:
        stepped = connection.execute(
            "UPDATE muniment.heads SET recorded_at = recorded_at + %s WHERE tenant_id = %s "
            "RETURNING recorded_at",
            (ahead, story.principal.tenant_id),
        ).fetchone()
    assert stepped is not None
    assert isinstance(stepped[0], datetime)
    return stepped[0]


async def check_12(desk: Desk, history: History, later: History, ahead: timedelta) -> None:
    """Check that known times rise strictly, in commit order, whatever the clock does."""
    story = await Story.begin(desk, history)
    numbers = sorted(story.times())
    before = {number: await story.listed(day(3), number) for number in numbers[-3:]}
    last, stepped = numbers[-1], step_clock(story, ahead)
    for command in (questioned("After the step", 2), *later):
        await story.tell(command)
    times = story.times()
    assert all(time > stepped for number, time in times.items() if number > last)
    assert sorted(times) == list(range(1, len(times) + 1))
    for earlier, following in pairwise(sorted(times)):
        assert times[earlier] < times[following]
    told = [(receipt.transaction, receipt.known_from) for receipt in story.receipts]
    assert told == sorted(told)
    with desk.database.as_admin() as connection:
        for table in ("versions", "assertions", "memories"):
            wrong = connection.execute(
                f"""
                SELECT v.number, v.ordinal FROM muniment.{table} v
                JOIN muniment.transactions t USING (tenant_id, number)
                WHERE v.tenant_id = %s AND (v.known_from <> t.recorded_at
                    OR v.known_until <= v.known_from
                    OR (v.known_until IS NOT NULL AND NOT EXISTS (
                        SELECT FROM muniment.transactions c WHERE c.tenant_id = v.tenant_id
                        AND c.number > v.number AND c.recorded_at = v.known_until)))
                """,
                (story.principal.tenant_id,),
            ).fetchall()
            assert wrong == [], table
    for number, held in before.items():
        assert await story.listed(day(3), number) == held
    story.compare()


@dataclass(frozen=True, slots=True, kw_only=True)
class Clerk:
    """A ledger on connections of its own, for one thread."""

    store: Store
    ledger: Ledger


@asynccontextmanager
async def clerk(database: Database) -> AsyncIterator[Clerk]:
    store = Store(database.app, PoolLimits(pool_max=2))
    await store.open()
    try:
        ledger = Ledger(store, HashedEmbedder(), LimitSettings(), "english")
        yield Clerk(store=store, ledger=ledger)
    finally:
        await store.close()


async def at_once(works: list[Callable[[], Awaitable[None]]]) -> None:
    """Run each piece of work in a thread of its own, with its own event loop."""
    async with anyio.create_task_group() as group:
        limiter = anyio.CapacityLimiter(len(works))
        for work in works:
            group.start_soon(partial(to_thread.run_sync, anyio.run, work, limiter=limiter))


async def check_writers(desk: Desk, writes: int = 12) -> None:
    """Check that two writers on one slot leave one current belief, of the later transaction."""
    principal = await desk.fresh_tenant()
    receipts: list[tuple[str, Receipt]] = []

    def writer(name: str) -> Callable[[], Awaitable[None]]:
        async def write() -> None:
            async with clerk(desk.database) as own:
                for place in range(writes):
                    said = f"{name} {place}"
                    draft = Draft(
                        content=said, entity="mike", category="city", valid_from=day(place % 3)
                    )
                    (receipt,) = await own.ledger.add_many(principal, [draft])
                    receipts.append((said, receipt))

        return write

    await at_once([writer("London"), writer("Bath")])
    refuse_overlaps(desk, principal)
    numbers = sorted(receipt.transaction for _, receipt in receipts)
    assert numbers == list(range(numbers[0], numbers[0] + 2 * writes))
    known = [one.known_from for _, one in sorted(receipts, key=lambda told: told[1].transaction)]
    assert known == sorted(set(known))
    page = await search(desk.store, principal, Search(kind="memory", valid_at=day(9), limit=1000))
    latest = max(
        (one for one in receipts if int(one[0].split()[1]) % 3 == 2),
        key=lambda told: told[1].transaction,
    )
    assert [item.content for item in page] == [latest[0]]


async def check_threads(desk: Desk, threads: int = 8, rounds: int = 6) -> None:
    """Check that eight threads in two tenants read no foreign row and raise no error."""
    tenants = [await desk.fresh_tenant() for _ in range(2)]
    foreign: list[str] = []

    def worker(number: int) -> Callable[[], Awaitable[None]]:
        tenant = tenants[number % 2]
        ours = f"of {tenant.tenant}"

        async def work() -> None:
            async with clerk(desk.database) as own:
                for turn in range(rounds):
                    foreign.extend(await _write_and_read(own, tenant, ours, number, turn))

        return work

    await at_once([worker(number) for number in range(threads)])
    assert foreign == []
    for tenant in tenants:
        refuse_overlaps(desk, tenant)


async def _write_and_read(
    own: Clerk, tenant: Principal, ours: str, number: int, turn: int
) -> list[str]:
    acting = replace(tenant, agent=f"agent {number}")
    drafts = [
        Draft(content=f"city {number}.{turn} {ours}", entity="mike", category="city"),
        Draft(
            content=f"hobby {number}.{turn} {ours}",
            entity="mike",
            category="hobby",
            scope=Scope.GLOBAL,
        ),
    ]
    receipts = await own.ledger.add_many(acting, drafts, embed=False)
    read = [
        item.content
        for status in (Status.CURRENT, Status.ALL)
        for item in await search(own.store, acting, Search(status=status, limit=1000))
    ]
    line = await timeline(own.store, acting, GetTimeline(entity="mike"))
    read += [entry.memory.content for entry in line]
    for receipt in receipts:
        asked = GetHistory(memory_id=receipt.id)
        read += [row.content or "" for row in await history_of(own.store, acting, asked)]
    assert len(read) >= 4
    return [content for content in read if not content.endswith(ours)]
