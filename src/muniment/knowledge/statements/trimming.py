"""Trim what only surrounds a value: since when, for now, instead, articles and hedges."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from muniment.knowledge.wordlists import any_of
from muniment.recall.time_words import DAYS, MONTHS

_MONTH: Final = "|".join(MONTHS)
_BEHIND: Final = any_of(rf"""
now, these days, nowadays, at the moment, right now, currently, instead, from (?:now|here) on(?:wards)?, any ?more, any longer,
before tax, after tax, gross, net, too, again, already, officially, for now, for (?:me|us|good|once), so far,
this (?:week|month|year|season|time|autumn|summer|winter|spring|semester|term), today, yesterday,
last (?:week|month|night|year), after all(?: these years)?, please, though, lol, at last, by the way, in total, altogether, all in all,
each way, left, or so, total, exactly, on the dot, sharp, to be (?:exact|precise), it seems, i think, as well, per usual,
permanently, by far, of all, with (?:it|that), like (?:it|that),
(?:as of|since|starting|beginning|effective|as from|rather than|instead of|not|no longer|thanks to|because|due to)\b.*,
(?:down from|up from|compared|(?:believe|can) (?:it|you))\b.*, from (?:next|this|now|today|tomorrow|the|{_MONTH}|\w+day)\b.*
""")
_TAIL: Final = re.compile(rf"(?<!\s)\s+{_BEHIND.pattern}$", re.IGNORECASE)
_DATED: Final = re.compile(
    rf"\s(?:on|in|at|last|this|next)\s(?:(?:{'|'.join(DAYS)}|{_MONTH}|week|month|year|spring|summer|autumn|winter|\d).*)$",
    re.IGNORECASE,
)
_BEFORE: Final = any_of("""
now, about, around, roughly, exactly, only, just, up to, down to, approximately, currently, officially, actually, still,
already, finally, really, definitely, always, usually, normally, mostly, set (?:to|at|for), a whopping,
a mere, precisely, simply, also, going to be, called, named, none other than, at last, once again, in fact,
basically, no less than
""")
_HEAD: Final = re.compile(rf"^{_BEFORE.pattern}\s+", re.IGNORECASE)
_ARTICLE: Final = re.compile(
    r"^(?:an?|[Tt]he|[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|[Ii]ts|[Ss]ome)\s+"
)
_WHEN: Final = re.compile(r"^(?:on|at|in|for|by|every|the)\s+(?=\S)", re.IGNORECASE)


@lru_cache(maxsize=512)
def trimmed(value: str) -> str:
    """Return a value without what only surrounds it."""
    text = value.strip(" ,.;:!\"'’")
    for _ in range(8):
        before = text
        text = _TAIL.sub("", text).strip(" ,.;:!")
        text = _HEAD.sub("", text)
        if text == before:
            return text
    return text


def bare(value: str) -> str:
    """Return a value without its article."""
    return _ARTICLE.sub("", value)


def without_on(value: str) -> str:
    """Return a time without the word before it."""
    return _WHEN.sub("", _WHEN.sub("", value))


def with_month(time: str, old: str) -> str:
    """Return a bare day with the month of an old date; an earlier day may be of the next month.

    The 14th of March that is moved to "the 21st" is the 21st of March.
    """
    day, was = _ORDINAL.fullmatch(time), _DAY_OF_MONTH.search(old)
    if day is None or was is None or int(day["day"]) <= int(was["day"] or was["behind"]):
        return time
    begin, end = was.span("day") if was["day"] else was.span("behind")
    ending = was["ending"] or was["end"] or ""
    said = time if ending else day["day"]
    return f"{old[was.start() : begin]}{said}{old[end + len(ending) : was.end()]}"


_ORDINAL: Final = re.compile(r"(?P<day>\d{1,2})(?:st|nd|rd|th)")
_DAY_OF_MONTH: Final = re.compile(
    rf"\b(?P<day>\d{{1,2}})(?P<ending>st|nd|rd|th)?(?: of)? (?:{_MONTH})\b"
    rf"|\b(?:{_MONTH}) (?P<behind>\d{{1,2}})(?P<end>st|nd|rd|th)?\b",
    re.IGNORECASE,
)


def without_time(value: str) -> str:
    """Return a name without the time behind it: "Salta on Thursday"."""
    return _DATED.sub("", value)
