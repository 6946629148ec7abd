"""Map what the lanes' statements answer, and make candidates of it.

A statement answers hundreds of units as one row, an array for each column: that is quicker than as many rows.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final, Literal, NamedTuple
from uuid import UUID

import numpy as np

from muniment.model.names import called, folded
from muniment.model.tokens import tokens_estimated
from muniment.recall.candidates import Candidate, Vector
from muniment.recall.expressions import Reach
from muniment.temporal.basis import Basis
from muniment.temporal.utc import BEGINNING, ENDING

_INSTANT: Final = timedelta(microseconds=1)

Counts = tuple[int, ...]
"""How often each of the question's terms occurs in a unit, in the order of the terms."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """The valid time that a basis asks for, as inclusive bounds; a point has both alike."""

    first: datetime
    last: datetime
    said_first: datetime
    said_last: datetime
    """The bounds of when turns were said: a question does not reach for those as it does for beliefs."""
    named_last: datetime
    """Of what a belief held for within the bounds, the last that began by then is told, if any did."""

    @classmethod
    def of(cls, basis: Basis) -> Span:
        """Return the span of a basis: its window, or its instant."""
        if basis.window is None:
            at = basis.valid_at
            return cls(first=at, last=at, said_first=BEGINNING, said_last=at, named_last=at)
        start, end = basis.window.start, basis.window.end
        last = ENDING if end is None else end - _INSTANT
        return cls(first=start, last=last, said_first=start, said_last=last, named_last=last)

    def reaching(self, reach: Reach) -> Span:
        """Return a span that begins earlier, or ends later."""
        last = self.last if reach.until is None else max(self.last, reach.until - _INSTANT)
        return replace(
            self,
            first=min(self.first, reach.since or self.first),
            last=last,
            named_last=last if reach.named_until is None else reach.named_until - _INSTANT,
        )


class NearRow(NamedTuple):
    """Units and the negative inner products of their vectors with the question's, one for each."""

    unit_nos: list[int]
    distances: list[float]

    def told(self) -> dict[int, float]:
        """Return the distances by unit."""
        return dict(zip(self.unit_nos, self.distances, strict=True))


class OverruledRow(NamedTuple):
    """A belief that a narrower scope has another in place of."""

    unit_no: int


class Unit(NamedTuple):
    """A unit that holds at the basis."""

    unit_no: int
    id: UUID
    kind: Literal["memory", "episode"]
    item_id: str
    valid_from: datetime
    valid_until: datetime | None
    names: tuple[str, ...]
    asks: bool
    session_id: str | None
    position: int | None
    confidence: float
    is_contested: bool
    token_count: int
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
    item_ids: list[str]
    are_episodes: list[bool]
    valid_froms: list[datetime]
    valid_untils: list[datetime | None]
    names: list[str | None]
    other_names: list[str | None]
    ask: list[bool]
    session_ids: list[UUID | None]
    positions: list[int | None]
    confidences: list[float]
    are_contested: list[bool]
    characters: list[int]
    word_counts: list[int]

    def by_lane(self) -> Iterator[tuple[str, int]]:
        """Yield each lane and unit."""
        return zip(self.lanes or (), self.unit_nos or (), strict=True)

    def units(self, known: Container[int] = ()) -> Iterator[Unit]:
        """Yield what each unit is, but for those that are known."""
        if self.unit_nos is None:
            return
        columns = (
            self.unit_nos,
            self.ids,
            self.item_ids,
            self.are_episodes,
            self.valid_froms,
            self.valid_untils,
            self.names,
            self.other_names,
            self.ask,
            self.session_ids,
            self.positions,
            self.confidences,
            self.are_contested,
            self.characters,
            self.word_counts,
        )
        for (
            unit_no, unit_id, item_id, is_episode, valid_from, valid_until, name, other_name, asks,
            session_id, position, confidence, is_contested, characters, length,
        ) in zip(*columns, strict=True):  # fmt: skip
            if unit_no not in known:
                yield Unit(
                    unit_no,
                    unit_id,
                    "episode" if is_episode else "memory",
                    item_id,
                    valid_from,
                    valid_until,
                    _names(name, other_name, is_episode),
                    asks,
                    None if session_id is None else str(session_id),
                    position,
                    confidence,
                    is_contested,
                    tokens_estimated(characters),
                    length,
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

    def unnamed(self) -> list[int]:
        """Return the places of the terms, from 1, that more units hold than those that are named."""
        heard = np.bincount(
            np.array(self.places, dtype=np.intp), minlength=len(self.unit_counts) + 1
        )
        return (np.flatnonzero(heard[1:] < np.array(self.unit_counts)) + 1).tolist()

    def lengths_told(self) -> dict[int, int]:
        """Return how many words there are, by unit."""
        units = self.named_nos
        return {units[rank - 1]: n for rank, n in zip(self.ranks, self.lengths, strict=True)}


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledRow(HeldRow):
    """What some lanes hand on, and which of the question's labels that and other units carry."""

    labelled_nos: list[int] | None
    tags: list[int]
    hops: list[int | None]
    """How far each unit is from the question's entities; None for one that only carries tags."""

    def labelled(self) -> dict[int, Labelled]:
        """Return the labels by unit."""
        found: dict[int, Labelled] = {}
        told = zip(self.labelled_nos or (), self.tags or (), self.hops or (), strict=True)
        for unit, tags, hops in told:
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
class LabelsRow(LabelledRow):
    """Units that carry the question's tags, or that are some hops from its entities."""

    is_cut: bool
    """Whether there may be more that carry the question's tags, or that are as near to its entities."""
    linked_once: list[str]
    """The names of entities one step away, if it is cut."""
    linked_twice: list[str]

    def hops_by_name(self, names: Sequence[str]) -> dict[str, int]:
        """Return how far the names of the question are from it, and those that are linked to them."""
        steps = enumerate((names, self.linked_once, self.linked_twice))
        return {name: hops for hops, near in steps for name in near}


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredRow(LabelledRow):
    """What some lanes hand on, how near that and other units are to the question, and what they hold of it."""

    measured_nos: list[int] | None
    distances: list[float]
    """The negative inner products with the question's vector."""
    embeddings: bytes
    """The vectors as pgvector sends them, one after the other: two 16-bit numbers, then halves."""
    said_nos: list[int] | None
    """The unit of each hit."""
    places: list[int]
    frequencies: list[int]
    lengths: list[int]
    """How many words each hit's unit has."""

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

    def lengths_told(self) -> dict[int, int]:
        """Return how many words there are, by unit that holds any of the terms."""
        return dict(zip(self.said_nos or (), self.lengths or (), strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorRow(MeasuredRow):
    """What the vector lane hands on."""

    named: int
    """How many units it named, whether they hold or not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedRow(MeasuredRow):
    """What the lanes of pages hand on."""

    cited_nos: list[int]
    """Every unit that fitting pages cite, whether it is handed on or not."""


def candidate_of(
    unit: Unit,
    counts: Counts,
    length: int,
    labelled: Labelled,
    distance: float | None,
    vector: Vector | None,
    is_cited: bool,
) -> Candidate:
    """Return a unit as ranking sees it."""
    (
        unit_no, _, kind, item_id, valid_from, valid_until, names, asks, session_id, position, confidence,
        _, token_count, _,
    ) = unit  # fmt: skip
    return Candidate(
        unit_no,
        kind,
        item_id,
        valid_from,
        valid_until,
        None if distance is None else round(-distance, 6),
        vector,
        counts,
        length,
        labelled.tags,
        labelled.hops,
        names,
        asks,
        session_id,
        position,
        confidence,
        token_count,
        cited=is_cited,
    )


@lru_cache(maxsize=8192)
def _names(name: str | None, other_name: str | None, is_episode: bool) -> tuple[str, ...]:
    if is_episode:
        return () if name is None else called(name)
    return tuple([folded(each) for each in (name, other_name) if each is not None])
