"""Of two beliefs in one slot the narrower scope's is recalled, as it is the one that holds for the reader."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from muniment import AgentMemory
from muniment.model.recalled import Recalled
from muniment.operations.words import ScopeWord
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
    scope: ScopeWord = "user",
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


def tell(memory: AgentMemory, *told: tuple[ScopeWord, str]) -> None:
    """Say things as Ann, one a day, each in a scope."""
    for day, (scope, text) in enumerate(told, start=1):
        memory.ingest_round(
            text, occurred_at=f"2026-01-{day:02}", session=scope, speaker="Ann", scope=scope
        )


def marked(memory: AgentMemory, question: str) -> dict[str, tuple[str, ...]]:
    """Return what is recalled, with its marks."""
    found = memory.recall(question, speaker="Ann", valid_at="2026-04-01")
    assert memory.replay(found.receipt).same
    return {each.memory.content: each.marks for each in found}


def answered(memory: AgentMemory, question: str) -> list[tuple[str, tuple[str, ...]]]:
    answer = memory.answer(question, speaker="Ann", valid_at="2026-04-01")
    return [(each.text, each.marks) for each in answer.statements]


def test_a_turn_is_superseded_whose_belief_a_narrower_scope_overrules(memory: AgentMemory) -> None:
    tell(memory, ("global", "I live in London."), ("user", "I live in Bath."))

    assert marked(memory, "Where do I live?") == {
        "Ann lives in Bath.": (),
        "I live in London.": ("superseded",),
    }
    assert answered(memory, "Where do I live?") == [
        ("Ann lives in Bath.", ()),
        ("I live in London.", ("superseded",)),
    ]


@pytest.mark.parametrize(
    "wide, own, question",
    [
        ("I live in London.", "I no longer live in London.", "Where do I live?"),
        ("I have a Volvo.", "I no longer have the Volvo.", "Do I have a Volvo?"),
        ("I'm allergic to nuts.", "I'm not allergic to nuts.", "Am I allergic to nuts?"),
    ],
)
def test_that_something_is_not_so_counts_in_the_narrower_scope(
    memory: AgentMemory, wide: str, own: str, question: str
) -> None:
    tell(memory, ("global", wide), ("user", own))

    assert marked(memory, question)[wide] == ("superseded",)
    found = memory.recall(question, speaker="Ann", valid_at="2026-04-01")
    assert "a narrower scope says otherwise" in [each.reason for each in found.receipt.dropped]
    assert [marks for _, marks in answered(memory, question)] == [(), ("superseded",)]


def test_what_is_denied_of_something_else_overrules_nothing(memory: AgentMemory) -> None:
    tell(memory, ("global", "I'm allergic to nuts."), ("user", "I'm not allergic to cats."))

    assert set(marked(memory, "What am I allergic to?").values()) == {()}


def test_what_the_tenant_denies_does_not_overrule_what_one_says_oneself(
    memory: AgentMemory,
) -> None:
    tell(memory, ("user", "I live in London."), ("global", "I no longer live in London."))

    assert marked(memory, "Where do I live?")["I no longer live in London."] == ("superseded",)
    assert answered(memory, "Where do I live?")[0] == ("Ann lives in London.", ())
