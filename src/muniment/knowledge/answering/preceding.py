"""Tell what was so before something else was, where a question names that: "Where did I live before Bath?"; pure, in English."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from muniment.knowledge.answering.findings import Finding
from muniment.knowledge.answering.parts import asks_for_person
from muniment.knowledge.attributes import content_words
from muniment.model.memory import Episode, Memory
from muniment.recall.tenses import is_past
from muniment.recall.time_words import DAYS, MONTHS
from muniment.recall.whose import words_of

_BEFORE: Final = re.compile(
    r"(?P<asked>^[^?]*?) before "
    r"(?:(?:(?:i|we|having) )?(?-i:[a-z])+(?: (?:to|at|with|in|on|for|by))? (?=(?:(?:the|my|our|an?) )?(?-i:[^\W\d_a-z])))?"
    r"(?:(?:the|my|our|an?) )?(?P<named>[\w’'.-]+(?: [\w’'.-]+){0,3}?)\W*$",
    re.IGNORECASE,
)
"""Before a thing, or before somebody moved to, joined or got what is written like a name."""
_WAS: Final = re.compile(r"\b(?:did|was|were|had|used to)\b", re.IGNORECASE)
_PLAIN_PAST: Final = re.compile(
    r"^\W*(?:who|what|which [\w’'-]+) (?P<verb>[a-z]+)\b", re.IGNORECASE
)
_NAMES: Final = re.compile(r"[^\W\d_a-z][\w’'-]*(?: [^\W\d_a-z][\w’'-]*)*")
_BEHIND: Final = frozenset(
    ["before", "after", "until", "replaced", "replaces", "succeeded", "used", "from"]
)
"""What says that something came after something else, which the same words may name."""
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

    def is_all_that(self, question: str, said: Memory | Episode) -> bool:
        """Tell whether a belief says what came after what is asked for, or a turn names nobody else where it is asked who."""
        if not self._is_in(said.content) or not _BEHIND.isdisjoint(words_of(said.content)):
            return False
        if isinstance(said, Memory):
            return True
        names = [words_of(each) for each in _NAMES.findall(said.content)]
        others = [each for each in names if content_words(" ".join(each))]
        return asks_for_person(question) and all(not self.named.isdisjoint(x) for x in others)

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
    if found is None or not _is_of_past(found["asked"]):
        return None
    named = frozenset(words_of(found["named"]))
    is_time = not named.isdisjoint(_TIMES) or all(each.isdigit() for each in named)
    if is_time or not content_words(found["named"]):
        return None
    return Before(asked=f"{found['asked']}?", named=named)


def _is_of_past(question: str) -> bool:
    """Tell whether a question asks what was so: "who led it", "where did he live"."""
    plain = _PLAIN_PAST.match(question)
    return _WAS.search(question) is not None or (plain is not None and is_past(plain["verb"]))


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
