"""Run the lanes: one statement at one basis, asked again for more only where too little of it holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import numpy as np
from pgvector import HalfVector

from muniment.model.names import called, folded
from muniment.recall.candidates import CHARACTERS_PER_TOKEN, Candidate, Words
from muniment.recall.support import COSINE_REACH, WORDS_REACH
from muniment.store.work import Work
from muniment.temporal.basis import Basis

BESIDE: Final = max(WORDS_REACH, COSINE_REACH)
"""How many turns on either side of a found one are read along, because they lend it support."""

_WIDER: Final = 8
_INSTANT: Final = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneRow:
    """One unit that a lane found, or that stands beside one; the lanes' totals are on every row."""

    units: int
    length_mean: float
    near_found: int
    words_found: int
    tags_found: int
    graph_found: int
    unit_counts: list[int]
    unit_no: int | None
    id: UUID | None
    is_episode: bool | None
    is_beside: bool | None
    by_vector: bool | None
    by_words: bool | None
    by_tags: bool | None
    by_graph: bool | None
    hops: int | None
    valid_from: datetime | None
    valid_until: datetime | None
    name: str | None
    other_name: str | None
    asks: bool | None
    session_id: UUID | None
    position: int | None
    confidence: float | None
    characters: int | None
    tags: int | None
    places: list[int] | None
    frequencies: list[int] | None
    length: int | None
    cosine: float | None
    embedding: HalfVector | None


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """What the lanes look for, and where."""

    tenant_id: UUID
    basis: Basis
    partitions: Sequence[int]
    embedder_no: int
    vector: HalfVector | None
    terms: Sequence[str]
    tags: Sequence[str]
    names: Sequence[str]
    candidates_max: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What the lanes found."""

    candidates: tuple[Candidate, ...]
    words: Words
    counts: dict[str, int]
    """How many units each lane handed on."""


async def run_lanes(work: Work, sought: Sought) -> Found:
    """Return the union of the lanes, each cut to `candidates_max` units that hold at the basis.

    A lane first takes twice as many units as it may hand on, whether they hold or not. Where
    that leaves it short although there were more, the statement runs again, eight times as wide:
    the result is the exact top of what holds, whatever share of the units does.
    """
    wide = 2 * sought.candidates_max
    while True:
        rows = await work.all("recall_lanes", LaneRow, **_parameters(sought, wide))
        if not _cut_short(rows, wide, sought.candidates_max):
            return _found(rows, sought.terms)
        wide *= _WIDER


def _parameters(sought: Sought, wide: int) -> dict[str, object]:
    span = Span.of(sought.basis)
    return {
        "tenant_id": sought.tenant_id,
        "partitions": list(sought.partitions),
        "known": sought.basis.as_of.time,
        "embedder_no": sought.embedder_no,
        "vector": sought.vector,
        "wide": wide,
        "candidates": sought.candidates_max,
        "beside": BESIDE,
        "terms": list(sought.terms),
        "tags": list(sought.tags),
        "names": list(sought.names),
        "valid_first": span.first,
        "valid_last": span.last,
        "in_window": span.in_window,
    }


def _cut_short(rows: Sequence[LaneRow], wide: int, candidates_max: int) -> bool:
    """Tell whether some lane was cut at its width and is left with too few units that hold."""
    totals = rows[0]
    lanes = (
        (totals.near_found, sum(bool(row.by_vector) for row in rows)),
        (totals.words_found, sum(bool(row.by_words) for row in rows)),
        (totals.tags_found, sum(bool(row.by_tags) for row in rows)),
        (totals.graph_found, sum(bool(row.by_graph) for row in rows)),
    )
    return any(found >= wide and handed_on < candidates_max for found, handed_on in lanes)


def _found(rows: Sequence[LaneRow], terms: Sequence[str]) -> Found:
    totals = rows[0]
    return Found(
        candidates=tuple(_candidate(row, len(terms)) for row in rows if row.unit_no is not None),
        words=Words(
            terms=tuple(terms),
            unit_counts=tuple(totals.unit_counts),
            units=totals.units,
            length_mean=totals.length_mean,
        ),
        counts={
            "vector": sum(bool(row.by_vector) for row in rows),
            "words": sum(bool(row.by_words) for row in rows),
            "tags": sum(bool(row.by_tags) for row in rows),
            "graph": sum(bool(row.by_graph) for row in rows),
            "beside": sum(bool(row.is_beside) for row in rows),
        },
    )


def _candidate(row: LaneRow, terms: int) -> Candidate:
    assert row.unit_no is not None and row.valid_from is not None
    counts = [0] * terms
    for place, frequency in zip(row.places or (), row.frequencies or (), strict=True):
        counts[place - 1] = frequency
    return Candidate(
        unit_no=row.unit_no,
        kind="episode" if row.is_episode else "memory",
        item_id=str(row.id),
        valid_from=row.valid_from,
        valid_until=row.valid_until,
        cosine=None if row.cosine is None else round(row.cosine, 6),
        vector=None if row.embedding is None else row.embedding.to_numpy().astype(np.float32),
        term_counts=tuple(counts),
        length=row.length or 0,
        tag_hits=row.tags or 0,
        hops=row.hops,
        names=_names(row),
        asks=bool(row.asks),
        session_id=None if row.session_id is None else str(row.session_id),
        position=row.position,
        confidence=1.0 if row.confidence is None else row.confidence,
        token_count=-(-(row.characters or 0) // CHARACTERS_PER_TOKEN),
    )


def _names(row: LaneRow) -> tuple[str, ...]:
    if row.is_episode:
        return () if row.name is None else called(row.name)
    return tuple(folded(name) for name in (row.name, row.other_name) if name is not None)
