"""Read from a transcript what was asked first and what was said last."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from muniment.hooks.redacting import redacted
from muniment.model.worded import cut

SAID_MAX: Final = 400
_HEAD: Final = 20_000
_OWN: Final = (
    "<command-", "<local-command", "<bash-", "<system-reminder", "Caveat:", "[Request interrupted",
)  # fmt: skip
"""How what an agent's program writes in the user's place begins."""
_MARKED: Final = ("isMeta", "isSidechain", "isCompactSummary", "isApiErrorMessage")
"""What marks an entry that neither the user nor the agent said in this talk."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """What a session was about, in its own words, without secrets."""

    asked_first: str | None
    asked_last: str | None
    said_last: str | None
    questions: int


def talk_of(path: Path) -> Talk:
    """Read a transcript; one that cannot be read is empty, and lines that cannot be are passed over."""
    first = last = said = None
    questions = 0
    for role, text in _said(path):
        if role == "user" and not text.startswith(_OWN):
            questions += 1
            first, last = first or text, text
        elif role == "assistant":
            said = text
    return Talk(
        asked_first=_short(first),
        asked_last=_short(last) if questions > 1 else None,
        said_last=_short(said),
        questions=questions,
    )


def _said(path: Path) -> Iterator[tuple[str, str]]:
    for line in _lines(path):
        try:
            entry = json.loads(line)
            role, text = entry["type"], _text(entry["message"]["content"])
        except (ValueError, KeyError, TypeError, RecursionError):
            continue
        if text and not any(entry.get(mark) for mark in _MARKED):
            yield role, text


def _lines(path: Path) -> Iterator[str]:
    with suppress(OSError, ValueError, RuntimeError):  # the last is a home that nobody has
        file = path.expanduser()
        if file.is_file():
            with file.open(encoding="utf-8", errors="replace") as lines:
                yield from lines


def _text(content: object) -> str:
    if isinstance(content, str):
        return content.strip()
    if not isinstance(content, list):
        return ""
    parts = [part.get("text") for part in content if isinstance(part, dict)]
    return "\n".join(part for part in parts if isinstance(part, str)).strip()


def _short(text: str | None) -> str | None:
    """Return how a text begins. Its head alone is looked through for secrets, if that fills what is kept."""
    if text is None:
        return None
    whole = _on_one_line(text[:_HEAD])
    return cut(whole if len(whole) > 2 * SAID_MAX else _on_one_line(text), SAID_MAX)


def _on_one_line(text: str) -> str:
    whole = redacted(text).encode("utf-8", "replace").decode("utf-8").replace("\x00", "")
    return " ".join(whole.split())
