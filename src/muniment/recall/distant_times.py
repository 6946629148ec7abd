"""Read times that are told by how far they lie from another day: "a week on Friday", "this time last year"."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Final

from muniment.recall import calendar_spans as spans
from muniment.recall.calendar_spans import Days
from muniment.recall.time_readings import Readings, count_of, shift_of
from muniment.recall.time_words import NEAR, VAGUE, is_once, unit_in, weekday_in

_EITHER_SIDE: Final = {"year": 7, "quarter": 7, "month": 3, "week": 0}
"""How many days around it "this time" of another unit is: as long as things stay near in so long a time."""


def shifted(away: re.Match[str], days: Days, *, before: bool) -> Days:
    """Return the unit that lies so far before or after some days, all of it if it is "for two years"."""
    unit, word = unit_in(away), away["number"] or "one"
    count = count_of(word)
    near = 0 if away["whole"] or word in VAGUE else count - 1
    if before:
        return spans.back(days[0], unit, count), spans.back(days[0], unit, near)
    return spans.back(days[1], unit, -near), spans.back(days[1], unit, -count)


def hence(away: re.Match[str], days: Days) -> Days:
    """Return what lies so far after some days: the very day a week on, of a month the whole month."""
    unit, count = unit_in(away), count_of(away["number"])
    first, last = (spans.back(each, unit, -count) for each in days)
    return (first, last) if unit in {"day", "week", "fortnight"} else spans.unit_around(unit, first)


def on_the_day(match: re.Match[str], today: date) -> Readings | None:
    """Read "exactly a year ago" and "a week ago yesterday" as a day."""
    word, near = match["number"], match.groupdict().get("near")
    if word in VAGUE:
        return None
    days = spans.day(spans.back(_near(near, today), unit_in(match), count_of(word)))
    return Readings(days, days)


def near_day(match: re.Match[str], today: date) -> Readings:
    """Read "tomorrow week" and "a week tomorrow", and "yesterday week" as a week before it."""
    near, count = match["near"], count_of(match.groupdict().get("number") or "one")
    sign = 1 if near == "yesterday" else -1
    days = spans.day(spans.back(_near(near, today), unit_in(match), sign * count))
    return Readings(days, days)


def weekday(match: re.Match[str], today: date) -> Readings | None:
    """Read "a week on Friday" and "a week last Friday"."""
    if not is_once(match):
        return None
    behind, ahead = spans.weekday(weekday_in(match), today)
    count = count_of(match["number"])
    near, sign = (behind, 1) if match["which"] == "last" else (ahead, -1)
    days = spans.day(spans.back(near[0], unit_in(match), sign * count))
    return Readings(days, days)


def same_of(match: re.Match[str], today: date) -> Readings:
    """Read "this month last year", and "this time last year" as the days around that day."""
    then = spans.back(today, unit_in(match), -shift_of(match["which"]))
    if match["same"] != "time":
        days = spans.unit_around(match["same"], then)
    else:
        wide = timedelta(days=_EITHER_SIDE[unit_in(match)])
        days = then - wide, spans.day(then + wide)[1]
    return Readings(days, days)


def between(match: re.Match[str], today: date) -> Readings | None:
    """Read "two or three years ago" and "a year or two ago": from the farther unit to the nearer."""
    found, unit = match.groupdict(), unit_in(match)
    near, far = count_of(found.get("least") or "one"), count_of(match["number"])
    if near >= far:
        return None
    first, last = (spans.unit_around(unit, spans.back(today, unit, each)) for each in (far, near))
    return Readings((first[0], last[1]), (first[0], last[1]))


def before_last(match: re.Match[str], today: date) -> Readings:
    """Read "the week before last"."""
    days = spans.unit_around(unit_in(match), today, -2)
    return Readings(days, days)


def season_before_last(match: re.Match[str], today: date) -> Readings:
    """Read "the summer before last" and "three summers ago"."""
    word = match.groupdict().get("number") or "two"
    over = [spans.season(match["season"], today.year + shift) for shift in range(-61, 1)]
    days = [each for each in over if each[1] <= today][-count_of(word)]
    return Readings(days, days)


def weekday_before_last(match: re.Match[str], today: date) -> Readings:
    """Read "the Friday before last"."""
    behind, _ = spans.weekday(weekday_in(match), today)
    days = spans.day(spans.back(behind[0], "week", 1))
    return Readings(days, days)


def after_next(match: re.Match[str], today: date) -> Readings:
    """Read "the week after next"."""
    days = spans.unit_around(unit_in(match), today, 2)
    return Readings(days, days)


def _near(name: str | None, today: date) -> date:
    return today + timedelta(days=NEAR[name] if name else 0)
