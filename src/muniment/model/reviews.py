"""Describe contradictions: what a reader asks of them, and what a person decides."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from muniment.model.decisions import Result
from muniment.model.ids import ContradictionId, EpisodeId, MemoryId
from muniment.model.memory import Evidence, Memory
from muniment.model.printed import Printed
from muniment.model.reading import AsOf


class Side(StrEnum):
    """Which belief of a contradiction a person keeps."""

    FIRST = "first"
    SECOND = "second"
    BOTH = "both"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Review(Printed):
    """Two beliefs that cannot both hold, for a person to settle.

    `first` was believed, `second` came later, and is contested or held as well. `first` is None if
    only its history is left at the basis, and `second` still waits to be held.
    """

    id: ContradictionId
    first: Memory | None
    second: Memory | None
    first_evidence: tuple[Evidence, ...]
    second_evidence: tuple[Evidence, ...]
    rationale: str | None
    transaction: int
    known_from: datetime


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Settled(Printed):
    """What a person's word on a contradiction did."""

    id: ContradictionId
    kept: Side
    transaction: int
    changed: tuple[MemoryId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GetDecisions:
    """Ask for decisions in the order of the ledger; every filter that is given must fit."""

    memory_id: MemoryId | None = None
    episode_id: EpisodeId | None = None
    transaction: int | None = None
    outcome: Result | None = None
    namespace: str | None = None
    containers: tuple[str, ...] = ()
    as_of: AsOf = None
    limit: int = 100
    cursor: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GetReviews:
    """Ask for the contradictions that waited for a person."""

    namespace: str | None = None
    containers: tuple[str, ...] = ()
    as_of: AsOf = None
    limit: int = 100
    cursor: str | None = None
