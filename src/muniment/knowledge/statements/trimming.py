"""Trim what only surrounds a value: since when, for now, instead, articles and hedges."""

from __future__ import annotations

import re
from typing import Final

_TAIL: Final = re.compile(
    r"(?<!\s)\s+(?:now|these days|nowadays|at the moment|right now|currently|instead|from (?:now|here) on(?:wards)?|as of\b.*|since\b.*"
    r"|from (?:next|this|now|today|tomorrow|the|january|february|march|april|may|june|july|august|september|october|november|december|\w+day)\b.*"
    r"|(?:starting|beginning|effective|as from)\b.*|any ?more|any longer|before tax|after tax|gross|net|too|again|already|officially"
    r"|for now|for (?:me|us|good|once)|so far|this (?:week|month|year|season|time|autumn|summer|winter|spring|semester|term)|after all|please"
    r"|though|lol|(?:rather than|instead of|not|no longer|thanks to|because|due to|down from|up from|compared)\b.*|at last|by the way"
    r"|in total|altogether|all in all|each way|left|or so|total|exactly|today|yesterday|last (?:week|month|night|year)|on the dot|sharp"
    r"|(?:believe|can) (?:it|you)\b.*|with (?:it|that)|like (?:it|that)|to be (?:exact|precise)|it seems|i think|as well|per usual|permanently|by far|of all|after all these years)$",
    re.IGNORECASE,
)
_DATED: Final = re.compile(
    r"\s(?:on|in|at|last|this|next)\s(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|week|month|year|spring|summer|autumn|winter|\d).*$",
    re.IGNORECASE,
)
_HEAD: Final = re.compile(
    r"^(?:now|about|around|roughly|exactly|only|just|up to|down to|approximately|currently|officially|actually|still|already|finally"
    r"|really|definitely|always|usually|normally|mostly|set (?:to|at|for)|a whopping|a mere|precisely|simply|also|always going to be"
    r"|going to be|called|named|none other than|at last|once again|in fact|a cool|basically|no less than)\s+",
    re.IGNORECASE,
)
_ARTICLE: Final = re.compile(
    r"^(?:an?|[Tt]he|[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|[Ii]ts|[Ss]ome)\s+"
)
_WHEN: Final = re.compile(r"^(?:on|at|in|for|by|every|the)\s+(?=\S)", re.IGNORECASE)


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


def without_time(value: str) -> str:
    """Return a name without the time behind it: "Salta on Thursday"."""
    return _DATED.sub("", value)
