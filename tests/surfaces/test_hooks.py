"""The hooks tell a coding agent what matters, keep what it did, and never stand in its way."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from muniment.mcp.wording import DATA
from tests.surfaces.terminal import Finished, Terminal

SESSION = "5f0c9a1e-0000-4000-8000-000000000001"


class Agent:
    """A coding agent in a repository, whose hooks are run within this process."""

    def __init__(self, terminal: Terminal, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.terminal = terminal
        self.folder = folder
        self._monkeypatch = monkeypatch
        self.transcript = folder / "talk.jsonl"

    def hook(self, name: str, *options: str, told: str | None = None, **event: Any) -> Finished:
        """Run a hook with an event."""
        said = {
            "session_id": SESSION,
            "cwd": str(self.folder),
            "transcript_path": str(self.transcript),
            **event,
        }
        text = json.dumps(said) if told is None else told
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        return self.terminal("hook", name, *options)

    def used(self, tool: str, name: str, **given: Any) -> None:
        """Use a tool."""
        done = self.hook("post-tool-use", tool_name=tool, tool_use_id=name, tool_input=given)
        assert (done.code, done.out, done.err) == (0, "", "")

    def asked(self, *said: tuple[str, str]) -> None:
        """Write down what was asked and answered."""
        lines = [json.dumps({"type": role, "message": {"content": text}}) for role, text in said]
        self.transcript.write_text("\n".join(lines), encoding="utf-8")

    def told(self, **event: Any) -> str:
        """Start a session, and return what the agent is told."""
        done = self.hook("session-start", **event)
        assert (done.code, done.err) == (0, "")
        if not done.out:
            return ""
        answer = json.loads(done.out)["hookSpecificOutput"]
        assert answer["hookEventName"] == "SessionStart"
        return str(answer["additionalContext"])


@pytest.fixture
def agent(terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Agent:
    monkeypatch.setenv("MUNIMENT_EMBEDDER__NAME", "none")
    folder = tmp_path / "shop"
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "config").write_text(
        '[remote "origin"]\n\turl = git@example.org:acme/shop.git\n', encoding="utf-8"
    )
    return Agent(terminal, folder, monkeypatch)


def test_where_nothing_is_known_nothing_is_told(agent: Agent) -> None:
    assert agent.told() == ""


def test_what_matters_here_is_told_when_a_session_starts(agent: Agent) -> None:
    repository = agent.terminal.add(
        "The shop is written in Go", "--entity", "example.org/acme/shop", "--category", "language"
    )
    decision = agent.terminal.add(
        "We deploy on Mondays only <b>!</b>", "--entity", "deployment", "--category", "decision"
    )

    told = agent.told(source="startup")

    first, second, *records = told.splitlines()
    assert first.startswith("Long-term memory (Muniment) holds the following about")
    assert second == DATA
    assert {json.loads(each)["id"] for each in records} == {repository, decision}
    assert "<b>" not in told


def test_what_is_told_is_made_once_for_a_session(agent: Agent) -> None:
    agent.terminal.add("We deploy on Mondays only", "--category", "decision", "--entity", "d")
    first = agent.told(source="startup")
    agent.terminal.add("We deploy on Fridays", "--category", "decision", "--entity", "e")

    assert agent.told(source="compact") == first
    assert "Fridays" in agent.told(session_id="another")


def test_what_is_told_fits_a_budget(agent: Agent) -> None:
    for n in range(12):
        agent.terminal.add(
            f"Decision {n}: {'long ' * 400}", "--category", "decision", "--entity", f"e{n}"
        )

    assert 1_000 < len(agent.told()) < 9_000


def test_what_was_done_is_kept_as_turns_of_the_session(agent: Agent) -> None:
    agent.used(
        "Write", "w1", file_path=str(agent.folder / "a.py"), content="key = 'x'\ntoken='s3cr3t9'"
    )
    agent.used("Bash", "b1", command="make test")
    agent.used("Bash", "b2", command="ls")
    agent.used("Read", "r1", file_path="a.py")
    agent.asked(("user", "Add a login."), ("assistant", "It is there."))

    done = agent.hook("stop")

    assert (done.code, done.out, done.err) == (0, "", "")
    turns = agent.terminal.json("list", "--kind", "episode")["items"]
    assert {each["content"].split("\n")[0] for each in turns} == {
        "Wrote a.py (2 lines):",
        "Ran make test",
    }
    assert {(each["speaker"], each["session"]) for each in turns} == {
        ("claude-code", f"claude-code/{SESSION}")
    }
    assert "s3cr3t9" not in json.dumps(turns)
    assert list((agent.terminal.home / "hooks").rglob("*.json")) == []


def test_a_session_is_summed_up_in_one_memory_that_follows_it(agent: Agent) -> None:
    agent.asked(("user", "Add a login."), ("assistant", "It is there."))
    agent.hook("stop")
    agent.asked(
        ("user", "Add a login."),
        ("assistant", "It is there."),
        ("user", "Test it."),
        ("assistant", "Done."),
    )
    agent.hook("stop")
    agent.hook("stop")

    (summary,) = agent.terminal.json("list", "--category", "session summary")["items"]
    assert summary["content"] == (
        "In example.org/acme/shop, it was asked: “Add a login.”, and after 1 more: “Test it.”. "
        "The answer ended: “Done.”"
    )
    assert summary["agent"] == "claude-code"
    explained = agent.terminal.json("explain", summary["id"])["evidence"]
    assert {each["session"] for each in explained} == {f"claude-code/{SESSION}"}
    timeline = agent.terminal.json("timeline", summary["entity"])["items"]
    assert [each["memory"]["content"][:40] for each in timeline] == [
        "In example.org/acme/shop, it was asked: "
    ] * 2
    assert "Add a login" in agent.told(session_id="the next one")


def test_what_a_session_left_over_is_taken_in_by_the_next(agent: Agent) -> None:
    agent.used("Bash", "b1", command="make deploy")

    agent.told(session_id="the next one")

    (turn,) = agent.terminal.json("list", "--kind", "episode")["items"]
    assert (turn["content"], turn["session"]) == ("Ran make deploy", f"claude-code/{SESSION}")


def test_half_a_character_keeps_nothing_from_being_taken_in(agent: Agent) -> None:
    agent.hook(
        "post-tool-use",
        tool_name="Bash",
        tool_use_id="b1",
        tool_input={"command": "make deploy"},
        tool_response={"stdout": "done \ud83d"},
    )
    agent.used("Bash", "b2", command="make test")
    agent.asked(("user", "Add a login \ud83d."), ("assistant", "It is there."))

    done = agent.hook("stop")

    assert (done.code, done.err) == (0, "")
    said = [each["content"] for each in agent.terminal.json("list")["items"]]
    assert len(said) == 3
    assert {"Ran make deploy\ndone ?", "Ran make test"} < set(said)


@pytest.mark.parametrize("session", [" ", "a\0b", "long " * 100])
def test_no_id_of_a_session_keeps_another_from_being_told(agent: Agent, session: str) -> None:
    agent.hook(
        "post-tool-use",
        session_id=session,
        tool_name="Bash",
        tool_use_id="b1",
        tool_input={"command": "make deploy"},
    )

    agent.told(session_id="another")

    (turn,) = agent.terminal.json("list", "--kind", "episode")["items"]
    assert turn["content"] == "Ran make deploy"


@pytest.mark.parametrize(
    "entry",
    [
        {"type": "user", "said": "This session is being continued.", "isCompactSummary": True},
        {"type": "user", "said": "<bash-input>ls</bash-input>"},
        {"type": "user", "said": "<bash-stdout>Makefile</bash-stdout><bash-stderr></bash-stderr>"},
        {"type": "assistant", "said": "API Error: 529 Overloaded", "isApiErrorMessage": True},
    ],
)
def test_what_the_program_wrote_itself_is_neither_asked_nor_answered(
    agent: Agent, entry: dict[str, object]
) -> None:
    agent.asked(("user", "Add a login."), ("assistant", "It is there."))
    written = {**entry, "message": {"content": entry["said"]}}
    with agent.transcript.open("a", encoding="utf-8") as lines:
        lines.write(f"\n{json.dumps(written)}")

    agent.hook("stop")

    (summary,) = agent.terminal.json("list")["items"]
    assert summary["content"] == (
        "In example.org/acme/shop, it was asked: “Add a login.”. The answer ended: “It is there.”"
    )


@pytest.mark.parametrize("path", ["~nobody-of-that-name/talk.jsonl", "/a\0b", "/" + "x" * 5000])
def test_what_was_done_is_taken_in_though_no_transcript_can_be_read(
    agent: Agent, path: str
) -> None:
    agent.used("Bash", "b1", command="make deploy")

    done = agent.hook("stop", transcript_path=path)

    assert (done.code, done.err) == (0, "")
    (turn,) = agent.terminal.json("list")["items"]
    assert turn["content"] == "Ran make deploy"


def test_a_line_of_a_transcript_that_is_nested_too_deep_is_passed_over(agent: Agent) -> None:
    agent.asked(("user", "Add a login."), ("assistant", "It is there."))
    talk = agent.transcript.read_text(encoding="utf-8")
    agent.transcript.write_text(f"{'[' * 100_000}\n{talk}", encoding="utf-8")

    done = agent.hook("stop")

    assert (done.code, done.err) == (0, "")
    (summary,) = agent.terminal.json("list")["items"]
    assert summary["content"].endswith("The answer ended: “It is there.”")


@pytest.mark.parametrize("directory", ["~nobody-of-that-name", "/a\0b", "/" + "x" * 5000])
def test_a_directory_that_cannot_be_is_told_and_nothing_is_done(
    agent: Agent, directory: str
) -> None:
    done = agent.hook("session-start", cwd=directory)

    assert (done.code, done.out) == (0, "")
    assert done.err.startswith("muniment: value_invalid: cwd is '")


def test_a_hook_does_not_call_itself_for_ever(agent: Agent) -> None:
    agent.asked(("user", "Add a login."), ("assistant", "It is there."))

    assert agent.hook("stop", stop_hook_active=True).code == 0

    assert agent.terminal.json("list")["items"] == []


def test_repositories_are_kept_apart_on_request(agent: Agent) -> None:
    agent.asked(("user", "Add a login."), ("assistant", "It is there."))
    agent.hook("stop", "--per-repository")

    assert agent.terminal.json("list")["items"] == []
    tenant = ("--tenant", "repository:example.org/acme/shop")
    assert len(agent.terminal.json("list", *tenant)["items"]) == 1


def test_what_a_session_left_over_is_taken_in_by_no_other_repository(
    agent: Agent, tmp_path: Path
) -> None:
    apart = "--per-repository"
    agent.hook(
        "post-tool-use",
        apart,
        tool_name="Bash",
        tool_use_id="b1",
        tool_input={"command": "make deploy"},
    )
    garden = tmp_path / "garden"
    garden.mkdir()

    agent.hook("session-start", apart, session_id="elsewhere", cwd=str(garden))
    there = agent.terminal.json("list", "--tenant", f"repository:{garden}")["items"]
    agent.hook("session-start", apart, session_id="the next one")
    here = agent.terminal.json("list", "--tenant", "repository:example.org/acme/shop")["items"]

    assert (there, [each["content"] for each in here]) == ([], ["Ran make deploy"])


def test_a_word_of_any_length_keeps_nothing_from_being_taken_in(agent: Agent) -> None:
    agent.used("Bash", "b1", command=f"DATA={'x' * 20_000} make", description="y" * 20_000)
    agent.used("Bash", "b2", command="make deploy")

    agent.told(session_id="the next one")

    kept = agent.terminal.json("list", "--kind", "episode")["items"]
    assert [each["content"][:20] for each in kept] == ["Ran make deploy", "Ran DATA=xxxxxxxxxxx"]


@pytest.mark.parametrize(
    "told",
    [
        "",
        '{"cwd": 7, "session_id": null}',
    ],
)
@pytest.mark.parametrize("name", ["session-start", "post-tool-use", "stop"])
def test_whatever_an_agent_says_the_hook_ends_well(agent: Agent, name: str, told: str) -> None:
    done = agent.hook(name, told=told)

    assert (done.code, done.out, done.err) == (0, "", "")


@pytest.mark.parametrize(
    "told", ["{bad", "[]", "\ud800".encode("utf-8", "surrogatepass").decode("latin-1")]
)
@pytest.mark.parametrize("name", ["session-start", "post-tool-use", "stop"])
def test_a_hook_that_cannot_read_what_it_is_told_says_so_and_does_nothing(
    agent: Agent, name: str, told: str
) -> None:
    agent.terminal.add("The shop is written in Go", "--entity", "example.org/acme/shop")

    done = agent.hook(name, told=told)

    assert (done.code, done.out) == (0, "")
    assert (
        done.err
        == "muniment: value_invalid: the hook's input is not a JSON object. The hook did nothing.\n"
    )


def test_what_goes_wrong_is_told_on_standard_error_and_ends_well(
    agent: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    unknown = agent.hook("dance")
    monkeypatch.setenv("MUNIMENT_ROLE", "boss")
    wrong = agent.hook("stop")
    monkeypatch.setenv("MUNIMENT_ROLE", "monitor")
    agent.asked(("user", "Add a login."), ("assistant", "It is there."))
    forbidden = agent.hook("stop")
    monkeypatch.setenv("MUNIMENT_DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none")
    away = agent.hook("session-start")

    assert [each.code for each in (unknown, wrong, forbidden, away)] == [0, 0, 0, 0]
    assert [each.out for each in (unknown, wrong, forbidden, away)] == ["", "", "", ""]
    assert "there is no hook 'dance'" in unknown.err
    assert wrong.err.startswith("muniment: setting_invalid: ")
    assert (
        forbidden.err
        == "muniment: not_permitted: claude-code (monitor) lacks the permission write. "
        "Of the roles orchestrator, planner, executor, researcher have it.\n"
    )
    assert away.err.startswith("muniment: database_unavailable: ")


def test_an_agent_that_may_only_read_is_told_what_matters_though_something_was_put_aside(
    agent: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent.terminal.add("We deploy on Mondays only", "--category", "decision")
    monkeypatch.setenv("MUNIMENT_ROLE", "reviewer")
    agent.used("Write", "w", file_path="a.py", content="a = 1")

    assert "We deploy on Mondays only" in agent.told(session_id="next")

    assert "Wrote a.py" not in agent.terminal("search", "wrote").out
    monkeypatch.delenv("MUNIMENT_ROLE")
    agent.told(session_id="writer")
    assert "Wrote a.py" in agent.terminal("search", "wrote").out


def test_what_cannot_be_taken_in_when_a_session_starts_is_said_and_the_agent_is_told_all_the_same(
    agent: Agent,
) -> None:
    agent.terminal.add("We deploy on Mondays only", "--category", "decision")
    assert agent.terminal("set-quota", "--daily-writes", "1").code == 0
    agent.used("Write", "w", file_path="a.py", content="a = 1")

    done = agent.hook("session-start", session_id="next")

    assert done.err.startswith("muniment: quota_exceeded: ")
    assert "We deploy on Mondays only" in done.out


def test_a_session_that_is_refused_keeps_no_later_one_from_being_taken_in(agent: Agent) -> None:
    agent.used("Bash", "b1", command="make deploy")
    agent.told(session_id="the next one")
    agent.used("Bash", "b1", command="make other")
    agent.used("Bash", "b2", command="make more")
    agent.hook(
        "post-tool-use",
        session_id="9",
        tool_name="Bash",
        tool_use_id="b3",
        tool_input={"command": "make test"},
    )

    done = agent.hook("session-start", session_id="the third one")

    kept = agent.terminal.json("list", "--kind", "episode")["items"]
    assert [each["content"] for each in kept] == ["Ran make test", "Ran make deploy"]
    assert done.err.count("muniment: turn_differs: ") == 1


def test_a_hook_that_takes_too_long_ends_well_at_its_deadline(terminal: Terminal) -> None:
    """Nobody ever closes its standard input."""
    reading, writing = os.pipe()
    try:
        done = subprocess.run(
            [sys.executable, "-m", "muniment", "hook", "stop", "--deadline-s", "0.5"],
            stdin=reading,
            capture_output=True,
            text=True,
            env=dict(terminal.environment),
            timeout=60,
        )
    finally:
        os.close(reading)
        os.close(writing)

    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "muniment: the hook was not done after 0.5 s and was left.\n"


@pytest.mark.parametrize(
    "words, told",
    [(("dance",), b""), (("stop",), b"{bad"), (("stop", "--deadline-s", "0.5"), None)],
)
def test_a_hook_ends_well_where_nobody_hears_what_went_wrong(
    terminal: Terminal, words: tuple[str, ...], told: bytes | None
) -> None:
    """Nobody reads its standard error; the last of them is told nothing, and its deadline comes."""
    reading, writing = os.pipe()
    unheard, deaf = os.pipe()
    os.close(unheard)
    try:
        if told is not None:
            os.write(writing, told)
            os.close(writing)
        done = subprocess.run(
            [sys.executable, "-m", "muniment", "hook", *words],
            stdin=reading,
            stderr=deaf,
            stdout=subprocess.PIPE,
            env=dict(terminal.environment),
            timeout=20,
        )
    finally:
        os.close(reading)
        os.close(deaf)
        if told is None:
            os.close(writing)

    assert (done.returncode, done.stdout) == (0, b"")


def test_keeping_what_a_tool_did_loads_neither_database_nor_model(terminal: Terminal) -> None:
    program = (
        "import io, sys\nfrom muniment.cli.outermost import run\n"
        "sys.stdin = io.TextIOWrapper(io.BytesIO(b'{}'))\n"
        "assert run(['hook', 'post-tool-use']) == 0\n"
        "print([each for each in ('psycopg', 'numpy', 'onnxruntime', 'mcp', 'anyio') if each in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env=dict(terminal.environment),
        check=True,
    )
    assert done.stdout.strip() == "[]"
