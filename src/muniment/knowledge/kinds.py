"""Tell what kind of value words are: money, a measure, a time, a number, a name, or other words."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache
from typing import Final

from muniment.knowledge.wordlists import NUMBERS, words
from muniment.recall.time_words import MONTHS

_WORDED: Final = "|".join((*NUMBERS, "hundred", "thousand", "a dozen"))
NUMBER: Final = rf"(?:\d{{1,3}}(?: \d{{3}}){{1,6}}(?![\d.,:])|\d+(?:[.,]\d+){{0,12}}(?: (?:thousand|million|lakh|crore)\b|k|m)?|(?:{_WORDED})(?:[- ](?:and )?(?:{_WORDED})){{0,12}})"
_CURRENCY: Final = (
    "euros?|dollars?|bucks|pounds?|quid|cedis?|naira|rands?|rupees?|yen|yuan|won|pesos?|reais|real|lira|zlotys?|złoty|kronor"
    "|kroner|krona|krone|francs?|dirhams?|riyals?|shillings?|rubles?|roubles?|hryvnias?|forints?|korunas?|lei|leva|baht|ringgit"
    "|rupiah|dong|soles?|birr|dinars?|shekels?|cents?|pence|p|eur|usd|gbp|chf|cad|aud|jpy|inr|sek|nok|dkk|pln|zar|kr"
)
_SIGN: Final = r"(?:[€£$¥₹₦₺₩₫₱₴]|(?<![^\W\d_])(?:R|Rs\.?|CHF|USD|EUR|GBP|SEK|NOK|DKK|PLN|INR|KSh|Ksh|S/|kr|zł)(?=\s?\d))"
_PER: Final = r"(?:\s*(?:/|\b(?:a|an|per|each|every)\b)\s*(?:month|week|year|day|night|hour|head|person|session|visit|mo|yr|pm|pcm|kwh|litre|kilo))?"
MONEY: Final = rf"(?:{_SIGN}\s?\d[\d.,]*(?:k|m)?\b|\b{NUMBER}\s?(?:[€£$]|(?:{_CURRENCY})\b)){_PER}"
_UNIT: Final = (
    "kilos?|kgs?|kilograms?|grams?|g|mg|milligrams?|mcg|micrograms?|µg|ml|millilitres?|litres?|liters?|l|pounds?|lbs?|stone|ounces?|oz"
    "|tonnes?|tons?|metres?|meters?|m|cm|centimetres?|centimeters?|mm|km|kilomet(?:er|re)s?|miles?|feet|foot|inch(?:es)?|hectares?"
    "|acres?|sqm|m²|square (?:met(?:er|re)s?|feet)|hours?|hrs?|minutes?|mins?|seconds?|days?|weeks?|months?|years?|percent|per cent|%"
    "|degrees?|watts?|kw|kwh|gb|tb|mb|mbit|mbps|units?|drops|puffs|tablets?|steps|calories|points?|pages?|laps|reps|words|bpm|knots"
)
MEASURE: Final = rf"\b{NUMBER}(?:-|\s?)(?:{_UNIT})(?![\w])(?:\s(?:a|per|each|every)\s(?:day|week|month|year|night|hour|run|session)|\sdaily|\sweekly)?"
_WEEKDAY: Final = (
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekdays?|weekends?|tomorrow|tonight"
)
_MONTH: Final = "|".join((*MONTHS, "jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec"))
NUMBERED: Final = words("floor district arrondissement street avenue grade year place row edition")
"""What stands behind the number that it has: "the 3rd floor" is no date."""
CLOCK: Final = (
    r"(?:\b\d{1,2}[:.]\d{2}(?::\d{2})?(?![\d:])(?:\s?[ap]\.?m\b\.?)?|\b\d{1,2}\s?[ap]\.?m\b\.?|\bnoon\b|\bmidnight\b|\bhalf (?:past \w+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"
    r"|\b(?:a )?quarter (?:to|past) \w+\b|\b\w+ o['’]clock\b)"
)
DAY: Final = rf"\b(?:{_WEEKDAY})\b"
DATE: Final = (
    rf"(?:\b(?:(?:the )?(?:last|first) (?:day|week) of |\d{{1,2}}(?:st|nd|rd|th)?(?: of)? )(?:{_MONTH})\b|\b(?:{_MONTH}) (?:the )?\d{{1,2}}(?:st|nd|rd|th)?\b|\b\d{{1,2}}(?:st|nd|rd|th)\b(?! (?:{'|'.join(sorted(NUMBERED))})\b)"
    rf"|\b\d{{4}}-\d\d-\d\d\b|\b(?:next|this|early|late|mid|the end of|end of|(?:in|by|until|till)) (?:(?:{_MONTH})(?: \d{{4}})?|spring|summer|autumn|fall"
    rf"|winter|week|month|year|term|semester|quarter)\b|^(?:{_MONTH}|spring|summer|autumn|winter)(?: \d{{4}})?$|\b(?:{_MONTH}) \d{{4}}\b)"
)
EMAIL: Final = r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+"


class Kind(StrEnum):
    """What a value is."""

    MONEY = "money"
    MEASURE = "measure"
    WHEN = "when"
    NUMBER = "number"
    NAME = "name"
    CODE = "code"
    WORDS = "words"


_CLOCK: Final = re.compile(CLOCK, re.IGNORECASE)
_DAY: Final = re.compile(DAY, re.IGNORECASE)
_DATE: Final = re.compile(DATE, re.IGNORECASE)
_MONEY: Final = re.compile(MONEY, re.IGNORECASE)
_MEASURE: Final = re.compile(MEASURE, re.IGNORECASE)
_NUMBER: Final = re.compile(rf"^{NUMBER}$", re.IGNORECASE)
_COUNTING: Final = re.compile(rf"\d|{_WORDED}")
_TIMING: Final = re.compile(
    rf"\d|day|week|tomorrow|tonight|{'|'.join(month[:3] for month in MONTHS)}|spring|summer|autumn|fall|winter|month|year|term"
    "|semester|quarter|half|noon|midnight|clock"
)
_CODE: Final = re.compile(
    r"^(?!\d+(?:st|nd|rd|th)$)(?=\S*\d)\S+$|^\+?\d[\d ()/-]{5,}\d$|^[A-Z]{1,3}\d*[+-]?$"
)
_EMAIL: Final = re.compile(EMAIL)
_NAMED: Final = re.compile(r"^(?:(?:Dr|Mr|Mrs|Ms|Prof|Miss|Sir)\b\.?\s)?[^\W\d_a-z]\S*")
_UNIT_OF: Final = re.compile(rf"(?<![^\W\d_])({_UNIT})(?![\w])", re.IGNORECASE)
_MEASURES: Final = {
    "mass": "kilo kilos kg kgs kilogram kilograms gram grams g pound pounds lb lbs stone ounce ounces oz tonne tonnes ton tons",
    "dose": "mg milligram milligrams mcg microgram micrograms µg ml millilitre millilitres drops puffs tablet tablets units unit",
    "length": "metre metres meter meters m cm mm km kilometre kilometres kilometer kilometers mile miles feet foot inch inches",
    "time": "hour hours hr hrs minute minutes min mins second seconds day days week weeks month months year years",
}
_FAMILY: Final = {unit: family for family, units in _MEASURES.items() for unit in units.split()}


def may_mail(text: str) -> bool:
    """Tell whether a text has the sign that no address for mail is without."""
    return "@" in text


@lru_cache(maxsize=512)
def may_count(text: str) -> bool:
    """Tell whether a text has digits or a word for a number in it: without either it holds no amount."""
    return _COUNTING.search(text.casefold()) is not None


@lru_cache(maxsize=512)
def may_tell_time(text: str) -> bool:
    """Tell whether a text has what a time of day, a day or a date is told with: without it there is none."""
    return _TIMING.search(text.casefold()) is not None


@lru_cache(maxsize=4096)
def kind_of(value: str) -> Kind:
    """Return what kind of value words are."""
    if _MONEY.search(value):
        return Kind.MONEY
    if is_when(value) and len(value.split()) <= 8:
        return Kind.WHEN
    if _MEASURE.search(value) and len(value.split()) <= 6:
        return Kind.MEASURE
    if _NUMBER.match(value):
        return Kind.NUMBER
    if _CODE.match(value) or _EMAIL.fullmatch(value):
        return Kind.CODE
    if _NAMED.match(value):
        return Kind.NAME
    return Kind.WORDS


@lru_cache(maxsize=4096)
def is_when(value: str) -> bool:
    """Tell whether words name a time of day, a day or a date."""
    return bool(_CLOCK.search(value) or _DAY.search(value) or _DATE.search(value))


def before_time(value: str) -> str:
    """Return the words before the first time of day, day or date among them."""
    found = (pattern.search(value) for pattern in (_DATE, _CLOCK, _DAY))
    return value[: min((each.start() for each in found if each is not None), default=None)]


def moment_of(value: str) -> str:
    """Return what a time is called: a time of day, a day of the week, or a date."""
    if _DATE.search(value):
        return "date"
    if _DAY.search(value):
        return "day"
    return "time"


def compatible(old: str, new: str) -> bool:
    """Tell whether one value may take the place of another."""
    one, other = kind_of(old), kind_of(new)
    if one is Kind.MEASURE and other is Kind.MEASURE:
        return family_of(old) == family_of(new)
    if one is other:
        return True
    numeric = {Kind.NUMBER, Kind.MONEY, Kind.MEASURE, Kind.CODE}
    if {one, other} <= numeric:
        return Kind.NUMBER in {one, other} or {one, other} == {Kind.CODE, Kind.MEASURE}
    return {one, other} <= {Kind.NAME, Kind.CODE, Kind.WORDS}


def family_of(value: str) -> str:
    """Return what a measure measures, as far as its unit tells."""
    found = _UNIT_OF.findall(value)
    unit = found[0].lower() if found else ""
    return _FAMILY.get(unit, unit.rstrip("s"))


_AMOUNTS: Final = {**NUMBERS, "zero": 0, "dozen": 12, "a": 1, "couple": 2}
_DIGITS: Final = re.compile(r"\d{1,3}(?: \d{3})+(?![\d.,:])|\d[\d.,]*\d|\d")


def number_of(value: str) -> float | None:
    """Return the number that a value begins with or names: 94 of "ninety-four" and of "94 kilos"."""
    digits = _DIGITS.search(value)
    if digits is not None:
        plain = re.sub(r"[, ](?=\d{3}\b)", "", digits[0]).replace(",", ".")
        try:
            number = float(plain)
        except ValueError:
            return None
        is_thousands = re.match(r"k\b| thousand\b", value[digits.end() :], re.IGNORECASE)
        return number * 1000 if is_thousands else number
    total, current, seen = 0, 0, False
    for word in re.findall(r"[a-z]+", value.lower()):
        if word in {"hundred", "thousand"}:
            current = max(current, 1) * (100 if word == "hundred" else 1000)
            total, current = (total + current, 0) if word == "thousand" else (total, current)
        elif word == "dozen":
            current = max(current, 1) * 12
        elif word in _AMOUNTS:
            current += _AMOUNTS[word]
        elif word != "and":
            break
        seen = seen or word != "a"
    return float(total + current) if seen and total + current else None
