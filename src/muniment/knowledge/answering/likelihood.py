"""Estimate how likely it is that a recalled belief or turn answers a question, by how far it is ahead of the others; pure.

A logistic regression on four things, fitted with MiniLM as it was published (anew with the default embedder it comes out nearly
the same): for beliefs on the 933 questions with an answer and the 99 without one of `benchmarks/questions/development.jsonl`, `_2`
and `_3`, for turns on the 408 and 72 of `_4` and `_5`; each of the people there was proven with what was fitted on the others. Where
another embedder's cosines lie closer together, less is likely.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import exp
from typing import Final, NamedTuple

from muniment.knowledge.answering.findings import Finding
from muniment.knowledge.wordlists import NUMBERS
from muniment.model.memory import Episode, Memory
from muniment.model.names import folded
from muniment.recall import calendar_spans as spans
from muniment.recall.time_words import DAYS, MONTHS

OTHERS_MIN: Final = 5
"""Among fewer others nothing is known of how far ahead an answer is."""

POSSIBLE_MIN: Final = 0.4
"""How likely a belief is that answers, if its words say what is asked."""


class _Weights(NamedTuple):
    """What each thing counts for, and how likely what answers is: if its words say what is asked, and whatever they say."""

    always: float
    cosine_ahead: float
    score_ahead: float
    says: float
    of_another_kind: float
    possible_min: float
    likely_min: float


_OF_BELIEFS: Final = _Weights(-1.1, 11.1, 0.29, 1.18, -2.54, POSSIBLE_MIN, 0.75)
_OF_TURNS: Final = _Weights(-1.44, 2.98, 0.35, 0.7, -2.34, 0.45, 0.45)

_FOR_A_NUMBER: Final = re.compile(
    r"\bhow (?:much|many|old|long|far|big|tall|often)\b|\b(?:number|code|costs?|price)\b",
    re.IGNORECASE,
)
_HOW_MANY: Final = re.compile(r"\bhow many\b", re.IGNORECASE)
_HOW_OFTEN: Final = re.compile(r"\bhow often\b", re.IGNORECASE)
_OFTEN: Final = re.compile(
    rf"\b(?:every|each|daily|weekly|monthly|yearly|annually|hourly|nightly|(?:{'|'.join(DAYS)})s|weekends|always|never|rarely|seldom)\b",
    re.IGNORECASE,
)
_FOR_A_TIME: Final = re.compile(
    r"\b(?:when|(?:what|which) (?:time|days?|date)|how long|by when)\b", re.IGNORECASE
)
_NUMBER: Final = re.compile(
    rf"\d|\b(?:{'|'.join(NUMBERS)}|once|twice|half|dozen|fortnight|few|several)\b",
    re.IGNORECASE,
)
_TIME: Final = re.compile(
    rf"\b(?:(?:{'|'.join(DAYS)})s?|{'|'.join((*MONTHS, *spans.SEASONS))}|mornings?|evenings?|noon|midnight)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ahead:
    """By how much a result is ahead of the next one of another slot, negative if it is behind: in meaning, and in score."""

    cosine: float
    score: float

    @property
    def is_nearest(self) -> bool:
        """Whether nothing is ahead of it, in meaning or in score."""
        return self.cosine >= 0 and self.score >= 0

    def likelihood(self, question: str, found: Finding, *, says: bool) -> float:
        """Return how likely it is that it answers, from 0 to 1; `says` tells that its words say what is asked."""
        weights = _weights(found)
        logit = (
            weights.always
            + weights.cosine_ahead * self.cosine
            + weights.score_ahead * self.score
            + weights.says * says
            + weights.of_another_kind * (not is_of_kind(question, found.said.content))
        )
        return 1 / (1 + exp(-logit))


def least(found: Finding, *, says: bool) -> float:
    """Return how likely it is at least that something answers which is told."""
    weights = _weights(found)
    return weights.possible_min if says else weights.likely_min


def ahead(found: Finding, rivals: Iterable[Finding]) -> Ahead | None:
    """Return by how much what was recalled is ahead of what else was, None among too few others to tell."""
    if found.score is None:
        return None
    others = [
        (each.cosine, each.score)
        for each in rivals
        if each.score is not None
        and each.place != found.place
        and not (_is_of_slot(each, found) or _is_replaced_by(each, found))
    ]
    if len(others) < OTHERS_MIN:
        return None
    return Ahead(
        cosine=found.cosine - max(cosine for cosine, _ in others),
        score=found.score - max(score for _, score in others),
    )


def is_of_kind(question: str, said: str) -> bool:
    """Tell whether something has a number where one is asked for, and a number or a time where a time is."""
    if _lacks_number(question, said):
        return False
    tells_time = _NUMBER.search(said) is not None or _TIME.search(said) is not None
    return tells_time or not asks_for_time(question)


def asks_how_many(question: str) -> bool:
    """Tell whether a question asks how many there are."""
    return _HOW_MANY.search(question) is not None


def asks_for_time(question: str) -> bool:
    """Tell whether a question asks when something is, or for how long."""
    return _FOR_A_TIME.search(question) is not None


def lacks_number(question: str, found: Finding) -> bool:
    """Tell whether a turn has no number where one is asked for."""
    return isinstance(found.said, Episode) and _lacks_number(question, found.said.content)


def _lacks_number(question: str, said: str) -> bool:
    if _FOR_A_NUMBER.search(question) is None or _NUMBER.search(said) is not None:
        return False
    return _HOW_OFTEN.search(question) is None or _OFTEN.search(said) is None


def _weights(found: Finding) -> _Weights:
    """Return what counts for a turn, and for what was learnt from one; or for what was written down."""
    return _OF_TURNS if isinstance(found.said, Episode) or found.turns else _OF_BELIEFS


def _is_of_slot(other: Finding, found: Finding) -> bool:
    return (slot := slot_of(found.said)) is not None and slot == slot_of(other.said)


def _is_replaced_by(other: Finding, found: Finding) -> bool:
    """Tell whether another turn told what a belief, or what a turn told, took the place of."""
    heirs = {each.successor.id for each in other.told if each.successor is not None}
    return not heirs.isdisjoint((found.said.id, *(each.belief.id for each in found.told)))


def slot_of(said: Memory | Episode) -> tuple[str, str] | None:
    """Return whom and what of theirs a belief is about, folded; None if it has no category."""
    if isinstance(said, Episode) or said.category is None:
        return None
    return folded(said.entity or ""), folded(said.category)
