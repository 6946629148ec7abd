"""Whom a question means: by another name, and by somebody's somebody."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from muniment import AgentMemory
from muniment.settings import Settings
from tests.database import Database

NOW = "2026-06-01"


@pytest.fixture
def memory(database: Database) -> Iterator[AgentMemory]:
    with AgentMemory(settings=Settings(database_url=database.app, user="noor")) as opened:
        for subject, predicate, whom in [
            ("Mike", "sister", "Anna"),
            ("Anna", "husband", "Tom"),
            ("Tom", "boss", "Lena"),
            ("Mike", "city", "Bath"),
            ("Anna", "city", "York"),
            ("Tom", "city", "Leeds"),
            ("Lena", "city", "Hull"),
        ]:
            opened.add(
                f"{subject}'s {predicate} is {whom}",
                subject=subject,
                predicate=predicate,
                object=whom,
                valid_from="2020-01-01",
            )
        yield opened


def alias(memory: AgentMemory, name: str, of: str, since: str = "2020-01-01") -> str:
    written = memory.add(
        f"{name} is another name of {of}",
        subject=name,
        predicate="alias_of",
        object=of,
        valid_from=since,
    )
    return str(written.id)


def first(memory: AgentMemory, question: str) -> str:
    recalled = memory.recall(question, valid_at=NOW)
    assert memory.replay(recalled.receipt).same
    return str(recalled[0].memory.content)


def named(
    memory: AgentMemory, question: str, valid_at: str = NOW, as_of: int | None = None
) -> set[str]:
    return {
        str(each.memory.content)
        for each in memory.recall(question, valid_at=valid_at, as_of=as_of)
        for part in each.lanes
        if (part.name, part.value) == ("named", 1.0)
    }


def test_an_alias_means_whom_it_stands_for_as_far_as_it_held(memory: AgentMemory) -> None:
    told = alias(memory, "Mickey", "Mike")
    assert first(memory, "What is Mickey's city?") == "Mike's city is Bath"
    assert first(memory, "Where is Mickey's sister?") == "Anna's city is York"
    memory.retract(told)
    assert "Mike's city is Bath" not in named(memory, "What is Mickey's city?")


def test_what_is_said_of_an_alias_is_said_of_whom_it_stands_for(memory: AgentMemory) -> None:
    alias(memory, "Mickey", "Mike")
    alias(memory, "Micky", "Mickey")
    memory.add("Mickey plays the cello", entity="Mickey", category="hobby", valid_from="2020-01-01")
    assert first(memory, "What does Mike play?") == "Mickey plays the cello"
    assert first(memory, "What does Micky play?") == "Mickey plays the cello"


def test_an_alias_of_two_leads_from_it_to_both_and_from_neither_to_it(memory: AgentMemory) -> None:
    alias(memory, "Mickey", "Mike")
    alias(memory, "Mickey", "Tom")
    memory.add("Mickey plays the cello", entity="Mickey", category="hobby", valid_from="2020-01-01")
    cities = {"Mike's city is Bath", "Tom's city is Leeds"}
    assert named(memory, "What is Mickey's city?") >= cities
    assert "Mickey plays the cello" not in named(memory, "What does Mike play?")


def test_an_alias_stands_for_nobody_before_it_held_or_was_known(memory: AgentMemory) -> None:
    asked, city = "What is Mickey's city?", "Mike's city is Bath"
    before = memory.add("Mickey is a name", entity="Mickey", category="kind").transaction
    alias(memory, "Mickey", "Mike", since="2026-05-01")
    assert city not in named(memory, asked, valid_at="2026-04-01")
    assert city not in named(memory, asked, as_of=before)
    assert first(memory, asked) == city


@pytest.mark.parametrize(
    "question, answered",
    [
        ("Where does Mike's sister live?", "Anna's city is York"),
        ("Where does Mike's sister's husband live?", "Tom's city is Leeds"),
        ("Where does Mike’s sister’s husband’s boss live?", "Lena's city is Hull"),
        ("Where does the husband of Mike's sister live?", "Tom's city is Leeds"),
        ("Where does the boss of the husband of Anna live?", "Lena's city is Hull"),
        ("What is the city of Mike's sister?", "Anna's city is York"),
        ("What is Mike's sister's city?", "Anna's city is York"),
        ("Who is Mike's sister?", "Mike's sister is Anna"),
        ("Who's Mike's sister's husband?", "Anna's husband is Tom"),
        ("Where does Mike live?", "Mike's city is Bath"),
    ],
)
def test_somebodys_somebody_is_who_was_believed_to_be(
    memory: AgentMemory, question: str, answered: str
) -> None:
    assert first(memory, question) == answered


def test_whom_a_possessive_only_leads_to_is_not_asked_of(memory: AgentMemory) -> None:
    asked = "Where does Mike's sister live?"
    assert "Mike's city is Bath" not in named(memory, asked)
    assert "Mike's city is Bath" in named(memory, "Where do Mike and Mike's sister live?")
