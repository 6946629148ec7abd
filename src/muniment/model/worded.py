"""Word times, counts and long texts as people read them: in UTC, a midnight as its date."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from muniment.temporal.basis import Basis
from muniment.temporal.period import Period


def moment(instant: datetime | None) -> str:
    """Return an instant in UTC: a date if it is midnight."""
    if instant is None:
        return "open"
    text = instant.isoformat().replace("+00:00", "Z")
    return text.removesuffix("T00:00:00Z") if instant.microsecond == 0 else text


def period(start: datetime, end: datetime | None) -> str:
    """Return a closed-open period."""
    return f"{moment(start)} – {moment(end)}"


def periods(many: Sequence[Period]) -> str:
    """Return periods one after the other."""
    return ", ".join(period(each.start, each.end) for each in many)


def named(number: int, one: str, many: str | None = None) -> str:
    """Return the word for so many of something: an s makes its plural, unless another is given."""
    return one if number == 1 else many or f"{one}s"


def counted(number: int, one: str, many: str | None = None) -> str:
    """Return how many there are of something."""
    return f"{number} {named(number, one, many)}"


def joined(*parts: str | None) -> str:
    """Return what of several was told, one after the other."""
    return "; ".join(part for part in parts if part is not None)


def running(texts: Sequence[str]) -> str:
    """Return texts one after the other, a semicolon between two where the first ends no sentence."""
    last = len(texts) - 1
    ends = (".", "!", "?", "…")
    return " ".join(
        text if no == last or text.endswith(ends) else f"{text};" for no, text in enumerate(texts)
    )


def cut(text: str, most: int) -> str:
    """Return a text, or so much of it that it is no longer than told, ended by an ellipsis.

    It is cut behind a word, unless that would leave less than half.
    """
    if len(text) <= most:
        return text
    kept = text[: max(most - 1, 0)]
    words = kept if text[len(kept)].isspace() else kept.rpartition(" ")[0]
    return f"{(words if 2 * len(words) >= len(kept) else kept).rstrip()}…"


def defect(error: BaseException) -> str:
    """Say that nobody foresaw an error, by its kind alone: its own words may quote data."""
    return f"{type(error).__name__}. This is a defect: please report it."


def basis_line(basis: Basis) -> str:
    """Return the point that was answered at."""
    valid = (
        f"valid at {moment(basis.valid_at)}"
        if basis.window is None
        else f"valid within {period(basis.window.start, basis.window.end)}"
    )
    return f"{valid}, as of transaction {basis.as_of.number} ({moment(basis.as_of.time)})"
