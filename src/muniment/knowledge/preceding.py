"""Tell what was so before something else was, where a question names that: "Where did I live before Bath?"; pure, in English."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from muniment.knowledge.attributes import content_words
from muniment.knowledge.findings import Finding
from muniment.model.memory import Memory
from muniment.recall.possessing import words_of
from muniment.recall.time_words import DAYS, MONTHS

_BEFORE: Final = re.compile(
    r"(?P<asked>^.*\b(?:did|was|were|had|used to)\b[^?]*?) before "
    r"(?:(?:(?:i|we|having) )?(?-i:[a-z])+(?: (?:to|at|with|in|on|for|by))? (?=(?:(?:the|my|our|an?) )?(?-i:[^\W\d_a-z])))?"
    r"(?:(?:the|my|our|an?) )?(?P<named>[\w’'.-]+(?: [\w’'.-]+){0,3}?)\W*$",
    re.IGNORECASE,
)
"""Before a thing, or before somebody moved to, joined or got what is written like a name."""
_TIMES: Final = frozenset({*DAYS, *MONTHS})


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """What a question asks, and the words of that before which it asks it."""

    asked: str
    named: frozenset[str]

    def names(self, name: str) -> bool:
        """Tell whether a name is that of what it asks before."""
        return self.named.issuperset(words_of(name))

    def among(self, found: Sequence[Finding]) -> list[Finding] | None:
        """Return what ended last of that which ended before what is named began, None if nothing found says when it did.

        Where nothing ended, what began before it and goes on: somebody may have two cars.
        """
        begun = [
            each.said.valid_from
            for each in found
            if isinstance(each.said, Memory) and self._is_in(each.said.content)
        ]
        if not begun:
            return None
        began = min(begun)
        ends = [_ended(each) for each in found]
        last = max((end for end in ends if end is not None and end <= began), default=None)
        return [
            each
            for end, each in zip(ends, found, strict=True)
            if self._is_told_in(each)
            or (end == last and (end is not None or _is_held_since_before(began, each)))
        ]

    def _is_told_in(self, found: Finding) -> bool:
        """Tell whether a turn of which nothing was learnt says what was so before it."""
        said = found.said
        is_learnt = isinstance(said, Memory) or found.told
        return not is_learnt and self._is_in(said.content) and "before" in words_of(said.content)

    def _is_in(self, text: str) -> bool:
        return content_words(" ".join(self.named)) <= content_words(text)


def before_in(question: str) -> Before | None:
    """Return what a question asks before something else was so, None if it asks before a time or nothing."""
    found = _BEFORE.search(question)
    if found is None:
        return None
    named = frozenset(words_of(found["named"]))
    is_time = not named.isdisjoint(_TIMES) or all(each.isdigit() for each in named)
    if is_time or not content_words(found["named"]):
        return None
    return Before(asked=f"{found['asked']}?", named=named)


def _is_held_since_before(began: datetime, found: Finding) -> bool:
    return isinstance(found.said, Memory) and found.said.valid_from < began


def _ended(found: Finding) -> datetime | None:
    """Return when what was found was over, or what a turn told."""
    if isinstance(found.said, Memory):
        return found.said.valid_until
    ends = (
        each.belief.valid_until if each.successor is None else each.successor.valid_from
        for each in found.told
    )
    return max((end for end in ends if end is not None), default=None)
