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
    "kitchen music silver copper candle harbour island mountain valley teacher painter farmer horse rabbit "
    "salmon apple cherry lemon pepper honey butter coffee sugar cotton leather hammer needle mirror basket "
    "bottle carpet curtain ladder blanket pillow fence gate path road train station ticket wagon bicycle "
    "boat anchor rope sail signal clock bell drum violin piano song dance story book page picture camera "
    "film stage theatre museum castle tower temple village city square corner street house room floor roof "
    "wall door garage yard field meadow storm rain snow wind thunder morning evening night week month season "
    "birthday wedding holiday journey visit meeting office report contract budget order repair project walk "
    "climb carry build paint plant water cook clean mend knit draw learn teach study travel call greet invite "
    "promise borrow lend share trade collect answer attempt attack award balance band bank base battle beach "
    "bear beat bend bill bird blame block board body bone border box branch brand breath brick brother brush "
    "burn cable cake card care case cast cause centre chain chair chance change charge chart check choice "
    "church circle claim class cloud club coast coat code coin colour column combat comment concert cook "
    "copy cost count course court cover craft crash cream credit crew crop cross crowd crown cup cycle dam "
    "date daughter dawn deal debate debt demand desert design desk detail device diamond dinner dish display "
    "document dollar dream dress drink drive dust duty eagle earth edge effect effort egg election energy "
    "essay estate event exam exit expert export eye face factor factory fail fall fan fashion feast feature "
    "feed fight figure file finger fire fish flag flame flash flight flood flow flower fly focus fold font "
    "force form fort frame friend fruit fuel fund game gap gas gift glass goal gold grade grain grant grass "
    "ground group guard guest guide guitar gun habit hall hand handle hat hawk head heart heat height hero "
    "hill hint hold hole home hook host hotel hour hunt idea image income ink insect interview issue item "
    "jacket job joint judge jump jury key kick king knife knot label lake lamp land lane laugh law leaf league "
    "lesson level light limit line link lion list load lock log loop loss lunch machine mail map march mark "
    "mask master match meal measure medal member metal mile milk mill mind mine minute model moment motor "
    "mouth move movie nail name nation neck nest net nose note novel nurse object ocean offer oil opera paint "
    "palace panel park part party pass patent pattern pen phone photo phrase pilot pipe place plan plane plate "
    "play plot poem poet point pole pool port post pot power press price print prize profit puzzle queen "
    "question race radio rail range rank record region reply request rest result review rice ride ring risk "
    "rival rock role root rose round route row rule sale sample scale scene scheme score scout screen script "
    "sea search seat seed sense series service shade shadow shape ship shirt shoe shop shore shot show side "
    "site size skill skin sleep slope smile smoke soil sound soup space speech spirit sport spot spring staff "
    "star start state step stock stop strike style suit sun switch symbol system table tail talk tank target "
    "task taste tax team test text theme thought thread title tone tool top touch tour town track trail tree "
    "trial trick trip truck trust tune turn union unit valve value vehicle vessel victim view voice vote "
    "voyage wage war watch wave weapon weight wheel wing winner wire wish wonder wood word work world worry yarn"
).split()
_ENDINGS: Final = ("", "s", "ed", "ing")
_FIRST_NAMES: Final = (
    "Ada Agnes Alan Alice Amos Anna Arthur Bella Boris Carla Clara David Dora Edwin Ella Emil Erik Ethel "
    "Felix Flora Frank Frida Gerda Gloria Harold Hazel Helen Hugo Ida Igor Irene Ivan Jacob Julia Karl Laura "
    "Leo Lucy Marco Martha Max Nina Nora Oscar Otto Paul Petra Ralph Rosa Simon Sofia Victor Walter"
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

    Two in five words are function words; the rest follow Zipf's law over 20,000 forms and compounds
    of English words, less the 20 commonest ranks, which in English are function words too. So the
    commonest word is in about one sentence of sixteen, and a word has 1.3 tokens. A sentence begins
    with one of 2,000 names, some far more frequent than others. Every second one has a slot.
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
    pairs = [f"{first} {last.title()}" for last in _ROOTS[:80] for first in _FIRST_NAMES]
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
