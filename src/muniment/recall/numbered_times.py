"""Read the times that have a number: quarters, halves, days of months, and the months and weeks of ISO 8601."""

from __future__ import annotations

import re
from datetime import date

from muniment.recall import calendar_spans as spans
from muniment.recall.time_readings import LEAPS, Readings, count_of, day_number, shift_of, there
from muniment.recall.time_words import DAYS, VAGUE


def month(match: re.Match[str], today: date) -> Readings | None:
    """Read "2026-04"; what may be a run of years ("2009-10") is left."""
    year, number = int(match["year"]), int(match["number"])
    if number > year % 100:
        return None
    days = spans.month(year, number)
    return Readings(days, days, needs_lead=True)


def week(match: re.Match[str], today: date) -> Readings:
    """Read "week 20" and "2026-W20", weeks as ISO 8601 counts them."""
    number, found = int(match["nth"]), match.groupdict()
    if found["year"] or found.get("of_year"):
        days = spans.week(int(found["year"] or today.year + shift_of(found["of_year"])), number)
        return Readings(days, days, needs_lead=True)
    around = there(LEAPS, lambda shift: spans.week(today.year + shift, number))
    behind = max(days for days in around if days[0] <= today)
    return Readings(behind, min(days for days in around if days[1] > today), needs_lead=True)


def part_of_some_year(match: re.Match[str], today: date) -> Readings | None:
    """Read "Q3", "the third quarter" and "H1 2024"; half a year has its year named."""
    name, found = match["part"], match.groupdict()
    if found["year"] or found.get("of_year"):
        whole = spans.year(int(found["year"] or today.year + shift_of(found["of_year"])))
        days = spans.part_of(whole, name)
        return None if days is None else Readings(days, days)
    if name.startswith("h"):
        return None
    parts = (spans.part_of(spans.year(today.year + shift), name) for shift in (-1, 0, 1))
    around = [days for days in parts if days is not None]
    behind = max(days for days in around if days[0] <= today)
    return Readings(behind, min(days for days in around if days[1] > today), needs_lead=True)


def day_of_month(match: re.Match[str], today: date) -> Readings:
    """Read "the 3rd of last month"."""
    first = spans.month(today.year, today.month + shift_of(match["which"]))[0]
    days = spans.day(first.replace(day=day_number(match["day"])))
    return Readings(days, days)


def weekdays_ago(match: re.Match[str], today: date) -> Readings | None:
    """Read "two Mondays ago", a week before the last one."""
    if match["number"] in VAGUE:
        return None
    last, _ = spans.weekday(DAYS.index(match["weekday"]), today)
    days = spans.day(spans.back(last[0], "week", count_of(match["number"]) - 1))
    return Readings(days, days)
