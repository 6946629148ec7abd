"""Past recalls are listed for whose they are, page after page."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from muniment import AsyncAgentMemory
from muniment.access.principal import Confines
from muniment.bootstrap.wiring import opened
from muniment.errors import InvalidValue, NotPermitted
from muniment.operations.catalogue import perform
from muniment.operations.traces import ListTraces, traces
from muniment.settings import Settings
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database

QUESTIONS = [f"What is kept on pier {number}?" for number in range(5)]


def memory_of(database: Database, user: str) -> AsyncAgentMemory:
    return AsyncAgentMemory(settings=settings_of(database, user), embedder=HashedEmbedder())


def settings_of(database: Database, user: str) -> Settings:
    return Settings(database_url=database.app, user=user, embedder={"name": "none"})


async def test_traces_are_listed_latest_first_in_pages_that_carry_on(database: Database) -> None:
    async with memory_of(database, "ann") as memory:
        receipts = [(await memory.recall(query)).receipt for query in QUESTIONS]
        first = await memory.traces(limit=3)
        rest = await memory.traces(limit=3, cursor=first.cursor)
        whole = await memory.traces(limit=5)
    assert [each.query for each in (*first, *rest)] == QUESTIONS[::-1]
    assert [each.id for each in whole] == [each.recall_id for each in receipts[::-1]]
    assert [each.digest for each in whole] == [each.digest for each in receipts[::-1]]
    assert (len(first), len(rest), rest.cursor, whole.cursor) == (3, 2, None, None)


async def test_a_trace_says_who_asked_and_when_it_was_to_be_true(database: Database) -> None:
    async with memory_of(database, "ann") as memory:
        await memory.recall(QUESTIONS[0])
        await memory.context("billing").recall(QUESTIONS[1], valid_at="2026-10-20")
        billed, own = await memory.traces()
    assert (billed.asked_by, own.asked_by) == ("billing", "ann")
    assert billed.valid_at == datetime(2026, 10, 20, tzinfo=UTC)


async def test_a_replay_for_another_agent_says_that_another_asked(database: Database) -> None:
    async with memory_of(database, "ann") as memory:
        support, auditor = memory.context("support"), memory.context("auditor", role="monitor")
        await support.add("Dana was rude on the phone", visibility="private")
        asked = (await support.recall("Was Dana rude?")).receipt
        own = await support.replay(asked.recall_id)
        again = await auditor.replay(asked.recall_id)
    assert (own.same, own.note) == (True, None)
    assert (again.same, len(again.recalled)) == (False, 0)
    assert again.note == (
        "support asked then, auditor asks now: what is private to an agent is read by that agent only. "
        "To compare byte for byte, ask as support."
    )


async def test_a_receipt_that_does_not_say_who_asked_is_replayed(database: Database) -> None:
    async with memory_of(database, "ann") as memory:
        receipt = (await memory.recall(QUESTIONS[0])).receipt
        again = await memory.replay(replace(receipt, asked_by=None))
    assert (again.same, again.note) == (True, None)


async def test_a_user_does_not_see_what_another_one_asked(database: Database) -> None:
    async with memory_of(database, "ann") as ann, memory_of(database, "ben") as ben:
        await ann.recall(QUESTIONS[0])
        assert len(await ann.traces()) == 1
        assert len(await ben.traces()) == 0


@pytest.mark.parametrize(
    "bounds", [{"namespaces": ("garden",)}, {"confines": Confines(namespaces=("garden",))}]
)
async def test_who_sees_a_part_of_a_user_does_not_see_what_was_asked_of_all(
    database: Database, bounds: dict[str, Any]
) -> None:
    async with opened(settings_of(database, "ann")) as services:
        confined = replace(services, principal=replace(services.principal, **bounds))
        with pytest.raises(NotPermitted, match="reads a part of what is ann's"):
            await perform(confined, traces, ListTraces())


@pytest.mark.parametrize("wrong", [{"limit": 0}, {"limit": 1_001}, {"cursor": "x"}])
async def test_what_is_no_limit_and_no_cursor_is_refused(
    database: Database, wrong: dict[str, Any]
) -> None:
    async with opened(settings_of(database, "ann")) as services:
        with pytest.raises(InvalidValue):
            await perform(services, traces, ListTraces(**wrong))
