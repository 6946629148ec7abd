"""Tell whether two values are the same, and which of some beliefs words are about.

Pure, and careful: numbers and names must agree, and where two beliefs fit alike, neither does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, TypeVar

from muniment.knowledge.stems import IDLE, root
from muniment.knowledge.wordlists import NUMBERS, words
from muniment.model.names import folded
from muniment.recall.time_words import DAYS, MONTHS

Thing = TypeVar("Thing")

LIKENESS_MIN: Final = 0.5
"""How much of the words asked for a belief must have, to be what they are about."""

_WORD: Final = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_]+(?:['’-][^\W\d_]+)*", re.UNICODE)
_NUMERALS: Final = {
    **{word: str(count) for word, count in NUMBERS.items()},
    "zero": "0",
    "none": "0",
}
_ARTICLES: Final = words("a an the my our his her")
_CALENDAR: Final = frozenset((*DAYS, *MONTHS)) | words("""
today tomorrow tonight morning afternoon evening noon midnight am pm o'clock week weekend month year day spring summer
autumn winter fall next this last early late st nd rd th
""")
_GENERIC: Final = words("""
it that this there one thing job work position role employer company place home city town anything everything them him her
""")


@lru_cache(maxsize=8192)
def value_key(text: str) -> str:
    """Return the form in which values are equal: folded, without articles, numbers as digits."""
    words = [_NUMERALS.get(word, word) for word in _words(text)]
    kept = [word for word in words if word not in _ARTICLES]
    return " ".join(kept or words) or folded(text)


def is_same_value(one: str | None, other: str | None) -> bool:
    """Tell whether two values are one."""
    if one is None or other is None:
        return one is other
    return folded(one) == folded(other) or value_key(one) == value_key(other)


def is_generic(text: str, of: str | None) -> bool:
    """Tell whether words name no value of their own: *the job*, or the very thing that is asked of."""
    words = _content(text)
    own = frozenset() if of is None else _content(of)
    return not words - {root(word) for word in _GENERIC} - own


def timeless_words(text: str) -> frozenset[str]:
    """Return the content of a text without its days, months and hours."""
    timeless = [word for word in _words(text) if word not in _CALENDAR and not word[0].isdigit()]
    return frozenset(root(word) for word in timeless if word not in IDLE)


def likeness(asked: str, found: str) -> float:
    """Return how much of the words asked for a text has, from 0 to 1.

    0 where the one has a number or a name that the other has not.
    """
    wanted, there = _content(asked), _content(found)
    if not wanted or not there:
        return 0.0
    if _disagree(_numbers(asked), _numbers(found)) or names_others(asked, found):
        return 0.0
    if not _numbers(asked) <= _numbers(found) | _numbers_said(found):
        return 0.0
    shared = wanted & there
    return len(shared) / min(len(wanted), len(there)) * (0.5 + 0.5 * len(shared) / len(wanted))


def names_others(one: str, other: str) -> bool:
    """Tell whether two texts have names, and not one of them in common."""
    return _disagree(_names(one), _names(other))


def best_fit(asked: str, beliefs: Iterable[tuple[str, Thing]]) -> Sequence[Thing]:
    """Return what words are about: one thing, or none, or several that fit alike."""
    scored = [(likeness(asked, text), place, thing) for place, (text, thing) in enumerate(beliefs)]
    best = max((score for score, _, _ in scored), default=0.0)
    if best < LIKENESS_MIN:
        return ()
    return [thing for score, _, thing in scored if score == best]


def _words(text: str) -> list[str]:
    return _WORD.findall(folded(text).replace("’", "'"))


def _content(text: str) -> frozenset[str]:
    return frozenset(root(_NUMERALS.get(word, word)) for word in _words(text) if word not in IDLE)


def _numbers(text: str) -> frozenset[str]:
    words = [_NUMERALS.get(word, word) for word in _words(text)]
    return frozenset(word.replace(",", "") for word in words if word[0].isdigit())


def _numbers_said(text: str) -> frozenset[str]:
    """Return the bare digits of words such as `6:40am`, which are one word to a reader."""
    return frozenset(re.findall(r"\d+", text))


def _names(text: str) -> frozenset[str]:
    """Return the words that are written as names, folded."""
    found = _WORD.findall(text)
    return frozenset(
        root(folded(word))
        for word in found
        if word[0].isupper() and folded(word) not in IDLE | _CALENDAR
    )


def _disagree(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one) and bool(other) and not one & other
