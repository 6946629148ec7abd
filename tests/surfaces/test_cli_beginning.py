"""A newcomer is guided, asked only at a terminal, and helped by the shell."""

from __future__ import annotations

import io
import os
import shlex
import stat
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from muniment.cli import initialising
from tests.surfaces.terminal import Finished, Terminal


def test_the_first_minute_shows_two_times_and_can_be_repeated(terminal: Terminal) -> None:
    first = terminal.json("quickstart")
    again = terminal.json("quickstart")

    assert first["tenant"] == "quickstart"
    for told in (first, again):
        assert [each["said"] for each in told["steps"][2:5]] == [
            "Mike lives in London",
            "Mike lives in Bath",
            "Mike lives in London",
        ]
        assert told["steps"][5]["said"].startswith("The ledger verifies")
    assert [each["said"].split()[0] for each in (*first["steps"][:2], *again["steps"][:2])] == [
        "ADD", "ADD", "NOOP", "NOOP",
    ]  # fmt: skip
    assert terminal.json("list")["items"] == []


def test_the_first_minute_shows_commands_that_do_the_same(terminal: Terminal) -> None:
    shown = terminal("quickstart", "--tenant", "a b").out
    commands = [step["command"] for step in terminal.json("quickstart", "--tenant", "a b")["steps"]]

    ran = [terminal(*words) for program, *words in map(shlex.split, commands)]
    told = "".join(each.out for each in ran)

    assert [(each.code, each.err) for each in ran] == [(0, "")] * len(commands)
    assert [told.count(f"Mike lives in {city}") for city in ("London", "Bath")] == [2, 1]
    assert '$ muniment recall "Where does Mike live?" --valid-at 2026-07-10 --as-of 2' in shown
    assert shown.splitlines()[-1].split()[:2] == ["muniment", "--help"]


def test_an_interrupt_while_the_program_is_read_in_ends_it_quietly(
    terminal: Terminal, tmp_path: Path
) -> None:
    (tmp_path / "typer.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    environment = dict(terminal.environment)
    environment["PYTHONPATH"] = f"{tmp_path}{os.pathsep}{environment.get('PYTHONPATH', '')}"
    ran = subprocess.run(
        [sys.executable, "-m", "muniment", "stats"],
        env=environment, capture_output=True, text=True,
    )  # fmt: skip

    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "")


class Attended(io.StringIO):
    """A keyboard on which the answers were typed already."""

    def isatty(self) -> bool:
        return True


def prepared(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, typed: str, *options: str
) -> Finished:
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", Attended(typed))
        patch.setattr(initialising, "is_attended", lambda chosen: not chosen.as_json)
        return terminal("init", *options)


def settings_file(tmp_path: Path) -> Path:
    return tmp_path / ".muniment.toml"


def test_at_a_terminal_it_is_asked_what_no_option_says(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = prepared(terminal, monkeypatch, "acme\nanna\nnone\ny\n")

    assert done.code == 0, done.err
    assert [question in done.out for question in ("Tenant", "User", "Embedder", "Write")] == [
        True
    ] * 4
    written = settings_file(tmp_path)
    told = tomllib.loads(written.read_text(encoding="utf-8"))
    assert (told["tenant"], told["user"], told["embedder"]) == ("acme", "anna", {"name": "none"})
    assert stat.S_IMODE(written.stat().st_mode) == 0o600
    assert "Ready: tenant acme" in done.out
    assert terminal.json("stats")["transactions"] == 1


def test_every_question_has_an_option_and_enter_takes_the_default(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = ["--tenant", "acme", "--user", "anna", "--embedder", "none"]
    by_options = prepared(terminal, monkeypatch, "", *options, "--no-save")
    by_enter = prepared(terminal, monkeypatch, "\n\n\n\n", "--no-save")
    unasked = prepared(terminal, monkeypatch, "", "--no-ask")

    assert [each.code for each in (by_options, by_enter, unasked)] == [0, 0, 0]
    assert "Ready: tenant acme" in by_options.out
    assert "Ready: tenant local" in by_enter.out
    assert "Tenant: " not in by_options.out + unasked.out
    assert not settings_file(tmp_path).exists()


def test_without_a_terminal_nothing_is_asked(terminal: Terminal, tmp_path: Path) -> None:
    done = terminal.process("init", given=b"")

    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Ready: tenant local")
    assert not settings_file(tmp_path).exists()


def test_a_settings_file_that_is_there_stays_as_it_is(terminal: Terminal, tmp_path: Path) -> None:
    settings_file(tmp_path).write_text('tenant = "mine"\n', encoding="utf-8")

    code, error, told = terminal.refusal("init", "--save")

    assert (code, error) == (2, "value_invalid")
    assert "there is a settings file already" in told
    assert settings_file(tmp_path).read_text(encoding="utf-8") == 'tenant = "mine"\n'


def test_a_settings_file_that_cannot_be_written_is_told_as_that(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "gone"))

    code, error, told = terminal.refusal("init", "--save", "--tenant", "acme")

    assert (code, error) == (2, "value_invalid")
    assert told.startswith(f"the settings file {tmp_path}/gone/.muniment.toml cannot be written")


def test_an_embedder_that_is_none_is_refused(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = prepared(terminal, monkeypatch, "\n\nbert\n")

    assert asked.code == 2
    assert "there is no embedder 'bert'" in asked.err
    assert terminal.refusal("init", "--embedder", "bert")[1] == "setting_invalid"


@pytest.mark.parametrize(
    "line, at, offered",
    [
        ("muniment re", 1, {"recall", "replay", "resolve-entity", "review"}),
        ("muniment recall --va", 2, {"--valid-at"}),
        ("muniment audit v", 2, {"verify"}),
    ],
)
def test_the_shell_completes_commands_and_options(
    terminal: Terminal, line: str, at: int, offered: set[str]
) -> None:
    asking = {"_MUNIMENT_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(at)}
    program = "from muniment.cli.outermost import main; main()"

    found = subprocess.run(
        [sys.executable, "-c", program],
        env={**terminal.environment, **asking},
        capture_output=True,
        text=True,
    )

    assert offered <= set(found.stdout.split())


def test_completion_is_shown_and_installed(terminal: Terminal, tmp_path: Path) -> None:
    program = f"{sys.executable} -m muniment"
    ran = subprocess.run(
        ["bash", "-c", f"{program} --show-completion; {program} --install-completion; true"],
        env=dict(terminal.environment),
        capture_output=True,
        text=True,
    )

    assert "_MUNIMENT_COMPLETE=complete_bash" in ran.stdout
    script = tmp_path / ".bash_completions" / "muniment.sh"
    assert "complete -o default" in script.read_text(encoding="utf-8")
    assert str(script) in (tmp_path / ".bashrc").read_text(encoding="utf-8")


def test_help_begins_with_what_a_newcomer_needs(terminal: Terminal) -> None:
    shown = terminal("--help").out

    panels = [shown.index(f"─ {panel} ─") for panel in ("Begin", "Serve", "Write", "Ask", "Look")]
    assert panels == sorted(panels)
    assert "New here? Run muniment quickstart." in shown
