"""What is believed is recalled also by words that are not its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from muniment import AgentMemory
from tests.database import Server

BELIEFS = (
    ("works_as", "Leila works as a paediatric nurse."),
    ("works_at", "Leila works at St Thomas'."),
    ("lives_in", "Leila lives in Peckham."),
    ("boss", "Leila's boss is Margaret."),
    ("sister", "Leila's sister is Nadia."),
    ("mother", "Leila's mother is Shirin."),
    ("owns", "Leila has cat Mango."),
    ("condition", "Leila has asthma."),
    ("hobby", "Leila plays the oboe."),
    ("studies", "Leila studies medicine at King's."),
)


@pytest.fixture(scope="module")
def memory(server: Server) -> Iterator[AgentMemory]:
    with server.database() as lent, AgentMemory(lent.app, user="Leila") as opened:
        opened.add_many(
            [{"content": said, "entity": "Leila", "category": of} for of, said in BELIEFS]
        )
        opened.add("Nadia works at Shopify.", entity="Nadia", category="works_at")
        opened.add("Nadia's boss is Hugo.", entity="Nadia", category="boss")
        yield opened


@pytest.mark.parametrize(
    "question, said",
    [
        ("What do I do for a living?", "Leila works as a paediatric nurse."),
        ("What's my address?", "Leila lives in Peckham."),
        ("Who's my manager?", "Leila's boss is Margaret."),
        ("Do I have siblings?", "Leila's sister is Nadia."),
        ("Who are my parents?", "Leila's mother is Shirin."),
        ("Do I have any pets?", "Leila has cat Mango."),
        ("Do I have any illnesses?", "Leila has asthma."),
        ("Which university do I go to?", "Leila studies medicine at King's."),
    ],
)
def test_a_question_finds_what_answers_it_in_other_words(
    memory: AgentMemory, question: str, said: str
) -> None:
    assert memory.recall(question)[0].memory.content == said


def test_what_is_heard_of_nowhere_is_still_not_answered(memory: AgentMemory) -> None:
    assert memory.recall("How deep is the Mariana Trench?").receipt.abstained is not None
