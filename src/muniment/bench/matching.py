"""Decide which extracted claims are right: each pairs with one claim that was wanted, at most."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from muniment.bench.gold import GoldClaim, GoldTurn
from muniment.model.claims import Claim
from muniment.model.names import folded

_FILLERS: Final = frozenset(
    [
        "a", "an", "the", "my", "our", "his", "her", "their", "your", "its", "some", "this",
        "that", "of", "in", "at", "to", "for", "on", "with", "from", "as", "by", "and", "just",
        "really",
    ]
)  # fmt: skip
_WORD: Final = re.compile(r"[^\W_]+(?:[.,:'’-][^\W_]+)*")
_SAME: Final = {
    "mum": "mother", "mom": "mother", "dad": "father", "kid": "child", "grandma": "grandmother", "grandpa": "grandfather",
    "neighbor": "neighbour", "colour": "color", "mate": "friend",
}  # fmt: skip
"""Words that name one relation or property."""
OVERLAP_MIN: Final = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of one turn."""

    turn: GoldTurn
    right: tuple[tuple[Claim, GoldClaim], ...]
    wrong: tuple[Claim, ...]
    missed: tuple[GoldClaim, ...]


def judged(turn: GoldTurn, claims: Sequence[Claim]) -> Outcome:
    """Pair claims with wanted ones; the pairing with the most pairs of wanted claims counts."""
    wanted = sorted(turn.claims, key=lambda gold: gold.optional)
    right_for = partial(is_right, speaker=turn.message.speaker)
    partner: dict[int, int] = {}
    for index in range(len(wanted)):
        _pair(index, wanted, claims, right_for, partner, set())
    pairs = sorted((made, gold) for made, gold in partner.items())
    right = tuple((claims[made], wanted[gold]) for made, gold in pairs if not wanted[gold].optional)
    paired = set(partner.values())
    return Outcome(
        turn=turn,
        right=right,
        wrong=tuple(claim for index, claim in enumerate(claims) if index not in partner),
        missed=tuple(
            gold for index, gold in enumerate(wanted) if index not in paired and not gold.optional
        ),
    )


def _pair(
    index: int,
    wanted: Sequence[GoldClaim],
    claims: Sequence[Claim],
    right_for: Callable[[Claim, GoldClaim], bool],
    partner: dict[int, int],
    tried: set[int],
) -> bool:
    """Find a partner for one wanted claim, moving others to another partner where that helps."""
    for made, claim in enumerate(claims):
        if made in tried or not right_for(claim, wanted[index]):
            continue
        tried.add(made)
        if made not in partner or _pair(partner[made], wanted, claims, right_for, partner, tried):
            partner[made] = index
            return True
    return False


def is_right(claim: Claim, gold: GoldClaim, *, speaker: str = "") -> bool:
    """Tell whether a claim says what a wanted one says.

    What the speaker has goes by its noun too: "Ann's grandmother" is the "grandmother" of Ann's turn.
    """
    return (
        _name(claim.subject, speaker) == _name(gold.subject, speaker)
        and claim.act is gold.act
        and claim.predicate in gold.predicates
        and _same_of(claim, gold)
        and overlap(claim.object, gold.object) >= OVERLAP_MIN
        and claim.span[0] < gold.span[1]
        and gold.span[0] < claim.span[1]
    )


def overlap(one: str, other: str) -> float:
    """Return the F1 of the words of two values, articles and small words left out."""
    first, second = _words(one), _words(other)
    common = sum(min(first.count(word), second.count(word)) for word in set(first))
    return 2 * common / (len(first) + len(second)) if first or second else 1.0


def _same_of(claim: Claim, gold: GoldClaim) -> bool:
    """Tell whether the head word of what the one is of is among the words of the other's."""
    if claim.predicate != gold.predicate or gold.of is None or claim.of is None:
        return claim.predicate != gold.predicate or gold.of == claim.of
    one, other = _of_words(claim.of), _of_words(gold.of)
    return one[-1] in other or other[-1] in one


def _of_words(phrase: str) -> list[str]:
    words = folded(phrase).replace("favorite", "favourite").split(" ")
    return [_SAME.get(word, word) for word in words]


def _words(text: str) -> list[str]:
    words = _WORD.findall(folded(text))
    return [word for word in words if word not in _FILLERS] or words


def _name(name: str, speaker: str) -> str:
    words = folded(name).replace("’", "'").removeprefix(f"{folded(speaker)}'s ").split(" ")
    return " ".join(words[1:] if words[0] in {"the", "a", "an"} and len(words) > 1 else words)
