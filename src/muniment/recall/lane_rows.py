"""Map what the lanes' statements answer, and make candidates of it.

A recall reads hundreds of these rows: they are named tuples, in the order of the columns.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    """A unit and the negative inner product of its vector with the question's."""

    unit_no: int
    distance: float


class WordsRow(NamedTuple):
    """The totals of the words lane, and which of the question's terms one unit holds."""

    units: int
    length_mean: float
    unit_counts: list[int]
    unit_no: int | None
    places: list[int] | None
    frequencies: list[int] | None
    length: int | None
    score: int | None


class LabelRow(NamedTuple):
    """A unit that carries the question's tags, or one `hops` steps from its entities."""

    unit_no: int
    tags: int
    hops: int | None


class TermsRow(NamedTuple):
    """Which of the question's terms occur in a unit, by place, and how often."""

    unit_no: int
    places: list[int]
    frequencies: list[int]


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


def counted(places: Sequence[int], frequencies: Sequence[int], terms: int) -> Counts:
    """Return how often each term occurs, from pairs of its place (from 1) and its frequency."""
    counts = [0] * terms
    for place, frequency in zip(places, frequencies, strict=True):
        counts[place - 1] = frequency
    return tuple(counts)


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
