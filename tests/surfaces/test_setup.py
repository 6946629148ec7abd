"""`muniment setup` shows what it changes in an agent's files, changes it, and takes it back byte for byte."""

from __future__ import annotations

import json
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest

from muniment.cli.hooking import HOOKS
from muniment.hooks.agent_files import AGENTS
from tests.surfaces.terminal import Terminal

FILES = {
    "claude-code": [
        ".claude.json", ".claude/commands/install-muniment.md", ".claude/settings.json",
        ".claude/skills/muniment/SKILL.md",
    ],
    "codex": [".codex/config.toml"],
    "cursor": [".cursor/mcp.json"],
    "vscode": [".config/Code/User/mcp.json"],
    "windsurf": [".codeium/windsurf/mcp_config.json"],
}  # fmt: skip
STRANGE = '{\n\t"theme": "dark",\n\t"mcpServers": {"other": {"command": "x", "args": ["ö"]}}\n}'
HOOKED = '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]}, "model": "opus"}'


@pytest.fixture
def home(terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files(home: Path) -> dict[str, str]:
    return {
        str(path.relative_to(home)): path.read_bytes().decode()
        for path in sorted(home.rglob("*"))
        if path.is_file()
    }


def folders(home: Path) -> list[str]:
    return sorted(str(path.relative_to(home)) for path in home.rglob("*") if path.is_dir())


def written(home: Path, name: str) -> Any:
    text = (home / name).read_text(encoding="utf-8")
    return tomllib.loads(text) if name.endswith(".toml") else json.loads(text)


def test_every_agent_is_tried_here() -> None:
    assert FILES.keys() == AGENTS.keys()


@pytest.mark.parametrize("agent", FILES)
def test_what_is_set_up_from_nothing_is_taken_back_to_nothing(
    terminal: Terminal, home: Path, agent: str
) -> None:
    done = terminal("setup", agent)
    made = files(home)
    terminal("setup", agent, "--undo")

    assert done.code == 0
    assert sorted(made) == FILES[agent]
    assert all(str(home / name) in done.out for name in made)
    assert list(home.iterdir()) == []


def test_what_was_put_into_a_folder_that_was_made_stays_in_it(
    terminal: Terminal, home: Path
) -> None:
    terminal("setup", "claude-code")
    (home / ".claude/skills/own").mkdir()
    (home / ".claude/commands/own.md").write_text("mine")
    (home / ".claude/skills/muniment/SKILL.md").unlink()
    terminal("setup", "claude-code", "--undo")

    assert folders(home) == [".claude", ".claude/commands", ".claude/skills", ".claude/skills/own"]
    assert [path.name for path in home.rglob("*") if path.is_file()] == ["own.md"]


@pytest.mark.parametrize(
    "agent, name, before",
    [
        ("claude-code", ".claude.json", STRANGE),
        ("claude-code", ".claude/settings.json", HOOKED),
        ("claude-code", ".claude/commands/install-muniment.md", "my own"),
        ("cursor", ".cursor/mcp.json", STRANGE),
        ("cursor", ".cursor/mcp.json", ""),
        (
            "codex",
            ".codex/config.toml",
            '# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "y"\n',
        ),
        ("vscode", ".config/Code/User/mcp.json", '{"servers":{}}'),
        ("windsurf", ".codeium/windsurf/mcp_config.json", "{}\n"),
        ("cursor", ".cursor/mcp.json", STRANGE.replace("\n", "\r\n")),
        ("codex", ".codex/config.toml", 'model = "x"\r\n\r\n[tools]\r\nsearch = true\r\n'),
    ],
)
def test_a_file_that_was_there_is_kept_and_comes_back_byte_for_byte(
    terminal: Terminal, home: Path, agent: str, name: str, before: str
) -> None:
    (home / name).parent.mkdir(parents=True, exist_ok=True)
    (home / name).write_bytes(before.encode())
    (home / name).chmod(0o600)

    terminal("setup", agent)
    again = terminal("setup", agent)
    kept = files(home)[f"{name}.muniment-backup"]
    changed = (home / name).read_text(encoding="utf-8")
    mode = (home / name).stat().st_mode & 0o777
    terminal("setup", agent, "--undo")

    assert kept == before
    assert changed != before
    assert mode == 0o600
    assert f"{home / name}: unchanged" in again.out
    assert files(home) == {name: before}


def test_a_block_whose_ends_of_lines_an_editor_changed_is_taken_out(
    terminal: Terminal, home: Path
) -> None:
    file = home / ".codex/config.toml"
    file.parent.mkdir()
    file.write_bytes(b'model = "x"\n')
    terminal("setup", "codex")
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n") + b"[tools]\r\nsearch = true\r\n")

    again = terminal("setup", "codex")
    undone = terminal("setup", "codex", "--undo")

    assert (again.code, undone.code) == (0, 0)
    assert written(home, ".codex/config.toml") == {"model": "x", "tools": {"search": True}}
    assert "muniment" not in files(home)[".codex/config.toml"]


def test_what_others_wrote_stays(terminal: Terminal, home: Path) -> None:
    (home / ".claude").mkdir()
    (home / ".claude.json").write_text(STRANGE, encoding="utf-8")
    (home / ".claude/settings.json").write_text(HOOKED, encoding="utf-8")
    terminal("setup", "claude-code")

    servers = written(home, ".claude.json")
    assert (servers["theme"], servers["mcpServers"]["other"]) == (
        "dark",
        {"command": "x", "args": ["ö"]},
    )
    assert "\n\t" in (home / ".claude.json").read_text(encoding="utf-8")
    settings = written(home, ".claude/settings.json")
    assert settings["hooks"]["Stop"][0]["hooks"][0]["command"] == "say done"
    settings["hooks"]["Stop"].append({"hooks": [{"type": "command", "command": "later"}]})
    (home / ".claude/settings.json").write_text(json.dumps(settings), encoding="utf-8")

    terminal("setup", "claude-code", "--undo")

    left = written(home, ".claude/settings.json")
    assert [each["hooks"][0]["command"] for each in left["hooks"]["Stop"]] == ["say done", "later"]
    assert left.keys() == {"hooks", "model"}
    assert list(left["hooks"]) == ["Stop"]


def test_a_dry_run_shows_and_changes_nothing(terminal: Terminal, home: Path) -> None:
    shown = terminal.json("setup", "claude-code", "--dry-run")

    assert shown["done"] is False
    assert [each["what"] for each in shown["files"]] == ["created"] * 4
    assert shown["files"][0]["changes"][0].startswith("+ mcpServers.muniment: {")
    assert files(home) == {}


def test_the_hooks_that_are_written_are_hooks_that_there_are(
    terminal: Terminal, home: Path
) -> None:
    terminal("setup", "claude-code", "--per-repository", "--tenant", "acme ö")

    hooks = written(home, ".claude/settings.json")["hooks"]
    commands = {
        event: shlex.split(groups[0]["hooks"][0]["command"]) for event, groups in hooks.items()
    }
    named = {event: words[words.index("hook") + 1] for event, words in commands.items()}
    assert named == {
        "SessionStart": "session-start",
        "PostToolUse": "post-tool-use",
        "Stop": "stop",
    }
    assert set(named.values()) == HOOKS.keys()
    for words in commands.values():
        assert words[-3:] == ["--per-repository", "--tenant", "acme ö"]
    entry = written(home, ".claude.json")["mcpServers"]["muniment"]
    assert entry["args"][-4:] == ["mcp", "--per-repository", "--tenant", "acme ö"]
    assert Path(entry["command"]).is_absolute()


@pytest.mark.parametrize("place", ['a "quoted" place', "two\nlines"])
def test_what_is_written_is_what_a_process_understands(
    terminal: Terminal, home: Path, place: str
) -> None:
    terminal("setup", "codex", "--home", str(home / place))

    table = written(home, ".codex/config.toml")["mcp_servers"]["muniment"]
    assert table["args"][-3:] == ["mcp", "--home", str(home / place)]


def test_a_project_is_set_up_by_name_for_whoever_works_in_it(
    terminal: Terminal, home: Path
) -> None:
    done = terminal("setup", "claude-code", "--project", "--no-hooks")

    assert "`muniment setup claude-code --project --undo` undoes this." in done.out
    assert written(home, ".mcp.json")["mcpServers"]["muniment"] == {
        "type": "stdio", "command": "muniment", "args": ["mcp"],
    }  # fmt: skip
    assert not (home / ".claude/settings.json").exists()
    terminal("setup", "claude-code", "--project", "--undo")
    assert files(home) == {}


def test_the_working_directory_stays_though_it_is_empty(
    terminal: Terminal, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = home / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    terminal("setup", "claude-code", "--project")
    terminal("setup", "claude-code", "--project", "--undo")

    assert folders(home) == ["work"]


@pytest.mark.parametrize(
    "name, text",
    [
        (".claude.json", "{ // mine\n}"),
        (".claude.json", "[]"),
        (".claude/settings.json", "{"),
    ],
)
def test_a_file_that_cannot_be_read_is_left_alone_and_nothing_else_is_written(
    terminal: Terminal, home: Path, name: str, text: str
) -> None:
    (home / name).parent.mkdir(parents=True, exist_ok=True)
    (home / name).write_text(text, encoding="utf-8")

    code, error, message = terminal.refusal("setup", "claude-code")

    assert (code, error) == (2, "agent_file_unreadable")
    assert str(home / name) in message
    assert files(home) == {name: text}


@pytest.mark.parametrize(
    "agent, name", [("claude-code", ".claude/settings.json"), ("codex", ".codex/config.toml")]
)
def test_a_file_that_is_no_text_is_left_alone(
    terminal: Terminal, home: Path, agent: str, name: str
) -> None:
    (home / name).parent.mkdir()
    (home / name).write_bytes(b'{"name": "Z\xfcrich"}')

    assert terminal.refusal("setup", agent)[:2] == (2, "agent_file_unreadable")
    assert (home / name).read_bytes() == b'{"name": "Z\xfcrich"}'


def test_a_file_that_cannot_be_written_is_told_as_that(terminal: Terminal, home: Path) -> None:
    (home / ".codex").write_text("no directory")

    code, error, told = terminal.refusal("setup", "codex")

    assert (code, error) == (2, "value_invalid")
    assert told.startswith(f"{home}/.codex/config.toml cannot be written (File exists)")


def test_hooks_that_are_nothing_are_written_over(terminal: Terminal, home: Path) -> None:
    (home / ".claude").mkdir()
    (home / ".claude/settings.json").write_text('{"hooks": null, "model": "opus"}')

    done = terminal("setup", "claude-code")

    assert (done.code, done.err) == (0, "")
    settings = written(home, ".claude/settings.json")
    assert (settings["model"], "Stop" in settings["hooks"]) == ("opus", True)


def test_a_table_of_somebody_else_is_not_overwritten(terminal: Terminal, home: Path) -> None:
    (home / ".codex").mkdir()
    for text in ("[mcp_servers.muniment]\ncommand = 'x'\n", "model = "):
        (home / ".codex/config.toml").write_text(text, encoding="utf-8")
        assert terminal.refusal("setup", "codex")[:2] == (2, "agent_file_unreadable")
        assert files(home) == {".codex/config.toml": text}


def test_what_makes_no_sense_is_refused(terminal: Terminal, home: Path) -> None:
    for arguments in (
        ("setup", "emacs"),
        ("setup", "codex", "--project"),
        ("setup", "windsurf", "--project"),
        ("setup", "cursor", "--database-url", "postgresql://app:hunter2@db/shop"),
    ):
        code, name, message = terminal.refusal(*arguments)
        assert (code, name) == (2, "value_invalid")
        assert "hunter2" not in message
    assert files(home) == {}


def test_undoing_what_was_never_done_changes_nothing(terminal: Terminal, home: Path) -> None:
    assert terminal("setup", "claude-code", "--undo").code == 0
    assert files(home) == {}
