"""Where several speak, an answer tells of whom it is asked, and in their own words why."""

from __future__ import annotations

import pytest

from muniment import AsyncAgentMemory
from tests.database import Database

LONG = [
    "Ann: We meet in the library.",
    "Bo: I'd like tea and biscuits.",
    "Cy: The hall has a new roof.",
    "Bo: My train leaves at six.",
    "Ann: The printer is out of ink.",
]


async def told(database: Database, turns: list[str], question: str) -> list[str]:
    """Say turns, one a day, and ask as Ann."""
    async with AsyncAgentMemory(database.app) as memory:
        for day, turn in enumerate(turns, start=1):
            speaker, _, text = turn.partition(": ")
            await memory.ingest_round(
                text, occurred_at=f"2026-01-{day:02}", session="s", speaker=speaker
            )
        answer = await memory.answer(question, speaker="Ann", valid_at="2026-04-01")
    return [each.text for each in answer.statements]


@pytest.mark.parametrize(
    "turns, question, answer",
    [
        (["Obi: I can't drive the van any more, my licence expired."], "Why can't Obi drive the van?", ["I can't drive the van any more, my licence expired."]),
        (["Ann: I moved to Leeds because my mother is ill."], "Why did I move to Leeds?", ["I moved to Leeds because my mother is ill."]),
        (["Ann: I moved to Leeds."], "Where did I move?", ["Ann lives in Leeds."]),
    ],
)  # fmt: skip
async def test_why_something_is_so_is_told_by_the_turn_that_says_it(
    database: Database, turns: list[str], question: str, answer: list[str]
) -> None:
    assert await told(database, turns, question) == answer


async def test_what_we_do_and_how_often_is_told_by_whoever_says_we(database: Database) -> None:
    turns = ["Cy: We deploy every day now.", *LONG]
    assert await told(database, turns, "How often do we deploy?") == ["We deploy every day now."]


async def test_whether_something_is_so_of_somebody_is_not_answered_by_what_is_of_another(
    database: Database,
) -> None:
    turns = [
        "Beth: I'm allergic to bee stings, before anyone asks me about the hives",
        "Ann: The hives cost us 420 pounds.",
        "Jarek: We lost two hives in the storm, four are left",
        "Ed: I'm vegetarian so please no sausage only lunch again",
        "Jarek: My back is bad again.",
        "Kay: Kay used to keep bees in Durham",
        *LONG,
    ]
    assert await told(database, turns, "Is Jarek allergic to bee stings?") == []
    assert await told(database, turns, "Is Beth allergic to bee stings?") == [
        "Beth is allergic to bee stings."
    ]


async def test_who_is_not_answered_by_a_date(database: Database) -> None:
    turns = ["Ann: The grant application is due on 30 April."]
    assert await told(database, turns, "Who is writing the grant application?") == []


async def test_a_piece_of_work_is_with_one_at_a_time(database: Database) -> None:
    turns = [
        "Ann: Dana owns the search service, Piotr owns billing.",
        "Ann: Now Piotr owns the search service.",
    ]
    assert await told(database, turns, "Who owns the search service?") == [
        "The search service's owner is Piotr.",
        "Dana owns the search service, Piotr owns billing.",
    ]
    assert await told(database, turns, "Who owns billing?") == ["The billing's owner is Piotr."]
