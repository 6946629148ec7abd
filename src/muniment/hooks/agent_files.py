"""Say where each coding agent is configured, and what it is to be told there."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import platformdirs

from muniment.errors import InvalidValue

NAME: Final = "muniment"
SERVERS: Final = "mcpServers"
HOOKED: Final = "Write|Edit|MultiEdit|NotebookEdit|Bash"
HOOK_TIMEOUT_S: Final = 15
"""How long the agent waits for a hook; the hook itself gives up earlier."""

Value = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """How an agent is to start us, and what else it is to have."""

    program: tuple[str, ...]
    options: tuple[str, ...] = ()
    with_hooks: bool = True

    def command(self, *words: str) -> list[str]:
        """Return a command line of ours."""
        return [*self.program, *words, *self.options]


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonEntries:
    """Entries of a JSON file: each has a path of keys, and a value of its own or a place in a list."""

    file: Path
    entries: tuple[tuple[tuple[str, ...], Value], ...]
    hooks: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TomlTable:
    """A table of a TOML file, written between two lines that mark it."""

    file: Path
    table: tuple[str, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeFile:
    """A file that is ours alone."""

    file: Path
    text: str


Piece = JsonEntries | TomlTable | WholeFile


def pieces(agent: str, wish: Wish, project: Path | None) -> list[Piece]:
    """Return what an agent is to be given, for its user or within a project.

    Raises:
        InvalidValue: there is no such agent, or it is not configured within projects.
    """
    make = AGENTS.get(agent)
    if make is None:
        raise InvalidValue(
            f"{agent!r:.80} is not an agent known here; there are {', '.join(AGENTS)}."
        )
    return make(wish, project)


def _claude_code(wish: Wish, project: Path | None) -> list[Piece]:
    own = (Path.home() if project is None else project) / ".claude"
    servers = Path.home() / ".claude.json" if project is None else project / ".mcp.json"
    found: list[Piece] = [_servers(servers, SERVERS, {"type": "stdio", **_start(wish)})]
    if wish.with_hooks:
        found.append(JsonEntries(file=own / "settings.json", entries=(), hooks=_hooks(wish)))
    found.append(_packaged(own / "commands" / "install-muniment.md", "install-muniment.md"))
    found.append(_packaged(own / "skills" / NAME / "SKILL.md", "SKILL.md"))
    return found


def _hooks(wish: Wish) -> tuple[tuple[str, Value], ...]:
    def group(name: str, **more: str) -> Value:
        command = shlex.join(wish.command("hook", name))
        return {
            **more,
            "hooks": [{"type": "command", "command": command, "timeout": HOOK_TIMEOUT_S}],
        }

    return (
        ("SessionStart", group("session-start")),
        ("PostToolUse", group("post-tool-use", matcher=HOOKED)),
        ("Stop", group("stop")),
    )


def _cursor(wish: Wish, project: Path | None) -> list[Piece]:
    folder = (Path.home() if project is None else project) / ".cursor"
    return [_servers(folder / "mcp.json", SERVERS, _start(wish))]


def _vscode(wish: Wish, project: Path | None) -> list[Piece]:
    if project is not None:
        file = project / ".vscode" / "mcp.json"
    else:
        user = platformdirs.user_config_path("Code", appauthor=False, roaming=True)
        file = user / "User" / "mcp.json"
    return [_servers(file, "servers", {"type": "stdio", **_start(wish)})]


def _windsurf(wish: Wish, project: Path | None) -> list[Piece]:
    _refuse_project("windsurf", project)
    file = Path.home() / ".codeium" / "windsurf" / "mcp_config.json"
    return [_servers(file, SERVERS, _start(wish))]


def _codex(wish: Wish, project: Path | None) -> list[Piece]:
    _refuse_project("codex", project)
    command, *arguments = wish.command("mcp")
    return [
        TomlTable(
            file=Path.home() / ".codex" / "config.toml",
            table=("mcp_servers", NAME),
            lines=(f"command = {_toml(command)}", f"args = [{', '.join(map(_toml, arguments))}]"),
        )
    ]


AGENTS: Final[dict[str, Callable[[Wish, Path | None], list[Piece]]]] = {
    "claude-code": _claude_code,
    "cursor": _cursor,
    "codex": _codex,
    "vscode": _vscode,
    "windsurf": _windsurf,
}
"""The agents that can be set up, and how."""


def _servers(file: Path, key: str, value: Value) -> JsonEntries:
    return JsonEntries(file=file, entries=(((key, NAME), value),))


def _start(wish: Wish) -> Value:
    command, *arguments = wish.command("mcp")
    return {"command": command, "args": arguments}


def _packaged(file: Path, name: str) -> WholeFile:
    text = files("muniment.hooks").joinpath("files", name).read_text(encoding="utf-8")
    return WholeFile(file=file, text=text)


def _refuse_project(agent: str, project: Path | None) -> None:
    if project is not None:
        raise InvalidValue(f"{agent} can be set up for the user only; leave out --project.")


def _toml(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)  # a JSON string is a string of TOML too


def is_ours(group: object) -> bool:
    """Tell whether a group of hooks is one that we wrote."""
    listed = group.get("hooks") if isinstance(group, dict) else None
    commands: Sequence[object] = listed if isinstance(listed, list) else ()
    return any(
        isinstance(each, dict)
        and NAME in str(each.get("command"))
        and " hook " in str(each.get("command"))
        for each in commands
    )
