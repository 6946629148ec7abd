"""Find in a message what a recall had answered, so that nobody learns from an echo."""

from __future__ import annotations

import json
import re
from typing import Final

from muniment.recall.packing import PACK_BEGINS

Span = tuple[int, int]

_ID: Final = r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
_ANY_ID: Final = re.compile(_ID)
_OPENS: Final = r"(?:<|&lt;|\\u003c)"
_BLOCK: Final = re.compile(
    rf"{_OPENS}contextenhancement\b.*?(?:{_OPENS}/contextenhancement\s*(?:>|&gt;|\\u003e)|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_PROMPT: Final = re.compile(
    rf"{re.escape(PACK_BEGINS)}.*?(?=\n[^\S\n]*\n(?!Question:|Evidence)|\Z)", re.DOTALL
)
_RECORD: Final = re.compile(
    rf'\{{\s*\\?"id\\?"\s*:\s*\\?"{_ID}\\?"\s*,\s*\\?"(?:says|kind|content)\\?"'
)
_MARK: Final = re.compile(rf"[\[(](?:\w{{1,16}}[ \t:=#]{{1,3}})?{_ID}[\])]")
_SENTENCE_ENDS: Final = ".!?…"
_CLOSES: Final = "\"'”’)»"


def recalled_passages(text: str) -> tuple[Span, ...]:
    """Return the spans of a text that come from a recall, in order, apart from each other.

    They are `<contextenhancement>` blocks (escaped ones too), prompts of a pack, records, and
    sentences that cite a memory by its id.
    """
    found = [match.span() for match in _BLOCK.finditer(text)]
    found += [match.span() for match in _PROMPT.finditer(text)]
    if _ANY_ID.search(text):
        begins = (match.start() for match in _RECORD.finditer(text))
        found += [(start, _end_of_record(text, start)) for start in begins]
        found += [_cited(text, match.span()) for match in _MARK.finditer(text)]
    merged: list[Span] = []
    for start, end in sorted(_trimmed(text, span) for span in found):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        elif start < end:
            merged.append((start, end))
    return tuple(merged)


def own_words(text: str) -> str:
    """Return a text of the same length in which nothing comes from a recall."""
    return blanked(text, recalled_passages(text))


def blanked(text: str, spans: tuple[Span, ...]) -> str:
    """Return a text of the same length whose spans say nothing, and part what is around them."""
    for start, end in spans:
        text = text[:start] + "\n" * (end - start) + text[end:]
    return text


def _end_of_record(text: str, start: int) -> int:
    """Return where a JSON record ends; of one that is cut off or escaped, where its line does."""
    try:
        _, end = json.JSONDecoder().raw_decode(text, start)
    except (ValueError, RecursionError):
        line = text.find("\n", start)
        return len(text) if line < 0 else line
    return end


def _cited(text: str, mark: Span) -> Span:
    """Return the sentence that a mark stands in or behind, or the line that it begins."""
    start, end = mark
    line = text.rfind("\n", 0, start) + 1
    rest = text.find("\n", end)
    rest = len(text) if rest < 0 else rest
    if not text[line:start].strip(" \t-*>•0123456789."):
        return line, rest
    at = start
    while at > line and text[at - 1] in " \t":
        at -= 1
    while at > line and text[at - 1] in _SENTENCE_ENDS + _CLOSES:
        at -= 1
    while at > line and text[at - 1] not in _SENTENCE_ENDS:
        at -= 1
    while end < rest and text[end] in " \t" + _SENTENCE_ENDS + _CLOSES:
        end += 1
    return at, end


def _trimmed(text: str, span: Span) -> Span:
    start, end = span
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
