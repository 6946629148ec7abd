"""Judge whether two beliefs say the same, or cannot both be so; where in doubt, neither."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from muniment.knowledge.resolution.families import OPPOSITES, take_turns
from muniment.knowledge.resolution.likeness import is_same_value, value_key
from muniment.model.ids import MemoryId
from muniment.model.names import folded
from muniment.model.similar import BeliefPair, PairReason
from muniment.recall.lookup.pairs import AlikePair, RivalPair

OVERLAP_SURE: Final = 0.75
"""How many of their words two sentences share, that say the same with a few words more or less."""

COSINE_SURE: Final = 0.85
OVERLAP_NEAR: Final = 0.6
"""How near two sentences are, whose facts are one but for the predicate's name."""

STATE_CATEGORIES: Final = frozenset({"status", "state"})
_CONTESTED: Final = "contested"
_HAPPENING: Final = frozenset({"event", "events", "plan", "plans", "moves"})
"""Categories of what may happen more than once, with other numbers each time."""

_WORD: Final = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*")
_SAYING_NO: Final = frozenset(
    {"no", "not", "never", "none", "nobody", "nothing", "neither", "nor", "without", "cannot"}
    | {"stopped", "quit", "refuses", "denies", "lacks", "hardly"}
)
_IDLE: Final = frozenset({"a", "an", "the", "i", "my", "his", "her", "their", "our", "your"})
_PLAIN: Final = _IDLE | _SAYING_NO
_TELLING: Final = frozenset(
    {"is", "are", "was", "were", "be", "has", "have", "had", "does", "do", "did"}
    | {"will", "would", "can", "could", "may", "might", "must", "shall", "should"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """What tells a sentence from another: its words, whether it says no, its numbers, its names."""

    says_no: bool
    negators: int
    words: tuple[str, ...]
    """Its words in order, articles aside, numbers as digits, without a plural's or a verb's s."""
    numbers: tuple[str, ...]
    names: frozenset[str]
    """Its words with capitals, but for the first, and numbers that tell what it is about: Room 101."""


def read_sentence(content: str) -> Sentence:
    """Return what a sentence says no to, counts and names."""
    words = _WORD.findall(content.replace("’", "'"))
    low = [folded(word) for word in words]
    negators = [word for word in low if word in _SAYING_NO or word.endswith("n't")]
    negators += [f"{one} {two}" for one, two in pairwise(low) if (one, two) == ("used", "to")]
    numbers = [word if word in _PLAIN else value_key(word) for word in low]
    return Sentence(
        says_no=len(negators) % 2 == 1,
        negators=len(negators),
        words=tuple(word.rstrip("s") or word for word in numbers if word not in _IDLE),
        numbers=tuple(sorted(word.replace(",", "") for word in numbers if word[0].isdigit())),
        names=frozenset(
            folded(word)
            for word in words[1:]
            if word[0].isupper() and folded(word) not in _IDLE and not value_key(word)[0].isdigit()
        )
        | _numbered([word for word in numbers if word not in _IDLE]),
    )


def _numbered(words: Sequence[str]) -> frozenset[str]:
    """Return the numbers of a subject: the second word, or the one before a verb that tells of it."""
    return frozenset(
        word
        for place, word in enumerate(words)
        if word[0].isdigit() and (place == 1 or _TELLING & {*words[place + 1 : place + 2]})
    )


def is_duplicate(pair: AlikePair) -> PairReason | None:
    """Tell whether two beliefs say the same, and by what.

    Both deny or neither does, they have the same numbers and names. Of two facts the objects are
    one; else the one has all the words of the other, in their order, and few more.
    """
    one, other = read_sentence(pair.first_content), read_sentence(pair.second_content)
    if one.says_no != other.says_no or one.numbers != other.numbers:
        return None
    if pair.first_object is not None and pair.second_object is not None:
        is_one = is_same_value(pair.first_object, pair.second_object)
        if not is_one or _are_opposite(pair.first_category, pair.second_category):
            return None
        near = pair.overlap >= OVERLAP_NEAR or (pair.cosine or 0.0) >= COSINE_SURE
        is_same = pair.first_category == pair.second_category or near
        return PairReason.SAME_FACT if is_same else None
    shared = len(set(one.words) & set(other.words)) / max(len({*one.words, *other.words}), 1)
    if one.names ^ other.names or shared < OVERLAP_SURE:
        return None
    short, long = sorted((one.words, other.words), key=len)
    return PairReason.SAME_WORDS if _runs_through(short, long) else None


def _runs_through(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """Tell whether the one has the other's words in their order: who told whom is not the same."""
    rest = iter(long)
    return all(word in rest for word in short)


def is_contradiction(pair: AlikePair) -> PairReason | None:
    """Tell whether two beliefs with words in common cannot both be so, and why.

    One denies what the other says in the same words; or both say the same but for a number.
    """
    one, other = read_sentence(pair.first_content), read_sentence(pair.second_content)
    first_own, second_own = pair.first_words - pair.words, pair.second_words - pair.words
    if one.names ^ other.names:
        return None
    if one.says_no != other.says_no:
        alone = one.numbers == other.numbers
        alone = alone and first_own <= one.negators and second_own <= other.negators
        return PairReason.DENIED if alone else None
    if one.numbers == other.numbers or not one.numbers or not other.numbers:
        return None
    categories = {pair.first_category, pair.second_category}
    if len(categories) > 1 or categories & _HAPPENING or None in categories:
        return None
    counted = first_own <= len(set(one.numbers) - set(other.numbers))
    counted = counted and second_own <= len(set(other.numbers) - set(one.numbers))
    return PairReason.NUMBERS if counted else None


def is_rivalry(pair: RivalPair) -> PairReason | None:
    """Tell whether two beliefs that meet where one holds at a time exclude each other."""
    if pair.place == "opposite":
        opposed = _are_opposite(pair.first_category, pair.second_category)
        return PairReason.OPPOSITES if opposed else None
    one, other = pair.first_object, pair.second_object
    if one is None or other is None:
        one, other = pair.first_content, pair.second_content
    if is_same_value(one, other):
        return None
    if pair.place == "state":
        return PairReason.STATES if take_turns(one, other) else None
    if pair.place == _CONTESTED:
        return PairReason.CONTESTED
    return PairReason.ONE_AT_A_TIME


def _are_opposite(one: str | None, other: str | None) -> bool:
    return one is not None and OPPOSITES.get(one) == other


def alike_pair(pair: AlikePair, reason: PairReason) -> BeliefPair:
    """Return a pair in that order, with how alike its beliefs are."""
    told = told_pair(pair, reason)
    return replace(told, words=pair.overlap, cosine=pair.cosine)


def told_pair(pair: AlikePair | RivalPair, reason: PairReason) -> BeliefPair:
    """Return a pair in the order of its ids, that in which beliefs were first known; what is contested comes second."""
    both = ((pair.first_id, pair.first_content), (pair.second_id, pair.second_content))
    is_put_in = isinstance(pair, RivalPair) and pair.place == _CONTESTED
    (first, said), (second, answered) = both if is_put_in else sorted(both)
    return BeliefPair(
        first=MemoryId(first),
        second=MemoryId(second),
        first_content=said,
        second_content=answered,
        reason=reason,
    )
