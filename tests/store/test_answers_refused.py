"""An answer says what is asked, of whom and when it is asked; where nothing does, it abstains."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from muniment import AsyncAgentMemory
from tests.database import Database

NOW = "2026-04-01"
SAID = (
    ("Ann", "I live in Leeds with my husband Piet."),
    ("Ann", "My daughter Mia is seven."),
    ("Ann", "I have a greyhound called Comet."),
    ("Bo", "I work as a carpenter."),
    ("Bo", "My brother Jon lives in Graz."),
    ("Bo", "My boss is Carla Vale."),
    ("Bo", "I'm not married."),
)


@pytest.fixture
async def memory(database: Database) -> AsyncIterator[AsyncAgentMemory]:
    async with AsyncAgentMemory(database.app) as memory:
        for day, (speaker, text) in enumerate(SAID, start=1):
            await memory.ingest_round(
                text, occurred_at=f"2026-01-{day:02}", session=speaker, speaker=speaker
            )
        await memory.add(
            "Tess lives in Hull", entity="Tess", category="city", valid_from="2025-06-01"
        )
        yield memory


async def told(memory: AsyncAgentMemory, question: str) -> list[str]:
    answer = await memory.answer(question, valid_at=NOW)
    assert (answer.abstained is None) is bool(answer.statements)
    return [each.text for each in answer.statements]


@pytest.mark.parametrize(
    "question",
    [
        "What does Piet do for a living?",
        "What does Ann's husband do?",
        "How old is Ann?",
        "Where does Bo live?",
        "How old is Bo's boss?",
        "What does Bo's brother do for work?",
        "Who is Ann's boss?",
        "Does Ann have a cat?",
        "Is Tess married?",
        "Where did Tess live in 2015?",
        "Which car does Ann drive?",
    ],
)
async def test_what_nobody_told_is_not_answered_by_what_else_is_known(
    memory: AsyncAgentMemory, question: str
) -> None:
    assert await told(memory, question) == []


@pytest.mark.parametrize(
    "question, answer",
    [
        ("What does Bo do for a living?", "Bo works as a carpenter."),
        ("What does Bo do?", "Bo works as a carpenter."),
        ("Which city is Ann's home?", "Ann lives in Leeds."),
        ("Is Ann married?", "Ann's husband is Piet."),
        ("How old is Ann's daughter?", "Mia is seven years old."),
        ("What is Ann's dog called?", "Ann has a greyhound Comet."),
        ("Who is Bo's manager?", "Bo's boss is Carla Vale."),
        ("Where does Bo's brother live?", "Jon lives in Graz."),
        ("Where did Tess live in August 2025?", "Tess lives in Hull"),
        ("Who is Bo's wife?", "Bo is not married."),
    ],
)
async def test_what_was_told_is_answered_in_whatever_words_it_is_asked_for(
    memory: AsyncAgentMemory, question: str, answer: str
) -> None:
    assert answer in await told(memory, question)


async def test_a_turn_that_asks_or_speaks_of_another_does_not_answer_for_its_speaker(
    memory: AsyncAgentMemory,
) -> None:
    for no, text in enumerate(["Did Ann ever play the tuba?", "My cousin swears by her tuba."]):
        await memory.ingest_turns(
            [
                {
                    "content": text,
                    "occurred_at": f"2026-02-0{no + 1}",
                    "session": "t",
                    "speaker": "Ann",
                }
            ]
        )

    assert await told(memory, "Which tuba does Ann play?") == []


async def test_a_turn_answers_where_no_belief_was_made_of_it(memory: AsyncAgentMemory) -> None:
    said = "Phew, finished the mosaic for the library at last."
    await memory.ingest_turns(
        [{"content": said, "occurred_at": "2026-02-01", "session": "t", "speaker": "Ann"}]
    )

    assert await told(memory, "What did Ann make for the library?") == [said]


async def test_the_day_of_the_week_is_no_name(memory: AsyncAgentMemory) -> None:
    said = "On Saturdays the allotment keeps me busy."
    await memory.ingest_turns(
        [{"content": said, "occurred_at": "2026-02-01", "session": "t", "speaker": "Ann"}]
    )

    assert await told(memory, "Is Ann at the allotment on Saturdays?") == [said]


async def test_where_the_fact_on_the_way_is_asked_for_it_leads(memory: AsyncAgentMemory) -> None:
    await memory.add(subject="Tess", predicate="employer", object="Acme", valid_from="2026-01-01")
    await memory.add(
        "Acme is in Bonn", subject="Acme", predicate="city", object="Bonn", valid_from="2026-01-01"
    )

    answer = await memory.answer("In which city is the employer of Tess?", valid_at=NOW)

    assert ("Acme is in Bonn", "edge") in [(x.text, x.path) for x in answer.statements]
