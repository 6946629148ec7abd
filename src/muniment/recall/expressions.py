"""Find the times that a question speaks of, in English."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Final

from muniment.recall.numbered_times import ambiguous_dates
from muniment.recall.tenses import View, names_no_period, view_of
from muniment.recall.times import Extent, Open, TimePhrase, earlier_by_years, is_yearly, read_times
from muniment.temporal.period import Period
from muniment.temporal.utc import BEGINNING, ENDING

YEARS_BACK: Final = 10
"""A day, a month, a season or a feast without its year may be that of any of so many years."""

Window = tuple[datetime, datetime]

_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class TimesAsked:
    """The times that a question speaks of, as they are read at an instant, and where it looks."""

    text: str
    now: datetime
    view: View
    times: tuple[TimePhrase, ...]


def times_asked(text: str, reference: datetime) -> TimesAsked:
    """Read the times of a question, as in a statement, see `read_times`. Calendar units are those of UTC.

    Who asks of a past that they do not tell nearer ("the other day") asks of any time until now.
    """
    now = reference.astimezone(UTC)
    plain = " ".join(text.split())
    view, times = view_of(plain), read_times(plain, now)
    if view is View.BACK and not times and names_no_period(plain):
        view = View.EVER
    return TimesAsked(text=plain, now=now, view=view, times=times)


def left_unread(asked: TimesAsked) -> tuple[str, ...]:
    """Say which dates of a question are not read, since they may be of either of two months."""
    return tuple(
        f"times: {words} may be a day of either of two months, so it was not read: write it as in 2026-12-31"
        for words in dict.fromkeys(ambiguous_dates(asked.text.lower()))
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """From when and until when a question asks of what holds; None is the instant that it is asked at.

    `named_until` is when the time is over that a question in the past names.
    """

    since: datetime | None = None
    until: datetime | None = None
    named_until: datetime | None = None


def reach_of(asked: TimesAsked) -> Reach:
    """Return how far before and after now a question asks of what holds.

    "Where did Mike live in April?" asks of what held from April on, though it may hold no more, and
    "Where has Mike lived?" of whatever held. "Where will Mike live in August?" asks of what will
    hold until August is over; so does, in any tense but the past, a time that can only lie ahead
    ("next week"). Of a past that is not over yet ("today", "this week") a question is answered by
    what holds.
    """
    now, view = asked.now, asked.view
    times = [each for each in asked.times if each.extent is not Extent.LASTING]
    if view is View.EVER and not times:
        return Reach(since=BEGINNING)
    if view in (View.BACK, View.EVER):
        behind = [*_behind(times, now, goes_on=view is View.EVER)]
        return Reach(
            since=min((start for start, _ in behind), default=None),
            named_until=max((end for _, end in behind), default=None),
        )
    return Reach(until=max(_ends(times, now, is_ahead=view is View.AHEAD), default=None))


def _behind(times: Iterable[TimePhrase], now: datetime, *, goes_on: bool) -> Iterator[Window]:
    """Yield the times that began before today and, unless it goes on, are over now."""
    today = datetime.combine(now, time.min, UTC)
    for each in times:
        start, end = each.behind
        is_over = end is None or end <= now or (start is not None and end <= today + _DAY)
        if (is_over or goes_on) and (start is None or start < today):
            yield start or BEGINNING, end or now


def _ends(times: Iterable[TimePhrase], now: datetime, *, is_ahead: bool) -> Iterator[datetime]:
    """Yield when the times end that lie ahead: by the tense, or because they lie nowhere else."""
    for each in times:
        start, end = each.ahead
        lies_ahead = end is None or end > now
        if lies_ahead and (is_ahead or (each.behind == each.ahead and start and start > now)):
            yield end or ENDING


def windows_in(asked: TimesAsked) -> tuple[Period, ...]:
    """Return the periods that a question names, in time order.

    Where it is open whether the past or the future is meant ("on Friday"), both are named. What is
    for some month or season ("plans for the summer") is told before it, and names none. What was
    since a time goes on to now, as do the last three weeks; what was until one begins with the
    first instant there is. How long something lasted is no period. Of a question that looks ahead
    only what is to come is named.
    """
    plain, now, times = asked.text, asked.now, asked.times
    is_open = any(each.behind != each.ahead for each in times)
    looks_ahead = is_open and asked.view is View.AHEAD
    found: set[Window] = set()
    yearly: set[str] = set()
    for phrase in times:
        if looks_ahead:
            found.update(_windows(phrase, now, (phrase.ahead,)))
        elif is_yearly(plain, phrase):
            words = plain[phrase.start : phrase.end].lower()
            yearly |= set() if words.startswith("for ") else {words}
        else:
            found.update(_windows(phrase, now, (phrase.behind, phrase.ahead)))
    for then in earlier_by_years(now, YEARS_BACK) if yearly else ():
        for phrase in read_times("; ".join(sorted(yearly)), then):
            found.update(_windows(phrase, now, (phrase.behind,)))
    return tuple(
        Period(start=start, end=end)
        for start, end in sorted(found, key=lambda window: (window[0], window[1]))
        if start < end
    )


def _windows(phrase: TimePhrase, now: datetime, ways: Iterable[Open]) -> Iterator[Window]:
    if phrase.extent is Extent.LASTING:
        return
    for start, end in ways:
        is_ahead = start is not None and start > now
        yield _until_now(start or BEGINNING, end or (ENDING if is_ahead else now), now)


def _until_now(start: datetime, end: datetime, now: datetime) -> Window:
    """Return a window that ends now, if it began before today and ends with it."""
    today = datetime.combine(now, time.min, UTC)
    return start, now if start < today < end <= today + _DAY else end
