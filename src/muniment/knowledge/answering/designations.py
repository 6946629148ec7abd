"""Read what a question names: by a name, an address, a number or a code, and tell whether words have just that; pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from functools import lru_cache
from typing import Final

from muniment.knowledge.attributes import content_words
from muniment.knowledge.earnest import asks_whether
from muniment.knowledge.kinds import EMAIL, MEASURE
from muniment.knowledge.wordlists import NUMBERS
from muniment.model.names import folded
from muniment.recall.time_words import DAYS, MONTHS
from muniment.recall.times import read_times
from muniment.temporal.utc import BEGINNING

_NAME_LIKE: Final = re.compile(r"(?<=[\w,;:–—-] )[A-ZÀ-ÖØ-Þ][\w’'-]+")
_NO_NAMES: Final = frozenset(
    {"i", "i'm", "i've", "i'd", "i'll", *MONTHS, *DAYS, *(f"{day}s" for day in DAYS)}
)
_ADDRESS: Final = re.compile(EMAIL)
_CODE: Final = re.compile(r"(?<![\w.-])(?=[\w-]*\d\d\d)[^\W\d_]\w*(?:-\w+)*(?![\w-])")
_NUMBER: Final = re.compile(
    r"(?<![\w.,/])(?:\+|\(\+?|v(?=\d+\.))?\d(?:[\d.,]|[ ()/-]{1,2}(?=[\d(]))*(?<=\d)(?![\w%])"
)
_DATE: Final = re.compile(r"\d{1,4}([./-])\d{1,2}\1\d{2,4}")
_COMPARED: Final = re.compile(
    r"\b(?:than|over|under|above|below|at (?:least|most)|about|around|roughly|nearly|almost|up to|between(?: \S+ and)?"
    r"|from \S+ to)\W*$",
    re.IGNORECASE,
)
_BEFORE_MAX: Final = 64
"""How far before a number it is looked for what it is compared with."""
_NUMBERED: Final = re.compile(
    r"(?<![\w’'-])(?P<word>[^\W\d_][\w’'-]*) (?:no\.? |number |#)?(?P<no>\d{1,2})(?![\w/]|[.,:-]\d)",
    re.IGNORECASE,
)
_QUARTER: Final = re.compile(r"\bQ([1-4])\b")
_MEASURE: Final = re.compile(MEASURE, re.IGNORECASE)
_REACHES: Final = re.compile(r" ?(?:to|–|-) ?\W?\d")
_DAY: Final = datetime(2000, 1, 1, tzinfo=BEGINNING.tzinfo)

TELEPHONE_MIN: Final = 7
"""How many digits two numbers have in common at their end that may be written with and without what stands before them."""
_DIGITS_MIN: Final = 3
"""A smaller number counts something, and names nothing, unless it has a point."""


@lru_cache(maxsize=128)
def times_in(question: str) -> tuple[tuple[int, int], ...]:
    """Return where a question speaks of times."""
    return tuple((each.start, each.end) for each in read_times(question, _DAY))


def name_like(question: str) -> list[str]:
    """Return the words of a question that are written like names, folded: with a capital within it, and no time."""
    times = times_in(question)
    found = [
        re.sub(r"['’]s?$", "", folded(each[0]))
        for each in _NAME_LIKE.finditer(question)
        if not any(start <= each.start() < end for start, end in times)
    ]
    return [each for each in found if each not in _NO_NAMES]


def designations(question: str) -> list[str]:
    """Return what a question names by an e-mail address, a number or a code, as it is written.

    Times are none, nor what a number is compared with: "more than 500".
    """
    found = [*_marked(question, _ADDRESS), *_marked(question, _CODE)]
    taken = [*times_in(question), *((start, start + len(text)) for start, text in found)]
    numbers = [
        (start, text)
        for start, text in _marked(question, _NUMBER)
        if (len(_digits(text)) >= _DIGITS_MIN or "." in text)
        and _DATE.fullmatch(text) is None
        and not any(first < start + len(text) and start < end for first, end in taken)
        and not _is_compared(question, start)
        and _REACHES.match(question, start + len(text)) is None
    ]
    return [text for _, text in sorted([*found, *numbers])]


def designated_in(question: str, about: Collection[str]) -> tuple[str, ...]:
    """Return the addresses, numbers and codes that what answers has: all, unless it is asked whether they are somebody's known."""
    if about and asks_whether(question):
        return ()
    return tuple(designations(question))


def numbered_in(question: str, about: Collection[str]) -> tuple[tuple[str, str], ...]:
    """Return what a question tells from its likes by a number of one or two digits, each as word and number: "flat 7".

    Neither times nor measures, nor what a number is compared with; none where it is asked whether it is somebody's known.
    """
    if about and asks_whether(question):
        return ()
    times = times_in(question)
    return tuple(
        (folded(each["word"]), each["no"])
        for each in _NUMBERED.finditer(question)
        if content_words(each["word"])
        and not any(start < each.end() and each.start() < end for start, end in times)
        and _MEASURE.match(question, each.start("no")) is None
        and not _is_compared(question, each.start("no"))
        and _REACHES.match(question, each.end()) is None
    )


def _is_compared(question: str, place: int) -> bool:
    return _COMPARED.search(question, max(0, place - _BEFORE_MAX), place) is not None


def _has_numbers(text: str, asked: Collection[tuple[str, str]]) -> bool:
    """Tell whether words have all the small numbers by which something is told from its likes."""
    if not asked:
        return True
    told = {each for _, each in _marked(text, _NUMBER)}
    told |= {str(NUMBERS[each]) for each in folded(text).split() if each in NUMBERS}
    return all(no in told for _, no in asked)


def numbers_another(text: str, asked: Collection[tuple[str, str]]) -> bool:
    """Tell whether words give another number to something, and nowhere that which is asked for: "flat 9"."""
    if not asked:
        return False
    told = {(folded(each["word"]), each["no"]) for each in _NUMBERED.finditer(text)}
    words = {word for word, _ in told}
    return any(word in words and (word, no) not in told for word, no in asked)


def tells_another_quarter(text: str, question: str) -> bool:
    """Tell whether words are of a quarter of a year, and not of the one that a question asks of: "Q1"."""
    asked, told = set(_QUARTER.findall(question)), set(_QUARTER.findall(text))
    return bool(asked and told) and asked.isdisjoint(told)


def has_all(text: str, designated: Iterable[str], numbered: Collection[tuple[str, str]]) -> bool:
    """Tell whether words name something by all of some designations, and have all small numbers that tell it from its likes."""
    return all(has(text, each) for each in designated) and _has_numbers(text, numbered)


def has(text: str, designation: str) -> bool:
    """Tell whether words name something by just that: a number however its digits are grouped."""
    if "@" in designation:
        return folded(designation) in map(folded, _ADDRESS.findall(text))
    if _CODE.fullmatch(designation):
        return folded(designation) in (folded(each) for _, each in _marked(text, _CODE))
    sought = _value(designation)
    return any(_is_same_number(sought, _value(each)) for _, each in _marked(text, _NUMBER))


def _is_same_number(one: str, other: str) -> bool:
    if one == other:
        return True
    shorter, longer = sorted((one.lstrip("0"), other.lstrip("0")), key=len)
    return len(shorter) >= TELEPHONE_MIN and "." not in longer and longer.endswith(shorter)


def _value(number: str) -> str:
    """Return a number without what groups its digits; of a fraction with two places or one these are kept."""
    whole, point, places = number.strip("+()v").replace(" ", "").rpartition(".")
    is_fraction = point and len(places) <= 2 and "." not in whole
    if not is_fraction:
        return _digits(number)
    places = places.rstrip("0")
    return f"{_digits(whole)}.{places}" if places else _digits(whole)


def _digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))


def _marked(text: str, pattern: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    return ((each.start(), each[0]) for each in pattern.finditer(text))
