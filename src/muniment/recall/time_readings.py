"""Read what the pattern of a time expression matched: the days it names relative to a day."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import date
from typing import Final, NamedTuple, TypeVar

from muniment.recall import calendar_spans as spans
from muniment.recall.calendar_spans import Days
from muniment.recall.time_words import (
    DECADES,
    MANY,
    MONTHS,
    NEAR,
    ORDINALS,
    VAGUE,
    YEAR_LEAD,
    unit_in,
    weekday_in,
    year_in,
)

Around = TypeVar("Around")

LEAPS: Final = range(-8, 9)  # how far off the nearest 29 February, or week 53, may be


class Readings(NamedTuple):
    """The days that words name, if they look back and if they look ahead."""

    behind: Days
    ahead: Days
    extent: str = "during"
    needs_lead: bool = False


def year(match: re.Match[str], today: date) -> Readings | None:
    """Read "2019" where a word before it says that it is a year."""
    if not YEAR_LEAD.search(match.string, max(0, match.start() - 16), match.start()):
        return None
    days = spans.year(year_in(match, today))
    return Readings(days, days)


def decade(match: re.Match[str], today: date) -> Readings:
    """Read "1990s", "90s" and "nineties"."""
    named = match["decade"]
    first = DECADES[named] if named in DECADES else int(named)
    first = first if first > 99 else (2000 if first < 30 else 1900) + first
    days = date(first, 1, 1), date(first + 10, 1, 1)
    return Readings(days, days)


def dated(match: re.Match[str], today: date) -> Readings:
    """Read a day or a month with or without its year."""
    found = match.groupdict()
    number = month_number(found["month"])
    of_day = day_number(found["day"]) if found.get("day") else None
    if found.get("year") or found.get("of_year"):
        year = year_of(match, today)
        days = _day_or_month(year, number, of_day)
        return Readings(days, days)
    if found.get("which"):
        return _which_month(number, found["which"], today)
    years = LEAPS if (number, of_day) == (2, 29) else (-1, 0, 1)
    around = there(years, lambda shift: _day_or_month(today.year + shift, number, of_day))
    behind = max(days for days in around if days[0] <= today)
    return _on_weekday(match, behind, min(days for days in around if days[1] > today))


def year_of(match: re.Match[str], today: date) -> int:
    """Return the year named by its number, or by "last year" and the like."""
    if match["year"]:
        return year_in(match, today)
    return today.year + shift_of(match.groupdict().get("of_year"))


def _on_weekday(match: re.Match[str], behind: Days, ahead: Days) -> Readings:
    """Return two days, or of two the one that is the weekday named with them."""
    named = match.groupdict().get("weekday")
    fit = [days for days in (behind, ahead) if named and days[0].weekday() == weekday_in(match)]
    return Readings(fit[0], fit[-1]) if fit else Readings(behind, ahead)


def month_number(name: str) -> int:
    """Return which month of the year "march" or "mar." is."""
    return next(i for i, month in enumerate(MONTHS, start=1) if month.startswith(name[:3]))


def day_number(word: str) -> int:
    """Return the day of the month that "3rd" or "third" is."""
    digits = word.rstrip("stndrh")
    return int(digits) if digits.isdigit() else ORDINALS.index(word) + 1


def ranged(match: re.Match[str], today: date) -> Readings | None:
    """Read "3 to 5 June": from the first day named to the last."""
    last = dated(match, today)
    first = int(match["first"])
    if not 0 < first < day_number(match["day"]):
        return None
    behind, ahead = ((days[0].replace(day=first), days[1]) for days in (last.behind, last.ahead))
    return Readings(behind, ahead)


def bare_month(match: re.Match[str], today: date) -> Readings:
    """Read a month alone, which needs a word before it: "may" is a verb as well."""
    return dated(match, today)._replace(needs_lead=True)


def _day_or_month(year: int, number: int, of_day: int | None) -> Days:
    return spans.month(year, number) if of_day is None else spans.day(date(year, number, of_day))


def _which_month(number: int, which: str, today: date) -> Readings:
    this = spans.month(today.year, number)
    if which in {"last", "past", "previous"}:
        days = this if this[1] <= today else spans.month(today.year - 1, number)
    elif which == "next":
        days = this if this[0] > today else spans.month(today.year + 1, number)
    else:
        days = this
    return Readings(days, days)


def of_this_month(match: re.Match[str], today: date) -> Readings:
    """Read "on the 31st": that of this month, else of the nearest before and after that has one."""
    of_day = int(match["day"])
    months = [spans.month(today.year, today.month + shift)[0] for shift in range(-2, 3)]
    around = there(months, lambda first: spans.day(first.replace(day=of_day)))
    behind = max(days for days in around if days[0] <= today)
    ahead = min(days for days in around if days[0] >= today)
    return _on_weekday(match, behind, ahead)._replace(needs_lead=True)


def there(each: Iterable[Around], make: Callable[[Around], Days]) -> list[Days]:
    """Return those of some days that the calendar has: not each year has a 29 February."""
    found: list[Days] = []
    for one in each:
        with suppress(ValueError, OverflowError):
            found.append(make(one))
    return found


def near(match: re.Match[str], today: date) -> Readings:
    """Read "yesterday", "tonight" and the like."""
    days = spans.unit_around("day", today, NEAR[match["near"]])
    return Readings(days, days)


def which_unit(match: re.Match[str], today: date) -> Readings | None:
    """Read "last week", "the past month" up to today, and "the end of next year"."""
    if unit_in(match) in {"day", "night"}:
        return None
    if (
        match["which"] == "past"
        and unit_in(match) != "weekend"
        and not match.groupdict().get("edge")
    ):
        return past_units(match, today)
    shift = shift_of(match["which"])
    if unit_in(match) == "weekend" and "coming" in (match["which"] or ""):
        shift = int(spans.unit_around("weekend", today)[0] <= today)
    days = spans.unit_around(unit_in(match), today, shift)
    return cut(match, Readings(days, days))


def earlier(match: re.Match[str], today: date) -> Readings:
    """Read "earlier this year": what of it is over, all of it on its first day."""
    days = spans.unit_around(unit_in(match), today)
    over = (days[0], today) if days[0] < today else days
    return Readings(over, over)


def yearly(
    match: re.Match[str], today: date, read: Callable[[re.Match[str], date], Readings | None]
) -> Readings | None:
    """Return the last and the next of what comes every year, also where its month is the current one."""
    near, found = read(match, today), match.groupdict()
    if near is None or any(found.get(name) for name in ("year", "of_year", "which")):
        return near
    if near.behind[0] > today and (before := read(match, spans.back(today, "year", 1))):
        near = near._replace(behind=before.behind)
    if near.ahead[1] <= today and (after := read(match, spans.back(today, "year", -1))):
        near = near._replace(ahead=after.ahead)
    return near


def cut(match: re.Match[str], whole: Readings | None) -> Readings | None:
    """Return the part that "the end of", "early" and the like name, or all where none does."""
    found = match.groupdict()
    name = found.get("edge") or found.get("third")
    if name is None or whole is None:
        return whole
    behind, ahead = spans.part_of(whole.behind, name), spans.part_of(whole.ahead, name)
    return None if behind is None or ahead is None else whole._replace(behind=behind, ahead=ahead)


def weekend(match: re.Match[str], today: date) -> Readings:
    """Read "at the weekend"."""
    this = spans.unit_around("weekend", today)
    behind = this if this[0] <= today else spans.unit_around("weekend", today, -1)
    return Readings(behind, this)


def shift_of(which: str | None) -> int:
    """Return -1 for what was last, 1 for what comes next, else 0."""
    if which in {"last", "past", "previous"}:
        return -1
    return 1 if which in {"next", "coming", "this coming"} else 0


def which_weekday(match: re.Match[str], today: date) -> Readings:
    """Read "last Friday"; the next one is that of the week to come."""
    number = weekday_in(match)
    behind, ahead = spans.weekday(number, today)
    shift = shift_of(match["which"])
    if shift < 0:
        return Readings(behind, behind)
    if match["which"] == "next":
        monday = spans.unit_around("week", today, 1)[0]
        days = spans.unit_around("day", monday, number)
        return Readings(days, days)
    if shift > 0 or today.weekday() != number:
        return Readings(behind if shift == 0 else ahead, ahead)
    same = spans.day(today)
    return Readings(same, same)


def bare_weekday(match: re.Match[str], today: date) -> Readings:
    """Read "on Friday"."""
    behind, ahead = spans.weekday(weekday_in(match), today)
    return Readings(behind, ahead, needs_lead=True)


def weekday_after(match: re.Match[str], today: date) -> Readings:
    """Read "Friday week", a week after the next Friday."""
    _, ahead = spans.weekday(weekday_in(match), today)
    first = spans.back(ahead[0], unit_in(match), -1)
    return Readings(spans.day(first), spans.day(first))


def ago(match: re.Match[str], today: date) -> Readings:
    """Read "two weeks ago": the week of then."""
    word, unit = match.groupdict().get("number") or "one", unit_in(match)
    if word in VAGUE:
        far, near = (spans.back(today, unit, count) for count in VAGUE[word])
        days = spans.unit_around(unit, far)[0], spans.unit_around(unit, near)[1]
    else:
        days = spans.unit_around(unit, spans.back(today, unit, count_of(word)))
    return Readings(days, days)


def ahead(match: re.Match[str], today: date) -> Readings:
    """Read "in two weeks": the week of then."""
    unit = unit_in(match)
    days = spans.unit_around(unit, spans.back(today, unit, -count_of(match["number"])))
    return Readings(days, days)


def lasting(match: re.Match[str], today: date) -> Readings:
    """Read "for three years"."""
    unit = unit_in(match)
    first = spans.unit_around(unit, spans.back(today, unit, count_of(match["number"])))
    return Readings(first, first, "lasting")


def past_units(match: re.Match[str], today: date) -> Readings:
    """Read "the last two months", up to today."""
    word = match.groupdict().get("number") or "one"
    count = VAGUE[word][0] if word in VAGUE else count_of(word)
    days = spans.back(today, unit_in(match), count), spans.day(today)[1]
    return Readings(days, days)


def past_hours(match: re.Match[str], today: date) -> Readings:
    """Read "the past 24 hours" as the days that they reach into, up to today."""
    first = spans.back(today, "day", -(-count_of(match["number"]) // 24))
    days = first, spans.day(today)[1]
    return Readings(days, days)


def next_units(match: re.Match[str], today: date) -> Readings:
    """Read "the next two months", from today."""
    days = today, spans.day(spans.back(today, unit_in(match), -count_of(match["number"])))[1]
    return Readings(days, days)


def count_of(word: str) -> int:
    """Return how many a word or digits are."""
    return int(word) if word.isdigit() else MANY[word]


def season(match: re.Match[str], today: date) -> Readings:
    """Read "last summer" and "summer 2019"."""
    name, which = match["season"], match["which"]
    if match["year"]:
        days = spans.season(name, year_in(match, today))
        return Readings(days, days)
    around = [spans.season(name, today.year + shift) for shift in (-2, -1, 0, 1)]
    behind = max(days for days in around if days[1] <= today)
    ahead = min(days for days in around if days[0] > today)
    now = next((days for days in around if days[0] <= today < days[1]), None)
    if which in {"last", "past", "previous"}:
        return Readings(behind, behind)
    if which == "next":
        return Readings(ahead, ahead)
    return Readings(now or behind, now or ahead, needs_lead=which is None)


def feast(match: re.Match[str], today: date) -> Readings:
    """Read "at Easter" and "Christmas 2024", and "in the new year" as its January."""
    name, which = match["feast"], match["which"]
    if match["year"]:
        days = spans.feast(name, year_in(match, today))
        return Readings(days, days)
    around = [spans.feast(name, today.year + shift) for shift in (-1, 0, 1)]
    if match.string.endswith("in the new year", 0, match.end()):
        around = [spans.month(days[0].year, 1) for days in around]
    behind = max(days for days in around if days[0] <= today)
    ahead = min(days for days in around if days[1] > today)
    if which == "this":
        behind = ahead = spans.feast(name, today.year)
    if shift_of(which) < 0:
        behind = ahead = max(days for days in around if days[1] <= today)
    if shift_of(which) > 0:
        behind = ahead = min(days for days in around if days[0] > today)
    return Readings(behind, ahead, needs_lead=which is None)


def part_of_month(match: re.Match[str], today: date) -> Readings | None:
    """Read "the end of May" and "mid-March"."""
    return yearly(match, today, lambda match, today: cut(match, dated(match, today)))


def part_of_year(match: re.Match[str], today: date) -> Readings | None:
    """Read "the first half of 2023" and "early 2020"."""
    days = spans.year(year_in(match, today))
    return cut(match, Readings(days, days))


def part_of_decade(match: re.Match[str], today: date) -> Readings | None:
    """Read "the late 1990s"."""
    return cut(match, decade(match, today))


def part_of_season(match: re.Match[str], today: date) -> Readings | None:
    """Read "early summer" and "the end of last winter"."""
    return yearly(match, today, lambda match, today: cut(match, season(match, today)))


def week_of_month(match: re.Match[str], today: date) -> Readings | None:
    """Read "the second week of May", its eighth day to its fourteenth, and "the week of May 4"."""
    return yearly(match, today, _week_of_month)


def _week_of_month(match: re.Match[str], today: date) -> Readings:
    whole, which = dated(match, today), match["nth"]
    behind, ahead = (
        spans.unit_around("week", days[0])
        if which in {"week", "wk"}
        else spans.week_within(days, which)
        for days in whole[:2]
    )
    return Readings(behind, ahead)


def weekday_of_week(match: re.Match[str], today: date) -> Readings:
    """Read "Tuesday last week"."""
    monday = spans.unit_around("week", today, shift_of(match["which"]))[0]
    days = spans.unit_around("day", monday, weekday_in(match))
    return Readings(days, days)
