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
