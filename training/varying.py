"""Say a turn again with other values: what is learnt is how it is said, and not of which town."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from muniment.bench.gold import GoldClaim, GoldTurn

_VARIED: Final = frozenset(
    [
        "lives_in", "from", "works_at", "works_as", "studies", "age", "born_on", "diet", "condition",
        "favourite", "hobby", "skill", "owns", "relation", "count", "attribute",
    ]
)  # fmt: skip
_WORDS_MAX: Final = 3
_SHARE: Final = 0.5

Kind = tuple[str, str]
Values = Mapping[Kind, Sequence[str]]


def values_of(turns: Iterable[GoldTurn]) -> Values:
    """Return the short values that claims of each predicate and property have."""
    found: dict[Kind, list[str]] = defaultdict(list)
    for turn in turns:
        for claim in turn.claims:
            if len(claim.object.split()) <= _WORDS_MAX:
                found[_kind(claim)].append(claim.object)
    return found


def varied(turn: GoldTurn, values: Values, chance: random.Random) -> GoldTurn:
    """Return a turn with some of its values exchanged, wherever it writes them."""
    for claim in turn.claims:
        others = values.get(_kind(claim), ()) if claim.predicate in _VARIED else ()
        if others and chance.random() < _SHARE:
            turn = _exchanged(turn, claim.object, chance.choice(others))
    return turn


def _exchanged(turn: GoldTurn, old: str, new: str) -> GoldTurn:
    written = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)")
    text = turn.message.text
    if not written.search(text):
        return turn
    places = [match.span() for match in written.finditer(text)]

    def moved(place: int, *, is_end: bool) -> int:
        for start, end in places:
            if start < place < end:
                place = end if is_end else start
        return place + (len(new) - len(old)) * sum(end <= place for _, end in places)

    return replace(
        turn,
        message=replace(turn.message, text=written.sub(lambda _: new, text)),
        claims=tuple(
            replace(
                claim,
                subject=written.sub(lambda _: new, claim.subject),
                object=written.sub(lambda _: new, claim.object),
                span=(moved(claim.span[0], is_end=False), moved(claim.span[1], is_end=True)),
            )
            for claim in turn.claims
        ),
    )


def _kind(claim: GoldClaim) -> Kind:
    return claim.predicate, (claim.of or "").lower()
