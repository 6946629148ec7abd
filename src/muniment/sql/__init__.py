"""Keep every statement that Muniment sends, by name, in files that a reader can read first."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, LiteralString, cast

_HEADING: Final = re.compile(r"^-- name: (\w+) :(one|many|exec)$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """One named statement: its text and how many rows it answers."""

    name: str
    rows: str
    text: LiteralString


@cache
def queries() -> dict[str, Query]:
    """Return every named query of `queries/*.sql`."""
    found: dict[str, Query] = {}
    folder = files(__name__) / "queries"
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        parts = _HEADING.split(file.read_text(encoding="utf-8"))
        for name, rows, text in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
            if name in found:
                raise ValueError(f"query {name} is defined twice")
            found[name] = Query(name=name, rows=rows, text=cast("LiteralString", text.strip()))
    return found


@cache
def migrations() -> dict[str, LiteralString]:
    """Return the migrations by file name, in order."""
    folder = files(__name__) / "migrations"
    return {
        file.name: file.read_text(encoding="utf-8")
        for file in sorted(folder.iterdir(), key=lambda entry: entry.name)
        if file.name.endswith(".sql")
    }
