"""Hold the rules of time expressions: a pattern each, and who reads what it matched."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Final

from muniment.recall import calendar_spans as spans
from muniment.recall import half_times as halves
from muniment.recall import numbered_times as numbered
from muniment.recall import time_readings as readings
from muniment.recall.time_readings import Readings
from muniment.recall.time_words import (
    DAY,
    DAYS,
    EDGE,
    FEAST,
    HALF,
    MONTH,
    MONTHS,
    NEAR,
    NTH,
    NUMBER,
    OF_YEAR,
    PART,
    ROUGHLY,
    SEASON,
    THIRD,
    UNIT,
    WEEKDAY,
    WHICH,
    YEAR,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A pattern of lower-case text, and what it names."""

    pattern: str
    read: Callable[[re.Match[str], date], Readings | None]
    needs: str
    """The kind of word without which the pattern cannot match, as `kinds_in` names it."""


_KINDS: Final = {
    "month": re.compile("|".join(month[:3] for month in MONTHS)),
    "weekday": re.compile("|".join(DAYS)),
    "near": re.compile("today|tonight|tomorrow|yesterday|last night|this (?:morning|after|even)"),
    "season": re.compile("|".join(spans.SEASONS)),
    "feast": re.compile("easter|good friday|thanks|hallow|christmas|boxing|valentine|new year"),
    "unit": re.compile("hour|day|night|week|month|quarter|year|decade"),
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


_MONTH: Final = rf"{MONTH}(?:,? (?:of )?{YEAR}|{OF_YEAR})?"
_DECADE: Final = r"(?P<decade>(?:19|20)?\d0)'?s"
_THIRD: Final = THIRD.replace("edge", "third")

RULES: Final = tuple(
    Rule(pattern=rf"(?<![\w-])(?:{pattern})(?!\w)", read=read, needs=_kind_of(pattern))
    for pattern, read in (
        (r"\d{4}-\d\d-\d\d", readings.iso),
        (r"(?P<year>(?:19|20)\d\d)-(?P<number>0[1-9]|1[0-2])(?![:-]|\.\d|/\w)", numbered.month),
        (r"(?P<year>(?:19|20)\d\d)-?w(?P<nth>\d\d)(?!-)", numbered.week),
        (rf"(?:(?:(?:calendar|iso) )?week|cw) (?P<nth>\d{{1,2}})(?:(?:,| of)? {YEAR}|{OF_YEAR})?(?! (?:of|in) |[%:/-]|\.\d)", numbered.week),
        (r"(?<![/.])(?P<year>(?:19|20)\d\d)/(?P<one>\d{1,2})/(?P<two>\d{1,2})(?!/)", readings.slashed),
        (r"(?<![/.])(?P<one>\d{1,2})(?P<mark>[/.])(?P<two>\d{1,2})(?P=mark)(?P<year>(?:19|20)\d\d)(?![/.]\d)", readings.slashed),
        (rf"(?:{EDGE}|{_THIRD}){_MONTH}", readings.part_of_month),
        (rf"(?:{EDGE}|{_THIRD}){YEAR}", readings.part_of_year),
        (rf"(?<=the )(?:{_THIRD}){_DECADE}", readings.part_of_decade),
        (rf"(?:{EDGE}(?:the )?|{_THIRD})(?:{WHICH} )?{SEASON}(?: (?:of )?{YEAR})?", readings.part_of_season),
        (rf"(?:the )?(?P<nth>{NTH}|last|final) week (?:of|in) {_MONTH}", readings.week_of_month),
        (rf"(?:the )?(?P<nth>week) of {DAY}(?: of)? {_MONTH}", readings.week_of_month),
        (rf"(?:the )?(?P<nth>week) of {MONTH} {DAY}(?:,? {YEAR}|{OF_YEAR})?", readings.week_of_month),
        (rf"(?P<part>q[1-4]|h[12])(?:(?:(?: of|,)? |[/-]){YEAR}|{OF_YEAR})?", numbered.part_of_some_year),
        (r"(?P<year>(?:19|20)\d\d)[ /-]?(?P<part>q[1-4]|h[12])", numbered.part_of_some_year),
        (rf"(?:the )?(?P<part>{NTH} (?P<unit>quarter))(?:,? {YEAR}|{OF_YEAR})?(?! of |[ -]final|-)", numbered.part_of_some_year),
        (rf"(?:from )?(?:the )?(?P<first>\d{{1,2}})(?:st|nd|rd|th)?(?: to | until | till | ?[-–] ?){DAY}(?: of)? {MONTH}(?:,? {YEAR})?", readings.ranged),
        (rf"(?:from )?{MONTH} (?P<first>\d{{1,2}})(?:st|nd|rd|th)?(?: to | until | till | ?[-–] ?){DAY}(?:,? {YEAR})?", readings.ranged),
        (rf"(?:{WEEKDAY},? )?{DAY}(?: of)? {_MONTH}", readings.dated),
        (rf"(?:{WEEKDAY},? )?{MONTH} {DAY}(?:,? {YEAR}|{OF_YEAR})?", readings.dated),
        (rf"{MONTH}(?:(?:,| of)? {YEAR}|{OF_YEAR})", readings.dated),
        ("(?:the )?(?P<near>" + "|".join(sorted(NEAR, key=lambda w: -len(w))) + ")", readings.near),
        (rf"{ROUGHLY}{HALF} (?:ago|back)", halves.ago),
        (rf"in {ROUGHLY}{HALF}(?:'s?)?(?: time)?", halves.ahead),
        (rf"{HALF} from now", halves.ahead),
        (rf"for {ROUGHLY}{HALF}(?: now)?", halves.lasting),
        (rf"(?:(?:for|over|in|during|within) )?(?:the )?(?:last|past|previous) {HALF}", halves.past),
        (rf"{ROUGHLY}{NUMBER} {UNIT}s? (?:ago|back)", readings.ago),
        (r"(?P<unit>fortnight) (?:ago|back)", readings.ago),
        (rf"in {ROUGHLY}{NUMBER} {UNIT}s?(?:'s?)?(?: time)?", readings.ahead),
        (rf"{NUMBER} {UNIT}s? from now", readings.ahead),
        (rf"(?:(?:for|over|in|during) )?(?:the )?(?:last|past|previous) {NUMBER} {UNIT}s?", readings.past_units),
        (rf"(?:(?:for|over|in|during|within) )?(?:the )?(?:last|past|previous) {NUMBER} (?P<unit>hour)s?", readings.past_hours),
        (rf"(?:(?:for|over|in|during|within) )?(?:the )?next {NUMBER} {UNIT}s?", readings.next_units),
        (rf"for {ROUGHLY}{NUMBER} {UNIT}s?(?: now)?", readings.lasting),
        (rf"{EDGE}(?:the )?(?:{WHICH} )?{UNIT}", readings.which_unit),
        (rf"{THIRD}{WHICH} (?P<unit>month|quarter|year|decade)", readings.which_unit),
        (rf"{WEEKDAY}{PART} (?:of )?{WHICH} week", readings.weekday_of_week),
        (rf"{DAY} of {WHICH} (?P<unit>month)", numbered.day_of_month),
        (rf"{NUMBER} {WEEKDAY}s ago", numbered.weekdays_ago),
        (r"earlier this (?P<unit>week|month|quarter|year|decade)", readings.earlier),
        (rf"(?:earlier |later )?(?:the )?{WHICH} {UNIT}", readings.which_unit),
        (r"(?:at|over|on) the weekend", readings.weekend),
        (rf"{WHICH} {MONTH}", readings.dated),
        (rf"(?:the )?{WHICH} {WEEKDAY}{PART}(?! (?:of|in) )", readings.which_weekday),
        (rf"(?:{WHICH} )?{SEASON}(?: (?:of )?{YEAR})?", readings.season),
        (rf"(?:{WHICH} )?{FEAST}(?:,? {YEAR})?", readings.feast),
        (rf"{WEEKDAY} (?P<unit>week|fortnight)(?! ?\d)", readings.weekday_after),
        (rf"{WEEKDAY},? the (?P<day>\d{{1,2}})(?:st|nd|rd|th)(?! of)", readings.of_this_month),
        (rf"{WEEKDAY}{PART}", readings.bare_weekday),
        (MONTH, readings.bare_month),
        (r"(?:the )?(?P<unit>night|week|weekend|month|quarter|year) before last", readings.before_last),
        (rf"(?<=in the ){_DECADE}", readings.decade),
        (YEAR, readings.year),
        (r"(?<=the )(?<!in the )(?<!at the )(?P<day>\d{1,2})(?:st|nd|rd|th)(?! (?:of|floor|century|time|birthday|grade|edition|anniversary|street|avenue|district|place|row|half|quarter|hour|day|night|week|month|year))", readings.of_this_month),
    )
)  # fmt: skip
"""The rules, the more particular ones first: what one has read no later one reads again."""
