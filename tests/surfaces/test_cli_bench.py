"""The command line starts the benchmark of extraction, and refuses files that are none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from muniment.cli.outermost import run

RIGHT = {
    "subject": "Ines Costa", "predicate": "lives_in", "object": "Porto", "act": "state",
    "span": "I live in Porto",
}  # fmt: skip
MISSED = {
    "subject": "Ines Costa", "predicate": "opinion", "object": "the sea is cold", "act": "state",
    "span": "the sea is cold",
}  # fmt: skip
TURN = {
    "id": "t1", "kind": "assertion", "role": "user", "speaker": "Ines Costa",
    "occurred_at": "2026-05-20T18:00:00+02:00",
    "text": "I live in Porto and the sea is cold. I have two cats.", "claims": [RIGHT, MISSED],
}  # fmt: skip


def written(path: Path, *turns: object) -> str:
    path.write_text("\n".join(json.dumps(turn) for turn in turns), encoding="utf-8")
    return str(path)


def test_extraction_is_measured_and_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(["bench", "extraction", written(tmp_path / "turns.jsonl", TURN), "--show"])
    shown = capsys.readouterr().out

    assert code == 1
    assert "1 of 2 claims that were made" in shown
    assert "1 of 2 claims that were wanted" in shown
    assert "wrong  state Ines Costa · count of cat · two" in shown
    assert "missed state Ines Costa · opinion · the sea is cold" in shown


def test_another_readers_claims_are_judged_in_their_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    turns = written(tmp_path / "turns.jsonl", TURN)
    doubtful = {**MISSED, "optional": True}
    theirs = written(tmp_path / "theirs.jsonl", {**TURN, "claims": [RIGHT, doubtful]})

    code = run(["bench", "extraction", turns, "--read-in", theirs])
    shown = capsys.readouterr().out

    assert code == 1
    assert "1 of 1 claims that were made" in shown
    assert "1 of 2 claims that were wanted" in shown


def test_the_figures_are_one_document_and_the_exit_code_says_that_a_bar_is_missed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(["bench", "extraction", written(tmp_path / "turns.jsonl", TURN), "--json"])
    figures = {each["name"]: each for each in json.loads(capsys.readouterr().out)}

    assert code == 1
    assert figures["precision"]["value"] == 0.5
    assert figures["recall"]["value"] == 0.5
    assert figures["recall"]["holds"] is False


@pytest.mark.parametrize(
    "change, message",
    [
        ({"text": "Other words."}, "line 1: the span 'I live in Porto' is not in the text."),
        ({"role": "nobody"}, "line 1: role is 'nobody', which is none of assistant, user."),
        ({"occurred_at": "soon"}, "line 1: occurred_at is 'soon', which is no ISO 8601."),
        ({"occurred_at": "2026-05-20"}, "line 1: occurred_at has no zone."),
        ({"claims": None}, "line 1: claims is missing."),
    ],
)
def test_a_line_that_is_no_turn_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, object], message: str
) -> None:
    path = written(tmp_path / "turns.jsonl", {**TURN, **change})

    code = run(["bench", "extraction", path, "--json"])
    error = json.loads(capsys.readouterr().err)["error"]

    assert (code, error["code"]) == (2, "conversation_unreadable")
    assert error["message"] == f"{path}, {message}"


def test_a_file_that_is_not_there_and_no_file_at_all_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = run(["bench", "extraction", str(tmp_path / "none.jsonl"), "--json"])
    told = json.loads(capsys.readouterr().err)["error"]["code"]
    nothing = run(["bench", "extraction", "--json"])
    usage = json.loads(capsys.readouterr().err)["error"]

    assert (missing, told) == (3, "file_not_found")
    assert (nothing, usage["code"]) == (2, "value_invalid")
    assert "required: paths" in usage["message"]


def test_what_is_no_benchmark_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["bench", "extarction", "--json"])
    refused = json.loads(capsys.readouterr().err)["error"]

    assert (code, refused["code"]) == (2, "value_invalid")
    assert "unrecognized arguments: extarction" in refused["message"]


KEPT = {
    "name": "ines", "asker": "Ines",
    "beliefs": [
        {"entity": "Ines", "category": "works_as", "content": "Ines works as a nurse."},
        {"entity": "Ines", "category": "city", "content": "Ines lives in Porto."},
        {"entity": "Ines", "category": "boss", "content": "Ines's boss is Rui."},
    ],
    "questions": [
        {"question": "What is my job?", "answers": [0]},
        {"question": "Where do I live?", "answers": [2]},
        {"question": "Do I have a boat?", "answers": []},
    ],
}  # fmt: skip


def test_questions_are_asked_as_who_wrote_it_down_and_shown_where_another_belief_answers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(["bench", "questions", written(tmp_path / "kept.jsonl", KEPT), "--show"])
    shown = capsys.readouterr().out

    assert code == 0
    assert "1 of 2" in shown.split("recalled first")[1].split("among the first 3")[0]
    assert "Where do I live?\n    wanted: Ines's boss is Rui.\n" in shown
    assert "What is my job?" not in shown


SAID = {
    "asker": "Ines",
    "turns": [
        {"speaker": "Ines", "session": "s1", "occurred_at": "2026-03-04T18:12:00Z", "text": text}
        for text in ("Morning! Rain again.", "My boss Rui moved to Porto.", "The dentist is on Friday.")
    ],
    "questions": [
        {"question": "Where has my boss gone?", "answers": [1]},
        {"question": "When do I see the dentist?", "answers": [1]},
    ],
}  # fmt: skip


def test_what_was_said_is_learnt_from_and_a_turn_is_found_by_itself_or_by_what_rests_on_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(["bench", "questions", written(tmp_path / "said.jsonl", SAID), "--show"])
    shown = capsys.readouterr().out

    assert code == 0
    assert "1 of 2" in shown.split("recalled first")[1].split("among the first 3")[0]
    assert "When do I see the dentist?\n    wanted: My boss Rui moved to Porto.\n" in shown
    assert "Where has my boss gone?" not in shown


@pytest.mark.parametrize(
    "benchmark, rows, code, said",
    [
        ("questions", None, "file_not_found", "is not there"),
        ("supersession", None, "file_not_found", "is not there"),
        (
            "questions",
            [{**KEPT, "beliefs": 3}],
            "conversation_unreadable",
            "line 1: beliefs is a number, not a list.",
        ),
        (
            "questions",
            [KEPT, {**KEPT, "questions": [{"question": "Who?", "answers": [3]}]}],
            "conversation_unreadable",
            "line 2: answers are places among the beliefs or turns, from 0 to 2",
        ),
        (
            "questions",
            [{**KEPT, "beliefs": [], "questions": [{"question": "Who?", "answers": []}]}],
            "conversation_unreadable",
            "line 1: neither beliefs nor turns",
        ),
        ("supersession", [{"id": "1"}], "conversation_unreadable", "line 1: a case has kind, user"),
    ],
)
def test_a_file_that_is_none_of_a_benchmark_is_refused_with_its_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    benchmark: str,
    rows: list[object] | None,
    code: str,
    said: str,
) -> None:
    path = tmp_path / "rows.jsonl"
    if rows is not None:
        written(path, *rows)

    assert run(["bench", benchmark, str(path), "--json"]) != 0
    error = json.loads(capsys.readouterr().err)["error"]
    assert error["code"] == code
    assert said in error["message"]


def longmemeval(id: str, kind: str, *, said: str, asked: str) -> dict[str, object]:
    """Return a question of LongMemEval with one session that answers it and one that does not."""
    return {
        "question_id": id, "question_type": kind, "question": asked, "answer": "it is told",
        "question_date": "2023/06/01 (Thu) 10:00",
        "haystack_dates": ["2023/05/20 (Sat) 15:08", "2023/05/21 (Sun) 15:08"],
        "haystack_session_ids": ["one", "two"],
        "haystack_sessions": [
            [{"role": "user", "content": "The ferry was late again.", "has_answer": False}],
            [{"role": "user", "content": said, "has_answer": True}],
        ],
        "answer_session_ids": ["two"],
    }  # fmt: skip


def test_the_quality_of_recall_is_measured_on_longmemeval_by_its_categories(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cat = {"said": "My cat is called Miso.", "asked": "What is my cat called?"}
    gym = {"said": "I go to the gym on Monday.", "asked": "On which day do I go to the gym?"}
    questions = [
        longmemeval("a", "single-session-user", **cat),
        longmemeval("b", "multi-session", **gym),
        longmemeval("c", "multi-session", **cat),
        longmemeval("d_abs", "multi-session", **cat),
    ]
    path = tmp_path / "oracle.json"
    path.write_text(json.dumps(questions), encoding="utf-8")

    code = run(["bench", "quality", str(path), "--each-max", "1", "--json"])
    told = capsys.readouterr()

    assert code == 0
    assert [(each["name"], each["value"], each["bar"]) for each in json.loads(told.out)] == [
        ("evidence in the top 10, as it comes", 1.0, None),
        ("session in the top 5, as it comes", 1.0, None),
    ]
    rows = [line.replace("│", " ").split()[:2] for line in told.err.splitlines()]
    assert ["multi-session", "1"] in rows
    assert ["single-session-user", "1"] in rows
    assert "longmemeval-c" not in told.err
