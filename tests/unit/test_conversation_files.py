"""Conversations are read from files turn by turn, and a file that is none is refused with the place."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from muniment.errors import (
    ContentTooLong,
    FieldRepeated,
    FileNotFound,
    InvalidValue,
    UnreadableConversation,
    UnstorableText,
)
from muniment.ingest.conversation import Question, turn_fields
from muniment.ingest.conversation_files import read_conversations
from muniment.model.writes import Turn
from muniment.settings import LimitSettings

TALK: dict[str, object] = {
    "speaker_a": "Ines",
    "speaker_b": "Tom",
    "session_2_date_time": "12:05 am on 1 March, 2024",
    "session_2": [{"speaker": "Ines", "dia_id": "D2:1", "text": "The boat is sold."}],
    "session_10_date_time": "9:30 am on 2 April, 2024",
    "session_10": [{"speaker": "Tom", "dia_id": "D10:1", "text": "I bought a kiln."}],
    "session_1_date_time": "1:56 pm on 8 February, 2024",
    "session_1": [
        {"speaker": "Ines", "dia_id": "D1:1", "text": "I have a boat."},
        {
            "speaker": "Tom",
            "dia_id": "D1:2",
            "text": "Look at this!",
            "blip_caption": "a red kayak",
            "query": "kayak for two",
            "img_url": ["https://example.org/kayak.png"],
        },
        {"speaker": "Ines", "dia_id": "D1:3", "text": "", "blip_caption": "a pier"},
        {"speaker": "Ines", "dia_id": "D1:4", "text": " "},
    ],
    "session_11_date_time": "9:30 am on 3 April, 2024",
}
ASKED: list[dict[str, object]] = [
    {"question": "What did Tom buy?", "answer": "a kiln", "evidence": ["D10:1"], "category": 4},
    {"question": "Which year?", "answer": 2024, "evidence": ["D1:1; D2:1", "D9:9"], "category": 2},
    {
        "question": "What is the kiln's name?",
        "adversarial_answer": "Etna",
        "evidence": ["D", "D10:1 D10:1"],
        "category": 5,
    },
]


def write(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def write_lines(path: Path, *lines: object) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def test_a_conversation_is_read_session_by_session_in_their_order(tmp_path: Path) -> None:
    (found,) = read_conversations(write(tmp_path / "7.json", TALK))

    assert found.name == "locomo-7"
    assert found.turns_total == 5
    assert [(turn.session, turn.source_id, turn.content) for turn in found.turns] == [
        ("locomo-7/session_1", "D1:1", "I have a boat."),
        ("locomo-7/session_1", "D1:2", "Look at this!"),
        ("locomo-7/session_1", "D1:3", "[a pier]"),
        ("locomo-7/session_2", "D2:1", "The boat is sold."),
        ("locomo-7/session_10", "D10:1", "I bought a kiln."),
    ]


def test_a_picture_gives_its_caption_and_never_its_query(tmp_path: Path) -> None:
    (found,) = read_conversations(write(tmp_path / "7.json", TALK))

    assert list(found.turns)[1] == Turn(
        content="Look at this!",
        speaker="Tom",
        occurred_at=datetime(2024, 2, 8, 13, 56, 1, tzinfo=UTC),
        session="locomo-7/session_1",
        source_id="D1:2",
        caption="a red kayak",
        metadata={"time_of": "session", "session_time": "1:56 pm on 8 February, 2024"},
    )
    assert "kayak for two" not in repr(list(found.turns))


def test_midnight_is_twelve_at_night(tmp_path: Path) -> None:
    (found,) = read_conversations(write(tmp_path / "7.json", TALK))

    assert list(found.turns)[3].occurred_at == datetime(2024, 3, 1, 0, 5, tzinfo=UTC)


def test_questions_keep_the_evidence_that_names_a_turn(tmp_path: Path) -> None:
    (found,) = read_conversations(write(tmp_path / "7.json", {**TALK, "qa": ASKED}))

    assert found.questions == (
        Question(
            question="What did Tom buy?",
            answer="a kiln",
            evidence=("D10:1",),
            category="4 single-hop",
        ),
        Question(
            question="Which year?", answer="2024", evidence=("D1:1", "D2:1"), category="2 temporal"
        ),
        Question(
            question="What is the kiln's name?",
            answer=None,
            evidence=("D10:1",),
            category="5 adversarial",
        ),
    )


def test_the_published_list_gives_the_same_turns_under_the_same_name(tmp_path: Path) -> None:
    published = [
        {"sample_id": "conv-7", "conversation": TALK, "qa": ASKED},
        {"sample_id": "conv-8", "conversation": TALK, "qa": []},
    ]

    first, second = read_conversations(write(tmp_path / "locomo10.json", published))
    (alone,) = read_conversations(write(tmp_path / "7.json", {**TALK, "qa": ASKED}))

    assert list(first.turns) == list(alone.turns)
    assert first.questions == alone.questions
    assert [turn.session for turn in second.turns][:1] == ["locomo-8/session_1"]


def test_a_conversation_can_be_called_otherwise(tmp_path: Path) -> None:
    (found,) = read_conversations(write(tmp_path / "7.json", TALK), name="harbour")

    assert {turn.session for turn in found.turns} == {
        "harbour/session_1",
        "harbour/session_2",
        "harbour/session_10",
    }


def test_lines_are_turns_whatever_the_file_is_called(tmp_path: Path) -> None:
    said = {
        "text": "I have a boat.",
        "time": "2024-02-08T13:56:00+01:00",
        "speaker": "Ines",
        "session": "monday",
        "id": 4,
        "caption": "a pier",
        "mood": "glad",
        "metadata": {"channel": "mail"},
    }

    for name in ("talk.jsonl", "talk.txt"):
        (found,) = read_conversations(write_lines(tmp_path / name, said))

        assert list(found.turns) == [
            Turn(
                content="I have a boat.",
                speaker="Ines",
                occurred_at=datetime(2024, 2, 8, 12, 56, tzinfo=UTC),
                session="talk/monday",
                source_id="4",
                caption="a pier",
                metadata={"mood": "glad", "channel": "mail"},
            )
        ]


def test_a_line_may_hold_content_and_time_alone(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "talk.jsonl", {"content": "Hello.", "occurred_at": "2024-02-08"})

    (found,) = read_conversations(path)
    (turn,) = found.turns

    assert (turn.speaker, turn.session, turn.caption, turn.metadata) == (None, "talk", None, None)


def test_a_second_name_of_what_is_said_already_is_kept_beside_it(tmp_path: Path) -> None:
    line = {
        "content": "Hello.",
        "text": "Hello!",
        "time": "2024-02-08",
        "id": "m-1",
        "source_id": None,
        "dia_id": "D1:1",
    }
    (found,) = read_conversations(write_lines(tmp_path / "talk.jsonl", line))
    (turn,) = found.turns

    assert (turn.content, turn.source_id) == ("Hello.", "m-1")
    assert turn.metadata == {"text": "Hello!", "dia_id": "D1:1"}


def test_a_turn_without_an_id_has_the_same_one_at_every_reading(tmp_path: Path) -> None:
    yes = {"text": "Yes.", "time": "2024-02-08"}
    path = write_lines(tmp_path / "talk.jsonl", yes, {**yes, "text": "No."}, yes)

    (found,) = read_conversations(path)
    first, again = ([turn.source_id for turn in found.turns] for _ in range(2))

    assert first == again
    assert len(set(first)) == 3
    assert first[2] == f"{first[0]}#2"


def test_lines_are_held_one_at_a_time(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "talk.jsonl", *({"text": f"{n}", "time": "2024"} for n in "12"))
    path.write_text(path.read_text().replace("2024", "2024-02-08"), encoding="utf-8")

    (found,) = read_conversations(path)
    walk = iter(found.turns)
    first = next(walk)

    assert first.content == "1"
    assert found.turns_total == 2
    assert next(walk).content == "2"


def test_the_fields_of_a_turn_leave_its_namespace_to_the_settings(tmp_path: Path) -> None:
    (found,) = read_conversations(write(tmp_path / "7.json", TALK))

    assert sorted(turn_fields(next(iter(found.turns)))) == [
        "caption", "content", "metadata", "occurred_at", "session", "source_id", "speaker",
    ]  # fmt: skip


NEITHER = (
    "neither a LoCoMo conversation (session_1: […], session_1_date_time), nor a list of "
    "{sample_id, conversation, qa}, nor LongMemEval's questions, nor JSON lines of {text, time}"
)
ZONELESS = (
    "time: 2024-02-08T10:00:00 has a time of day but no zone. "
    "Write 2024-02-08T10:00:00+00:00 if it is UTC, or a date alone for midnight UTC"
)
GOOD = '{"text": "Hello.", "time": "2024-02-08"}\n'


@pytest.mark.parametrize(
    "line, reason",
    [
        ('{"text": "Hello.", "time"', "not valid JSON: Expecting ':' delimiter at column 26"),
        ('{"text": "Hello.', "not valid JSON: Unterminated string starting at column 10"),
        ('["Hello."]', "the line is a list, not an object"),
        ('{"time": "2024-02-08"}', "there is neither text nor content; write one of them"),
        ('{"text": 5, "time": "2024-02-08"}', "text is a number, not a text"),
        ('{"text": " ", "time": "2024-02-08"}', "text is blank"),
        ('{"text": "Hello."}', "there is neither time nor occurred_at; write one of them"),
        (
            '{"text": "Hello.", "time": "2024-02-08T10:00"}',
            ZONELESS,
        ),
        ('{"text": "Hello.", "time": "2024-02-08", "speaker": 3}', "speaker is a number, not a text"),
        ('{"text": "Hello.", "time": "2024-02-08", "id": true}', "id is a truth value, not a text"),
        ('{"text": "Hello.", "time": "2024-02-08", "metadata": []}', "metadata is a list, not an object"),
        ('{"text": NaN}', "not valid JSON: NaN is not a number there"),
    ],
)  # fmt: skip
def test_a_line_that_is_no_turn_is_named_with_the_reason(
    tmp_path: Path, line: str, reason: str
) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_text(GOOD + "\n" + line + "\n" + GOOD, encoding="utf-8")

    with pytest.raises(UnreadableConversation) as refused:
        read_conversations(path)

    assert refused.value.message == f"{path}, line 3: {reason}."


@pytest.mark.parametrize("name", ["talk.jsonl", "talk.txt", "talk.json"])
def test_a_field_that_stands_twice_is_refused_with_its_place(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    line = '{"text": "Hello.", "time": "2024-02-08", "text": "Goodbye."}'
    path.write_text((GOOD if name == "talk.jsonl" else "") + line, encoding="utf-8")

    with pytest.raises(FieldRepeated) as refused:
        read_conversations(path)

    place = ", line 2" if name == "talk.jsonl" else ""
    assert refused.value.message == (
        f"{path}{place}: 'text' appears twice in one object. Write it once."
    )


@pytest.mark.parametrize(
    "value, reason",
    [
        ({"session_1": []}, "there is no turn in any session_N"),
        (
            {"session_1": [{"text": "Hello."}]},
            "session_1_date_time is missing",
        ),
        (
            {"session_1": [{"text": "Hello."}], "session_1_date_time": "yesterday"},
            "'yesterday' is not a time such as '1:56 pm on 8 May, 2023'",
        ),
        (
            {"session_1": ["Hello."], "session_1_date_time": "1:00 pm on 8 May, 2023"},
            "session_1, turn 1 is a text, not an object",
        ),
        (
            {"session_1": [{"text": "Hello."}], "session_1_date_time": "1:00 pm on 31 June, 2023"},
            "'1:00 pm on 31 June, 2023' is not a time: day is out of range for month",
        ),
        (
            [{"sample_id": "a", "conversation": TALK}, {"sample_id": "a", "conversation": TALK}],
            "two conversations have the same sample_id",
        ),
        (
            {
                "session_1": [{"text": "Hello."}] * 61,
                "session_1_date_time": "11:59 pm on 31 December, 9999",
            },
            "session_1, turn 61 would be said after the year 9999",
        ),
        (
            {"hello": "there"},
            NEITHER,
        ),
        (
            {f"session_{'9' * 5000}": []},
            NEITHER,
        ),
        (
            {"session_\u0661": []},
            NEITHER,
        ),
        (
            [],
            NEITHER,
        ),
    ],
)
def test_json_that_is_no_conversation_is_refused_with_the_place(
    tmp_path: Path, value: object, reason: str
) -> None:
    path = write(tmp_path / "talk.json", value)

    with pytest.raises(UnreadableConversation) as refused:
        read_conversations(path)

    assert refused.value.message == f"{path}: {reason}."


def test_a_session_is_named_as_the_file_names_it(tmp_path: Path) -> None:
    talk = {
        "session_02": [{"text": "Good morning."}],
        "session_02_date_time": "1:00 pm on 9 May, 2023",
        "session_01": [{"text": "Hello."}],
        "session_01_date_time": "1:00 pm on 8 May, 2023",
    }

    (found,) = read_conversations(write(tmp_path / "7.json", talk))

    assert [(turn.session, turn.source_id, turn.content) for turn in found.turns] == [
        ("locomo-7/session_01", "D1:1", "Hello."),
        ("locomo-7/session_02", "D2:1", "Good morning."),
    ]


def test_turns_without_an_id_are_numbered_as_locomo_does_it(tmp_path: Path) -> None:
    talk = {
        "session_3": [{"text": "Hello."}, {"text": "Good morning."}],
        "session_3_date_time": "1:00 pm on 8 May, 2023",
    }

    (found,) = read_conversations(write(tmp_path / "talk.json", talk))

    assert [turn.source_id for turn in found.turns] == ["D3:1", "D3:2"]


def test_a_turn_that_the_store_would_not_take_is_named_before_any_is_stored(tmp_path: Path) -> None:
    lines = tmp_path / "talk.jsonl"
    lines.write_text(GOOD + '\n{"id": 8, "time": "2024-02-08", "text": "a \\u0000 b"}\n', "utf-8")
    long = {"session_1": [{"text": "Hello!"}], "session_1_date_time": "1:00 pm on 8 May, 2023"}

    with pytest.raises(UnstorableText) as unstorable:
        read_conversations(lines)
    with pytest.raises(ContentTooLong) as too_long:
        read_conversations(
            write(tmp_path / "7.json", long), limits=LimitSettings(content_characters_max=5)
        )

    assert unstorable.value.message.startswith(f"{lines}, turn 2 (8 of talk): content holds a NUL")
    assert "7.json, turn 1 (D1:1 of locomo-7/session_1): the content has 6 characters" in (
        too_long.value.message
    )


def test_a_file_in_which_an_id_names_two_turns_is_refused_before_any_is_stored(
    tmp_path: Path,
) -> None:
    def said(text: str, session: str = "monday") -> object:
        return {"id": 1, "time": "2024-02-08", "text": text, "session": session}

    twice = write_lines(tmp_path / "twice.jsonl", said("Yes."), said("No."))
    apart = write_lines(
        tmp_path / "apart.jsonl", said("Yes."), said("No.", "tuesday"), said("Yes.")
    )

    with pytest.raises(UnreadableConversation) as refused:
        read_conversations(twice)

    assert refused.value.message == (
        f"{twice}, turn 2 (1 of twice/monday): turn 1 has the same id in the same session but says "
        "something else. Give each turn its own id, or none."
    )
    (found,) = read_conversations(apart)
    assert found.turns_total == 3


def test_a_long_name_is_quoted_by_its_beginning(tmp_path: Path) -> None:
    line = {"id": "x" * 100_000, "time": "2024-02-08", "text": "Hello.", "session": "y" * 100_000}

    with pytest.raises(InvalidValue) as refused:
        read_conversations(write_lines(tmp_path / "talk.jsonl", line))

    assert len(refused.value.message) < 500 + len(str(tmp_path))


def test_a_text_that_is_no_json_is_told_what_is_read(tmp_path: Path) -> None:
    path = tmp_path / "talk.txt"
    path.write_text("Hello there", encoding="utf-8")

    with pytest.raises(UnreadableConversation, match="Name LoCoMo JSON, or JSON lines"):
        read_conversations(path)


def test_bytes_that_are_no_utf_8_are_refused_by_their_line(tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_bytes(GOOD.encode() + b'\n{"text": "\xff"}')
    line = path.read_bytes().count(b"\n") + 1

    with pytest.raises(UnreadableConversation, match=f"line {line}: not UTF-8"):
        read_conversations(path)


def test_a_file_that_is_not_there_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(FileNotFound, match=r"talk\.json is not there"):
        read_conversations(tmp_path / "talk.json")
    with pytest.raises(FileNotFound, match="is a directory"):
        read_conversations(tmp_path)


def test_an_empty_file_holds_no_turn(tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    path.touch()

    with pytest.raises(UnreadableConversation, match=r"talk\.jsonl holds no turn"):
        read_conversations(path)


@pytest.mark.parametrize("name", ["", " ", "\u200b"])
def test_a_conversation_is_not_given_a_blank_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_text('{"text": "Hello", "time": "2026-03-01"}\n')

    with pytest.raises(InvalidValue, match="blank"):
        read_conversations(path, name=name)


GIVEN_OUT: dict[str, object] = {
    "id": "01a21e05-53fc-7ef6-89aa-0e7374d0c747", "content": "The boat is sold.", "speaker": "Ines",
    "caption": None, "occurred_at": "2024-03-01T00:05:00+00:00", "session": "harbour/monday",
    "position": 4, "source_id": "D2:1", "known_from": "2024-03-02T00:00:00+00:00",
    "known_until": None, "metadata": None, "namespace": "default", "kind": "episode",
}  # fmt: skip


def test_a_turn_that_was_given_out_is_what_it_was_in_the_session_that_it_was_in(
    tmp_path: Path,
) -> None:
    nameless = {**GIVEN_OUT, "source_id": None}
    path = write_lines(tmp_path / "moved.jsonl", GIVEN_OUT, nameless)
    (found,) = read_conversations(path)
    (renamed,) = read_conversations(path, name="boats")

    first, second = found.turns
    assert first == Turn(
        content="The boat is sold.",
        speaker="Ines",
        occurred_at=datetime(2024, 3, 1, 0, 5, tzinfo=UTC),
        session="harbour/monday",
        source_id="D2:1",
    )
    assert second.source_id == "01a21e05-53fc-7ef6-89aa-0e7374d0c747"
    assert [turn.session for turn in renamed.turns] == ["boats/harbour/monday"] * 2


def test_a_turn_of_a_container_is_not_stored_for_all_of_its_user(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "moved.jsonl", {**GIVEN_OUT, "container": "thread:7"})

    with pytest.raises(UnreadableConversation) as refused:
        read_conversations(path)

    assert refused.value.message == (
        f"{path}, line 1: it is of the container thread:7, and turns of a file are the user's; "
        "leave container out if it is to be read without naming it."
    )
