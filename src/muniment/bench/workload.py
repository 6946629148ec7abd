"""Make up the beliefs and questions of the speed benchmark: the same ones every time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

import numpy as np

from muniment.operations.writes import NewMemory

SEED: Final = 20240229
WORD_FORMS: Final = 20_000
NAMES: Final = 2_000
CATEGORIES: Final = ("home", "work", "plan", "taste", "travel", "health", "family", "craft")
START: Final = datetime(2020, 1, 1, tzinfo=UTC)

_FUNCTION_WORDS: Final = (
    "the a of in to and with for on at from by that this his her their after before while about into over"
).split()
_ROOTS: Final = (
    "garden river stone window paper winter summer bread market bridge school doctor letter forest engine "
    "kitchen music silver copper candle harbour island mountain valley teacher painter sailor baker farmer "
    "horse rabbit falcon salmon apple cherry lemon pepper honey butter coffee sugar cotton linen leather "
    "hammer needle mirror basket bottle carpet curtain drawer ladder blanket pillow fence gate path road "
    "train station ticket wagon bicycle boat anchor rope sail lantern signal clock bell drum violin piano "
    "song dance story book page picture camera film stage theatre museum castle tower temple village city "
    "square corner street house room floor roof wall door garage cellar attic yard field meadow orchard "
    "storm rain snow frost cloud wind thunder morning evening night week month season birthday wedding "
    "holiday journey visit meeting office report contract budget invoice delivery order repair project "
    "walk run climb swim carry build paint plant water cook bake clean mend knit sew write read draw sing "
    "learn teach study practise travel visit call greet invite promise borrow lend share trade collect"
).split()
_ENDINGS: Final = ("", "s", "ed", "ing", "er", "ful")
_FIRST_SYLLABLES: Final = (
    "Al An Bel Ben Cal Cor Dan Del El Em Fen Flo Gar Gil Hal Hel Il Is Jan Jor Kal Kel Lan Lor Mar Mel Nal "
    "Nor Ol Or Pel Por Quin Ral Ros Sal Sel Tal Tor Ul Ur Val Ver Wil Wyn Xan Yel Zan Zel"
).split()
_LAST_SYLLABLES: Final = (
    "a ah ana and ara ard as dan den dora eda el ena er eth ia ian ica iel in ina ion is ista ita ivan la len "
    "lia lin lo mar mir na nia on or ora ra ren ric ris son ta tia tus un vin wen"
).split()


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

    Two in five words are function words, the rest follow Zipf's law over 20,000 forms of real and
    compound English words, without the few dozen commonest ranks, which in English are function
    words too. A sentence begins with one of 2,000 names, some far more frequent than others.
    Every second one has an entity and a category.
    """

    def __init__(self) -> None:
        self._forms = _word_forms()
        self._names = _names()
        self._form_odds = _cumulative(WORD_FORMS, offset=20)
        self._name_odds = _cumulative(NAMES, offset=5)

    def belief(self, number: int) -> Belief:
        """Return the belief of a number."""
        chance = np.random.default_rng((SEED, number))
        name = self._names[_drawn(chance, self._name_odds)]
        words = [self._word(chance) for _ in range(int(chance.integers(9, 20)))]
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
        said = self.belief(number).content.split()
        size = int(chance.integers(4, 9))
        places = sorted(chance.choice(len(said) - 1, size=size, replace=False) + 1)
        opening = ("What", "When", "Where", "Why")[int(chance.integers(4))]
        return " ".join([opening, said[0], *(said[place] for place in places)]) + "?"

    def _word(self, chance: np.random.Generator) -> str:
        if chance.random() < 0.4:
            return _FUNCTION_WORDS[int(chance.integers(len(_FUNCTION_WORDS)))]
        return self._forms[_drawn(chance, self._form_odds)]


def _word_forms() -> list[str]:
    chance = np.random.default_rng(SEED)
    simple = [root + ending for ending in _ENDINGS for root in dict.fromkeys(_ROOTS)]
    compound = [one + other for one in _ROOTS for other in _ROOTS if one != other]
    order = chance.permutation(len(compound))
    forms = list(dict.fromkeys([*simple, *(compound[place] for place in order)]))
    return forms[:WORD_FORMS]


def _names() -> list[str]:
    pairs = [first + last for last in _LAST_SYLLABLES for first in _FIRST_SYLLABLES]
    order = np.random.default_rng(SEED).permutation(len(pairs))
    return [pairs[place] for place in order[:NAMES]]


def _cumulative(size: int, *, offset: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    odds = 1.0 / (np.arange(size, dtype=np.float64) + 1 + offset)
    cumulative: np.ndarray[tuple[int], np.dtype[np.float64]] = np.cumsum(odds / odds.sum())
    return cumulative


def _drawn(
    chance: np.random.Generator, cumulative: np.ndarray[tuple[int], np.dtype[np.float64]]
) -> int:
    return min(int(np.searchsorted(cumulative, chance.random())), len(cumulative) - 1)
