"""Read the times that have a number: dates in digits, quarters, halves, days and runs of months, and the months and weeks of ISO 8601."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache
from typing import Final

from muniment.recall import calendar_spans as spans
from muniment.recall.calendar_spans import Days
from muniment.recall.time_readings import (
    LEAPS,
    Readings,
    count_of,
    cut,
    dated,
    day_number,
    month_number,
    shift_of,
    there,
    year_of,
    yearly,
)
from muniment.recall.time_words import (
    BEFORE_A_DATE,
    NO_FRACTION,
    VAGUE,
    YEAR_LEAD,
    unit_in,
    weekday_in,
    year_in,
)

_NO_HALF: Final = re.compile(
    r"\b(?:stor|sav|kept|keep|databas|db\b|sql|quer|tables?\b|head|tag|html|visa)"
)
"""What "H1" and "H2" are told of where they are no halves: headings, visas and a database."""
_FROM: Final = re.compile(r"\b(?:from|between|since)\b[^,.;?!]*$")
_TWO_NUMBERS: Final = re.compile(
    rf"(?:(?P<lead>\b(?:{'|'.join(BEFORE_A_DATE)}) )|(?<![/.\w-]))"
    r"(?P<date>(?P<one>\d{1,2})/(?P<two>\d{1,2})"
    rf"(?(lead)(?:/(?:19|20)?\d\d|{NO_FRACTION})|/(?:19|20)?\d\d))(?![/\w%]|\.\d)"
)


def iso(match: re.Match[str], today: date) -> Readings:
    """Read "2024-03-03", and "2024-03-03T15:00Z" as the day."""
    days = spans.day(date.fromisoformat(match["date"]))
    return Readings(days, days)


def slashed(match: re.Match[str], today: date) -> Readings | None:
    """Read "25/12/2024": what may be the day of either of two months is left."""
    year, one, two = year_in(match, today), int(match["one"]), int(match["two"])
    mark = match.groupdict().get("mark")
    if mark is None:
        day = date(year, one, two)
    elif one > 12 or one == two or mark == ".":
        day = date(year, two, one)
    elif two > 12:
        day = date(year, one, two)
    else:
        return None
    return Readings(spans.day(day), spans.day(day))


def month(match: re.Match[str], today: date) -> Readings | None:
    """Read "2026-04" and "04/2026"; what may be a run of years ("2009-10") is left."""
    year, number = int(match["year"]), int(match["number"])
    if number > year % 100 and "-" in match[0]:
        return None
    days = spans.month(year, number)
    return Readings(days, days, needs_lead=True)


def week(match: re.Match[str], today: date) -> Readings:
    """Read "week 20" and "2026-W20", weeks as ISO 8601 counts them."""
    number, found = int(match["nth"]), match.groupdict()
    if found["year"] or found.get("of_year"):
        days = spans.week(year_of(match, today), number)
        return Readings(days, days, needs_lead=True)
    around = there(LEAPS, lambda shift: spans.week(today.year + shift, number))
    behind = max(days for days in around if days[0] <= today)
    return Readings(behind, min(days for days in around if days[1] > today), needs_lead=True)


def part_of_some_year(match: re.Match[str], today: date) -> Readings | None:
    """Read "Q3", "the third quarter", "H1 2024" and "the end of Q3"."""
    return yearly(match, today, lambda match, today: cut(match, _part_of_year(match, today)))


def _part_of_year(match: re.Match[str], today: date) -> Readings | None:
    name, found = match["part"], match.groupdict()
    if found["year"] or found.get("of_year"):
        days = spans.part_of(spans.year(year_of(match, today)), name)
        return None if days is None else Readings(days, days)
    if name.startswith("h") and _tells_no_half(match.string):
        return None
    parts = (spans.part_of(spans.year(today.year + shift), name) for shift in (-1, 0, 1))
    return _around([days for days in parts if days is not None], today)._replace(needs_lead=True)


@lru_cache(maxsize=8)
def _tells_no_half(text: str) -> bool:
    return _NO_HALF.search(text) is not None


def _around(each: list[Days], today: date) -> Readings:
    """Return the last of some days that have begun, and the first that are not over."""
    behind = max(days for days in each if days[0] <= today)
    return Readings(behind, min(days for days in each if days[1] > today))


def day_and_month(match: re.Match[str], today: date) -> Readings | None:
    """Read "on 28/05" and "on 5/28": what may be the day of either of two months is left, and "24/7"."""
    one, two = int(match["one"]), int(match["two"])
    if (one > 12) == (two > 12) or (one, two) == (24, 7):
        return None
    day, number = (one, two) if one > 12 else (two, one)
    return _around(there(LEAPS, lambda n: spans.day(date(today.year + n, number, day))), today)


def months(match: re.Match[str], today: date) -> Readings | None:
    """Read "Jan-Mar 2025": from the first month named to the last; "from late May to June" is read elsewhere."""
    if _FROM.search(match.string, max(0, match.start() - 24), match.start()):
        return None
    first, last = (month_number(match[name]) for name in ("first_month", "month"))
    back = int(first > last) * 12

    def of(year: int) -> Days:
        return spans.month(year, first - back)[0], spans.month(year, last)[1]

    if match["year"] or match["of_year"]:
        days = of(year_of(match, today))
        return Readings(days, days)
    around = _around([of(today.year + shift) for shift in (-1, 0, 1, 2)], today)
    return around._replace(needs_lead=not match[0].startswith("from"))


def ambiguous_dates(text: str) -> Iterator[str]:
    """Yield the dates of a lower-case text that may be of either of two months: "03/04/2026", "on 03/04"."""
    for match in _TWO_NUMBERS.finditer(text):
        one, two = int(match["one"]), int(match["two"])
        if one != two and min(one, two) >= 1 and max(one, two) <= 12:
            yield match["date"]


def years(match: re.Match[str], today: date) -> Readings | None:
    """Read "in 2019-2021": from the first year named to the last."""
    first, last = int(match["first"]), year_in(match, today)
    lead = YEAR_LEAD.search(match.string, max(0, match.start() - 16), match.start())
    if first >= last or not (lead or match[0].startswith("from")):
        return None
    days = spans.year(first)[0], spans.year(last)[1]
    return Readings(days, days)


def week_from(match: re.Match[str], today: date) -> Readings:
    """Read "week commencing 4 May" and "week ending 10 May"."""
    begins = not match["span"].endswith(("ending", "e"))
    named = dated(match, today)
    behind, ahead = (
        (days[0], days[0] + timedelta(days=7)) if begins else (days[1] - timedelta(days=7), days[1])
        for days in named[:2]
    )
    return named._replace(behind=behind, ahead=ahead)


def unit_end(match: re.Match[str], today: date) -> Readings | None:
    """Read "EOW" and "EOY", the end of this week and year."""
    days = spans.part_of(spans.unit_around(unit_in(match), today), "end")
    return None if days is None else Readings(days, days, needs_lead=True)


def day_of_month(match: re.Match[str], today: date) -> Readings:
    """Read "the 3rd of last month"."""
    first = spans.month(today.year, today.month + shift_of(match["which"]))[0]
    days = spans.day(first.replace(day=day_number(match["day"])))
    return Readings(days, days)


def weekdays_ago(match: re.Match[str], today: date) -> Readings | None:
    """Read "two Mondays ago", a week before the last one."""
    if match["number"] in VAGUE:
        return None
    last, _ = spans.weekday(weekday_in(match), today)
    days = spans.day(spans.back(last[0], "week", count_of(match["number"]) - 1))
    return Readings(days, days)
