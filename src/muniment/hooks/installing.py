"""Change the files of a coding agent: plan, keep a backup, write, and take it back."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from muniment.errors import AgentFileUnreadable, InvalidValue, is_without_room
from muniment.hooks.agent_files import JsonEntries, Piece, TomlTable, WholeFile, is_ours
from muniment.model.whole_files import write_whole

BACKUP: Final = ".muniment-backup"
BEGIN: Final = "# muniment: begin"
END: Final = "# muniment: end"
_BLOCK: Final = re.compile(rf"(?<!\n)\n*^{BEGIN}\r?$.*?^{END}\r?$\n?", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One file before and after; None is no file. `told` says what is different."""

    file: Path
    before: str | None
    after: str | None
    told: tuple[str, ...]

    @property
    def what(self) -> str:
        """What happens to the file."""
        if self.before == self.after:
            return "unchanged"
        if self.before is None:
            return "created"
        return "removed" if self.after is None else "changed"

    @property
    def backup(self) -> Path:
        """Where the file is kept as it was before the first change."""
        return self.file.with_name(self.file.name + BACKUP)


def planned(piece: Piece, *, undo: bool) -> Change:
    """Return what is to become of a file; nothing is written.

    Raises:
        AgentFileUnreadable: it cannot be read as what it should be.
    """
    try:
        before = _read(piece.file) if piece.file.is_file() else None
    except (OSError, UnicodeDecodeError) as error:
        raise AgentFileUnreadable(
            f"{piece.file} cannot be read as text: {error}. Fix it first."
        ) from None
    match piece:
        case JsonEntries():
            after, told = _json(piece, before, undo=undo)
        case TomlTable():
            after, told = _toml(piece, before, undo=undo)
        case WholeFile():
            after = None if undo else piece.text
            told = (f"{'-' if undo else '+'} {len(piece.text.splitlines())} lines",)
    change = Change(file=piece.file, before=before, after=after, told=told)
    return _as_it_was(change) if undo else change


def carry_out(change: Change, *, undo: bool) -> None:
    """Write a planned change. The file as it was is kept beside it until the change is undone.

    Raises:
        InvalidValue: the file cannot be written, and is as it was.
        OSError: the disk is full.
    """
    try:
        _carry_out(change, undo=undo)
    except OSError as error:
        if is_without_room(error):
            raise
        raise InvalidValue(
            f"{change.file} cannot be written ({error.strerror}). Check it and its directory, and run this again."
        ) from None


def _carry_out(change: Change, *, undo: bool) -> None:
    file = change.file
    if change.what != "unchanged":
        if not undo and change.before is not None and not change.backup.exists():
            _write(change.backup, change.before, like=file)
        if change.after is None:
            file.unlink(missing_ok=True)
        else:
            _write(file, change.after, like=file)
    if undo:
        change.backup.unlink(missing_ok=True)


def take_away_empty(folders: Iterable[Path]) -> None:
    """Take away folders that hold nothing, and those above them that hold nothing then, below the home and the working directory."""
    roots = (Path.home().resolve(), Path.cwd())
    for folder in folders:
        above = [each for each in roots if folder.is_relative_to(each)]
        root = max(above, key=lambda each: len(each.parts), default=folder.parent)
        left = folder
        with suppress(OSError):  # it holds something, or is not there
            while left != root:
                left.rmdir()
                left = left.parent


def _as_it_was(change: Change) -> Change:
    """Return the backup, byte for byte, where nothing else was changed since; no file where there was none."""
    if change.before is None:
        return change
    if change.backup.is_file():
        kept = _read(change.backup)
        if change.after is None or _same(change.file, change.after, kept):
            return Change(file=change.file, before=change.before, after=kept, told=change.told)
        return change
    if change.after is not None and _same(change.file, change.after, ""):
        return Change(file=change.file, before=change.before, after=None, told=change.told)
    return change


def _same(file: Path, one: str, other: str) -> bool:
    read = tomllib.loads if file.suffix == ".toml" else _read_json
    try:
        return bool(_filled(read(one)) == _filled(read(other)))
    except ValueError:
        return False


def _filled(value: object) -> object:
    """Return a value without what holds nothing: taking ours out may have emptied what was empty before."""
    if isinstance(value, dict):
        kept = {key: _filled(each) for key, each in value.items()}
        return {key: each for key, each in kept.items() if each not in ({}, [])}
    return value


def _json(
    piece: JsonEntries, before: str | None, *, undo: bool
) -> tuple[str | None, tuple[str, ...]]:
    try:
        document = _read_json(before or "")
    except ValueError as error:
        raise AgentFileUnreadable(
            f"{piece.file} is not JSON that can be edited: {error}. Fix it, or write the entry by hand."
        ) from None
    fresh = deepcopy(document)
    told = [_put(fresh, path, None if undo else value) for path, value in piece.entries]
    told += [_hook(fresh, event, None if undo else group) for event, group in piece.hooks]
    if fresh == document:
        return before, tuple(told)
    indent = _indent(before)
    text = json.dumps(fresh, indent=indent, ensure_ascii=False)
    return f"{text}\n", tuple(told)


def _put(
    document: dict[str, Any], path: tuple[str, ...], value: Mapping[str, object] | None
) -> str:
    *parents, name = path
    place = document
    for parent in parents:
        inner = place.get(parent)
        if not isinstance(inner, dict):
            inner = {}
            if value is not None:
                place[parent] = inner
        place = inner
    if value is None:
        place.pop(name, None)
        _drop_empty(document, tuple(parents))
        return f"- {'.'.join(path)}"
    place[name] = dict(value)
    return f"+ {'.'.join(path)}: {json.dumps(value, ensure_ascii=False)}"


def _hook(document: dict[str, Any], event: str, group: Mapping[str, object] | None) -> str:
    hooks = document.get("hooks")
    groups = hooks.get(event) if isinstance(hooks, dict) else None
    others = [each for each in groups if not is_ours(each)] if isinstance(groups, list) else []
    if group is None:
        if isinstance(hooks, dict) and event in hooks:
            hooks[event] = others
            _drop_empty(document, ("hooks", event))
        return f"- hooks.{event}"
    if not isinstance(hooks, dict):
        hooks = document["hooks"] = {}
    hooks[event] = [*others, dict(group)]
    return f"+ hooks.{event}: {json.dumps(group, ensure_ascii=False)}"


def _drop_empty(document: dict[str, Any], path: tuple[str, ...]) -> None:
    """Take away what holds nothing any more, from the inside out."""
    for length in range(len(path), 0, -1):
        place: Any = document
        for key in path[: length - 1]:
            place = place.get(key, {})
        if isinstance(place, dict) and place.get(path[length - 1]) in ({}, []):
            del place[path[length - 1]]


def _toml(
    piece: TomlTable, before: str | None, *, undo: bool
) -> tuple[str | None, tuple[str, ...]]:
    name = ".".join(piece.table)
    without = _BLOCK.sub("\n", before or "").lstrip("\n") if before else ""
    try:
        document: Any = tomllib.loads(without)
    except tomllib.TOMLDecodeError as error:
        raise AgentFileUnreadable(
            f"{piece.file} is not valid TOML: {error}. Fix it first."
        ) from None
    if undo:
        return (before if before is None or BEGIN not in before else without), (f"- {name}",)
    for key in piece.table:
        document = document.get(key) if isinstance(document, dict) else None
    if document is not None:
        raise AgentFileUnreadable(
            f"{piece.file} has a table {name} that was written by somebody else. Remove it first."
        )
    block = "\n".join((BEGIN, f"[{name}]", *piece.lines, END))
    text = f"{without.rstrip()}\n\n{block}\n" if without.strip() else f"{block}\n"
    return text, (f"+ [{name}]", *(f"+ {line}" for line in piece.lines))


def _read_json(text: str) -> dict[str, Any]:
    document = json.loads(text) if text.strip() else {}
    if not isinstance(document, dict):
        raise ValueError("it is not an object")
    return cast("dict[str, Any]", document)


def _indent(text: str | None) -> int | str:
    found = re.search(r"^([ \t]+)\S", text or "", re.MULTILINE)
    if found is None:
        return 2
    return "\t" if "\t" in found[1] else len(found[1])


def _read(file: Path) -> str:
    """Return the text of a file with the ends of lines that it has."""
    return file.read_bytes().decode("utf-8")


def _write(file: Path, text: str, *, like: Path) -> None:
    """Write a file whole or not at all, readable to whom it was readable before."""
    target = file.resolve()
    target.parent.mkdir(parents=True, exist_ok=True)
    write_whole(target, text, mode=like.stat().st_mode & 0o777 if like.is_file() else 0o644)
