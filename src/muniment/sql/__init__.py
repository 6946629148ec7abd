"""Keep every statement that Muniment sends, by name, in files that a reader can read first."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, LiteralString

_HEADING: Final = re.compile(r"^-- (?:name: (\w+) :(?:one|many|exec)|part: (\w+))$", re.MULTILINE)
_COMMENT: Final = re.compile(r"\A(?:--.*\n)+")
_INCLUDED: Final = re.compile(r"\{(\w+)\}")
_INDENTATION: Final = re.compile(r"^ +", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """One named statement."""

    name: str
    text: LiteralString


@cache
def queries() -> dict[str, Query]:
    """Return every named query of `queries/*.sql`, with the parts of these files that it includes as `{part}`.

    Indentation is left out: the driver remembers how it read a statement of 4,096 characters or fewer,
    and reads a longer one each time.
    """
    found: dict[str, Query] = {}
    folder = files(__name__) / "queries"
    headed: list[tuple[str, str, str]] = []
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        _, *told = _HEADING.split(file.read_text(encoding="utf-8"))
        headed += zip(told[::3], told[1::3], told[2::3], strict=True)
    parts = {part: _COMMENT.sub("", text.strip()) for _, part, text in headed if part}
    for name, part, text in headed:
        if part:
            continue
        if name in found:
            raise ValueError(f"query {name} is defined twice")
        whole = _INDENTATION.sub("", _whole(text.strip(), parts))
        found[name] = Query(name=name, text=whole)
    return found


def _whole(text: str, parts: Mapping[str, str]) -> LiteralString:
    return _INCLUDED.sub(
        lambda said: _whole(parts[said[1]], parts) if said[1] in parts else said[0], text
    )


@cache
def migrations() -> dict[str, LiteralString]:
    """Return the migrations by file name, in order."""
    folder = files(__name__) / "migrations"
    return {
        file.name: file.read_text(encoding="utf-8")
        for file in sorted(folder.iterdir(), key=lambda entry: entry.name)
        if file.name.endswith(".sql")
    }


@cache
def guards() -> dict[str, str]:
    """Return the policies, functions, triggers, grants and tables that the migrations make, each with the digest of how it stands."""
    told = (files(__name__) / "guards.txt").read_text(encoding="utf-8").splitlines()
    return {name: digest for digest, _, name in (line.partition(" ") for line in told)}
