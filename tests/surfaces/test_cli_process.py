"""The program starts light, names every command, and tells each failure on the right stream."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

import muniment.cli
from muniment.cli import opening, pages, printing
from muniment.cli.commands import COMMANDS
from muniment.cli.outermost import run
from muniment.operations import verifying
from muniment.operations.catalogue import CATALOGUE, Operation
from muniment.operations.offered import MODULES
from tests.surfaces.terminal import Finished, Terminal

NAMES = [
    "quickstart", "init", "doctor", "ingest", "setup", "ui", "api", "mcp", "serve", "hook",
    "worker", "add", "add-many", "append-facts", "add-alias", "update", "end", "forget", "forget-episode",
    "retract", "purge", "ingest-round", "set-cardinality", "settle-review", "recall", "recall-as-pack",
    "answer", "audit-gaps", "replay", "explain", "process-turn", "enhance-context", "deep-memory",
    "get", "get-episode", "search", "list", "history", "timeline", "current-facts", "facts",
    "decisions", "review", "reflect", "faded", "find-duplicates", "find-contradictions",
    "resolve-entity", "entities", "graph", "graph-measures", "namespaces", "users", "changes", "diff",
    "inspect", "traces", "projects", "sessions", "get-quota", "stats", "export", "export-turns",
    "pages", "get-page",
    "page-revisions", "page-diff", "compile-page", "compile-persona-page", "compile-bank",
    "index-page-vectors", "lint-pages", "refresh-pages", "take-snapshot", "get-snapshot", "tasks",
    "get-task", "enqueue", "cancel-task", "retry-task", "run-pending", "schedules",
    "set-schedule", "create-project", "end-project", "create-session", "end-session", "set-quota",
    "keys", "create-key", "revoke-key", "grants", "grant", "revoke-grant",
    "propose-contradictions", "consolidate", "audit", "tenants", "reembed", "rebuild-indexes",
    "index-vectors", "bench",
]  # fmt: skip
DEFECT = (
    "RuntimeError: the lamp is out. This is a defect: please report it; "
    "--debug shows where it happened."
)
GROUPS = {"audit"}
HEAVY = {"anyio", "numpy", "onnxruntime", "psycopg", "pydantic", "muniment.operations"}


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    shown = capsys.readouterr().out

    assert list(COMMANDS) == NAMES
    assert [name for name in NAMES if f"│ {name} " not in shown] == []


def test_help_loads_no_command() -> None:
    program = (
        "import sys\nfrom muniment.cli.outermost import run\nrun(['--help'])\nprint(*sys.modules)"
    )

    finished = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    loaded = set(finished.stdout.splitlines()[-1].split())
    assert "muniment.cli.group" in loaded
    assert loaded & HEAVY == set()


@pytest.mark.parametrize(
    "name",
    [*NAMES, "audit verify"],
)
def test_every_command_has_help_and_takes_json(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*name.split(), "--help"]) == 0
    shown = capsys.readouterr().out

    assert f"Usage: muniment {name}" in shown
    assert "Raises" not in shown
    assert name in GROUPS or "--json" in shown


def test_help_tells_the_words_of_an_option_and_what_is_so_without_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert run(["deep-memory", "--help"]) == 0
    shown = capsys.readouterr().out

    assert "One of simple, balanced, deep; balanced if left out." in shown
    assert "The most tokens, at four characters each; 500 if left out." in shown


def test_the_version_is_shown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    run(["--version"])

    assert capsys.readouterr().out == "muniment 0.1.0\n"


def test_an_answer_goes_to_standard_output_and_an_error_to_standard_error(
    terminal: Terminal,
) -> None:
    good = terminal.process("stats", "--json")
    bad = terminal.process("--json", "get", "mike")

    assert (good.code, good.err) == (0, "")
    assert json.loads(good.out)["memories"] == 0
    assert (bad.code, bad.out) == (2, "")
    assert json.loads(bad.err) == {
        "error": {
            "code": "value_invalid",
            "message": "id is 'mike', which is not an id. An id is a UUID: copy a whole one from an answer.",
        }
    }


def test_an_error_is_one_line_for_people(terminal: Terminal) -> None:
    bad = terminal("add", "x", "--valid-from", "soon")

    assert (bad.code, bad.out) == (2, "")
    assert bad.err == (
        "valid_from: 'soon' cannot be read as a time. "
        "Write ISO 8601, such as 2026-03-01 or 2026-03-01T09:00:00Z. (time_unreadable)\n"
    )


def test_a_defect_is_told_as_one_and_its_place_only_if_asked(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the lamp is out")

    monkeypatch.setattr(opening, "settings_of", broken)

    assert terminal.refusal("stats") == (
        9,
        "unexpected",
        DEFECT,
    )
    assert "Traceback" not in terminal("stats").err
    assert "Traceback (most recent call last)" in terminal("stats", "--debug").err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs Linux's /dev/full")
@pytest.mark.parametrize("form", [[], ["--json"]], ids=["page", "json"])
def test_a_full_disk_behind_standard_output_loses_the_answer_and_not_the_belief(
    terminal: Terminal, form: list[str]
) -> None:
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "muniment", "add", "Ann drinks tea", *form],
            stdout=full,
            stderr=subprocess.PIPE,
            env=dict(terminal.environment),
            timeout=120,
        )

    assert ended.returncode == 8
    assert (
        "Standard output takes no more (No space left on device), so the answer is lost. What the "
        "command did before is stored."
    ) in ended.stderr.decode()
    assert terminal.json("stats")["memories"] == 1


@pytest.mark.parametrize("command", ["--help", "get --help"])
def test_who_reads_no_further_fails_no_command(terminal: Terminal, command: str) -> None:
    piped = f'"{sys.executable}" -u -m muniment {command} | true; exit ${{PIPESTATUS[0]}}'
    ended = subprocess.run(
        ["bash", "-c", piped], capture_output=True, env=dict(terminal.environment), timeout=120
    )

    assert (ended.returncode, ended.stderr) == (0, b"")


def closing(terminal: Terminal, closed: str, *arguments: str) -> Finished:
    """Call a command as one does in the background that closes standard streams."""
    finished = subprocess.run(
        ["sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-m", "muniment", *arguments],
        capture_output=True,
        env=dict(terminal.environment),
        timeout=120,
    )
    return Finished(
        code=finished.returncode, out=finished.stdout.decode(), err=finished.stderr.decode()
    )


def test_closed_standard_streams_take_nothing_and_give_nothing(terminal: Terminal) -> None:
    assert closing(terminal, "<&- >&- 2>&-", "add", "Ann drinks tea") == Finished(
        code=0, out="", err=""
    )
    assert closing(terminal, ">&-", "list", "--json") == Finished(code=0, out="", err="")
    assert "Ann drinks tea" in closing(terminal, "<&-", "list").out
    assert closing(terminal, "2>&-", "get", "nothing") == Finished(code=2, out="", err="")
    assert "(content_blank)" in closing(terminal, "<&-", "add", "-").err
    assert terminal.json("stats")["memories"] == 1


def test_an_interrupt_ends_with_130(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(opening, "settings_of", interrupted)

    stopped = terminal("stats")

    assert (stopped.code, stopped.out) == (130, "")
    assert stopped.err.startswith("Interrupted. ")
    assert terminal.refusal("stats") == (
        130,
        "interrupted",
        "Interrupted. What was acknowledged is stored; nothing is half written.",
    )


INTERRUPTED_TWICE = """
import signal
from muniment.cli import outermost

def twice(_):
    if {told}:
        return outermost.INTERRUPTED
    raise KeyboardInterrupt

outermost.run = twice
try:
    outermost.main()
finally:
    signal.raise_signal(signal.SIGINT)
"""


@pytest.mark.parametrize("told", [False, True], ids=["being told", "told"])
def test_an_interrupt_while_another_one_ends_the_process_is_no_other_end(told: bool) -> None:
    program = INTERRUPTED_TWICE.format(told=told)

    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=120)

    assert ended.returncode == 130


@pytest.mark.skipif(sys.platform == "win32", reason="has no SIGTERM")
def test_a_command_that_is_stopped_before_it_listens_says_so() -> None:
    program = """
import signal
from muniment.cli import outermost
class Stopped:
    def main(self, *given, **named): signal.raise_signal(signal.SIGTERM)
outermost.get_command = lambda _: Stopped()
outermost.main()
"""

    ended, as_json = (
        subprocess.run([sys.executable, "-c", program, *given], capture_output=True, timeout=120)
        for given in ((), ("--json",))
    )

    assert ended.returncode == as_json.returncode == 143
    assert ended.stderr.startswith(b"Stopped. What was acknowledged is stored")
    assert json.loads(as_json.stderr)["error"]["code"] == "stopped"


STOPPED_AMID_TASKS = """
import signal
from anyio import create_task_group, sleep, sleep_forever
from muniment.store import event_loop
from muniment.cli import outermost
async def whole():
    async with create_task_group() as outer:
        outer.start_soon(sleep_forever)
        async with create_task_group() as inner:
            inner.start_soon(stopped)
            try:
                await sleep_forever()
            finally:
                print("closed")
async def stopped():
    await sleep(0)
    signal.raise_signal(signal.SIGTERM)
    await sleep_forever()
class Waiting:
    def main(self, *given, **named): event_loop.run(whole)
outermost.get_command = lambda _: Waiting()
outermost.main()
"""


IN_THE_BACKGROUND = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"


@pytest.mark.skipif(sys.platform == "win32", reason="has no SIGTERM")
@pytest.mark.parametrize("where", ["", IN_THE_BACKGROUND], ids=["a terminal", "the background"])
def test_a_command_that_is_stopped_amid_its_tasks_closes_what_they_have_open(where: str) -> None:
    program = where + STOPPED_AMID_TASKS

    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=120)

    assert (ended.returncode, ended.stdout) == (143, b"closed\n")
    assert ended.stderr.startswith(b"Stopped. What was acknowledged is stored")
    assert ended.stderr.count(b"\n") == 1


def test_an_option_counts_after_the_command_as_before_it(terminal: Terminal) -> None:
    here = terminal.add("Ann drinks tea", "--tenant", "acme")

    assert terminal.json("--tenant", "acme", "get", here)["content"] == "Ann drinks tea"
    assert terminal.json("--tenant", "local", "get", here, "--tenant", "acme")["id"] == here


def test_json_stays_readable_where_the_terminal_knows_ascii_only(terminal: Terminal) -> None:
    terminal.add("Zoë likes tea")

    listed = terminal.process("list", "--json", more={"PYTHONIOENCODING": "ascii"})

    assert json.loads(listed.out)["items"][0]["content"] == "Zoë likes tea"


def test_what_a_terminal_cannot_show_is_written_out(terminal: Terminal) -> None:
    terminal.add("Zoë likes tea", "--valid-from", "2026-03-01")

    listed = terminal.process("list", more={"PYTHONIOENCODING": "ascii"})

    assert listed.code == 0
    assert "2026-03-01 \\u2013 open" in listed.out
    assert "Zo\\xeb likes tea\n" in listed.out


def test_a_token_stays_whole_however_narrow_the_terminal(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = Console(width=60, force_terminal=True, color_system=None)
    monkeypatch.setattr(printing, "console", lambda: seen)
    monkeypatch.setattr(pages, "console", lambda: seen)

    made = terminal("create-key", "web").out.splitlines()
    listed = terminal("keys").out

    assert made[2].startswith("muniment_")
    assert (len(made), len(made[2])) == (3, 95)
    assert "  name web  role user\nuser local  namespaces all" in listed
    assert max(map(len, listed.splitlines())) <= 60


@pytest.mark.parametrize(
    "written, bound",
    [
        (("--namespace", "acme"), ["acme"]),
        (("--namespaces", "acme", "--namespaces", "move"), ["acme", "move"]),
        (("--namespace", "acme", "--namespaces", "move"), ["move"]),
        ((), None),
    ],
)
def test_a_key_is_bound_to_the_namespace_that_it_is_made_with(
    terminal: Terminal, written: tuple[str, ...], bound: list[str] | None
) -> None:
    terminal("create-key", "web", *written)

    assert [each["namespaces"] for each in terminal.json("keys")] == [bound]


def test_a_key_of_an_agent_is_not_made_by_that_agent(terminal: Terminal) -> None:
    terminal("create-key", "desk", "--role", "executor", "--user", "anna", "--agent", "billing")

    (key,) = terminal.json("keys", "--user", "anna")
    assert (key["user"], key["agent"]) == ("anna", "billing")
    assert terminal.json("inspect", "--user", "anna")[-1]["actor"] == "anna"


def test_a_narrow_terminal_shows_whole_ids_and_the_content(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    tea = terminal.add("Ann drinks tea", "--entity", "Ann", "--valid-from", "2026-03-01")
    monkeypatch.setattr(pages, "console", lambda: Console(width=60))

    shown = terminal("list").out

    assert shown.startswith(f"id {tea}\nwhen 2026-03-01 – open  about Ann\n  Ann drinks tea\n")


def test_every_operation_of_the_catalogue_can_be_reached_from_the_terminal() -> None:
    source = "".join(
        path.read_text(encoding="utf-8") for path in Path(muniment.cli.__path__[0]).glob("*.py")
    )
    attributes = {
        operation: f"{room.__name__.rpartition('.')[2]}.{attribute}"
        for room in MODULES
        for attribute, operation in vars(room).items()
        if isinstance(operation, Operation)
    }
    verified_with_progress = verifying.verify

    assert set(attributes) == set(CATALOGUE.values())
    assert [
        name
        for operation, name in attributes.items()
        if operation is not verified_with_progress and name not in source
    ] == []
