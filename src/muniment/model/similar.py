"""Describe pairs of beliefs that say the same, or that cannot both be so."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from muniment.model.ids import MemoryId
from muniment.model.printed import Printed, Several
from muniment.model.reading import AsOf
from muniment.temporal.basis import Basis


class PairReason(StrEnum):
    """Why two beliefs are told together."""

    SAME_FACT = "same fact"
    SAME_WORDS = "same words"
    DENIED = "one denies the other"
    NUMBERS = "numbers differ"
    OPPOSITES = "opposites"
    ONE_AT_A_TIME = "one at a time"
    STATES = "states that take turns"
    CONTESTED = "contested"


@dataclass(frozen=True, slots=True, kw_only=True)
class GetPairs:
    """Ask for pairs among the beliefs that hold; `entity` with all of its aliases."""

    entity: str | None = None
    namespace: str = "default"
    containers: tuple[str, ...] = ()
    as_of: AsOf = None
    valid_at: datetime | None = None
    limit: int = 100


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class BeliefPair(Printed):
    """Two beliefs that hold at once, the older first.

    `words` is the share of their words that both have, `cosine` how near their embeddings are;
    None where that was not looked at.
    """

    first: MemoryId
    second: MemoryId
    first_content: str
    second_content: str
    reason: PairReason
    words: float | None = None
    cosine: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Pairs(Several[BeliefPair]):
    """Pairs at a basis, the surest first; `is_cut` where there were more than the limit."""

    items: tuple[BeliefPair, ...]
    is_cut: bool
    basis: Basis
