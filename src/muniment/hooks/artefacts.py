"""Read what a coding agent did with a tool, and say what of it is worth keeping."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from os.path import relpath
from pathlib import PurePath
from typing import Final, cast

from muniment.hooks.events import Event
from muniment.hooks.redacting import redacted
from muniment.model.worded import counted

SHOWN_MAX: Final = 600
"""How many characters of a text are kept; what is longer is cut in the middle."""

_READS: Final = frozenset(
    [
        "ls", "cat", "head", "tail", "less", "more", "pwd", "cd", "echo", "printf", "which",
        "type", "file", "stat", "wc", "grep", "rg", "egrep", "fd", "tree", "env",
        "printenv", "whoami", "uname", "df", "du", "ps", "top", "man",
        "history", "sleep", "true", "false", "test", "diff", "cut", "tr", "jq",
    ]
)  # fmt: skip
_READING_GIT: Final = frozenset(["status", "log", "diff", "show", "blame", "rev-parse", "ls-files"])
_LISTING_GIT: Final = frozenset(["branch", "remote"])
_HOW_LISTED: Final = frozenset(
    ["-a", "-r", "-v", "-vv", "--all", "--list", "--remotes", "--show-current", "--verbose"]
)
"""With any other word the commands that list change what they list."""
_WRITING: Final = {
    "sed": re.compile(r"--in-place|-[nrEsuz]*i"),
    "find": re.compile(r"-(?:delete|exec|execdir|ok|okdir|fprint\w*|fls)$"),
    "sort": re.compile(r"-\w*o|--output"),
    "date": re.compile(r"-s|--set"),
    "hostname": re.compile(r"[^-]"),
}
"""Programs that only read unless they are told one of these."""
_PARTS: Final = re.compile(r"&&|\|\||;|\||\n|(?<=\s)&(?=\s|$)|\$\(|<\(|`")
"""What stands between commands, or before one whose words another one takes."""
_ASSIGNED: Final = re.compile(r"^(?:\w+=\S*\s+)+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Artefact:
    """What was done: by which tool, to what, told in words without secrets."""

    tool: str
    about: str
    content: str
    source_id: str


def artefact_of(event: Event) -> Artefact | None:
    """Return what an event leaves behind, None if it only read, or failed to say what it did."""
    tool = _text(event, "tool_name")
    given = _object(event, "tool_input")
    tell = _TOLD.get(tool)
    if tell is None:
        return None
    told = tell(given, event)
    if told is None:
        return None
    about, content = told
    named = _text(event, "tool_use_id") or _digest(tool, given, content)
    return Artefact(
        tool=tool, about=_shown(redacted(about)), content=redacted(content), source_id=named[:200]
    )


def _wrote(given: Event, event: Event) -> tuple[str, str] | None:
    path, content = _path(given, event), _text(given, "content")
    if path is None:
        return None
    lines = content.removesuffix("\n").count("\n") + 1 if content else 0
    return path, f"Wrote {path} ({counted(lines, 'line')}):\n{_shown(redacted(content))}"


def _edited(given: Event, event: Event) -> tuple[str, str] | None:
    path = _path(given, event)
    if path is None:
        return None
    edits = given.get("edits")
    listed = edits if isinstance(edits, list) else [given]
    changes = [
        f"- {_shown(redacted(_text(each, 'old_string')))}\n+ {_shown(redacted(_text(each, 'new_string')))}"
        for each in listed[:5]
        if isinstance(each, dict)
    ]
    return path, "\n".join([f"Edited {path}:", *changes])


def _ran(given: Event, event: Event) -> tuple[str, str] | None:
    command = _text(given, "command").strip()
    if not command or only_reads(command):
        return None
    answer = _object(event, "tool_response")
    printed = [_text(answer, "stdout"), _text(answer, "stderr")]
    told = "\n".join(part.strip() for part in printed if part.strip())
    why = _text(given, "description").strip()
    parts = [
        f"Ran {_shown(redacted(command))}",
        f"Why: {_shown(redacted(why))}" if why else "",
        _shown(redacted(told)),
    ]
    return command.split()[0], "\n".join(part for part in parts if part)


_TOLD: Final[Mapping[str, Callable[[Event, Event], tuple[str, str] | None]]] = {
    "Write": _wrote,
    "Edit": _edited,
    "MultiEdit": _edited,
    "NotebookEdit": _edited,
    "Bash": _ran,
}


def only_reads(command: str) -> bool:
    """Tell whether a command leaves nothing behind, or is one of our own."""
    return all(_reads(part.strip(' \t()"')) for part in _PARTS.split(command))


def _reads(part: str) -> bool:
    if re.search(r"(?<![0-9&])>(?!&|\s*/dev/null)", part):
        return False
    words = _ASSIGNED.sub("", _ASSIGNED.sub("", part).removeprefix("env ")).split()
    if not words:
        return True
    name = PurePath(words[0]).name
    if name == "git":
        lists = not _LISTING_GIT.isdisjoint(words[1:2])
        return _HOW_LISTED.issuperset(words[2:]) if lists else _READING_GIT.issuperset(words[1:2])
    if name in _WRITING:
        return not any(_WRITING[name].match(word) for word in words[1:])
    return name in _READS or name == "muniment"


def _path(given: Event, event: Event) -> str | None:
    path = _text(given, "file_path") or _text(given, "notebook_path")
    if not path:
        return None
    cwd = _text(event, "cwd")
    try:
        near = relpath(path, cwd) if cwd and PurePath(path).is_absolute() else path
    except ValueError:
        near = path
    return path if near.startswith("..") else near


def _shown(text: str) -> str:
    text = text.strip()
    if len(text) <= SHOWN_MAX:
        return text
    half = SHOWN_MAX // 2
    return f"{text[:half]}\n… {len(text) - 2 * half} characters …\n{text[-half:]}"


def _digest(tool: str, given: Event, content: str) -> str:
    text = json.dumps([tool, given, content], sort_keys=True, default=str)
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _text(event: Event, name: str) -> str:
    value = event.get(name)
    return value.replace("\x00", "") if isinstance(value, str) else ""


def _object(event: Event, name: str) -> Event:
    value = event.get(name)
    return cast("Event", value) if isinstance(value, dict) else {}
