"""Of two turns that both say what is asked, the one that was told later is told first."""

from __future__ import annotations

import pytest

from muniment import AsyncAgentMemory
from tests.database import Database

FEBRUARY = (
    "Handover: room 12 has a broken shower, and room 7 is fine again.",
    "Our plumber is Sven Dahl, he charges 75 euros an hour.",
    "The bread comes from Lutz. They deliver at 5:45.",
    "Karl takes levodopa three times a day.",
    "My blood pressure was 152 over 90.",
    "I've got a cough since we changed the tablets, a dry one.",
    "The puppy chewed my slippers again.",
    "They moved the pharmacology paper to the third of March.",
    "Had a curry with Tanvir, far too hot.",
    "We have 22 rooms in the house.",
    "Wendell is the head of department.",
)
MAY = (
    "Sven retired. Our new plumber is Katja Moor, she charges 68 euros an hour.",
    "The bread now comes from Kern, they deliver at 6. Lutz was never on time.",
    "Karl's levodopa was raised to four times a day.",
    "Blood pressure 134 over 82 today.",
    "The cough is gone since the new tablets.",
    "What a day, the bus never came.",
    "The landlord is sending somebody about the boiler.",
    "Room 2 is open again, the carpet is grey now.",
    "Nadia will be the next head of department from 1 August.",
)


async def answered(database: Database, question: str, *, at: str = "2026-06-01") -> list[str]:
    async with AsyncAgentMemory(database.app, user="Ann") as memory:
        await memory.ingest_turns(
            [
                {"speaker": "Ann", "session": session, "occurred_at": day, "content": each}
                for session, day, said in (
                    ("s1", "2026-02-03T08:00:00Z", FEBRUARY),
                    ("s2", "2026-05-03T08:00:00Z", MAY),
                )
                for each in said
            ]
        )
        answer = await memory.answer(question, valid_at=f"{at}T12:00:00Z")
    return [each.text for each in answer.statements]


@pytest.mark.parametrize(
    "question, first, before",
    [
        ("How much does the plumber charge?", MAY[0], FEBRUARY[1]),
        ("Where does the bread come from?", MAY[1], FEBRUARY[2]),
        ("When is the bread delivered?", MAY[1], FEBRUARY[2]),
        ("How often does Karl take levodopa?", MAY[2], FEBRUARY[3]),
        ("What is my blood pressure?", MAY[3], FEBRUARY[4]),
        ("Do I have a cough?", MAY[4], FEBRUARY[5]),
    ],
)
async def test_of_what_was_told_twice_the_later_is_told_first(
    database: Database, question: str, first: str, before: str
) -> None:
    assert (await answered(database, question))[:1] == [first]
    assert (await answered(database, question, at="2026-04-01"))[:1] == [before]


@pytest.mark.parametrize(
    "question, first",
    [
        ("What was my blood pressure in February?", FEBRUARY[4]),
        ("How many rooms do we have?", FEBRUARY[9]),
        ("Who is the head of department?", FEBRUARY[10]),
    ],
)
async def test_what_was_so_then_or_is_to_come_or_is_one_of_several_is_not_told_anew(
    database: Database, question: str, first: str
) -> None:
    assert (await answered(database, question))[:1] == [first]


RENT = ("Ann", "The rent of the flat is 900 euros.")
RAISED = ("Ann", "The rent went up to 980 euros from July on.")
BINS = ("Ann", "The bin collection in our street is on Monday.")
OTHERWISE = ("Ann", "Unfortunately, the bin collection has moved to Tuesday.")


async def told_of(database: Database, question: str, *turns: tuple[str, str]) -> str:
    async with AsyncAgentMemory(database.app, user="Ann") as memory:
        said = [*turns, *(("Ann", each) for each in FEBRUARY[6:10])]
        await memory.ingest_turns(
            [
                {
                    "speaker": who,
                    "session": "s",
                    "occurred_at": f"2026-02-{day:02}T08:00:00Z",
                    "content": each,
                }
                for day, (who, each) in enumerate(said, start=1)
            ]
        )
        answer = await memory.answer(question, valid_at="2026-06-01T12:00:00Z")
    return answer.statements[0].text


@pytest.mark.parametrize(
    "question, turns",
    [
        ("What is the rent of the flat?", (RENT, RAISED)),
        ("How much is the rent of the flat?", (RENT, RAISED)),
        ("When is the bin collection in our street?", (BINS, OTHERWISE)),
    ],
)
async def test_a_change_of_the_only_one_there_is_is_told_first(
    database: Database, question: str, turns: tuple[tuple[str, str], ...]
) -> None:
    assert await told_of(database, question, *turns) == turns[1][1]


@pytest.mark.parametrize(
    "turns",
    [
        (RENT, ("Ann", "The rent of the garage went up to 80 euros.")),
        (RENT, ("Ann", "The rent of the garage is 60 euros."), RAISED),
        (RENT, ("Bo", RAISED[1])),
        (RENT, ("Ann", "Bo has a shop now. The rent went up to 980 euros.")),
        (RENT, ("Ann", "The rent went up to 980 euros for the garage.")),
        (RENT, ("Ann", "The rent might go up to 980 euros.")),
    ],
)
async def test_a_change_that_may_be_of_something_else_is_not_told_first(
    database: Database, turns: tuple[tuple[str, str], ...]
) -> None:
    assert await told_of(database, "What is the rent of the flat?", *turns) == RENT[1]
