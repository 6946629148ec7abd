"""Compute the days that calendar words name: weeks, months, seasons, feasts, relative to a day."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

Days = tuple[date, date]
"""A run of days, the end exclusive."""

SEASONS: Final = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
"""The month in which each season begins, on the northern half of the earth."""

_FIXED_FEASTS: Final = {
    "christmas eve": (12, 24),
    "christmas": (12, 25),
    "xmas eve": (12, 24),
    "xmas": (12, 25),
    "boxing day": (12, 26),
    "new year's eve": (12, 31),
    "new year": (1, 1),
    "valentine's": (2, 14),
    "halloween": (10, 31),
}
_AROUND_EASTER: Final = {"good friday": -2, "easter": 0, "easter monday": 1}
_EDGES: Final = {
    "start": (0, 1, 12), "beginning": (0, 1, 12), "end": (11, 12, 12), "close": (11, 12, 12),
}  # fmt: skip
NTHS: Final = [("first", "1st"), ("second", "2nd"), ("third", "3rd"), ("fourth", "4th")]
_PLACES: Final = {name: place for place, names in enumerate(NTHS) for name in names}
_PARTS: Final = {
    "early": (0, 1, 3), "mid": (1, 2, 3), "middle": (1, 2, 3), "late": (2, 3, 3),
    "start": (0, 1, 3), "beginning": (0, 1, 3), "end": (2, 3, 3), "close": (2, 3, 3),
    "early part": (0, 1, 3), "latter part": (2, 3, 3),
    "h1": (0, 1, 2), "first half": (0, 1, 2), "1st half": (0, 1, 2), "latter half": (1, 2, 2), "back half": (1, 2, 2),
    "h2": (1, 2, 2), "second half": (1, 2, 2), "2nd half": (1, 2, 2),
    "last quarter": (3, 4, 4), "final quarter": (3, 4, 4),
} | {
    name: (first, first + 1, 4)
    for nth, first in _PLACES.items()
    for name in (f"{nth} quarter", f"q{first + 1}")
} | {f"{half}{mark}way": (1, 2, 3) for half in ("mid", "half") for mark in ("", " ", "-")}  # fmt: skip
"""Which part of how many each word names."""
_LENGTHS: Final = {"day": 1, "night": 1, "week": 7, "fortnight": 14}
_MONTHS_LONG: Final = {"month": 1, "quarter": 3, "year": 12, "decade": 120}


def day(of: date) -> Days:
    """Return a day as a run of one."""
    return of, of + timedelta(days=1)


def month(year: int, number: int) -> Days:
    """Return a month; its number may lie beyond 1 to 12."""
    return _month_start(year, number), _month_start(year, number + 1)


def year(number: int) -> Days:
    """Return a year."""
    return date(number, 1, 1), date(number + 1, 1, 1)


def week(of_year: int, number: int) -> Days:
    """Return a week as ISO 8601 counts them; ValueError where the year has no such week."""
    monday = date.fromisocalendar(of_year, number, 1)
    return monday, monday + timedelta(days=7)


def unit_around(unit: str, of: date, shift: int = 0) -> Days:
    """Return the calendar unit that holds a day, or the one so many units later."""
    if unit in {"day", "night"}:
        return day(of + timedelta(days=shift))
    if unit in {"week", "fortnight"}:
        monday = of - timedelta(days=of.weekday())
        if unit == "fortnight" and shift:  # the two weeks before this one, or after it
            monday += timedelta(days=14 * shift - (7 if shift > 0 else 0))
            return monday, monday + timedelta(days=14)
        monday += timedelta(days=7 * shift)
        return monday, monday + timedelta(days=7)
    if unit == "weekend":
        monday = of - timedelta(days=of.weekday()) + timedelta(days=7 * shift)
        return monday + timedelta(days=5), monday + timedelta(days=7)
    if unit == "month":
        return month(of.year, of.month + shift)
    if unit == "quarter":
        first = (of.month - 1) // 3 * 3 + 1 + 3 * shift
        return _month_start(of.year, first), _month_start(of.year, first + 3)
    if unit == "decade":
        first = of.year // 10 * 10 + 10 * shift
        return date(first, 1, 1), date(first + 10, 1, 1)
    return year(of.year + shift)


def back(of: date, unit: str, count: int) -> date:
    """Return the day so many units before (after, if negative), the month's last if it is shorter."""
    if unit in _LENGTHS or unit == "weekend":
        return of - timedelta(days=_LENGTHS.get(unit, 7) * count)
    first = _month_start(of.year, of.month - _MONTHS_LONG[unit] * count)
    last = _month_start(first.year, first.month + 1) - timedelta(days=1)
    return min(first + timedelta(days=of.day - 1), last)


def weekday(number: int, of: date) -> tuple[Days, Days]:
    """Return the last such weekday before a day, and the first after it."""
    behind = (of.weekday() - number - 1) % 7 + 1
    ahead = (number - of.weekday() - 1) % 7 + 1
    return day(of - timedelta(days=behind)), day(of + timedelta(days=ahead))


def season(name: str, in_year: int) -> Days:
    """Return a season that begins in a year; winter ends in the next one."""
    first = SEASONS[name]
    return _month_start(in_year, first), _month_start(in_year, first + 3)


def feast(name: str, in_year: int) -> Days:
    """Return the day of a feast, of Easter the Sunday, in a year."""
    if name in _AROUND_EASTER:
        return day(_easter(in_year) + timedelta(days=_AROUND_EASTER[name]))
    if name == "thanksgiving":
        first = date(in_year, 11, 1)
        return day(first + timedelta(days=(3 - first.weekday()) % 7 + 21))
    return day(date(in_year, *_FIXED_FEASTS[name]))


def part_of(span: Days, name: str) -> Days | None:
    """Return the part of a span that a word names, or None if such a span has none.

    The end of a year is its last month, that of anything shorter its last third; what is late in it
    is the last third of either.
    """
    start, end = span
    first, last, parts = _PARTS[name]
    months = (end.year - start.year) * 12 + end.month - start.month
    if months >= 12:
        first, last, parts = _EDGES.get(name, (first, last, parts))
    if start.day == end.day == 1 and months and months % parts == 0:
        each = months // parts
        begins = start.year, start.month + first * each
        return _month_start(*begins), _month_start(start.year, start.month + last * each)
    days = (end - start).days
    if parts == 4 or (parts == 3 and days < 28 and name in {"early", "mid", "late"}):
        return None
    size = (days + 1) // 2 if parts == 2 else max(1, days // 3)
    if 0 < first < last < parts:
        return start + timedelta(days=size), end - timedelta(days=size)
    return (
        (start, start + timedelta(days=size)) if first == 0 else (end - timedelta(days=size), end)
    )


def week_within(span: Days, which: str) -> Days:
    """Return the first, second, third, fourth or last seven days of a month."""
    start, end = span
    if which not in _PLACES:
        return end - timedelta(days=7), end
    first = start + timedelta(days=7 * _PLACES[which])
    return first, first + timedelta(days=7)


def _month_start(in_year: int, number: int) -> date:
    whole = in_year * 12 + number - 1
    return date(whole // 12, whole % 12 + 1, 1)


def _easter(in_year: int) -> date:
    """Return Easter Sunday of the Gregorian calendar, as Meeus and others compute it."""
    century, _of_century = divmod(in_year, 100)
    corrected = century - century // 4 - (8 * century + 13) // 25 + 15
    moon = (19 * (in_year % 19) + corrected) % 30
    moon -= (moon // 28) * (1 - (29 // (moon + 1)) * ((21 - in_year % 19) // 11))
    weekday_of_moon = (in_year + in_year // 4 + moon + 2 - century + century // 4) % 7
    offset = moon - weekday_of_moon
    number = 3 + (offset + 40) // 44
    return date(in_year, number, offset + 28 - 31 * (number // 4))
