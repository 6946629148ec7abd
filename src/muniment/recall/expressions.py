"""Find the times that a question speaks of, in English, by a small set of rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from muniment.temporal.period import Period
from muniment.temporal.utc import BEGINNING

YEARS_BACK = 10
"""A month or a day without its year may be that of any of so many years."""


# fmt: off
MONTHS = [
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
]
DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
COUNTS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "a couple of": 2, "three": 3, "a few": 3, "four": 4,
    "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
}
# fmt: on
_UNIT_DAYS = {"day": 1, "week": 7, "weekend": 7, "month": 30, "year": 365}

_MONTH = "(?P<month>" + "|".join(f"{m}|{m[:3]}\\.?" for m in MONTHS) + ")"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:19|20)\d{2})"
_NUMBER = r"(?P<number>\d{1,3}|" + "|".join(sorted(COUNTS, key=lambda w: (-len(w), w))) + ")"
_UNIT = r"(?P<unit>day|weekend|week|month|year)s?"

_DATES = [
    re.compile(rule)
    for rule in (
        rf"\b{_YEAR}-(?P<monthnumber>\d\d)-{_DAY}\b",
        rf"\b{_DAY}(?: of)? {_MONTH}(?:,? {_YEAR})?\b",
        rf"\b{_MONTH} {_DAY}\b(?:,? {_YEAR})?",
        rf"\b{_MONTH}(?:,| of)? {_YEAR}\b",
        rf"\b(?:in|during|since|before|after|until|by|last|this|early|late|of) {_MONTH}\b",
        rf"\b(?:in|during|since|before|after|until|by|of|year) {_YEAR}\b",
    )
]
_AGO = re.compile(rf"\b{_NUMBER} {_UNIT} ago\b")
_PAST = re.compile(rf"\b(?:last|past|previous) {_NUMBER} {_UNIT}\b")
_NAMED = re.compile(
    r"\b(?P<which>last|past|previous|this|current) (?P<unit>week|weekend|month|year|"
    + "|".join(DAYS)
    + r")\b"
)
_SINGLE = re.compile(r"\b(?P<word>today|yesterday)\b")
_SHIFTED = re.compile(rf"(?:\b{_NUMBER} )?\b{_UNIT} (?P<side>before|after) (?:the )?(?:on )?$")
_SIDE = re.compile(r"\b(?P<side>since|after|from|before|until|till)(?: the| on| in)? ?$")

_BEFORE_MAX = 64
"""More characters than `_SHIFTED` and `_SIDE` can match: further back nothing is looked for."""

Anchor = tuple[int, datetime, datetime]
"""Where the expression starts in the text, and the period it names."""


def windows_in(text: str, reference: datetime) -> tuple[Period, ...]:
    """Return the periods that a text names, in time order, relative to `reference`.

    Knows dates and months with and without a year, years, today, yesterday, "last week" (month,
    year, weekend, Friday), "three weeks ago", "the last two months", "the week before" a date, and
    since, after, before and until. Calendar units are those of UTC. What ends beyond the year 9999
    is left out.
    """
    folded = " ".join(text.casefold().split())
    found: set[tuple[datetime, datetime]] = set()
    for anchor in _anchors(folded, reference.astimezone(UTC)):
        with suppress(OverflowError):
            window = _placed(folded, anchor, reference.astimezone(UTC))
            found |= set() if window is None else {window}
    return tuple(
        Period(start=start, end=end)
        for start, end in sorted(found, key=lambda w: (w[0], w[1]))
        if start < end
    )


def _anchors(text: str, reference: datetime) -> Iterator[Anchor]:
    taken = bytearray(len(text))
    for rule in _DATES:
        for match in rule.finditer(text):
            first, last = match.span()
            if any(taken[first:last]):
                continue
            periods = list(_dated(match, reference))
            if periods:
                taken[first:last] = b"\1" * (last - first)
            where = match.start("month") if _only_month(match) else match.start()
            where = match.start("year") if _only_year(match) else where
            yield from ((where, start, end) for start, end in periods)
    for rule, read in ((_AGO, _ago), (_PAST, _past), (_NAMED, _named), (_SINGLE, _single)):
        for match in rule.finditer(text):
            with suppress(ValueError, OverflowError):
                start, end = read(match, reference)
                yield match.start(), start, end


def _only_month(match: re.Match[str]) -> bool:
    found = match.groupdict()
    return bool(found.get("month")) and not found.get("day") and not found.get("year")


def _only_year(match: re.Match[str]) -> bool:
    found = match.groupdict()
    return not found.get("month") and not found.get("day")


def _dated(match: re.Match[str], reference: datetime) -> Iterator[tuple[datetime, datetime]]:
    found = match.groupdict()
    month = _month(found)
    day = int(found["day"]) if found.get("day") else None
    if found.get("year"):
        years = [int(found["year"])]
    else:
        years = list(range(max(reference.year - YEARS_BACK, 1), reference.year + 1))
    for year in years:
        period = _calendar(year, month, day)
        if period is not None and (found.get("year") or period[0] <= reference):
            yield period


def _month(found: dict[str, str | None]) -> int | None:
    if found.get("monthnumber"):
        return int(found["monthnumber"] or 0)
    name = found.get("month")
    if not name:
        return None
    return next(i for i, month in enumerate(MONTHS, start=1) if month[:3] == name[:3])


def _calendar(year: int, month: int | None, day: int | None) -> tuple[datetime, datetime] | None:
    """Return a year, a month or a day; None if there is no such day, or none after it."""
    with suppress(ValueError, OverflowError):
        start = datetime(year, month or 1, day or 1, tzinfo=UTC)
        if day:
            return start, start + timedelta(days=1)
        if month:
            return start, _month_after(start)
        return start, start.replace(year=year + 1)
    return None


def _month_after(start: datetime) -> datetime:
    return (start.replace(day=1) + timedelta(days=32)).replace(day=1)


def _midnight(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def _many(match: re.Match[str]) -> int:
    word = match.groupdict().get("number") or "one"
    return int(word) if word.isdigit() else COUNTS[word]


def _back(reference: datetime, days: int) -> datetime:
    room = (reference - BEGINNING).days
    return reference - timedelta(days=min(days, room))


def _ago(match: re.Match[str], reference: datetime) -> tuple[datetime, datetime]:
    """Return the unit around that moment: nobody counts weeks to the day."""
    size = _UNIT_DAYS[match["unit"]]
    middle = _midnight(_back(reference, size * _many(match)))
    return _back(middle, size // 2), middle + timedelta(days=max(size // 2, 1))


def _past(match: re.Match[str], reference: datetime) -> tuple[datetime, datetime]:
    return _back(reference, _UNIT_DAYS[match["unit"]] * _many(match)), reference


def _single(match: re.Match[str], reference: datetime) -> tuple[datetime, datetime]:
    today = _midnight(reference)
    start = today if match["word"] == "today" else _back(today, 1)
    return start, start + timedelta(days=1)


def _named(match: re.Match[str], reference: datetime) -> tuple[datetime, datetime]:
    today, unit = _midnight(reference), match["unit"]
    this = match["which"] in {"this", "current"}
    monday = _back(today, today.weekday())
    if unit in DAYS:
        back = (today.weekday() - DAYS.index(unit) - 1) % 7 + 1
        day = _back(today, 0 if this and back == 7 else back)
        return day, day + timedelta(days=1)
    if unit in {"week", "weekend"}:
        start = monday if this else _back(monday, 7)
        first = start + timedelta(days=5 if unit == "weekend" else 0)
        return first, start + timedelta(days=7)
    if unit == "month":
        month = today.replace(day=1)
        start = month if this else _back(month, 1).replace(day=1)
        return start, _month_after(start)
    year = today.year if this else max(today.year - 1, 1)
    return datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)


def _placed(text: str, anchor: Anchor, reference: datetime) -> tuple[datetime, datetime] | None:
    """Apply what stands before an expression: "the week before", "since", "until"."""
    where, start, end = anchor
    before = text[max(0, where - _BEFORE_MAX) : where]
    shifted = _SHIFTED.search(before)
    if shifted is not None:
        days = _UNIT_DAYS[shifted["unit"]] * _many(shifted)
        if shifted["side"] == "before":
            return _back(start, days), start
        return end, end + timedelta(days=days)
    side = _SIDE.search(before)
    if side is None:
        return start, end
    if side["side"] in {"before", "until", "till"}:
        return BEGINNING, start
    first = end if side["side"] == "after" else start
    return (first, reference) if first < reference else None
