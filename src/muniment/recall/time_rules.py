"""Hold the rules of time expressions: a pattern each, and who reads what it matched."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Final

from muniment.recall import calendar_spans as spans
from muniment.recall import distant_times as distant
from muniment.recall import half_times as halves
from muniment.recall import numbered_times as numbered
from muniment.recall import time_readings as readings
from muniment.recall.time_readings import Readings
from muniment.recall.time_words import (
    BEFORE_A_DATE,
    DAY,
    DAYS,
    EDGE,
    FEAST,
    HALF,
    MONTH,
    MONTHS,
    NEAR,
    NO_FRACTION,
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
    YEAR_NEXT,
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
    "weekday": re.compile("|".join(DAYS) + r"|\b(?:mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun)\b"),
    "near": re.compile("today|tonight|tomorrow|yesterday|last night|this (?:morning|after|even)"),
    "season": re.compile("|".join(spans.SEASONS)),
    "feast": re.compile(
        "easter|good friday|thanks|hallow|christmas|boxing|valentine|new year|xmas"
    ),
    "unit": re.compile(
        r"hour|day|night|week|month|quarter|year|decade|(?:\b|\d)(?:wk|mth|qtr|yr|hr)s?\b|\d ?[hdwy]\b|\beo[wmqy]\b"
    ),
    "decade": re.compile("\\d0'?s|(?:six|seven|eigh|nine|nough)ties"),
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


_MONTH: Final = rf"{MONTH}(?:(?:,? (?:of )?|(?=')){YEAR}|{OF_YEAR})?"
_DECADE: Final = (
    r"'?(?P<decade>(?:19|20)?\d0(?='?s)|sixties|seventies|eighties|nineties|noughties)(?:'?s)?"
)
_THIRD: Final = THIRD.replace("edge", "third")
_PART: Final = rf"(?:(?:{EDGE}|{_THIRD})(?:the )?)?"
_AS_YEAR: Final = rf"(?P<part>q[1-4]|h[12])(?:(?:(?: of|,)? |[/-]|(?=')){YEAR}|{OF_YEAR})?"
_BEFORE_A_DATE: Final = "|".join(rf"(?<=\b{word} )" for word in BEFORE_A_DATE)
_FIRST_MONTH: Final = MONTH.replace("month", "first_month")
_LEAST: Final = NUMBER.replace("number", "least")
_WEEK_FROM: Final = r"(?:the )?(?P<span>w/[cbe]|week (?:commencing|beginning|starting|ending)):? "

RULES: Final = tuple(
    Rule(pattern=rf"(?<![\w-])(?:{pattern})(?!\w)", read=read, needs=_kind_of(pattern))
    for pattern, read in (
        (r"(?P<date>\d{4}-\d\d-\d\d)(?:t\d\d(?::?\d\d(?::?\d\d(?:\.\d{1,9})?)?)?z?(?![:.+-]?\d))?", numbered.iso),
        (r"(?P<year>(?:19|20)\d\d)-(?P<number>0[1-9]|1[0-2])(?![:-]|\.\d|/\w)", numbered.month),
        (r"(?P<year>(?:19|20)\d\d)-?w(?P<nth>\d\d)(?!-)", numbered.week),
        (rf"(?:(?:(?:calendar|iso) )?(?:week|wk)|cw) (?P<nth>\d{{1,2}})(?:(?:,| of)? {YEAR}|{OF_YEAR})?(?! (?:of|in) |[%:/-]|\.\d)", numbered.week),
        (r"(?<![/.])(?P<year>(?:19|20)\d\d)/(?P<one>\d{1,2})/(?P<two>\d{1,2})(?!/)", numbered.slashed),
        (r"(?<![/.])(?P<one>\d{1,2})(?P<mark>[/.])(?P<two>\d{1,2})(?P=mark)(?P<year>(?:19|20)\d\d)(?![/.]\d)", numbered.slashed),
        (r"(?<![/.])(?P<one>\d{1,2})(?P<mark>/)(?P<two>\d{1,2})/(?P<year>\d\d)(?![/.]\d|/)", numbered.slashed),
        (rf"(?:{_BEFORE_A_DATE})(?P<one>\d{{1,2}})/(?P<two>\d{{1,2}})(?![/%]|\.\d| ?[-–]){NO_FRACTION}", numbered.day_and_month),
        (r"(?<![/.])(?P<number>0?[1-9]|1[0-2])/(?P<year>(?:19|20)\d\d)(?![/:-]|\.\d)", numbered.month),
        (rf"(?P<day>\d{{1,2}})-{MONTH}(?:-(?P<year>(?:19|20)\d\d|\d\d))?(?!-)", readings.dated),
        (rf"{MONTH}[-/](?P<year>(?:19|20)\d\d)(?!-)", readings.dated),
        (rf"(?:from )?{_FIRST_MONTH} ?[-–] ?{MONTH}(?:(?:,| of)? {YEAR}|{OF_YEAR})?(?![-–])", numbered.months),
        (rf"{_FIRST_MONTH} (?:to|through|thru) {MONTH}(?:(?:,| of)? {YEAR}|{OF_YEAR})?", numbered.months),
        (rf"(?:from )?(?P<first>(?:19|20)\d\d) ?[-–] ?{YEAR}", numbered.years),
        (rf"(?:{EDGE}|{_THIRD}){_MONTH}", readings.part_of_month),
        (rf"(?:{EDGE}|{_THIRD}){YEAR}", readings.part_of_year),
        (rf"(?<=the )(?:{_THIRD}){_DECADE}", readings.part_of_decade),
        (rf"(?:{EDGE}(?:the )?|{_THIRD})(?:{WHICH} )?{SEASON}(?: (?:of )?{YEAR})?", readings.part_of_season),
        (rf"(?:the )?(?P<nth>{NTH}|last|final) week (?:of|in) {_MONTH}", readings.week_of_month),
        (rf"(?:the )?(?P<nth>week|wk) of {DAY}(?: of)? {_MONTH}", readings.week_of_month),
        (rf"(?:the )?(?P<nth>week|wk) of {MONTH} {DAY}(?:,? {YEAR}|{OF_YEAR})?", readings.week_of_month),
        (rf"{_WEEK_FROM}(?:{WEEKDAY},? )?{DAY}(?: of)? {_MONTH}", numbered.week_from),
        (rf"{_WEEK_FROM}{MONTH} {DAY}(?:,? {YEAR}|{OF_YEAR})?", numbered.week_from),
        (rf"{_PART}{_AS_YEAR}(?! ?[-–/&] ?[qh]\d)", numbered.part_of_some_year),
        (r"(?P<year>(?:19|20)\d\d)[ /-]?(?P<part>q[1-4]|h[12])", numbered.part_of_some_year),
        (rf"(?:the )?(?P<part>{NTH} (?P<unit>quarter))(?:,? {YEAR}|{OF_YEAR})?(?! of |[ -]final|-)", numbered.part_of_some_year),
        (rf"(?:from )?(?:the )?(?P<first>\d{{1,2}})(?:st|nd|rd|th)?(?: to | until | till | ?[-–] ?){DAY}(?: of)? {MONTH}(?:,? {YEAR})?", readings.ranged),
        (rf"(?:from )?{MONTH} (?P<first>\d{{1,2}})(?:st|nd|rd|th)?(?: to | until | till | ?[-–] ?){DAY}(?:,? {YEAR})?", readings.ranged),
        (rf"(?:{WEEKDAY},? )?(?!(?:the )?[a-z-]+ (?:march|may)\b){DAY}(?: of)? {_MONTH}", readings.dated),
        (rf"(?:{WEEKDAY},? )?{MONTH} {DAY}(?:,? {YEAR}|{OF_YEAR})?", readings.dated),
        (rf"{MONTH}(?:{YEAR_NEXT}|{OF_YEAR})", readings.dated),
        (rf"{NUMBER} {UNIT}s? ago (?P<near>today|yesterday)", distant.on_the_day),
        (r"(?P<near>today|tomorrow|yesterday) (?P<unit>week|fortnight)(?! ?\d)", distant.near_day),
        (r"a (?P<unit>week|fortnight) (?P<near>tomorrow)", distant.near_day),
        ("(?:the )?(?P<near>" + "|".join(sorted(NEAR, key=lambda w: -len(w))) + ")", readings.near),
        (rf"{ROUGHLY}{HALF} (?:ago|back)", halves.ago),
        (rf"in {ROUGHLY}{HALF}(?:'s?)?(?: time)?", halves.ahead),
        (rf"{HALF} from now", halves.ahead),
        (rf"for {ROUGHLY}{HALF}(?: now)?", halves.lasting),
        (rf"(?:(?:for|over|in|during|within) )?(?:the )?(?:last|past|previous) {HALF}", halves.past),
        (rf"{NUMBER} {UNIT}s? ago (?:to the day|exactly)", distant.on_the_day),
        (rf"(?:exactly|precisely) {NUMBER} {UNIT}s? ago", distant.on_the_day),
        (rf"(?:less|fewer) than {NUMBER} {UNIT}s? (?:ago|back)", readings.past_units),
        (rf"{ROUGHLY}{_LEAST}(?: or | to | ?[-–] ?){NUMBER} {UNIT}s? (?:ago|back)", distant.between),
        (rf"{ROUGHLY}an? {UNIT} or (?P<number>two) (?:ago|back)", distant.between),
        (rf"an? {UNIT} or so (?:ago|back)", readings.ago),
        (rf"{ROUGHLY}{NUMBER} ?{UNIT}s? (?:ago|back)", readings.ago),
        (r"(?P<number>\d{1,3}) ?(?P<unit>[dwy]) ago", readings.ago),
        (r"(?P<unit>fortnight) (?:ago|back)", readings.ago),
        (rf"in {ROUGHLY}{NUMBER} {UNIT}s?(?:'s?)?(?: time)?", readings.ahead),
        (rf"{NUMBER} {UNIT}s? from now", readings.ahead),
        (rf"(?:(?:for|over|in|during|within) )?(?:the )?(?:last|past|previous) (?:(?:\d{{1,2}}|one|two|three|four|five|six)(?: ?[-–] ?| to | or ))?{NUMBER} ?{UNIT}s?", readings.past_units),
        (r"(?:for|over|in|during|within) the last (?P<unit>week|fortnight|month|year)(?! of | before | but )", readings.past_units),
        (rf"(?:(?:for|over|in|during|within) )?(?:the )?(?:last|past|previous) {NUMBER} ?(?P<unit>hour|hr|h)s?", readings.past_hours),
        (rf"(?:(?:for|over|in|during|within) )?(?:the )?next {NUMBER} {UNIT}s?", readings.next_units),
        (rf"for {ROUGHLY}{NUMBER} {UNIT}s?(?: now)?", readings.lasting),
        (r"(?:(?:at|around|about|in|on) )?(?:about )?(?:this|(?:the )?same) (?P<same>time|day|week|month|quarter) (?P<which>last|next) (?P<unit>week|month|quarter|year)", distant.same_of),
        (r"(?P<unit>eo[wmqy])", numbered.unit_end),
        (rf"{EDGE}(?:the )?(?:{WHICH} )?{UNIT}", readings.which_unit),
        (rf"{THIRD}{WHICH} (?P<unit>month|quarter|year|decade)", readings.which_unit),
        (rf"{WEEKDAY}{PART} (?:of )?{WHICH} week", readings.weekday_of_week),
        (rf"{DAY} of {WHICH} (?P<unit>month)", numbered.day_of_month),
        (rf"{NUMBER} {WEEKDAY}s ago", numbered.weekdays_ago),
        (rf"(?<!for )(?<!in ){NUMBER} (?P<unit>week|wk|fortnight)s? (?P<which>last|on|this) {WEEKDAY}", distant.weekday),
        (rf"(?:the )?{WEEKDAY} before last", distant.weekday_before_last),
        (rf"(?:the )?{SEASON} before last", distant.season_before_last),
        (rf"{NUMBER} {SEASON}s ago", distant.season_before_last),
        (r"(?:the )?(?P<unit>week|weekend|month|quarter|year) after next", distant.after_next),
        (r"earlier this (?P<unit>week|month|quarter|year|decade)", readings.earlier),
        (rf"(?:earlier |later )?(?:the )?{WHICH} {UNIT}", readings.which_unit),
        (r"(?:at|over|on) the weekend", readings.weekend),
        (rf"{WHICH} {MONTH}", readings.dated),
        (rf"(?:the )?{WHICH} {WEEKDAY}{PART}(?! (?:of|in) )", readings.which_weekday),
        (rf"(?:{WHICH} )?{SEASON}(?: (?:of )?{YEAR})?", readings.season),
        (rf"(?:{WHICH} )?{FEAST}(?:,? {YEAR})?", readings.feast),
        (rf"{WEEKDAY} (?P<unit>week|fortnight)(?! ?\d)", readings.weekday_after),
        (rf"{WEEKDAY},? (?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)(?! of)", readings.of_this_month),
        (rf"{WEEKDAY}{PART}", readings.bare_weekday),
        (rf"{MONTH}(?!-\d)(?! \d{{1,2}}(?:st|nd|rd|th)?(?![\w.:%]))", readings.bare_month),
        (r"(?:the )?(?P<unit>night|week|weekend|month|quarter|year) before last", distant.before_last),
        (rf"(?<=in the ){_DECADE}", readings.decade),
        (YEAR, readings.year),
        (r"(?<=the )(?<!in the )(?<!at the )(?P<day>\d{1,2})(?:st|nd|rd|th)(?! (?:of|floor|century|time|birthday|grade|edition|anniversary|street|avenue|district|place|row|half|quarter|hour|day|night|week|month|year))", readings.of_this_month),
    )
)  # fmt: skip
"""The rules, the more particular ones first: what one has read no later one reads again."""
