"""Read times that are told by halves: "half a year ago", "for two and a half years"."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from muniment.recall import calendar_spans as spans
from muniment.recall.time_readings import Readings, count_of

_HALVES: Final = {"decade": ("year", 5), "year": ("month", 6), "month": ("week", 2)}
"""How many of a lesser unit are half of each."""


def ago(match: re.Match[str], today: date) -> Readings | None:
    """Read "half a year ago", as "six months ago": the month of then."""
    return _then(match, today, 1)


def ahead(match: re.Match[str], today: date) -> Readings | None:
    """Read "in half a year"."""
    return _then(match, today, -1)


def lasting(match: re.Match[str], today: date) -> Readings | None:
    """Read "for a year and a half"."""
    then = _then(match, today, 1)
    return None if then is None else then._replace(extent="lasting")


def past(match: re.Match[str], today: date) -> Readings | None:
    """Read "the last year and a half", up to today."""
    unit = _unit(match)
    if unit is None:
        return None
    days = _back(match, today, unit, 1), spans.day(today)[1]
    return Readings(days, days)


def _then(match: re.Match[str], today: date, sign: int) -> Readings | None:
    unit = _unit(match)
    if unit is None:
        return None
    days = spans.unit_around(_HALVES[unit][0], _back(match, today, unit, sign))
    return Readings(days, days)


def _unit(match: re.Match[str]) -> str | None:
    """Return the unit that is halved, None where none is named, or two."""
    named = [match[name] for name in ("whole", "one", "unit") if match[name]]
    return named[0] if len(named) == 1 else None


def _back(match: re.Match[str], today: date, unit: str, sign: int) -> date:
    number = match["point"] or match["number"]
    count = count_of(number) if number else int(match["one"] is not None)
    lesser, half = _HALVES[unit]
    return spans.back(spans.back(today, unit, sign * count), lesser, sign * half)
