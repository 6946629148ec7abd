"""Of two beliefs in one slot the narrower scope's is recalled, as it is the one that holds for the reader."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from muniment import AgentMemory
from muniment.model.recalled import Recalled
from tests.database import Database

ASKED = "Where is the office?"
ROME, OSLO = "The office is in Rome", "My office is in Oslo"


@pytest.fixture
def memory(database: Database) -> Iterator[AgentMemory]:
    with AgentMemory(database.app) as opened:
        yield opened


def place(
    memory: AgentMemory,
    content: str,
    since: str,
    *,
    until: str | None = None,
    scope: str = "user",
) -> None:
    memory.add(
        content,
        entity="office",
        category="place",
        valid_from=since,
        valid_until=until,
        scope=scope,
    )


def said(recalled: Recalled) -> list[str]:
    return [each.memory.content for each in recalled]


def test_what_the_tenant_believes_is_overruled_by_the_user(memory: AgentMemory) -> None:
    place(memory, ROME, "2026-03-01", scope="global")
    place(memory, OSLO, "2026-01-01")

    found = memory.recall(ASKED)

    assert said(found) == [OSLO]
    assert [each.reason for each in found.receipt.dropped] == ["a narrower scope says otherwise"]
    assert [each.text for each in memory.answer(ASKED).statements] == [OSLO]
    assert memory.replay(found.receipt).same


def test_it_is_so_while_the_narrower_belief_holds_and_was_known(memory: AgentMemory) -> None:
    place(memory, ROME, "2026-01-01", scope="global")
    before = memory.stats().head.number
    place(memory, OSLO, "2026-02-01", until="2026-03-01")

    assert said(memory.recall(ASKED, valid_at="2026-01-15")) == [ROME]
    assert said(memory.recall(ASKED, valid_at="2026-02-15")) == [OSLO]
    assert said(memory.recall(ASKED, valid_at="2026-03-15")) == [ROME]
    assert said(memory.recall(ASKED, valid_at="2026-02-15", as_of=before)) == [ROME]
    window = memory.recall(ASKED, time_window=("2026-01-15", "2026-02-15"))
    assert sorted(said(window)) == [OSLO, ROME]


def test_a_category_that_holds_many_keeps_both(memory: AgentMemory) -> None:
    memory.set_cardinality("place", "many")
    place(memory, ROME, "2026-03-01", scope="global")
    place(memory, OSLO, "2026-01-01")

    assert sorted(said(memory.recall(ASKED))) == [OSLO, ROME]
