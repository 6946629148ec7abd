"""A supposition answers nothing, and neither does what has no name where an organisation is asked for."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from muniment import AsyncAgentMemory
from tests.database import Database

SAID = (
    "I've signed for the flat in Sheffield.",
    "The rent is £780 a month and the deposit was £900.",
    "If I lived in Leicester I'd be nearer my sister, but the jobs are here.",
    "I might move to Leicester one day, who knows. Thanks, that helps!",
    "If I won the lottery I'd buy a villa in Cascais.",
    "Insurance renews on 12 October, I pay £38 a month.",
    "The oven loan is with Triodos, 340 a month.",
    "The boiler was serviced by a firm called Heatwise.",
    'Omar said "I work at the Rijksmuseum", can you believe it?',
    "We take the bus to the allotment on Sundays.",
    "If the pipeline breaks again I'll quit and open a bakery in Brno.",
    "The infrastructure budget for Q1 is 160k euros.",
    "I might take a sabbatical next year. Or buy a boat.",
)


@pytest.fixture
async def memory(database: Database) -> AsyncIterator[AsyncAgentMemory]:
    async with AsyncAgentMemory(database.app, user="Nadia") as memory:
        for minute, text in enumerate(SAID):
            await memory.ingest_round(
                text, occurred_at=f"2026-02-01T10:{minute:02}Z", session="s", speaker="Nadia"
            )
        yield memory


async def told(memory: AsyncAgentMemory, question: str) -> list[str]:
    return [each.text for each in (await memory.answer(question, valid_at="2026-03-20")).statements]


@pytest.mark.parametrize(
    "question",
    [
        "Do I live in Leicester?",
        "Do I own a villa?",
        "Do I work at the Rijksmuseum?",
        "What is the budget for Q3?",
        "Do I have a bakery?",
        "Do I have a boat?",
        "Which scheme is my deposit with?",
        "Which insurer is my insurance with?",
    ],
)
async def test_what_was_supposed_or_is_of_another_kind_is_no_answer(
    memory: AsyncAgentMemory, question: str
) -> None:
    assert await told(memory, question) == []


@pytest.mark.parametrize(
    "question, answer",
    [
        ("How much was my deposit?", SAID[1]),
        ("When does my insurance renew?", SAID[5]),
        ("Which bank is my oven loan with?", SAID[6]),
        ("Which firm serviced the boiler?", SAID[7]),
        ("What would I buy if I won the lottery?", SAID[4]),
    ],
)
async def test_what_was_meant_or_is_asked_for_as_supposed_is_told(
    memory: AsyncAgentMemory, question: str, answer: str
) -> None:
    assert answer in await told(memory, question)
