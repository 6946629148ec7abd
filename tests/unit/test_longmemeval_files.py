"""LongMemEval's questions are read, each with its sessions, and refused with the place where they are none."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from muniment.errors import UnreadableConversation
from muniment.ingest.conversation import Question
from muniment.ingest.conversation_files import read_conversations
from muniment.model.writes import Turn

ASKED: dict[str, object] = {
    "question_id": "q7",
    "question_type": "knowledge-update",
    "question": "How long did my last 5 km run take?",
    "answer": 25,
    "question_date": "2023/05/30 (Tue) 23:40",
    "haystack_dates": ["2023/05/20 (Sat) 15:08", "2023/05/22 (Mon) 9:00"],
    "haystack_session_ids": ["answer_1", "answer_1"],
    "haystack_sessions": [
        [
            {"role": "user", "content": "I ran 5 km in 27 minutes.", "has_answer": False},
            {"role": "assistant", "content": " "},
            {"role": "assistant", "content": "Well done!"},
        ],
        [{"role": "user", "content": "I ran 5 km in 25 minutes.", "has_answer": True}],
    ],
    "answer_session_ids": ["answer_1"],
}


def write(path: Path, *questions: object) -> Path:
    path.write_text(json.dumps(questions), encoding="utf-8")
    return path


def test_a_question_is_a_conversation_of_its_sessions(tmp_path: Path) -> None:
    (found,) = read_conversations(write(tmp_path / "oracle.json", ASKED))

    assert (found.name, found.turns_total) == ("longmemeval-q7", 3)
    assert [(turn.session, turn.source_id, turn.content) for turn in found.turns] == [
        ("longmemeval-q7/answer_1", "answer_1:1", "I ran 5 km in 27 minutes."),
        ("longmemeval-q7/answer_1", "answer_1:3", "Well done!"),
        ("longmemeval-q7/answer_1#2", "answer_1#2:1", "I ran 5 km in 25 minutes."),
    ]
    assert list(found.turns)[1] == Turn(
        content="Well done!",
        speaker="assistant",
        occurred_at=datetime(2023, 5, 20, 15, 8, 2, tzinfo=UTC),
        session="longmemeval-q7/answer_1",
        source_id="answer_1:3",
        metadata={"time_of": "session"},
    )


def test_the_turns_that_are_marked_are_the_evidence_and_the_date_is_when_it_is_asked(
    tmp_path: Path,
) -> None:
    (found,) = read_conversations(write(tmp_path / "oracle.json", ASKED))

    assert found.questions == (
        Question(
            question="How long did my last 5 km run take?",
            answer="25",
            evidence=("answer_1#2:1",),
            category="knowledge-update",
            asked_at=datetime(2023, 5, 30, 23, 40, tzinfo=UTC),
        ),
    )


def test_a_question_that_nothing_answers_has_no_evidence(tmp_path: Path) -> None:
    (found,) = read_conversations(
        write(tmp_path / "oracle.json", {**ASKED, "question_id": "q7_abs"})
    )

    assert found.questions[0].evidence == ()


@pytest.mark.parametrize(
    "change, reason",
    [
        ({"question_id": None}, "question 1: question_id is missing"),
        ({"question": 5}, "question q7: question is a number, not a text"),
        (
            {"haystack_dates": ["2023/05/20"]},
            "question q7 has 2 sessions, 1 dates and 2 ids of sessions",
        ),
        (
            {"haystack_dates": ["20 May", "21 May"]},
            "'20 May' is not a time such as '2023/05/20 (Sat) 15:08'",
        ),
        (
            {"haystack_dates": ["2023/02/30", "2023/05/20"]},
            "'2023/02/30' is not a time such as '2023/05/20 (Sat) 15:08'",
        ),
        (
            {"haystack_sessions": [["hello"], []]},
            "question q7, session answer_1, turn 1 is a text, not an object",
        ),
        ({"haystack_sessions": [[], []]}, "question q7 has no turn in any session"),
        (
            {
                "haystack_dates": ["9999/12/31 23:59"] * 2,
                "haystack_sessions": [[{"role": "user", "content": "Happy new year!"}] * 61, []],
            },
            "question q7, session answer_1, turn 61 would be said after the year 9999",
        ),
    ],
)
def test_what_is_no_question_is_named_with_the_reason(
    tmp_path: Path, change: dict[str, object], reason: str
) -> None:
    path = write(tmp_path / "oracle.json", {**ASKED, **change})

    with pytest.raises(UnreadableConversation) as refused:
        read_conversations(path)

    assert refused.value.message == f"{path}: {reason}."


def test_two_questions_of_one_id_and_another_name_are_refused(tmp_path: Path) -> None:
    twice = write(tmp_path / "twice.json", ASKED, ASKED)
    once = write(tmp_path / "once.json", ASKED)

    with pytest.raises(UnreadableConversation, match="two questions have the same question_id"):
        read_conversations(twice)
    with pytest.raises(UnreadableConversation, match="named by their question_id"):
        read_conversations(once, name="runs")
