"""Who is meant by I in a question: whoever asks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from muniment import AgentMemory
from muniment.errors import InvalidValue
from muniment.settings import Settings
from tests.database import Database

ASKED = "Which phone do I have?"
RIMA, NOOR = "Rima has an iPhone 13 as a phone", "Noor has a Pixel 9"


@pytest.fixture
def memory(database: Database) -> Iterator[AgentMemory]:
    with AgentMemory(settings=Settings(database_url=database.app, user="noor")) as opened:
        opened.add(RIMA, entity="Rima", category="phone")
        opened.add(NOOR, entity="Noor", category="phone")
        yield opened


def test_a_question_is_about_the_speaker_and_about_the_user_where_none_is_named(
    memory: AgentMemory,
) -> None:
    assert memory.recall(ASKED)[0].memory.content == NOOR
    assert memory.recall(ASKED, speaker="Rima")[0].memory.content == RIMA
    assert memory.recall_as_pack(ASKED).memories[0].content == NOOR
    assert memory.answer(ASKED).statements[0].text == NOOR


def test_a_replay_asks_for_whom_the_answer_was(memory: AgentMemory) -> None:
    then = memory.recall(ASKED, speaker="Rima").receipt
    assert then.question.speaker == "Rima"
    assert memory.replay(then).same
    assert memory.replay(then.recall_id).same


@pytest.mark.parametrize("speaker", ["", " "])
def test_a_speaker_nobody_can_be_called_is_refused(memory: AgentMemory, speaker: str) -> None:
    with pytest.raises(InvalidValue, match="speaker is blank"):
        memory.recall(ASKED, speaker=speaker)
    with pytest.raises(InvalidValue, match="speaker is blank"):
        memory.ingest_round("I live in Leeds.", speaker=speaker)


@pytest.fixture
def family(memory: AgentMemory) -> AgentMemory:
    for subject, predicate, whom, since, until in [
        ("Noor", "mother", "Ruth", "2020-01-01", None),
        ("Rima", "mother", "Lena", "2020-01-01", None),
        ("Noor", "boss", "Ruth", "2022-01-01", "2024-01-01"),
        ("Noor", "boss", "Lena", "2024-01-01", None),
        ("Noor", "city", "York", "2020-01-01", None),
        ("Ruth", "city", "Leeds", "2020-01-01", None),
        ("Lena", "city", "Bath", "2020-01-01", None),
    ]:
        memory.add(
            f"{subject}'s {predicate} is {whom}",
            subject=subject,
            predicate=predicate,
            object=whom,
            valid_from=since,
            valid_until=until,
        )
    return memory


@pytest.mark.parametrize(
    "speaker, question, valid_at, answered",
    [
        ("Noor", "What is my mother's city?", None, "Ruth's city is Leeds"),
        ("Noor", "What is my mum's city?", None, "Ruth's city is Leeds"),
        ("Rima", "What is my mother's city?", None, "Lena's city is Bath"),
        ("Noor", "What is my boss's city?", None, "Lena's city is Bath"),
        ("Noor", "What is my boss's city?", "2023-01-01", "Ruth's city is Leeds"),
        ("Noor", "What is my city?", None, "Noor's city is York"),
    ],
)
def test_my_mother_is_whoever_was_believed_to_be_at_the_basis(
    family: AgentMemory, speaker: str, question: str, valid_at: str | None, answered: str
) -> None:
    recalled = family.recall(question, speaker=speaker, valid_at=valid_at)
    assert recalled[0].memory.content == answered
    assert family.replay(recalled.receipt).same


def test_whom_nobody_knew_by_then_is_not_meant(family: AgentMemory) -> None:
    told = family.add("Noor's sister is Ruth", subject="Noor", predicate="sister", object="Ruth")
    asked = "What is my sister's city?"
    assert family.recall(asked, speaker="Noor")[0].memory.content == "Ruth's city is Leeds"
    then = family.recall(asked, speaker="Noor", as_of=told.transaction - 1)
    assert then[0].memory.content == "Noor's city is York"
