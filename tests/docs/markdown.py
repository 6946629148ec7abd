"""Take a document apart: its code fences, its links, its headings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
REFERENCE: Final = ROOT / "docs" / "reference"

_FENCE = re.compile(r"^```(\S*)[ \t]*([^\n]*)\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(?<!!)\[[^\]\n]+\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#{1,6} +(.+?)\s*$", re.MULTILINE)
_SPAN = re.compile(r"`([^`\n]+)`")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fence:
    """A fenced block: its language, the words after it, the line it begins on, and its text."""

    language: str
    note: str
    line: int
    text: str


def documents() -> list[Path]:
    """Return every document, in the order of their paths."""
    return sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def name_of(document: Path) -> str:
    """Return a document's path as tests and messages show it."""
    return document.relative_to(ROOT).as_posix()


def fences(text: str) -> list[Fence]:
    """Return the fenced blocks of a document, in order."""
    return [
        Fence(
            language=found[1],
            note=found[2].strip(),
            line=text.count("\n", 0, found.start()) + 1,
            text=found[3],
        )
        for found in _FENCE.finditer(text)
    ]


def prose(text: str) -> str:
    """Return a document without its fenced blocks."""
    return _FENCE.sub("", text)


def links(text: str) -> list[str]:
    """Return where the links of a document's prose lead."""
    return _LINK.findall(prose(text))


def code_spans(text: str) -> list[str]:
    """Return what a document's prose sets as code."""
    return _SPAN.findall(prose(text))


def anchors(text: str) -> set[str]:
    """Return the anchors of a document's headings, as the usual viewers make them."""
    return {_slug(heading) for heading in _HEADING.findall(prose(text))}


def _slug(heading: str) -> str:
    words = re.sub(r"[^\w\- ]", "", heading.replace("`", "").lower())
    return words.strip().replace(" ", "-")


def table(columns: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    """Return a table in Markdown."""
    lines = ["| " + " | ".join(columns) + " |", "|" + " --- |" * len(columns)]
    lines += ["| " + " | ".join(_cell(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
