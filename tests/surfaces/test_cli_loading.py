"""Beliefs are added from a file, a line each, and printed as such lines."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from muniment.cli import loading
from muniment.settings.sections import LimitSettings
from tests.surfaces.terminal import ALONE, Terminal

BELIEFS: list[dict[str, Any]] = [
    {
        "content": "Mike lives in Bath",
        "entity": "Mike",
        "category": "city",
        "valid_from": "2026-01-01",
        "tags": ["home"],
        "metadata": {"from": "a form"},
    },
    {"subject": "Ann", "predicate": "plays", "object": "cello", "confidence": 0.5},
    {"content": "Zoë likes tea\u2028very much", "visibility": "public"},
]


def beliefs_file(folder: Path, beliefs: list[dict[str, Any]]) -> Path:
    path = folder / "beliefs.jsonl"
    lines = (json.dumps(each, ensure_ascii=False) for each in beliefs)
    path.write_text("\n\n".join(lines) + "\n", encoding="utf-8")
    return path


def exported(terminal: Terminal, *given: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in terminal("export", *given).out.splitlines()]


def test_beliefs_are_added_once_however_often_their_file_is(
    terminal: Terminal, tmp_path: Path
) -> None:
    path = beliefs_file(tmp_path, BELIEFS)
    first = terminal("add-many", str(path), "--reason", "moved here")
    again = terminal.json("add-many", str(path))

    assert first.out == f"3 beliefs added, 0 known already, of 3 in {path}.\n"
    assert (again["added"], again["known_already"], again["transactions"]) == (0, 3, 1)
    assert terminal.json("current-facts", "Mike")["items"][0]["metadata"] == {"from": "a form"}
    assert "moved here" in terminal("inspect", "--json").out


def test_what_is_printed_can_be_added_elsewhere_and_says_where_it_is_from(
    terminal: Terminal, tmp_path: Path
) -> None:
    terminal.json("add-many", str(beliefs_file(tmp_path, BELIEFS)))
    here = exported(terminal)
    given = terminal("export").out.encode()
    moved = terminal.process("add-many", "-", "--tenant", "acme", given=given)
    there = exported(terminal, "--tenant", "acme")

    assert moved.out == "3 beliefs added, 0 known already, of 3 in standard input.\n"
    own = {"id", "known_from"}
    assert [{k: v for k, v in each.items() if k not in own} for each in there] == [
        {k: v for k, v in each.items() if k not in own} for each in here
    ]
    why = terminal.json("explain", there[0]["id"], "--tenant", "acme")
    assert why["evidence"][0]["source"] == here[0]["id"]


def test_what_is_printed_of_containers_says_which_and_can_be_added_elsewhere(
    terminal: Terminal, tmp_path: Path
) -> None:
    terminal.add("Mike sings", "--valid-from", "2026-01-01")
    chat = "c" * LimitSettings().name_characters_max
    for container in ("project:move", chat, "project:other"):
        terminal.add(f"Said in {container}", "--scope", "container", "--container", container)
    named = (
        "--container",
        "project:move",
        "--container",
        chat,
        "--container",
        f"session:{chat}",
        "--container",
        chat,
    )
    here = exported(terminal, *named)
    path = beliefs_file(tmp_path, here)
    moved = terminal("add-many", str(path), "--tenant", "acme")

    assert [(each["content"], each.get("container")) for each in here] == [
        ("Mike sings", None),
        ("Said in project:move", "project:move"),
        (f"Said in {chat}", chat),
    ]
    assert moved.out == f"3 beliefs added, 0 known already, of 3 in {path}.\n"
    assert [each["content"] for each in exported(terminal, *named, "--tenant", "acme")] == [
        each["content"] for each in here
    ]
    only = exported(terminal, *named, "--scope", "container", "--valid-at", "2036-01-01")
    assert [each["content"] for each in only] == ["Said in project:move", f"Said in {chat}"]
    assert len(exported(terminal, *named, "--scope", "user")) == 1
    assert len(exported(terminal, *named, "--time-window", "2026-01-01", "2036-01-01")) == 3
    assert exported(terminal, *named, "--as-of", "2") == here[:1]


def test_what_is_printed_is_what_was_asked_for_in_as_many_pages_as_it_takes(
    terminal: Terminal, tmp_path: Path
) -> None:
    many = [{"content": f"Jar {n} holds salt", "entity": f"Jar {n}"} for n in range(1_001)]
    terminal.json("add-many", str(beliefs_file(tmp_path, many)), "--no-embed")
    terminal.add("Mike sings", "--entity", "Mike", "--tag", "music")

    assert len({each["content"] for each in exported(terminal)}) == 1_002
    assert [each["content"] for each in exported(terminal, "--tag", "music")] == ["Mike sings"]
    assert len(exported(terminal, "--as-of", "2")) == loading.BELIEFS_PER_TRANSACTION
    assert exported(terminal, "--entity", "Nobody") == []


@pytest.mark.parametrize(
    "line, name, says",
    [
        (
            b"content,entity",
            "value_invalid",
            "not valid JSON: Expecting value at column 1. Write one",
        ),
        (b"{", "value_invalid", "at column 2. Write one object per line, such as {"),
        (b"7", "value_invalid", 'such as {"content": "Mike lives in London"}'),
        (b'{"contents": "Tea"}', "value_invalid", "contents is not a field of a belief"),
        (b'{"content": 7}', "value_invalid", "content is 7"),
        (b'{"content": "Tea", "tags": [7]}', "value_invalid", "tags.0 is 7"),
        (b'{"content": "Tea", "content": "Rum"}', "field_repeated", "appears twice"),
        (b'{"content": "Tea \\ud83d"}', "text_unstorable", "lone surrogate"),
        (b'{"content": "Tea \\u0000"}', "text_unstorable", "NUL"),
        (b'{"content": "\xff"}', "value_invalid", "not UTF-8"),
        (b'{"content": " "}', "content_blank", ""),
        (b'{"subject": "Ann"}', "value_invalid", "give all three or none"),
        (
            b'{"content": "T", "valid_from": "2026-02-01", "valid_until": "2026-01-01"}',
            "period_empty",
            "",
        ),
        (b'{"content": "T", "valid_from": "2026-02-01T10:00"}', "time_zoneless", ""),
        (b'{"content": "T", "scope": "container"}', "value_invalid", "takes a container"),
        (b'{"content": "T", "container": "chat"}', "value_invalid", "takes a container"),
        (b'{"content": "T", "visibility": "private"}', "value_invalid", "belongs to an agent"),
        (b'{"content": "T", "span": [0, 1]}', "value_invalid", "episode_id"),
    ],
)
def test_a_file_with_a_line_that_is_wrong_adds_nothing_and_names_it(
    terminal: Terminal, tmp_path: Path, line: bytes, name: str, says: str
) -> None:
    path = tmp_path / "beliefs.jsonl"
    path.write_bytes(b'{"content": "Mike sings"}\n\n' + line + b"\n")

    code, told, message = terminal.refusal("add-many", str(path))

    assert (code, told) == (2, name)
    assert message.startswith(f"{path}, line 3: ")
    assert says in message
    assert terminal.json("search")["items"] == []


def test_a_file_that_is_not_there_or_empty_is_told(terminal: Terminal, tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.touch()

    assert terminal.refusal("add-many", str(tmp_path / "none"))[1] == "file_not_found"
    assert "is a directory" in terminal.refusal("add-many", str(tmp_path))[2]
    assert "holds no belief" in terminal.refusal("add-many", str(empty))[2]


def test_before_a_line_that_the_ledger_refuses_all_are_added(
    terminal: Terminal, tmp_path: Path
) -> None:
    nowhere = {"content": "Nobody said it", "episode_id": "01a21d6d-0587-7a4c-b2dd-428c0886f2c1"}
    path = beliefs_file(tmp_path, [*BELIEFS, nowhere, {"content": "Tea is ready"}])

    refused = terminal("add-many", str(path))

    assert refused.code == 3
    assert f"{path}, line 7: " in refused.err
    assert "Interrupted after belief 3: run the same command to continue." in refused.out
    assert len(exported(terminal)) == 3


@pytest.mark.skipif(sys.platform == "win32", reason="has no SIGINT to send")
def test_ctrl_c_ends_a_load_behind_a_transaction_and_it_goes_on_when_run_again(
    terminal: Terminal, tmp_path: Path
) -> None:
    many = [{"content": f"Jar {n} holds salt", "entity": f"Jar {n}"} for n in range(4_000)]
    path = beliefs_file(tmp_path, many)
    stopped = terminal.interrupted("add-many", str(path), "--no-embed", "--json", at=2)
    told = json.loads(stopped.out)
    gone_on = terminal.json("add-many", str(path), "--no-embed")

    assert stopped.code == 130
    assert (told["interrupted"], told["unsettled"]) == (True, 0)
    assert (gone_on["known_already"], gone_on["added"]) == (told["added"], 4_000 - told["added"])


@pytest.mark.skipif(sys.platform == "win32", reason="has no SIGINT to send")
def test_what_is_printed_of_an_interrupted_export_is_told_to_be_a_part(
    terminal: Terminal, tmp_path: Path
) -> None:
    many = [{"content": f"Jar {n} holds salt", "entity": f"Jar {n}"} for n in range(1_600)]
    terminal.json("add-many", str(beliefs_file(tmp_path, many)), "--no-embed")
    process = subprocess.Popen(
        [sys.executable, "-m", "muniment", "export"],
        env=dict(terminal.environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None
    process.stdout.readline()
    os.kill(process.pid, signal.SIGINT)
    out, told = process.communicate(timeout=60)

    assert out.count(b"\n") < 1_599
    assert process.returncode == 130
    assert told.startswith(b"Not all was printed: the lines end after belief ")


TURNS: list[dict[str, Any]] = [
    {"id": "1", "session": "monday", "speaker": "Anna", "time": "2026-06-22T08:00:00Z",
     "text": "Did the plumber come?", "mood": "hopeful"},
    {"id": "2", "session": "monday", "speaker": "Mike", "time": "2026-06-22T08:00:20Z",
     "text": "Yes, the tap no longer drips.", "caption": "a tap"},
    {"id": "1", "session": "friday", "time": "2026-06-26T19:30:00Z", "text": "Zoë sings."},
]  # fmt: skip


def test_turns_are_printed_in_their_order_and_can_be_stored_elsewhere_as_they_were(
    terminal: Terminal, tmp_path: Path
) -> None:
    said = tmp_path / "kitchen.jsonl"
    said.write_text("\n".join(json.dumps(each) for each in TURNS), encoding="utf-8")
    terminal.json("ingest", str(said))
    given = terminal("export-turns").out
    moved = tmp_path / "moved.jsonl"
    moved.write_text(given, encoding="utf-8")
    stored = terminal("ingest", str(moved), "--tenant", "acme").out
    again = terminal("ingest", str(moved), "--tenant", "acme").out
    here = [json.loads(line) for line in given.splitlines()]
    there = [
        json.loads(line) for line in terminal("export-turns", "--tenant", "acme").out.splitlines()
    ]

    assert [(each["session"], each["position"], each["content"]) for each in here] == [
        ("kitchen/monday", 0, "Did the plumber come?"),
        ("kitchen/monday", 1, "Yes, the tap no longer drips."),
        ("kitchen/friday", 0, "Zoë sings."),
    ]
    assert here[0]["metadata"] == {"mood": "hopeful"}
    assert "3 turns stored, 0 known already" in stored
    assert "0 turns stored, 3 known already" in again
    own = {"id", "known_from"}
    assert [{k: v for k, v in each.items() if k not in own} for each in there] == [
        {k: v for k, v in each.items() if k not in own} for each in here
    ]


def test_both_turns_of_a_round_are_printed_in_their_order(terminal: Terminal) -> None:
    for said, answer in (("I keep bees.", "How many?"), ("Two hives.", "Lovely.")):
        terminal.json("ingest-round", said, answer, "--session", "chat", "--speaker", "Anna")

    told = terminal("export-turns").out.splitlines()

    assert [json.loads(line)["content"] for line in told] == [
        "I keep bees.",
        "How many?",
        "Two hives.",
        "Lovely.",
    ]


def test_turns_are_printed_that_somebody_said(terminal: Terminal, tmp_path: Path) -> None:
    said = tmp_path / "kitchen.jsonl"
    said.write_text("\n".join(json.dumps(each) for each in TURNS), encoding="utf-8")
    terminal.json("ingest", str(said))
    terminal.json("add", "Mike lives in Bath", "--entity", "Mike")

    told = terminal("export-turns", "--entity", "Mike").out.splitlines()

    assert [json.loads(line)["content"] for line in told] == ["Yes, the tap no longer drips."]


def test_turns_of_a_container_are_printed_where_it_is_named_and_say_which(
    terminal: Terminal,
) -> None:
    terminal.json("process-turn", "I keep bees.", "--container", "7")

    here = terminal("export-turns").out
    told = terminal("export-turns", "--container", "thread:7").out.splitlines()
    listed = terminal.json("search", "--scope", "container", "--container", "thread:7")["items"]

    assert here == ""
    assert [
        (line["content"], line["container"]) for line in (json.loads(each) for each in told)
    ] == [("I keep bees.", "thread:7")]
    assert [each["content"] for each in listed] == ["I keep bees."]


def test_an_export_and_an_empty_answer_say_that_there_is_more_in_other_namespaces(
    terminal: Terminal,
) -> None:
    told = terminal("add", "Mike lives in Bath", "--entity", "Mike", "--namespace", "project:move")
    assert told.code == 0
    assert terminal("current-facts", "Mike", "--namespace", "project:move").err == ""
    line = f"{ALONE}default. There is more in project:move: name one with `--namespace`.\n"
    for command in (
        ("current-facts", "Mike"),
        ("timeline", "Mike"),
        ("search", "Bath"),
        ("recall", "Where does Mike live?"),
        ("export",),
    ):
        finished = terminal(*command)
        assert (finished.code, finished.err) == (0, line), command
    terminal("add", "Mike rows", "--entity", "Mike")
    assert terminal("current-facts", "Mike").err == ""
    assert terminal("export").err == line
    assert terminal("export-turns").err == line
    assert terminal("export", "--namespace", "project:move").err == line.replace(
        "project:move", "other"
    ).replace("default", "project:move").replace("other", "default")
