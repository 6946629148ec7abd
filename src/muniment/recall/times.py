"""Read the time expressions of a message as intervals of the calendar, never as guessed instants."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, date, datetime, time, timedelta
from enum import StrEnum

from muniment.recall.calendar_spans import Days, back
from muniment.recall.distant_times import hence, shifted
from muniment.recall.time_readings import Readings
from muniment.recall.time_rules import RULES, kinds_in
from muniment.recall.time_words import (
    AWAY,
    DAYS,
    FEAST,
    LEADS,
    MONTHS,
    NTH,
    SEASON,
    compiled,
    is_once,
    spanning,
)


class Extent(StrEnum):
    """How a phrase bounds what it is said of."""

    DURING = "during"
    SINCE = "since"
    UNTIL = "until"
    LASTING = "lasting"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimePhrase:
    """A time expression: where it stands in the text, and the days that it names.

    `behind` and `ahead` differ where the words leave open whether the past or the future is meant
    ("on Friday"). Bounds are midnights in the zone of the reference; one that is None is open.
    `is_ahead` says that the days named may still be to come. A length ("for three years") is read back from the reference, from the start of its first unit.
    """

    start: int
    end: int
    extent: Extent
    behind: tuple[datetime | None, datetime | None]
    ahead: tuple[datetime | None, datetime | None]
    is_ahead: bool

    def bounds(self, *, looks_ahead: bool) -> tuple[datetime | None, datetime | None]:
        """Return the interval, closed at its start and open at its end."""
        return self.ahead if looks_ahead else self.behind


def time_beside(times: Sequence[TimePhrase], end: int) -> TimePhrase | None:
    """Return the first of a clause's times behind a value, else the last one before its end."""
    behind = [each for each in times if each.start >= end]
    before = [each for each in times if each.start < end]
    return behind[0] if behind else before[-1] if before else None


_CLOCK = re.compile(
    r",? (?:(?:at|from|around|by) )?(?:about )?(?:\d{1,2}(?:[:.]\d\d)? ?(?:[ap]\.?m\b\.?|o'?clock)|\d{1,2}:\d\d|noon\b|midnight\b)"
)
_TO = re.compile(r"\s*(?:to|till|until|through|and|-|–)(?: the)?\s*$")
_RUN = re.compile(r" ?(?P<dash>[-–—]) ?| (?:to|through|thru) ")
_LEAD = re.compile(r"(?:in|on|at)\b")
_WITH_YEAR = re.compile(r"\d{4}|'\d\d")
_DAY_OF_A_MONTH = re.compile(r"\d(?:st|nd|rd|th)$")
_WEEKDAYS = re.compile("|".join(DAYS))
_MONTHS = re.compile("|".join(month[:3] for month in MONTHS))
_DATE = re.compile(rf"{_MONTHS.pattern}|\d{{4}}")
_OTHERWISE_BOUND = (
    r"(?!.*\b(?:last|past|previous|this|coming|current|next)\b|.*\d{4}|.*'\d\d|.*[/-]\w+[/-]\d\d)"
)
_YEARLY = re.compile(
    rf"{_OTHERWISE_BOUND}.*(?:{_MONTHS.pattern}|{SEASON}|{FEAST}|\b[qh][1-4]|{NTH} quarter(?! of)|(?:week|wk|cw) \d|\d/\d).*",
    re.IGNORECASE,
)
_BEHIND = re.compile(r"(?:ever )?since|back in|until|till|'?til|through|up to")
_OF_A_YEAR = re.compile(rf"{_MONTHS.pattern}|{SEASON}|\b[qh][1-4]")
_EXTENTS = {
    "during": Extent.DURING,
    "since": Extent.SINCE,
    "after": Extent.SINCE,
    "until": Extent.UNTIL,
    "before": Extent.UNTIL,
    "lasting": Extent.LASTING,
}
Open = tuple[datetime | None, datetime | None]


def read_times(text: str, reference: datetime) -> tuple[TimePhrase, ...]:
    """Return the time expressions of an English text, in order, none within another.

    Calendar units are those of the reference's zone; weeks begin on Monday, seasons are those of
    the northern half of the earth. "Since" and "from" leave the end open, "until" the start; a last
    day that is named belongs to the interval. What lies outside the years 1 to 9999 is left out.

    Args:
        text: the message.
        reference: when it was said, aware.
    """
    plain = _plain(text)
    found = sorted(_found(plain, reference), key=lambda each: (each.start, -each.end))
    kept: list[TimePhrase] = []
    for phrase in found:
        if kept and phrase.start < kept[-1].end:
            continue
        joined = _joined(plain, kept[-1], phrase) if kept else None
        if joined is not None:
            kept[-1] = joined
        else:
            kept.append(phrase)
    return tuple(kept)


def is_yearly(text: str, phrase: TimePhrase) -> bool:
    """Tell whether a time expression names what comes every year, and leaves open of which."""
    return _YEARLY.fullmatch(text, phrase.start, phrase.end) is not None


def earlier_by_years(moment: datetime, count: int) -> Iterator[datetime]:
    """Yield a moment and the same of the years before, so many in all, as far as there are years."""
    for year in range(moment.year, max(moment.year - count, MINYEAR - 1), -1):
        yield _in_year(moment, year)


def _plain(text: str) -> str:
    """Return the text as rules read it: lower case, straight quotes, each character in its place."""
    straight = text.replace("’", "'").replace("‘", "'")
    whole = straight.lower()
    if len(whole) == len(text):
        return whole
    lowered = (character.lower() for character in straight)
    return "".join(each if len(each) == 1 else "?" for each in lowered)


def _found(text: str, reference: datetime) -> Iterator[TimePhrase]:
    today = reference.date()
    taken = bytearray(len(text))
    kinds = kinds_in(text)
    for rule in RULES:
        if rule.needs not in kinds:
            continue
        for match in compiled(rule.pattern).finditer(text):
            if any(taken[match.start() : match.end()]):
                continue
            try:
                readings = rule.read(match, today)
                phrase = None if readings is None else _phrase(text, match, readings, reference)
            except (ValueError, OverflowError):
                continue
            if phrase is not None:
                taken[phrase.start : phrase.end] = b"\1" * (phrase.end - phrase.start)
                yield phrase


def _phrase(
    text: str, match: re.Match[str], readings: Readings, reference: datetime
) -> TimePhrase | None:
    start, end = match.span()
    which, looks_ahead = readings.extent, readings.extent != "lasting"
    lead = LEADS.search(text, max(0, start - 32), start) if looks_ahead else None
    if lead is not None:
        start = lead.start()
        which = lead.lastgroup or which
        looks_ahead = looks_ahead and not _BEHIND.match(lead[0])
        away = compiled(AWAY).search(text, max(0, start - 32), start)
        if away is not None and which in {"before", "after"}:
            before = which == "before"
            start, which = away.start(), "during"
            behind, ahead = (shifted(away, days, before=before) for days in readings[:2])
            readings = readings._replace(behind=behind, ahead=ahead)
        elif away is not None and lead[0].startswith("from") and is_once(away):
            start, which = away.start(), "during"
            to_come = hence(away, readings.ahead)
            readings = readings._replace(behind=to_come, ahead=to_come)
    elif readings.needs_lead and not spanning(text, start):
        return None
    clock = _CLOCK.match(text, end)
    if clock is not None:
        end = clock.end()
    return TimePhrase(
        start=start,
        end=end,
        extent=_EXTENTS[which],
        behind=_opened(readings.behind, which, reference),
        ahead=_opened(readings.ahead, which, reference),
        is_ahead=readings.ahead[1] > reference.date() and looks_ahead,
    )


def _opened(days: Days, which: str, reference: datetime) -> Open:
    first, last = (_midnight(each, reference) for each in days)
    if which == "during":
        return first, last
    if which == "until":
        return None, last
    if which == "before":
        return None, first
    return (last if which == "after" else first), None


def _midnight(of: date, reference: datetime) -> datetime:
    return datetime.combine(of, time.min, reference.tzinfo)


def _joined(text: str, first: TimePhrase, second: TimePhrase) -> TimePhrase | None:
    """Join "from 2015" and "to 2018", also where the second one has the "until" within it, and "3 May – 5 May"."""
    between = text[first.end : second.start]
    if first.extent is Extent.SINCE:
        if not (_TO.match(between) or (second.extent is Extent.UNTIL and not between.strip())):
            return None
    elif not _is_run(text, first, second):
        return None
    ends = [end for end in (second.behind[1], second.ahead[1]) if end is not None]
    starts = first.behind[0], first.ahead[0]
    later = [*_time_on(text[second.start : second.end], ends)]
    if (
        _WITH_YEAR.search(text, second.start, second.end)
        and _YEARLY.fullmatch(text, first.start, first.end)
        and _OF_A_YEAR.search(text, second.start, second.end)
    ):
        starts = _year_of(starts[0], ends), _year_of(starts[1], ends)
    behind, ahead = (
        (start, next((end for end in (*ends, *later) if start is None or start < end), None))
        for start in starts
    )
    if behind[1] is None or ahead[1] is None:
        return None
    return TimePhrase(
        start=first.start,
        end=second.end,
        extent=Extent.DURING,
        behind=behind,
        ahead=ahead,
        is_ahead=second.is_ahead or (first.is_ahead and starts[1] == first.ahead[0]),
    )


def _is_run(text: str, first: TimePhrase, second: TimePhrase) -> bool:
    """Tell whether two dates stand as "3 May – 5 May" or "Jan 2024 to Mar 2024" do."""
    if first.extent is not Extent.DURING or second.extent not in {Extent.DURING, Extent.UNTIL}:
        return False
    behind = second.end if second.extent is Extent.UNTIL else second.start
    mark = _RUN.match(text, first.end, behind)
    dates = (text[each.start : each.end] for each in (first, second))
    return (
        mark is not None
        and (second.extent is Extent.UNTIL or mark.end() == second.start)
        and (mark["dash"] is not None or not _LEAD.match(text, first.start))
        and all(_DATE.search(each) for each in dates)
    )


def _time_on(words: str, ends: Sequence[datetime]) -> Iterator[datetime]:
    """Yield the end that comes next after some: a week, a month or a year on, by what the words name."""
    last = max(ends, default=None)
    if last is None or last.year >= MAXYEAR or _WITH_YEAR.search(words):
        return
    if _WEEKDAYS.search(words):
        yield last + timedelta(days=7)
    elif _DAY_OF_A_MONTH.search(words) and not _MONTHS.search(words):
        day = back(last.date() - timedelta(days=1), "month", -1)
        yield datetime.combine(day + timedelta(days=1), time.min, last.tzinfo)
    else:
        yield _in_year(last, last.year + 1)


def _year_of(start: datetime | None, ends: Sequence[datetime]) -> datetime | None:
    """Return a start in the year of the end that is named with it: "from May to August 2019"."""
    if start is None or not ends or ends[0].year <= MINYEAR + 1:
        return start
    there = _in_year(start, ends[0].year)
    return there if there < ends[0] else _in_year(start, ends[0].year - 1)


def _in_year(moment: datetime, year: int) -> datetime:
    leaps = (moment.month, moment.day) == (2, 29)
    return moment.replace(year=year, day=28 if leaps else moment.day)
