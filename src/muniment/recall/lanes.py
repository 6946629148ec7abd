"""Run the lanes at one basis, and again for more only where too little of what they found holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from pgvector import HalfVector

from muniment.recall.candidates import Candidate, Words
from muniment.recall.lane_rows import (
    BesideRow,
    Labelled,
    LabelRow,
    NearRow,
    Occurrences,
    Span,
    TermRow,
    UnitRow,
    WordsRow,
    candidate_of,
    occurrences,
)
from muniment.recall.support import COSINE_REACH, WORDS_REACH
from muniment.store.work import Pending, Work
from muniment.temporal.basis import Basis

BESIDE: Final = max(WORDS_REACH, COSINE_REACH)
"""How many turns on either side of a found one are read along, because they lend it support."""

_DEEPER: Final = 8


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

    @property
    def first_depth(self) -> int:
        """How far down each lane is walked at first: half as far again as it may hand on."""
        return self.candidates_max + self.candidates_max // 2

    @property
    def where(self) -> dict[str, object]:
        """The parameters that every lane shares."""
        return {
            "tenant_id": self.tenant_id,
            "partitions": list(self.partitions),
            "known": self.basis.as_of.time,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What the lanes found."""

    candidates: tuple[Candidate, ...]
    words: Words
    counts: dict[str, int]
    """How many units each lane handed on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lanes:
    """The best of each lane among what is known, whether it holds or not, best first."""

    units: Mapping[str, Sequence[int]]
    labels: Mapping[int, Labelled]
    words: Words
    occurrences: Mapping[int, Occurrences]
    told: frozenset[int]
    """The units whose occurrences were asked for; one that has none of the terms has no entry."""


async def run_lanes(work: Work, sought: Sought) -> Found:
    """Return the union of the lanes, each cut to `candidates_max` units that hold at the basis.

    A lane names four times as many units as it may hand on, whether they hold or not, and is
    walked from its best until enough of them do. Where that leaves it short although there were
    more, the lanes run again, eight times as deep: the result is the exact top of what holds,
    whatever share of the units does.
    """
    deep = 4 * sought.candidates_max
    while True:
        lanes = await _lanes(work, sought, deep)
        holding, kept = await _walk(work, sought, lanes)
        short = [name for name, units in kept.items() if len(units) < sought.candidates_max]
        if all(len(lanes.units[name]) < deep for name in short):
            return await _found(work, sought, lanes, holding, kept)
        deep *= _DEEPER


async def _walk(
    work: Work, sought: Sought, lanes: Lanes
) -> tuple[dict[int, UnitRow], dict[str, list[int]]]:
    """Ask which units hold, from the best of each lane on, until each lane has enough."""
    checked: set[int] = set()
    holding: dict[int, UnitRow] = {}
    kept: dict[str, list[int]] = {name: [] for name in lanes.units}
    depth = sought.first_depth
    while True:
        asked = [
            unit
            for name, units in lanes.units.items()
            if len(kept[name]) < sought.candidates_max
            for unit in units[:depth]
            if unit not in checked
        ]
        checked |= set(asked)
        rows = await _holding(work, sought, list(dict.fromkeys(asked))) if asked else []
        holding |= {row.unit_no: row for row in rows}
        for name, units in lanes.units.items():
            held = [unit for unit in units[:depth] if unit in holding]
            kept[name] = held[: sought.candidates_max]
        if not any(
            len(kept[name]) < sought.candidates_max and len(units) > depth
            for name, units in lanes.units.items()
        ):
            return holding, kept
        depth *= 2


async def _lanes(work: Work, sought: Sought, deep: int) -> Lanes:
    asked_near: Pending[NearRow] | None = None
    labels: list[LabelRow] = []
    if sought.vector is not None:
        asked_near = await work.send(
            "lane_vector",
            NearRow,
            embedder_no=sought.embedder_no,
            vector=sought.vector,
            wide=deep,
            **sought.where,
        )
    if sought.tags or sought.names:
        labels = await work.all(
            "lane_labels",
            LabelRow,
            tags=list(sought.tags),
            names=list(sought.names),
            wide=deep,
            **sought.where,
        )
    near = [] if asked_near is None else [row.unit_no for row in await asked_near.all()]
    tagged = [label.unit_no for label in labels if label.hops is None]
    linked = list(dict.fromkeys(label.unit_no for label in labels if label.hops is not None))
    others = [unit for lane in (near, tagged, linked) for unit in lane[: sought.first_depth]]
    rows = await work.all(
        "lane_words",
        WordsRow,
        terms=list(sought.terms),
        wide=deep,
        told=sought.first_depth,
        others=others,
        **sought.where,
    )
    worded = [row.unit_no for row in rows if row.unit_no is not None and row.score is not None]
    return Lanes(
        units={
            "vector": near,
            "words": worded,
            "tags": tagged,
            "graph": linked,
        },
        labels=_labelled(labels),
        words=Words(
            terms=tuple(sought.terms),
            unit_counts=tuple(rows[0].unit_counts),
            units=rows[0].units,
            length_mean=rows[0].length_mean,
        ),
        occurrences={
            row.unit_no: occurrences(
                row.places or (), row.frequencies or (), len(sought.terms), row.length or 0
            )
            for row in rows
            if row.unit_no is not None and row.places is not None
        },
        told=frozenset((*others, *worded[: sought.first_depth])),
    )


def _labelled(labels: Sequence[LabelRow]) -> dict[int, Labelled]:
    found: dict[int, Labelled] = {}
    for row in labels:
        before = found.get(row.unit_no, Labelled())
        hops = [each for each in (before.hops, row.hops) if each is not None]
        found[row.unit_no] = Labelled(
            tags=max(before.tags, row.tags), hops=min(hops) if hops else None
        )
    return found


async def _holding(work: Work, sought: Sought, units: Sequence[int]) -> list[UnitRow]:
    span = Span.of(sought.basis)
    return await work.all(
        "units_holding",
        UnitRow,
        tenant_id=sought.tenant_id,
        unit_nos=list(units),
        embedder_no=sought.embedder_no,
        vector=sought.vector,
        known=sought.basis.as_of.time,
        valid_first=span.first,
        valid_last=span.last,
        in_window=span.in_window,
    )


async def _found(
    work: Work,
    sought: Sought,
    lanes: Lanes,
    holding: Mapping[int, UnitRow],
    kept: Mapping[str, Sequence[int]],
) -> Found:
    chosen = dict.fromkeys(unit for units in kept.values() for unit in units)
    rows = {unit: holding[unit] for unit in chosen}
    turns = [unit for unit, row in rows.items() if row.is_episode]
    said = dict(lanes.occurrences)
    beside: list[UnitRow] = []
    if turns:
        beside = await _beside(work, sought, turns, rows)
    untold = [row for unit, row in rows.items() if row.is_episode or unit not in lanes.told]
    if untold:
        said |= await _words_of(work, sought, [*untold, *beside])
    nothing = Occurrences(counts=(0,) * len(sought.terms), length=0)
    return Found(
        candidates=tuple(
            candidate_of(
                row, said.get(row.unit_no, nothing), lanes.labels.get(row.unit_no, Labelled())
            )
            for row in (*rows.values(), *beside)
        ),
        words=lanes.words,
        counts={**{name: len(units) for name, units in kept.items()}, "beside": len(beside)},
    )


async def _beside(
    work: Work, sought: Sought, turns: Sequence[int], known: Mapping[int, UnitRow]
) -> list[UnitRow]:
    rows = await work.all(
        "units_beside",
        BesideRow,
        tenant_id=sought.tenant_id,
        unit_nos=list(turns),
        beside=BESIDE,
    )
    return await _holding(work, sought, [row.unit_no for row in rows if row.unit_no not in known])


async def _words_of(work: Work, sought: Sought, units: Sequence[UnitRow]) -> dict[int, Occurrences]:
    rows = await work.all(
        "units_words",
        TermRow,
        tenant_id=sought.tenant_id,
        unit_nos=[unit.unit_no for unit in units],
        unit_partitions=[unit.partition_no for unit in units],
        terms=[*sought.terms, ""],
    )
    by_unit: dict[int, list[TermRow]] = {}
    for row in rows:
        by_unit.setdefault(row.unit_no, []).append(row)
    terms = len(sought.terms)
    return {
        unit: occurrences(
            [row.place for row in said if row.place <= terms],
            [row.frequency for row in said if row.place <= terms],
            terms,
            said[0].length,
        )
        for unit, said in by_unit.items()
    }
