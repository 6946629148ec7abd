"""Make up the beliefs and questions of the speed benchmark: the same ones every time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from typing import Final

import numpy as np
import numpy.typing as npt

from muniment.operations.writes import NewMemory

SEED: Final = 20240229
WORD_FORMS: Final = 20_000
NAMES: Final = 2_000
ONE_AT_A_TIME: Final = ("home", "work")
MANY_AT_ONCE: Final = ("plan", "taste", "travel", "health", "family", "craft")
CATEGORIES: Final = (*ONE_AT_A_TIME, *MANY_AT_ONCE)
START: Final = datetime(2020, 1, 1, tzinfo=UTC)

_ENDINGS: Final = ("", "s", "ed", "ing")
_SURNAMES: Final = 80

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Belief:
    """One belief of the workload."""

    content: str
    name: str
    category: str | None

    def told(self, number: int) -> NewMemory:
        """Return it as it is added; `number` dates it."""
        return NewMemory(
            content=self.content,
            entity=None if self.category is None else self.name,
            category=self.category,
            valid_from=START + timedelta(minutes=number),
        )


class Workload:
    """Write sentences of 10 to 20 words, each the same however many are asked for before it.

    Two in five words are function words; the rest follow Zipf's law over 20,000 forms and compounds
    of English words, less the 20 commonest ranks, which in English are function words too. So the
    commonest word is in about one sentence of sixteen, and a word has 1.3 tokens. A sentence begins
    with one of 2,000 names, some far more frequent than others. Every second one has a slot, a
    quarter of these a slot that holds one belief at a time.
    """

    def __init__(self) -> None:
        self._function_words, roots, first_names = _words()
        self._forms = _word_forms(roots)
        self._names = _names(roots, first_names)
        self._form_odds = _cumulative(WORD_FORMS, offset=20)
        self._name_odds = _cumulative(NAMES, offset=5)

    def belief(self, number: int) -> Belief:
        """Return the belief of a number."""
        chance = np.random.default_rng((SEED, number))
        name = self._names[_drawn(chance, self._name_odds)]
        words = [self._word(chance) for _ in range(int(chance.integers(8, 19)))]
        has_slot = number % 2 == 0
        return Belief(
            content=f"{name} {' '.join(words)}",
            name=name,
            category=CATEGORIES[int(chance.integers(len(CATEGORIES)))] if has_slot else None,
        )

    def beliefs(self, numbers: Sequence[int]) -> Iterator[NewMemory]:
        """Return beliefs as they are added."""
        return (self.belief(number).told(number) for number in numbers)

    def question(self, number: int) -> str:
        """Ask in 6 to 10 words about the belief of a number."""
        chance = np.random.default_rng((SEED, number, 1))
        belief = self.belief(number)
        said = belief.content.removeprefix(belief.name).split()
        size = int(chance.integers(3, 8))
        places = sorted(chance.choice(len(said), size=size, replace=False))
        opening = ("What", "When", "Where", "Why")[int(chance.integers(4))]
        return " ".join([opening, belief.name, *(said[place] for place in places)]) + "?"

    def _word(self, chance: np.random.Generator) -> str:
        if chance.random() < 0.4:
            return self._function_words[int(chance.integers(len(self._function_words)))]
        return self._forms[_drawn(chance, self._form_odds)]


def _words() -> tuple[list[str], list[str], list[str]]:
    """Read the function words, the roots and the first names, in three paragraphs."""
    text = (files("muniment.bench") / "workload_words.txt").read_text(encoding="utf-8")
    function_words, roots, first_names = (part.split() for part in text.split("\n\n"))
    return function_words, roots, first_names


def _word_forms(roots: Sequence[str]) -> list[str]:
    simple = [root + ending for ending in _ENDINGS for root in roots]
    compound = [one + other for one in roots for other in roots if one != other]
    order = np.random.default_rng(SEED).permutation(len(compound))
    return list(dict.fromkeys([*simple, *(compound[at] for at in order)]))[:WORD_FORMS]


def _names(roots: Sequence[str], first_names: Sequence[str]) -> list[str]:
    pairs = [f"{first} {last.title()}" for last in roots[:_SURNAMES] for first in first_names]
    order = np.random.default_rng(SEED).permutation(len(pairs))
    return [pairs[at] for at in order[:NAMES]]


def _cumulative(size: int, *, offset: int) -> Floats:
    odds = 1.0 / (np.arange(size, dtype=np.float64) + 1 + offset)
    cumulative: Floats = np.cumsum(odds / odds.sum())
    return cumulative


def _drawn(chance: np.random.Generator, cumulative: Floats) -> int:
    return min(int(np.searchsorted(cumulative, chance.random())), len(cumulative) - 1)
