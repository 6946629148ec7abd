"""What a coding agent did with a tool is told in a few words, without secrets; reading leaves nothing."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from muniment.errors import InvalidValue
from muniment.hooks import spooling, transcript
from muniment.hooks.artefacts import Artefact, artefact_of, only_reads
from muniment.hooks.events import read_event
from muniment.hooks.redacting import redacted
from muniment.hooks.spooling import Spool, spools
from muniment.hooks.transcript import talk_of
from muniment.settings import Settings

CWD = "/home/ada/shop"


def event(tool: str, given: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"cwd": CWD, "tool_name": tool, "tool_use_id": "t1", "tool_input": given, **more}


def told(tool: str, given: dict[str, Any], **more: Any) -> Artefact:
    artefact = artefact_of(event(tool, given, **more))
    assert artefact is not None
    return artefact


def test_a_written_file_is_told_by_its_path_and_words() -> None:
    artefact = told(
        "Write", {"file_path": f"{CWD}/src/app.py", "content": "a = 1\npassword = 'x9'\n"}
    )

    assert (artefact.tool, artefact.about, artefact.source_id) == ("Write", "src/app.py", "t1")
    assert artefact.content == "Wrote src/app.py (2 lines):\na = 1\npassword = [redacted]"


def test_an_edit_is_told_by_what_it_was_and_is() -> None:
    artefact = told(
        "Edit", {"file_path": "/etc/hosts", "old_string": "port = 1", "new_string": "port = 2"}
    )
    many = told(
        "MultiEdit",
        {"file_path": f"{CWD}/a", "edits": [{"old_string": "1", "new_string": "2"}, "x", None]},
    )

    assert artefact.content == "Edited /etc/hosts:\n- port = 1\n+ port = 2"
    assert many.content == "Edited a:\n- 1\n+ 2"


def test_a_command_is_told_with_what_it_printed() -> None:
    artefact = told(
        "Bash",
        {"command": "make deploy TOKEN=abcdef123456", "description": "Deploy the shop"},
        tool_response={"stdout": "done\n", "stderr": "warning: slow\n"},
    )

    assert artefact.content == (
        "Ran make deploy TOKEN=[redacted]\nWhy: Deploy the shop\ndone\nwarning: slow"
    )


def test_a_command_without_an_id_is_known_by_what_it_printed() -> None:
    once, twice, again = (
        told("Bash", {"command": "make"}, tool_use_id=None, tool_response={"stdout": printed})
        for printed in ("built", "up to date", "built")
    )

    assert once.source_id == again.source_id != twice.source_id


def test_a_long_text_is_cut_in_the_middle() -> None:
    artefact = told("Write", {"file_path": "a", "content": "b" * 500 + "c" * 500 + "d" * 500})

    assert artefact.content.startswith("Wrote a (1 line):\nbbb")
    assert "… 900 characters …" in artefact.content
    assert artefact.content.endswith("ddd")


def test_a_secret_is_masked_before_a_text_is_cut() -> None:
    key = "-----BEGIN PRIVATE KEY-----\n" + "x" * 2_000 + "\n-----END PRIVATE KEY-----"

    assert "xxx" not in told("Write", {"file_path": "a", "content": key}).content


@pytest.mark.parametrize(
    "command",
    [
        "ls -la", "cat a | grep b && head -3 c", "git status; git log --oneline", "cd /x && pwd",
        "FOO=1 ls", "env", "env FOO=1 ls", "env | sort", "find . -name a -print", "date -u", "sed 's/-i/x/' a", "muniment hook stop", "sed -n 1,5p a", "ls 2>/dev/null", "echo hi 2>&1",
        'echo "$(git status)" `pwd`', "(cd /x && ls)", "sleep 9 &", "echo 'a&b'", "git branch -vv", "git remote",
    ],
)  # fmt: skip
def test_a_command_that_only_reads_leaves_nothing(command: str) -> None:
    assert only_reads(command)
    assert artefact_of(event("Bash", {"command": command})) is None


@pytest.mark.parametrize(
    "command",
    [
        "rm a",
        "ls && rm a",
        "sleep 9 & make",
        'echo "$(make deploy)"',
        "echo `make`",
        "diff <(make) a",
        "git branch -D old",
        "git branch new",
        "git remote add b url",
        "echo hi > a",
        "git commit -m x",
        "sed -i s/a/b/ c",
        "sed -ni.bak p c",
        "sed --in-place s/a/b/ c",
        "find . -name '*.pyc' -delete",
        "find . -type f -exec rm {} +",
        "env CI=1 make",
        "A=1 env make",
        "cat a >> b",
        "pytest -q",
    ],
)
def test_a_command_that_does_something_leaves_something(command: str) -> None:
    assert artefact_of(event("Bash", {"command": command})) is not None


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"tool_name": "Read", "tool_input": {"file_path": "a"}},
        {"tool_name": "Write"},
        {"tool_name": "Write", "tool_input": "x"},
        {"tool_name": "Write", "tool_input": {"file_path": 7}},
        {"tool_name": "Bash", "tool_input": {"command": "  "}},
        {"tool_name": 7, "tool_input": []},
    ],
)
def test_what_is_nothing_leaves_nothing(given: dict[str, Any]) -> None:
    assert artefact_of(given) is None


@pytest.mark.parametrize("text", ["{", "[]", "7", "null", "[" * 99_999])
def test_an_event_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(InvalidValue, match="not a JSON object"):
        read_event(text)


def test_nothing_is_an_empty_event() -> None:
    assert read_event("") == {}


def test_what_is_put_aside_is_found_in_order_once_and_by_its_user_alone(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path)
    spool = Spool(settings, "s/1 ö")
    for n, name in enumerate(("b", "a", "b")):
        spool.keep(Artefact(tool="Bash", about="x", content=f"{n}", source_id=name))
        file = next(tmp_path.glob(f"hooks/*/*/{name}.json"))
        os.utime(file, (n, n))

    kept = spool.artefacts()

    assert [(each.artefact.source_id, each.artefact.content) for each in kept] == [
        ("a", "1"),
        ("b", "2"),
    ]
    assert kept[0].occurred_at.timestamp() == 1
    assert {kept[0].file.stat().st_mode & 0o777, kept[0].file.parent.stat().st_mode & 0o777} == {
        0o600, 0o700,
    }  # fmt: skip
    assert [each.session for each in spools(settings)] == ["s/1 ö"]
    for each in kept:
        each.file.unlink()
    assert (spool.artefacts(), list(spools(settings))) == ([], [])


def test_what_the_oldest_sessions_were_told_is_kept_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spooling, "SESSIONS_MAX", 2)
    settings, names = Settings(home=tmp_path), ["d", "c", "b", "a"]
    Spool(settings, "c").keep(Artefact(tool="Bash", about="x", content="x", source_id="x"))
    for n, name in enumerate(names):
        Spool(settings, name).note(f"told {name}")
        os.utime(next(tmp_path.glob(f"hooks/*/{name}/told.txt")), (n, n))

    assert [Spool(settings, name).noted() for name in names] == [None, None, "told b", "told a"]
    assert sorted(each.name for each in tmp_path.glob("hooks/*/*")) == ["a", "b", "c"]


def test_a_broken_file_is_passed_over(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path)
    spool = Spool(settings, "s")
    spool.keep(Artefact(tool="Bash", about="x", content="good", source_id="a"))
    (folder,) = tmp_path.glob("hooks/*/s")
    for name, text in (("b", "{"), ("c", "[]"), ("d", '{"tool": 1}')):
        (folder / f"{name}.json").write_text(text, encoding="utf-8")
    (folder / "gone.json").symlink_to(folder / "nowhere")

    assert [each.artefact.content for each in spool.artefacts()] == ["good"]
    assert [each.session for each in spools(settings)] == ["s"]


@pytest.mark.parametrize(
    "other",
    [
        {"tenant": "other"},
        {"user": "bob"},
        {"user": None},
        {"namespace": "other"},
        {"agent": "other"},
        {"visibility": "private"},
        {"database_url": "postgresql://ada:secret@elsewhere/muniment"},
    ],
)
def test_what_is_put_aside_for_one_place_is_found_for_no_other(
    tmp_path: Path, other: dict[str, Any]
) -> None:
    here, there = Settings(home=tmp_path), Settings(home=tmp_path, **other)
    Spool(here, "s").keep(Artefact(tool="Bash", about="x", content="ours", source_id="a"))

    assert (Spool(there, "s").artefacts(), list(spools(there))) == ([], [])
    assert len(Spool(here, "s").artefacts()) == 1


def test_a_transcript_says_what_was_asked_and_answered(tmp_path: Path) -> None:
    lines = [
        {"type": "user", "message": {"content": "<command-name>/clear</command-name>"}},
        {"type": "user", "isMeta": True, "message": {"content": "Caveat"}},
        {"type": "user", "message": {"content": "Add a login.\nUse password=hunter2"}},
        {"type": "assistant", "message": {"content": [{"type": "text", "text": "Working."}]}},
        {"type": "assistant", "message": {"content": [{"type": "tool_use", "name": "Bash"}]}},
        {"type": "user", "message": {"content": [{"type": "tool_result", "content": "ok"}]}},
        {"type": "user", "message": {"content": [{"type": "text", "text": "Now test it."}]}},
        {"type": "assistant", "message": {"content": [{"type": "text", "text": "All\npass."}]}},
        {"type": "summary"},
    ]
    path = tmp_path / "talk.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)) + "\n{broken\n", encoding="utf-8")

    talk = talk_of(path)

    assert talk.asked_first == "Add a login. Use password=[redacted]"
    assert (talk.asked_last, talk.said_last, talk.questions) == ("Now test it.", "All pass.", 2)
    assert talk_of(tmp_path / "none").asked_first is None


@pytest.mark.parametrize(
    "said, begins",
    [
        ("go on, please, " * 100_000, "go on, please, go on"),
        ("x" + " " * 50_000 + "ghp_" + "a" * 36, "x [redacted]"),
    ],
)
def test_of_a_huge_message_no_more_is_looked_through_than_what_is_kept_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, begins: str
) -> None:
    looked_through: list[int] = []

    def noting(text: str) -> str:
        looked_through.append(len(text))
        return redacted(text)

    monkeypatch.setattr(transcript, "redacted", noting)
    path = tmp_path / "talk.jsonl"
    path.write_text(json.dumps({"type": "user", "message": {"content": said}}) + "\n")
    asked = talk_of(path).asked_first
    assert asked is not None
    assert asked.startswith(begins)
    assert sum(looked_through) < 100_000
