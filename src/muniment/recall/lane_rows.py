"""Map what the lanes' statements answer, and make candidates of it.

A recall reads hundreds of these rows: they are named tuples, in the order of the columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

import numpy as np

from muniment.model.names import called, folded
from muniment.model.tokens import tokens_estimated
from muniment.recall.candidates import Candidate, Vector
from muniment.temporal.basis import Basis

_INSTANT: Final = timedelta(microseconds=1)

Counts = tuple[int, ...]
"""How often each of the question's terms occurs in a unit, in the order of the terms."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """The valid time that a basis asks for, as inclusive bounds; a point has both alike."""

    first: datetime
    last: datetime
    in_window: bool

    @classmethod
    def of(cls, basis: Basis) -> Span:
        """Return the span of a basis: its window, or its instant."""
        if basis.window is None:
            return cls(first=basis.valid_at, last=basis.valid_at, in_window=False)
        end = basis.window.end
        last = datetime.max.replace(tzinfo=basis.valid_at.tzinfo) if end is None else end - _INSTANT
        return cls(first=basis.window.start, last=last, in_window=True)


class NearRow(NamedTuple):
    """Units and the negative inner products of their vectors with the question's, one for each."""

    unit_nos: list[int]
    distances: list[float]

    def told(self) -> dict[int, float]:
        """Return the distances by unit."""
        return dict(zip(self.unit_nos, self.distances, strict=True))


class WordsRow(NamedTuple):
    """The totals of the words lane, its units, best first, and hits: which terms each of them holds."""

    units: int
    length_mean: float
    unit_counts: list[int]
    unit_nos: list[int]
    ranks: list[int]
    """The place of each hit's unit among the units, from 1."""
    places: list[int]
    """The place of each hit's term in the question, from 1."""
    frequencies: list[int]
    lengths: list[int]
    """How many words each hit's unit has."""

    def told(self, terms: int) -> dict[int, Counts]:
        """Return how often each of so many terms occurs, by unit."""
        counts = np.zeros((len(self.unit_nos), terms), dtype=np.int64)
        if self.ranks:
            counts[np.array(self.ranks) - 1, np.array(self.places) - 1] = self.frequencies
        return dict(zip(self.unit_nos, map(tuple, counts.tolist()), strict=True))

    def lengths_told(self) -> dict[int, int]:
        """Return how many words there are, by unit."""
        units = self.unit_nos
        return {units[rank - 1]: n for rank, n in zip(self.ranks, self.lengths, strict=True)}


class LabelRow(NamedTuple):
    """A unit that carries the question's tags, or one `hops` steps from its entities."""

    unit_no: int
    tags: int
    hops: int | None


class TermsRow(NamedTuple):
    """Hits: in which unit a term of the question occurs, by its place from 1, and how often."""

    unit_nos: list[int]
    places: list[int]
    frequencies: list[int]

    def told(self, terms: int) -> dict[int, Counts]:
        """Return how often each of so many terms occurs, by unit."""
        counts: dict[int, list[int]] = {}
        for unit, place, frequency in zip(*self, strict=True):
            counts.setdefault(unit, [0] * terms)[place - 1] = frequency
        return {unit: tuple(told) for unit, told in counts.items()}


class EmbeddedRow(NamedTuple):
    """A unit's vector as pgvector sends it: two 16-bit numbers, then one half-precision float per dimension."""

    unit_no: int
    embedding: bytes

    @property
    def vector(self) -> Vector:
        """The vector, without a copy."""
        return np.frombuffer(self.embedding, ">f2", offset=4)


class BesideRow(NamedTuple):
    """A turn beside another."""

    unit_no: int


class UnitRow(NamedTuple):
    """A unit that holds at the basis."""

    unit_no: int
    id: UUID
    is_episode: bool
    valid_from: datetime
    valid_until: datetime | None
    name: str | None
    other_name: str | None
    asks: bool
    session_id: UUID | None
    position: int | None
    confidence: float
    characters: int
    length: int
    """How many words a turn has; 0 for a belief."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """The question's labels on one unit."""

    tags: int = 0
    hops: int | None = None


def candidate_of(
    row: UnitRow,
    counts: Counts,
    length: int,
    labelled: Labelled,
    distance: float | None,
    *,
    cited: bool,
) -> Candidate:
    """Return a unit as ranking sees it."""
    return Candidate(
        unit_no=row.unit_no,
        kind="episode" if row.is_episode else "memory",
        item_id=str(row.id),
        valid_from=row.valid_from,
        valid_until=row.valid_until,
        cosine=None if distance is None else round(-distance, 6),
        term_counts=counts,
        length=length,
        tag_hits=labelled.tags,
        hops=labelled.hops,
        names=_names(row),
        asks=row.asks,
        session_id=None if row.session_id is None else str(row.session_id),
        position=row.position,
        confidence=row.confidence,
        token_count=tokens_estimated(row.characters),
        cited=cited,
    )


def _names(row: UnitRow) -> tuple[str, ...]:
    if row.is_episode:
        return () if row.name is None else called(row.name)
    return tuple(folded(name) for name in (row.name, row.other_name) if name is not None)
