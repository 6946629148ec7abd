"""Blank out what a machine wrote and somebody pasted: code between fences, a traceback, a log."""

from __future__ import annotations

import re
from typing import Final

_FENCED: Final = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_PARAGRAPH: Final = re.compile(r"(?<![^\n])[^\n]++(?:\n[^\n]++)+")
_BY_A_MACHINE: Final = re.compile(
    r"\b0x[0-9a-f]{4,}\b|\b[\w.-]+\.(?:dll|exe|so|jar)\b|\bTraceback\b|\w(?:Error|Exception)\b: "
    r"|^\s*at [\w$.<>]+\(|^\s*File \"[^\"]+\", line \d+|\bline \d+, in \w|\b(?:error|exception|exit) code: "
    r"|^\W*\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d|^\W*(?:WARN|WARNING|ERROR|INFO|DEBUG|FATAL)\b",
    re.IGNORECASE | re.MULTILINE,
)
_LINES_MIN: Final = 2
"""How many lines of a paragraph have to look like a machine's, for all of it to be one's."""


def without_pasted(text: str) -> str:
    """Return the text with what a machine wrote blanked out, each other character in its place."""
    if "\n" not in text and "```" not in text:
        return text
    return _PARAGRAPH.sub(_blank_log, _FENCED.sub(_blank, text))


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def _blank_log(match: re.Match[str]) -> str:
    marked = sum(_BY_A_MACHINE.search(line) is not None for line in match[0].split("\n"))
    return _blank(match) if marked >= _LINES_MIN else match[0]
