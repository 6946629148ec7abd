"""Hold the rules of time expressions: a pattern each, and the days it names relative to a day."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Final, NamedTuple, TypeVar

from muniment.knowledge import calendar_spans as spans
from muniment.knowledge.calendar_spans import Days
from muniment.recall.expressions import COUNTS, DAYS, MONTHS

Around = TypeVar("Around")

_LEAPS: Final = range(-8, 9)  # how far off the nearest 29 February may be


class Readings(NamedTuple):
    """The days that words name, if they look back and if they look ahead."""

    behind: Days
    ahead: Days
    extent: str = "during"
    needs_lead: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A pattern of lower-case text, and what it names."""

    pattern: re.Pattern[str]
    read: Callable[[re.Match[str], date], Readings | None]
    needs: str
    """The kind of word without which the pattern cannot match, as `kinds_in` names it."""


LEADS: Final = re.compile(
    r"\b(?:(?P<since>(?:ever )?since|between|starting(?: from| in| on)?|beginning(?: in| on)?|from|"
    r"as (?:of|from)|effective(?: from)?|back in)"
    r"|(?P<until>until|till|'?til|through|up to|by)"
    r"|(?P<before>before)|(?P<after>after)"
    r"|(?P<during>in|on|at|over|during|within|around|for|of|come|sometime))"
    r"(?: (?:about|around|early|mid|late|in|on))?(?: the)?[ -]$"
)
"""What may stand before a time expression and bounds what it is said of."""

_MONTH = "(?P<month>" + "|".join(f"{m}|{m[:3]}\\b\\.?" for m in MONTHS) + r"|sept\b\.?)(?![a-z])"
_ORDINALS = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth",
    "eighteenth", "nineteenth", "twentieth",
]  # fmt: skip
_DAY = r"(?:the )?(?P<day>\d{1,2}(?:st|nd|rd|th)?(?![\d:%]|\.\d)|" + "|".join(_ORDINALS) + ")"
_YEAR = r"(?P<year>(?:19|20)\d{2})(?![\d:%-]|\.\d)"
_MANY = {**COUNTS, "several": 4, "fifteen": 15, "twenty": 20, "thirty": 30, "couple of": 2}
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60}
_UNITS = {
    word: count
    for word, count in COUNTS.items()
    if 1 <= count <= 9 and " " not in word and word not in {"a", "an"}
}
_MANY |= {
    f"{ten}-{one}": tens + ones for ten, tens in _TENS.items() for one, ones in _UNITS.items()
} | _TENS
_NUMBER = r"(?P<number>\d{1,3}|" + "|".join(sorted(_MANY, key=lambda w: (-len(w), w))) + ")"
_VAGUE = {"a few": (5, 2), "few": (5, 2), "several": (9, 3)}
_UNIT = r"(?P<unit>day|night|weekend|week|fortnight|month|quarter|year|decade)"
_WEEKDAY = "(?P<weekday>" + "|".join(DAYS) + ")"
_SEASON = "(?P<season>" + "|".join(spans.SEASONS) + ")"
_FEAST = (
    r"(?P<feast>good friday|easter monday|easter|thanksgiving|halloween|christmas eve|christmas|boxing day|"
    r"valentine's|new year's eve|new year)(?:'s)?(?: day| sunday)?"
)
_PART = r"(?: (?:morning|afternoon|evening|night|lunchtime))?"
_WHICH = r"(?P<which>last|past|previous|this coming|coming|this|current|next)"
_EDGE = r"(?:the )?(?P<edge>end|close|start|beginning) of "
AWAY: Final = re.compile(
    rf"\b(?P<whole>(?:for|over) )?(?:the(?! \w+s $)|(?:about )?{_NUMBER}) {_UNIT}s? $"
)
"""What may stand before "before" and "after": "the day before Easter", "two weeks after Easter"."""

_ROUGHLY = "(?:about |around |almost |nearly |over |more than |some |like )?"
_YEAR_LEAD = re.compile(
    r"\b(?:in|since|until|till|from|between|to|by|before|after|during|of|year|through|and|-|–) ?$"
)
_SPANNING = re.compile(r"\b(?:from|between)\b.{3,30}?(?:\bto|\band|\bthrough|-|–)(?: the)? ?$")


def spanning(text: str, start: int) -> bool:
    """Tell whether what stands there is the second half of "from … to …"."""
    return _SPANNING.search(text, max(0, start - 48), start) is not None


def shifted(away: re.Match[str], days: Days, *, before: bool) -> Days:
    """Return the unit that lies so far before or after some days, all of it if it is "for two years"."""
    unit, word = away["unit"], away["number"] or "one"
    count = _count(word)
    near = 0 if away["whole"] or word in _VAGUE else count - 1
    if before:
        return spans.back(days[0], unit, count), spans.back(days[0], unit, near)
    return spans.back(days[1], unit, -near), spans.back(days[1], unit, -count)


def _year(match: re.Match[str], today: date) -> Readings | None:
    if not _YEAR_LEAD.search(match.string, max(0, match.start() - 12), match.start()):
        return None
    days = spans.year(int(match["year"]))
    return Readings(days, days)


def _decade(match: re.Match[str], today: date) -> Readings:
    first = int(match["decade"])
    first = first if first > 99 else (2000 if first < 30 else 1900) + first
    days = date(first, 1, 1), date(first + 10, 1, 1)
    return Readings(days, days)


def _dated(match: re.Match[str], today: date) -> Readings:
    """Read a day or a month with or without its year."""
    found = match.groupdict()
    named = found["month"][:3]
    number = next(i for i, name in enumerate(MONTHS, start=1) if name.startswith(named))
    of_day = _day_number(found["day"]) if found.get("day") else None
    if found.get("year"):
        days = _day_or_month(int(found["year"]), number, of_day)
        return Readings(days, days)
    if found.get("which"):
        return _which_month(number, found["which"], today)
    around = _there(_LEAPS, lambda shift: _day_or_month(today.year + shift, number, of_day))
    behind = max(days for days in around if days[0] <= today)
    return Readings(behind, min(days for days in around if days[1] > today))


def _day_number(word: str) -> int:
    digits = word.rstrip("stndrh")
    return int(digits) if digits.isdigit() else _ORDINALS.index(word) + 1


def _ranged(match: re.Match[str], today: date) -> Readings | None:
    """Read "3 to 5 June": from the first day named to the last."""
    last = _dated(match, today)
    first = int(match["first"])
    if not 0 < first < _day_number(match["day"]):
        return None
    behind, ahead = ((days[0].replace(day=first), days[1]) for days in (last.behind, last.ahead))
    return Readings(behind, ahead)


def _bare_month(match: re.Match[str], today: date) -> Readings:
    return _dated(match, today)._replace(needs_lead=True)


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


def _iso(match: re.Match[str], today: date) -> Readings:
    days = spans.day(date.fromisoformat(match[0]))
    return Readings(days, days)


def _of_this_month(match: re.Match[str], today: date) -> Readings:
    """Read "on the 31st": that of this month, else of the nearest before and after that has one."""
    of_day = int(match["day"])
    months = [spans.month(today.year, today.month + shift)[0] for shift in range(-2, 3)]
    around = _there(months, lambda first: spans.day(first.replace(day=of_day)))
    behind = max(days for days in around if days[0] <= today)
    ahead = min(days for days in around if days[0] >= today)
    return Readings(behind, ahead, needs_lead=True)


def _there(each: Iterable[Around], make: Callable[[Around], Days]) -> list[Days]:
    """Return those of some days that the calendar has: not each year has a 29 February."""
    found: list[Days] = []
    for one in each:
        with suppress(ValueError, OverflowError):
            found.append(make(one))
    return found


_NEAR: Final = {
    "today": 0, "tonight": 0, "this morning": 0, "this afternoon": 0, "this evening": 0,
    "yesterday": -1, "last night": -1, "tomorrow": 1, "day before yesterday": -2,
    "day after tomorrow": 2, "earlier today": 0, "later today": 0,
}  # fmt: skip


def _near(match: re.Match[str], today: date) -> Readings:
    days = spans.unit_around("day", today, _NEAR[match["near"]])
    return Readings(days, days)


def _which_unit(match: re.Match[str], today: date) -> Readings | None:
    if match["unit"] in {"day", "night"}:
        return None
    if (
        match["which"] == "past"
        and match["unit"] != "weekend"
        and not match.groupdict().get("edge")
    ):
        return _past_units(match, today)
    shift = _shift(match["which"])
    if match["unit"] == "weekend" and "coming" in (match["which"] or ""):
        shift = int(spans.unit_around("weekend", today)[0] <= today)
    days = _cut(match, spans.unit_around(match["unit"], today, shift))
    return Readings(days, days)


def _cut(match: re.Match[str], days: Days) -> Days:
    """Return the part of a span that "the end of" or "the start of" names."""
    edge = match.groupdict().get("edge")
    if edge is None:
        return days
    return spans.end_of(days) if edge in {"end", "close"} else spans.beginning_of(days)


def _weekend(match: re.Match[str], today: date) -> Readings:
    this = spans.unit_around("weekend", today)
    behind = this if this[0] <= today else spans.unit_around("weekend", today, -1)
    return Readings(behind, this)


def _shift(which: str | None) -> int:
    if which in {"last", "past", "previous"}:
        return -1
    return 1 if which in {"next", "coming", "this coming"} else 0


def _which_weekday(match: re.Match[str], today: date) -> Readings:
    number = DAYS.index(match["weekday"])
    behind, ahead = spans.weekday(number, today)
    shift = _shift(match["which"])
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


def _bare_weekday(match: re.Match[str], today: date) -> Readings:
    behind, ahead = spans.weekday(DAYS.index(match["weekday"]), today)
    return Readings(behind, ahead, needs_lead=True)


def _ago(match: re.Match[str], today: date) -> Readings:
    word, unit = match["number"], match["unit"]
    if word in _VAGUE:
        far, near = (spans.back(today, unit, count) for count in _VAGUE[word])
        days = spans.unit_around(unit, far)[0], spans.unit_around(unit, near)[1]
    else:
        days = spans.unit_around(unit, spans.back(today, unit, _count(word)))
    return Readings(days, days)


def _ahead(match: re.Match[str], today: date) -> Readings:
    unit = match["unit"]
    days = spans.unit_around(unit, spans.back(today, unit, -_count(match["number"])))
    return Readings(days, days)


def _lasting(match: re.Match[str], today: date) -> Readings:
    unit = match["unit"]
    first = spans.unit_around(unit, spans.back(today, unit, _count(match["number"])))
    return Readings(first, first, "lasting")


def _past_units(match: re.Match[str], today: date) -> Readings:
    first = spans.back(today, match["unit"], _count(match.groupdict().get("number") or "one"))
    days = first, spans.day(today)[1]
    return Readings(days, days)


def _next_units(match: re.Match[str], today: date) -> Readings:
    days = today, spans.day(spans.back(today, match["unit"], -_count(match["number"])))[1]
    return Readings(days, days)


def _count(word: str) -> int:
    return int(word) if word.isdigit() else _MANY[word]


def _season(match: re.Match[str], today: date) -> Readings:
    name, which = match["season"], match["which"]
    if match["year"]:
        days = spans.season(name, int(match["year"]))
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


def _feast(match: re.Match[str], today: date) -> Readings:
    name, which = match["feast"], match["which"]
    if match["year"]:
        days = spans.feast(name, int(match["year"]))
        return Readings(days, days)
    around = [spans.feast(name, today.year + shift) for shift in (-1, 0, 1)]
    behind = max(days for days in around if days[0] <= today)
    ahead = min(days for days in around if days[0] >= today)
    if which == "this":
        behind = ahead = spans.feast(name, today.year)
    if _shift(which) < 0:
        behind = ahead = max(days for days in around if days[1] <= today)
    if _shift(which) > 0:
        behind = ahead = min(days for days in around if days[0] > today)
    return Readings(behind, ahead, needs_lead=which is None)


def _edge(match: re.Match[str], today: date) -> Readings:
    whole = _dated(match, today)
    return Readings(_cut(match, whole.behind), _cut(match, whole.ahead))


def _edge_of_year(match: re.Match[str], today: date) -> Readings:
    days = _cut(match, spans.year(int(match["year"])))
    return Readings(days, days)


_KINDS: Final = {
    "month": re.compile("|".join(month[:3] for month in MONTHS)),
    "weekday": re.compile("|".join(DAYS)),
    "near": re.compile("today|tonight|tomorrow|yesterday|last night|this (?:morning|after|even)"),
    "season": re.compile("|".join(spans.SEASONS)),
    "feast": re.compile("easter|good friday|thanks|hallow|christmas|boxing|valentine|new year"),
    "unit": re.compile("day|night|week|month|quarter|year|decade"),
    "digit": re.compile(r"\d"),
}
"""What a text must have in it for the rules of each kind."""


def kinds_in(text: str) -> frozenset[str]:
    """Return the kinds of time words that a lower-case text may have."""
    return frozenset(kind for kind, pattern in _KINDS.items() if pattern.search(text))


def _kind_of(pattern: str) -> str:
    """Return the kind of word that a pattern cannot do without."""
    named = (kind for kind in _KINDS if f"(?P<{kind}>" in pattern)
    return next(named, "unit" if "weekend" in pattern else "digit")


RULES: Final = tuple(
    Rule(pattern=re.compile(rf"(?<![\w-])(?:{pattern})(?!\w)"), read=read, needs=_kind_of(pattern))
    for pattern, read in (
        (r"\d{4}-\d\d-\d\d", _iso),
        (rf"{_EDGE}{_MONTH}(?:,? (?:of )?{_YEAR})?", _edge),
        (rf"{_EDGE}{_YEAR}", _edge_of_year),
        (rf"(?:from )?(?:the )?(?P<first>\d{{1,2}})(?:st|nd|rd|th)?(?: to | until | till | ?[-–] ?){_DAY}(?: of)? {_MONTH}(?:,? {_YEAR})?", _ranged),
        (rf"(?:from )?{_MONTH} (?P<first>\d{{1,2}})(?:st|nd|rd|th)?(?: to | until | till | ?[-–] ?){_DAY}(?:,? {_YEAR})?", _ranged),
        (rf"{_DAY}(?: of)? {_MONTH}(?:,? {_YEAR})?", _dated),
        (rf"{_MONTH} {_DAY}(?:,? {_YEAR})?", _dated),
        (rf"{_MONTH}(?:,| of)? {_YEAR}", _dated),
        ("(?:the )?(?P<near>" + "|".join(sorted(_NEAR, key=lambda w: -len(w))) + ")", _near),
        (rf"{_ROUGHLY}{_NUMBER} {_UNIT}s? (?:ago|back)", _ago),
        (rf"in {_ROUGHLY}{_NUMBER} {_UNIT}s?(?:'s?)?(?: time)?", _ahead),
        (rf"{_NUMBER} {_UNIT}s? from now", _ahead),
        (rf"(?:(?:for|over|in|during) )?(?:the )?(?:last|past|previous) {_NUMBER} {_UNIT}s?", _past_units),
        (rf"(?:(?:for|over|in|during|within) )?(?:the )?next {_NUMBER} {_UNIT}s?", _next_units),
        (rf"for {_ROUGHLY}{_NUMBER} {_UNIT}s?(?: now)?", _lasting),
        (rf"{_EDGE}(?:the )?(?:{_WHICH} )?{_UNIT}", _which_unit),
        (rf"(?:earlier |later )?(?:the )?{_WHICH} {_UNIT}", _which_unit),
        (r"(?:at|over|on) the weekend", _weekend),
        (rf"{_WHICH} {_MONTH}", _dated),
        (rf"(?:the )?{_WHICH} {_WEEKDAY}{_PART}(?! (?:of|in) )", _which_weekday),
        (rf"(?:{_WHICH} )?{_SEASON}(?: (?:of )?{_YEAR})?", _season),
        (rf"(?:{_WHICH} )?{_FEAST}(?:,? {_YEAR})?", _feast),
        (rf"{_WEEKDAY}{_PART}", _bare_weekday),
        (_MONTH, _bare_month),
        (r"(?<=in the )(?P<decade>(?:19|20)?\d0)'?s", _decade),
        (_YEAR, _year),
        (r"(?<=the )(?P<day>\d{1,2})(?:st|nd|rd|th)(?! (?:of|floor|century|time|birthday|grade|edition|anniversary|street|avenue|district|place|row))", _of_this_month),
    )
)  # fmt: skip
"""The rules, the more particular ones first: what one has read no later one reads again."""
