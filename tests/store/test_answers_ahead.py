"""What is far ahead of all else that was found is told whatever its words, and what is far behind is not."""

from __future__ import annotations

import pytest

from muniment import AsyncAgentMemory
from tests.database import Database

HOUSE: list[dict[str, str]] = [
    {"content": content, **more}
    for content, more in (
        ("Recycling goes out on Thursday nights.", {}),
        ("The spare key hangs behind the water meter.", {}),
        ("Ida is Ann's neighbour.", {"entity": "Ida"}),
        ("Ann's sister is Bea.", {"entity": "Ann", "category": "family"}),
        ("Bea is a vet in Hull.", {"entity": "Bea"}),
        ("Bea's sofa is yellow.", {"entity": "Bea"}),
        ("Rex is eleven years old.", {"entity": "Rex", "category": "age"}),
        ("Ann pays 90 pounds a month for the allotment.", {"entity": "Ann"}),
        ("Ann sees the dentist on 3 May.", {"entity": "Ann"}),
        ("The boiler was serviced by Kaya & Sons.", {"entity": "boiler"}),
        ("Ann plays the oboe.", {"entity": "Ann", "category": "plays"}),
        ("Ann plays chess.", {"entity": "Ann", "category": "plays"}),
        ("Ann plays badminton.", {"entity": "Ann", "category": "plays"}),
    )
]


async def answered(
    database: Database, question: str, *more: dict[str, str], limit: int = 5
) -> list[str]:
    async with AsyncAgentMemory(database.app, user="Ann") as memory:
        await memory.set_cardinality("plays", "many")
        await memory.add_many([*HOUSE, *more])
        return [each.text for each in (await memory.answer(question, limit=limit)).statements]


@pytest.mark.parametrize(
    "question, first",
    [
        ("On which evening do I put out the bins?", "Recycling goes out on Thursday nights."),
        ("Where can I find another key to the house?", "The spare key hangs behind the water meter."),
        ("Who looked at the heating?", "The boiler was serviced by Kaya & Sons."),
        ("What does my sister do for work?", "Bea is a vet in Hull."),
    ],
)  # fmt: skip
async def test_what_is_far_ahead_answers_in_other_words(
    database: Database, question: str, first: str
) -> None:
    assert (await answered(database, question))[:1] == [first]


@pytest.mark.parametrize(
    "question",
    [
        "How old am I?",
        "What's the alarm code?",
        "When is Bea's birthday?",
        "Is the car insured?",
    ],
)
async def test_what_is_nearest_answers_nothing_of_another_kind_or_person(
    database: Database, question: str
) -> None:
    assert await answered(database, question) == []


async def test_what_is_near_by_nothing_but_its_name_answers_nothing(database: Database) -> None:
    owned = {"content": "Priya owns the billing service."}
    assert await answered(database, "Is Priya married?", owned) == []
    assert await answered(database, "Who owns the billing service?", owned) == [owned["content"]]


async def test_several_of_one_slot_are_all_told(database: Database) -> None:
    told = await answered(database, "What do I play?")
    assert sorted(told) == ["Ann plays badminton.", "Ann plays chess.", "Ann plays the oboe."]


async def test_an_answer_of_one_is_found_among_as_many_as_an_answer_of_five(
    database: Database,
) -> None:
    question = "Where can I find another key to the house?"
    five = await answered(database, question)
    assert await answered(database, question, limit=1) == five[:1]


SAID = (
    "Morning! Feet are killing me after yesterday.",
    "They moved the pharmacology paper to the third of March.",
    "The puppy chewed my slippers again, the little sod.",
    "Had a curry with Tanvir, far too hot.",
    "We've put a tenner in for Denise's leaving present.",
    "The landlord is sending somebody about the boiler.",
    "Going to bed, night!",
    "Took the puppy to the park with Denise.",
    "How much longer does this rain want to last?",
    "The neighbours are having people round for tea.",
    "What a day, the bus never came.",
)
MORNING = {"speaker": "Ann", "session": "s1", "occurred_at": "2026-02-03T08:00:00Z"}


@pytest.mark.parametrize(
    "question, first",
    [
        ("What did the dog destroy?", [SAID[2]]),
        ("Which paper was moved?", [SAID[1]]),
        ("How much was the puppy?", []),
        ("What time does the landlord come?", []),
        ("How many people are leaving?", []),
    ],
)
async def test_a_turn_answers_if_it_is_ahead_and_one_without_a_number_or_time_tells_none(
    database: Database, question: str, first: list[str]
) -> None:
    async with AsyncAgentMemory(database.app, user="Ann") as memory:
        await memory.ingest_turns([{**MORNING, "content": each} for each in SAID])
        answer = await memory.answer(question)
    assert [each.text for each in answer.statements][:1] == first
