"""Map what the lanes' statements answer, and make candidates of it.

A statement answers hundreds of units as one row, an array for each column: that is quicker than as many rows.
"""

from __future__ import annotations

from collections.abc import Iterator
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


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldRow:
    """What some lanes hand on, a column at a time: unit after unit, best first; None if nothing."""

    lanes: list[str] | None
    unit_nos: list[int] | None
    ids: list[UUID]
    are_episodes: list[bool]
    valid_froms: list[datetime]
    valid_untils: list[datetime | None]
    names: list[str | None]
    other_names: list[str | None]
    ask: list[bool]
    session_ids: list[UUID | None]
    positions: list[int | None]
    confidences: list[float]
    characters: list[int]
    word_counts: list[int]

    def by_lane(self) -> Iterator[tuple[str, int]]:
        """Yield each lane and unit."""
        return zip(self.lanes or (), self.unit_nos or (), strict=True)

    def units(self) -> Iterator[UnitRow]:
        """Yield what each unit is; nothing but its number of one that was known to hold."""
        if self.unit_nos is None:
            return iter(())
        return map(
            UnitRow,
            self.unit_nos,
            self.ids,
            self.are_episodes,
            self.valid_froms,
            self.valid_untils,
            self.names,
            self.other_names,
            self.ask,
            self.session_ids,
            self.positions,
            self.confidences,
            self.characters,
            self.word_counts,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsRow(HeldRow):
    """The totals of the words lane, its units, best first, and hits: which terms each of them holds."""

    units_total: int
    length_mean: float
    unit_counts: list[int]
    named_nos: list[int]
    ranks: list[int]
    """The place of each hit's unit among the units, from 1."""
    places: list[int]
    """The place of each hit's term in the question, from 1."""
    frequencies: list[int]
    lengths: list[int]
    """How many words each hit's unit has."""

    def said(self, terms: int) -> dict[int, Counts]:
        """Return how often each of so many terms occurs, by unit."""
        counts = np.zeros((len(self.named_nos), terms), dtype=np.int64)
        if self.ranks:
            counts[np.array(self.ranks) - 1, np.array(self.places) - 1] = self.frequencies
        return dict(zip(self.named_nos, map(tuple, counts.tolist()), strict=True))

    def lengths_told(self) -> dict[int, int]:
        """Return how many words there are, by unit."""
        units = self.named_nos
        return {units[rank - 1]: n for rank, n in zip(self.ranks, self.lengths, strict=True)}


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelsRow(HeldRow):
    """Units that carry the question's tags, or that are some hops from its entities."""

    labelled_nos: list[int]
    tags: list[int]
    hops: list[int | None]
    """How far each unit is from the question's entities; None for one that carries tags."""

    def labelled(self) -> dict[int, Labelled]:
        """Return the labels by unit."""
        found: dict[int, Labelled] = {}
        for unit, tags, hops in zip(self.labelled_nos, self.tags, self.hops, strict=True):
            before = found.get(unit)
            found[unit] = (
                Labelled(tags=tags, hops=hops)
                if before is None
                else Labelled(
                    tags=max(before.tags, tags), hops=before.hops if hops is None else hops
                )
            )
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredRow(HeldRow):
    """What some lanes hand on, how near that and other units are to the question, and which terms they hold."""

    measured_nos: list[int] | None
    distances: list[float]
    """The negative inner products with the question's vector."""
    embeddings: bytes
    """The vectors as pgvector sends them, one after the other: two 16-bit numbers, then halves."""
    said_nos: list[int] | None
    places: list[int]
    frequencies: list[int]

    def near(self) -> dict[int, float]:
        """Return the distances by unit."""
        return dict(zip(self.measured_nos or (), self.distances or (), strict=True))

    def vectors(self) -> dict[int, Vector]:
        """Return the vectors by unit, without a copy."""
        if not self.measured_nos:
            return {}
        rows = np.frombuffer(self.embeddings, ">f2").reshape(len(self.measured_nos), -1)
        return dict(zip(self.measured_nos, rows[:, 2:], strict=True))

    def said(self, terms: int) -> dict[int, Counts]:
        """Return how often each of so many terms occurs, by unit that holds any."""
        counts: dict[int, list[int]] = {}
        hits = zip(self.said_nos or (), self.places or (), self.frequencies or (), strict=True)
        for unit, place, frequency in hits:
            counts.setdefault(unit, [0] * terms)[place - 1] = frequency
        return {unit: tuple(told) for unit, told in counts.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorRow(MeasuredRow):
    """What the vector lane hands on."""

    named: int
    """How many units it named, whether they hold or not."""


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
