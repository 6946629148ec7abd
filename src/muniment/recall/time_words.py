"""Hold the words that times are told with, as patterns of lower-case text."""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from typing import Final

from muniment.recall import calendar_spans as spans

# fmt: off
MONTHS = [
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
]
DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_SHORT_DAYS = {
    "mon": 0, "tue": 1, "tues": 1, "wed": 2, "weds": 2, "thu": 3, "thur": 3, "thurs": 3, "fri": 4,
    "sat": 5, "sun": 6,
}
COUNTS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "a couple of": 2, "three": 3, "a few": 3, "four": 4,
    "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
}
# fmt: on
LEADS: Final = re.compile(
    r"(?<![\w-])(?:(?P<since>(?:ever )?since|between|starting(?: from| in| on)?|beginning(?: in| on)?|from|"
    r"as (?:of|from)|effective(?: from)?)"
    r"|(?P<until>until|till|'?til|through|(?<!run )up to|by)"
    r"|(?P<before>before)|(?P<after>after)"
    r"|(?P<during>back in|in|on|at|over|during|within|throughout|around|for|of|come|sometime|eod|cob))"
    r"(?: (?:eod|cob|close of (?:business|play)|end of day))?"
    r"(?: (?:about|around|early|mid|late|in|(?<!in )on))?(?: the)?[ -]$"
)
"""What may stand before a time expression and bounds what it is said of."""

MONTH = "(?P<month>" + "|".join(f"{m}|{m[:3]}\\b\\.?" for m in MONTHS) + r"|sept\b\.?)(?![a-z])"
ORDINALS = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth",
    "eighteenth", "nineteenth", "twentieth", "twenty-first", "twenty-second", "twenty-third",
    "twenty-fourth", "twenty-fifth", "twenty-sixth", "twenty-seventh", "twenty-eighth",
    "twenty-ninth", "thirtieth", "thirty-first",
]  # fmt: skip
DAY = r"(?:the )?(?P<day>\d{1,2}(?:st|nd|rd|th)?(?![\d:%]|\.\d)|" + "|".join(ORDINALS) + ")"
YEAR = r"(?P<year>(?:19|20)\d{2}|'\d\d(?![\w ]*'(?!\w)))(?![\d:%-]|\.\d|/\w)"
YEAR_NEXT = rf"(?:(?:,| of)? |(?=')){YEAR}"
"""A year behind a month: "May 2024", "May of 2024", "May '24", "May'24"."""
_TEENS = ["thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
MANY = {**COUNTS, "several": 4, "few": 3, "couple of": 2, "a couple": 2, "couple": 2} | {
    word: count for count, word in enumerate(_TEENS, start=13)
}
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60}
_UNITS = {
    word: count
    for word, count in COUNTS.items()
    if 1 <= count <= 9 and " " not in word and word not in {"a", "an"}
}
MANY |= {
    f"{ten}-{one}": tens + ones for ten, tens in _TENS.items() for one, ones in _UNITS.items()
} | _TENS
NUMBER = (
    r"(?<!half )(?<!\d\.)(?P<number>\d{1,3}|"
    + "|".join(sorted(MANY, key=lambda w: (-len(w), w)))
    + ")"
)
VAGUE = {"a few": (5, 2), "few": (5, 2), "several": (9, 3)}
_HALVED = "month|year|decade"
HALF = (
    rf"(?:(?:{NUMBER}(?: (?P<whole>{_HALVED})s?)?|(?P<one>{_HALVED})) and a half|(?P<point>\d{{1,2}})\.5"
    rf"|(?:a )?half(?![ -]\w+s\b))(?:[ -](?:an? )?(?P<unit>{_HALVED})s?)?"
)
"""Half a unit, or some and a half: "half a year", "a year and a half", "two and a half years"."""
UNIT = r"(?P<unit>day|night|weekend|week|wk|fortnight|month|mth|quarter|qtr|year|yr|decade)"
SHORT_UNITS: Final = {
    "wk": "week", "mth": "month", "qtr": "quarter", "yr": "year", "d": "day", "w": "week", "y": "year",
    "eow": "week", "eom": "month", "eoq": "quarter", "eoy": "year",
}  # fmt: skip
_BEFORE_A_SHORT_DAY = "|".join(
    rf"(?<=\b{word} )"
    for word in ["on", "by", "since", "until", "till", "last", "next", "this", "coming"]
)
_ALONE = r"\b(?! ?[&/–-]|'| (?:and|or|to) )"
WEEKDAY = (
    rf"(?P<weekday>{'|'.join(DAYS)}|(?:{_BEFORE_A_SHORT_DAY})(?:mon|tues?|weds?|thu(?:rs?)?|fri){_ALONE}"
    rf"|(?:(?<=\bon )|(?<=\bnext ))(?:sat{_ALONE}|sun(?=[?!.,;]|$| (?:at|morning|afternoon|evening|night)\b)))"
)
"""A day of the week; a short one behind a word that only a time has there: "mon", "sat" and "sun" are words too."""
BEFORE_A_DATE: Final = ["on", "by", "since", "until", "till", "from", "due"]
"""Before two numbers these say that they are a day and a month."""
NO_FRACTION: Final = r"(?! ?(?:inch(?:es)?|in(?! [a-z])|of|mm|cm)\b)"
"""What a day and a month have not behind them: "on 5/16 inch" is a length, "on 28/05 in Rome" a day."""
SEASON = "(?P<season>" + "|".join(spans.SEASONS) + ")"
FEAST = (
    r"(?P<feast>good friday|easter monday|easter|thanksgiving|halloween|christmas eve|christmas|xmas eve|xmas|boxing day|"
    r"valentine's|new year's eve|new year)(?:'s)?(?: day| sunday)?"
)
PART = r"(?: (?:morning|afternoon|evening|night|lunchtime))?"
WHICH = r"(?P<which>last|past|previous|this coming|coming|this|current|next)"
NTH = "(?:" + "|".join(name for names in spans.NTHS for name in names) + ")"
EDGE = (
    r"(?:(?:the )?(?P<edge>end|close|start|beginning|middle|(?:mid|half)[ -]?way(?= through)|"
    r"(?:early|latter) part|(?:first|1st|second|2nd|latter|back) half|"
    rf"(?:{NTH}|last|final) quarter) (?:of|(?<=way )through) )"
)
THIRD = "(?P<edge>early|mid|late)(?: in(?: the)? |[ -])"
OF_YEAR = r"(?: (?:of )?(?P<of_year>last|this|next) year(?!'))"
AWAY: Final = (
    rf"\b(?P<whole>(?:for|over) )?(?:the(?! \w+s $)(?: last)?|last|(?:about )?{NUMBER}) {UNIT}s? $"
)
"""What may stand before "before", "after" and "from": "the day before Easter", "two weeks from Friday"."""
_OFTEN: Final = re.compile(
    r"(?:\b(?:once|twice|times|(?:hour|day|morning|evening|night|shift|dollar|euro|pound)s?)|\d) $"
)
NEAR: Final = {
    "today": 0, "tonight": 0, "this morning": 0, "this afternoon": 0, "this evening": 0,
    "yesterday": -1, "last night": -1, "tomorrow": 1, "day before yesterday": -2,
    "day after tomorrow": 2, "earlier today": 0, "later today": 0,
}  # fmt: skip
"""How many days off a near day is."""
DECADES: Final = {"sixties": 60, "seventies": 70, "eighties": 80, "nineties": 90, "noughties": 0}
ROUGHLY = "(?:about |around |almost |nearly |over |more than |some |like )?"
YEAR_LEAD = re.compile(
    r"\b(?:(?:in|since|until)(?: about| around)?|till|from|between|to|by|before|after|during|of|year|"
    r"through|throughout|circa|and|-|–) ?$"
)
_SPANNING = re.compile(r"\b(?:from|between)\b.{3,30}?(?:\bto|\band|\bthrough|-|–)(?: the)? ?$")


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Compile a pattern when a text first needs it: most name no time, and every start would pay for all."""
    return re.compile(pattern)


def spanning(text: str, start: int) -> bool:
    """Tell whether what stands there is the second half of "from … to …"."""
    return _SPANNING.search(text, max(0, start - 48), start) is not None


def unit_in(match: re.Match[str]) -> str:
    """Return the unit that a time names, in full."""
    return SHORT_UNITS.get(match["unit"], match["unit"])


def weekday_in(match: re.Match[str]) -> int:
    """Return which day of the week a time names, 0 for Monday."""
    named = match["weekday"]
    return _SHORT_DAYS[named] if named in _SHORT_DAYS else DAYS.index(named)


def year_in(match: re.Match[str], today: date) -> int:
    """Return the year that a time names; one of two digits is at most ten years ahead."""
    named = match["year"].removeprefix("'")
    if len(named) > 2:
        return int(named)
    latest = today.year + 10
    return latest - (latest - int(named)) % 100


def is_once(away: re.Match[str]) -> bool:
    """Tell whether "a week" in "a week from Friday" is so long, not how often: "twice a week from May on"."""
    if away["number"] is None:
        return False
    return _OFTEN.search(away.string, max(0, away.start() - 16), away.start()) is None
