"""Wherever a belief is told, it is contested while a contradiction of it waits for a person, and at the bases of then."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Literal

import pytest

from muniment import AgentMemory
from muniment.mcp.answers import records_of, records_text
from muniment.model.memory import Memory
from muniment.operations.words import StandingWord
from tests.database import Database
from tests.surfaces.terminal import Terminal

DAY = "2026-01-01"
ASKED = "Does Dan take warfarin?"
TAKES, NEVER = "Dan takes warfarin", "Dan never takes warfarin"


@pytest.fixture
def memory(database: Database) -> Iterator[AgentMemory]:
    with AgentMemory(database.app) as opened:
        for said in (TAKES, NEVER):
            opened.add(said, entity="Dan")
        yield opened


def disputed(memory: AgentMemory) -> str:
    """Put what is said of Dan under review; return the id of the contradiction."""
    (proposed,) = memory.propose_contradictions().items
    return str(proposed.id)


def contested(memory: AgentMemory, **basis: object) -> set[str]:
    """Return what a recall tells to be contested."""
    found = memory.recall(ASKED, **basis)  # type: ignore[arg-type]  # the tests name its parameters
    return {
        each.memory.content
        for each in found
        if isinstance(each.memory, Memory) and each.memory.is_contested
    }


def test_a_recall_tells_what_was_under_review_at_its_basis(memory: AgentMemory) -> None:
    before = memory.recall(ASKED)
    review = disputed(memory)
    during = memory.recall(ASKED)
    memory.settle_review(review, "both")

    assert contested(memory) == set()
    assert contested(memory, as_of=before.receipt.basis.as_of.number) == set()
    assert contested(memory, as_of=during.receipt.basis.as_of.number) == {TAKES, NEVER}
    assert memory.replay(before.receipt).same
    assert memory.replay(during.receipt).same


def test_what_is_read_by_other_ways_is_told_alike(memory: AgentMemory) -> None:
    disputed(memory)
    found = memory.search("warfarin")
    assert {str(each.standing) for each in found if isinstance(each, Memory)} == {"held"}
    (first, _) = (each for each in found if isinstance(each, Memory))

    assert [each.is_contested for each in found if isinstance(each, Memory)] == [True, True]
    assert memory.get(first.id).is_contested
    assert [each.is_contested for each in memory.current_facts()] == [True, True]
    assert [each.memory.is_contested for each in memory.timeline("Dan")] == [True, True]
    told = memory.explain(first.id).memory
    assert told is not None
    assert told.is_contested
    assert [each.is_contested for each in memory.answer(ASKED).statements] == [True, True]


def test_what_is_under_review_is_listed_as_contested(memory: AgentMemory) -> None:
    def listed(standing: StandingWord | None) -> set[str]:
        found = memory.search(kind="memory", standing=standing)
        return {each.content for each in found if isinstance(each, Memory)}

    memory.add("Dan cycles", entity="Dan")
    memory.add("Dan swims", entity="Dan", standing="contested")
    review = disputed(memory)
    before = {each: listed(each) for each in ("held", "contested", "quarantined", None)}
    memory.settle_review(review, "both")

    assert before == {
        "held": {"Dan cycles"},
        "contested": {TAKES, NEVER, "Dan swims"},
        "quarantined": set(),
        None: {TAKES, NEVER, "Dan cycles", "Dan swims"},
    }
    assert listed("held") == {TAKES, NEVER, "Dan cycles"}
    assert listed("contested") == {"Dan swims"}


def test_agents_and_people_at_a_terminal_are_told(memory: AgentMemory, terminal: Terminal) -> None:
    disputed(memory)
    pack = memory.recall_as_pack(ASKED)
    records = [json.loads(line) for line in pack.prompt.splitlines() if line.startswith("{")]
    shown = records_text(records_of(memory.recall(ASKED)))

    assert {each["says"] for each in records if each.get("contested")} == {TAKES, NEVER}
    assert all(json.loads(line)["contested"] for line in shown.splitlines() if "warfarin" in line)
    assert "Dan · contested" in " ".join(terminal("recall", ASKED).out.split())
    assert "contested" in terminal("get", str(pack.entries[0].id)).out


def test_contested_evidence_is_not_answered_from(memory: AgentMemory) -> None:
    assert memory.deep_memory(ASKED).answer is not None
    disputed(memory)
    deep = memory.deep_memory(ASKED)

    assert (deep.answer, deep.abstained_reason) == (None, "the evidence is contested")


def test_pages_and_snapshots_mark_both_sides_and_are_stale_when_it_is_settled(
    memory: AgentMemory,
) -> None:
    memory.take_snapshot()
    memory.compile_page("Dan")
    review = disputed(memory)
    assert (memory.get_snapshot().is_stale, memory.get_page("dan").is_stale) == (True, True)
    memory.refresh_pages()
    page, snapshot = memory.get_page("dan"), memory.get_snapshot()

    assert [(each.text, each.mark.value) for each in page.sentences] == [
        (TAKES, "contested"),
        (NEVER, "contested"),
    ]
    assert [len(each.further) for each in page.sentences] == [1, 1]
    assert snapshot.health_note == "2 beliefs are contested."
    assert f"{TAKES}. (contested)" in snapshot.summary
    assert (page.is_stale, snapshot.is_stale) == (False, False)

    memory.settle_review(review, "both")
    assert (memory.get_snapshot().is_stale, memory.get_page("dan").is_stale) == (True, True)


def test_what_is_left_when_the_other_side_was_forgotten_is_contested_no_more(
    memory: AgentMemory,
) -> None:
    disputed(memory)
    (wrong,) = (each for each in memory.current_facts() if each.content == NEVER)
    memory.forget(wrong.id)

    assert contested(memory) == set()
    assert memory.deep_memory(ASKED).answer == TAKES
    assert [each.is_contested for each in memory.answer(ASKED).statements] == [False]


@pytest.mark.parametrize("keep, left", [("first", "4 May"), ("second", "11 May")])
def test_what_an_agent_put_in_as_contested_is_reviewed_and_settled(
    memory: AgentMemory, keep: Literal["first", "second"], left: str
) -> None:
    def say(content: str, standing: StandingWord) -> None:
        memory.add(content, entity="release", category="date", valid_from=DAY, standing=standing)

    say("11 May", "contested")
    say("4 May", "held")

    (proposed,) = memory.propose_contradictions(entity="release").items
    (review,) = memory.review()
    memory.settle_review(proposed.id, keep=keep)

    assert review.rationale == "contested: '4 May' and '11 May'."
    found = memory.search(entity="release", category="date")
    assert [(each.content, each.is_contested) for each in found if isinstance(each, Memory)] == [
        (left, False)
    ]
    assert memory.verify().holds


def test_who_settles_what_is_not_there_is_asked_whose_it_is(terminal: Terminal) -> None:
    for said in (TAKES, NEVER):
        terminal.add(said, "--entity", "Dan", "--user", "mike")
    (proposed,) = terminal.json("propose-contradictions", "--user", "mike")["items"]
    nowhere = "01890000-0000-7000-8000-000000000000"

    told = [
        terminal.refusal("settle-review", id_, "second", "--user", user)
        for id_, user in ((proposed["id"], "ann"), (nowhere, "ann"), (nowhere, "mike"))
    ]

    message = (
        "There is no contradiction with this id. Does it belong to this user, and was its container "
        "named?"
    )
    assert told == [(3, "contradiction_not_found", message)] * 3
