"""Find the times that a question speaks of, in English."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from typing import Final

from muniment.recall.times import Extent, TimePhrase, earlier_by_years, is_yearly, read_times
from muniment.temporal.period import Period
from muniment.temporal.utc import BEGINNING

YEARS_BACK: Final = 10
"""A day, a month, a season or a feast without its year may be that of any of so many years."""

Window = tuple[datetime, datetime]

_PAST: Final = re.compile(r"\b(?:did|was|were|had|used)\b", re.IGNORECASE)


def asked_since(text: str, reference: datetime) -> datetime | None:
    """Return when the time begins that a question in the past is about.

    "Where did Mike live in April?" asks of what held from then on, though it may hold no more. None
    where a question is in the present, names no time, or one that is not over at `reference`.
    """
    if _PAST.search(text) is None:
        return None
    now = reference.astimezone(UTC)
    times = (
        each.behind
        for each in read_times(" ".join(text.split()), now)
        if each.extent is Extent.DURING
    )
    return min(
        (start for start, end in times if start is not None and end is not None and end <= now),
        default=None,
    )


def windows_in(text: str, reference: datetime) -> tuple[Period, ...]:
    """Return the periods that a text names, in time order, relative to `reference`.

    Times are read as in a statement, see `read_times`. Where it is open whether the past or the
    future is meant ("on Friday"), both are named. What is for some month or season ("plans for the
    summer") is told before it, and names none. What was since a time goes on to `reference`, as
    do the last three weeks; what was until one begins with the first instant there is. How long
    something lasted is no period. Calendar units are those of UTC.
    """
    now = reference.astimezone(UTC)
    plain = " ".join(text.split())
    found: set[Window] = set()
    yearly: set[str] = set()
    for phrase in read_times(plain, now):
        if is_yearly(plain, phrase):
            words = plain[phrase.start : phrase.end].lower()
            yearly |= set() if words.startswith("for ") else {words}
        else:
            found.update(_windows(phrase, now, looks_both_ways=True))
    for then in earlier_by_years(now, YEARS_BACK) if yearly else ():
        for phrase in read_times("; ".join(sorted(yearly)), then):
            found.update(_windows(phrase, now, looks_both_ways=False))
    return tuple(
        Period(start=start, end=end)
        for start, end in sorted(found, key=lambda window: (window[0], window[1]))
        if start < end
    )


def _windows(phrase: TimePhrase, now: datetime, *, looks_both_ways: bool) -> Iterator[Window]:
    if phrase.extent is Extent.LASTING:
        return
    ways = (phrase.behind, phrase.ahead) if looks_both_ways else (phrase.behind,)
    for start, end in ways:
        yield _until_now(start or BEGINNING, end or now, now)


def _until_now(start: datetime, end: datetime, now: datetime) -> Window:
    """Return a window that ends now, if it began before today and ends with it."""
    today = datetime.combine(now, time.min, UTC)
    return start, now if start < today < end <= today + timedelta(days=1) else end
