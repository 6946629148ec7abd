"""What was written down as a belief, with nobody's words for it, is told where it is asked in other words."""

from __future__ import annotations

import pytest

from muniment import AsyncAgentMemory
from tests.database import Database

Belief = tuple[str | None, str | None, str]

SHOP: list[Belief] = [
    ("till-svc", "owner", "The tools team owns till-svc."),
    ("till-svc", "engine", "till-svc runs on PostgreSQL 16."),
    ("Ines", "role", "Ines is in charge of stock-svc."),
    ("stock-svc", "status", "stock-svc is running without alarms."),
    ("stock-svc", "version", "stock-svc is at 3.2 in production."),
]
HOME: list[Belief] = [
    ("Ann", "works_as", "Ann is a nurse at the Royal Infirmary."),
    ("Ann", "works_from", "Ann works from Leeds."),
    ("Ann", "medication", "Ann takes 20 mg of omeprazole at night."),
    ("Ann", "allergy", "Ann is allergic to sulfa drugs."),
    ("Ann", "allergy", "Ann is not allergic to cats."),
    ("Ann", "hometown", "Ann grew up in Hull."),
    ("Ann", "fear", "Ann is terrified of spiders."),
    ("Jon", "relation", "Jon is Ann's younger brother."),
    ("Jon", "works_as", "Jon is a roofer."),
    ("Jon", None, "Jon lives with two friends in Bath."),
    (None, "deadline", "The tax return has to be filed by 31 January."),
    ("the hall", "rent", "The rent of the hall is 900 pounds."),
]


async def answered(
    database: Database, beliefs: list[Belief], question: str, asker: str = "Ann"
) -> list[str]:
    """Write beliefs down, and ask as somebody."""
    async with AsyncAgentMemory(database.app) as memory:
        await memory.add_many(
            [
                {"content": content, **({"entity": entity} if entity else {}), **({"category": of} if of else {})}
                for entity, of, content in beliefs
            ]
        )  # fmt: skip
        answer = await memory.answer(question, speaker=asker)
    return [each.text for each in answer.statements]


@pytest.mark.parametrize(
    "beliefs, question, first",
    [
        (SHOP, "Who owns till-svc?", "The tools team owns till-svc."),
        (SHOP, "Who looks after stock-svc?", "Ines is in charge of stock-svc."),
        (SHOP, "How is stock-svc doing?", "stock-svc is running without alarms."),
        (SHOP, "Which version of stock-svc is live?", "stock-svc is at 3.2 in production."),
        (HOME, "What am I scared of?", "Ann is terrified of spiders."),
        (HOME, "Where am I from originally?", "Ann grew up in Hull."),
        (HOME, "Which tablets do I take?", "Ann takes 20 mg of omeprazole at night."),
        (HOME, "Which drugs can I not have?", "Ann is allergic to sulfa drugs."),
        (HOME, "By when must I file the tax return?", "The tax return has to be filed by 31 January."),
        (HOME, "What's my job title?", "Ann is a nurse at the Royal Infirmary."),
        (HOME, "Do I have any brothers or sisters?", "Jon is Ann's younger brother."),
    ],
)  # fmt: skip
async def test_what_was_written_down_answers_what_is_asked_in_other_words(
    database: Database, beliefs: list[Belief], question: str, first: str
) -> None:
    assert (await answered(database, beliefs, question))[:1] == [first]


async def test_a_belief_that_says_who_is_somebodys_brother_leads_to_what_is_known_of_him(
    database: Database,
) -> None:
    assert await answered(database, HOME, "What does my brother do for work?") == [
        "Jon is a roofer.",
        "Jon is Ann's younger brother.",
    ]


@pytest.mark.parametrize(
    "question",
    [
        "What does my sister do for work?",
        "How much is my rent?",
        "Who do I live with?",
        "When is my wedding anniversary?",
    ],
)
async def test_what_was_written_down_of_another_or_of_a_thing_does_not_answer_what_is_asked_of_oneself(
    database: Database, question: str
) -> None:
    assert await answered(database, HOME, question) == []


async def test_what_somebody_is_not_allergic_to_is_not_told_with_what_they_are(
    database: Database,
) -> None:
    two: list[Belief] = [("Ann", "allergy", text) for _, of, text in HOME if of == "allergy"]
    assert await answered(database, two, "What am I allergic to?") == [
        "Ann is allergic to sulfa drugs."
    ]
    assert await answered(database, two, "What am I not allergic to?") == [
        "Ann is not allergic to cats."
    ]
