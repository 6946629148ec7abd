"""Run the lanes at one basis, and a lane again for more only where too little of what it found holds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from pgvector import HalfVector

from muniment.recall.candidates import Candidate, Vector, Words
from muniment.recall.grounds import Grounds
from muniment.recall.lane_rows import (
    BesideRow,
    Counts,
    EmbeddedRow,
    Labelled,
    LabelRow,
    NearRow,
    Span,
    TermsRow,
    UnitRow,
    WordsRow,
    candidate_of,
)
from muniment.recall.page_lanes import CitedRow, ask_cited, by_lane
from muniment.recall.support import COSINE_REACH, WORDS_REACH
from muniment.store.arrays import Bigints, Integers
from muniment.store.work import Pending, Work
from muniment.temporal.basis import Basis

BESIDE: Final = max(WORDS_REACH, COSINE_REACH)
"""How many turns on either side of a found one are read along, because they lend it support."""

_DEEPER: Final = 8

_LANES: Final = ("vector", "words", "tags", "graph", "pages", "snapshot")

Lanes = Mapping[str, Sequence[int]]
"""The best units of each lane among what is known, whether they hold or not, best first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """What the lanes look for, and where."""

    tenant_id: UUID
    basis: Basis
    partitions: Sequence[int]
    embedder_no: int
    terms: Sequence[str]
    tags: Sequence[str]
    names: Sequence[str]
    candidates_max: int
    has_pages: bool

    @classmethod
    def on(cls, grounds: Grounds, tenant_id: UUID, candidates_max: int) -> Sought:
        """Return what to look for on some grounds."""
        row = grounds.row
        return cls(
            tenant_id=tenant_id,
            basis=grounds.basis,
            partitions=row.partitions,
            embedder_no=row.embedder_no or 0,
            terms=row.terms,
            tags=row.tags,
            names=row.names,
            candidates_max=candidates_max,
            has_pages=row.has_pages,
        )

    @property
    def first_depth(self) -> int:
        """How far down each lane is walked at first: half as far again as it may hand on."""
        return self.candidates_max + self.candidates_max // 2

    @property
    def where(self) -> dict[str, object]:
        """The parameters that every lane shares."""
        return {
            "tenant_id": self.tenant_id,
            "partitions": Integers(self.partitions),
            "known": self.basis.as_of.time,
        }


@dataclass(slots=True, kw_only=True)
class Gathered:
    """What the lanes have found so far, lane by lane."""

    words: Words | None = None
    kept: dict[str, list[int]] = field(default_factory=dict)
    """The units that each lane hands on: they hold, best first."""
    holding: dict[int, UnitRow] = field(default_factory=dict)
    checked: set[int] = field(default_factory=set)
    """The units that were asked whether they hold."""
    labels: dict[int, Labelled] = field(default_factory=dict)
    said: dict[int, Counts] = field(default_factory=dict)
    """How often each of the question's terms occurs in each unit that was asked for them."""
    lengths: dict[int, int] = field(default_factory=dict)
    """How many words each unit of the words lane has."""
    all_said: bool = False
    """Whether no other unit holds any of the question's terms."""
    distances: dict[int, float] = field(default_factory=dict)
    """The negative inner products with the question's vector."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What the lanes found."""

    candidates: tuple[Candidate, ...]
    words: Words
    counts: dict[str, int]
    """How many units each lane handed on."""
    ids: Mapping[str, UUID]
    """The ids of the candidates, by their text."""


async def walk_words(work: Work, sought: Sought, gathered: Gathered) -> None:
    """Gather what the lanes of words, tags and graph find. Needs no vector."""

    async def lanes(deep: int) -> Lanes:
        return await _named_lanes(work, sought, gathered, deep)

    await _walk_deep_enough(work, sought, gathered, lanes)


async def walk_vectors(
    work: Work, sought: Sought, gathered: Gathered, vector: HalfVector | None
) -> None:
    """Gather what the vector lane and pages find, and how near everything found by words is."""

    async def lane(deep: int) -> Lanes:
        return await _vector_lane(work, sought, gathered, vector, deep)

    await _walk_deep_enough(work, sought, gathered, lane)


async def found(work: Work, sought: Sought, gathered: Gathered, vector: HalfVector | None) -> Found:
    """Return the union of the lanes, each cut to `candidates_max` units that hold at the basis."""
    rows = {
        unit: gathered.holding[unit]
        for unit in dict.fromkeys(unit for units in gathered.kept.values() for unit in units)
    }
    beside: list[UnitRow] = []
    turns = [unit for unit, row in rows.items() if row.is_episode]
    if turns:
        beside = await _beside(work, sought, gathered, turns, vector)
    nothing = (0,) * len(sought.terms)
    none = Labelled()
    cited = frozenset(gathered.kept.get("pages", ()))
    assert gathered.words is not None
    candidates = tuple(
        candidate_of(
            row,
            gathered.said.get(row.unit_no, nothing),
            gathered.lengths.get(row.unit_no, row.length),
            gathered.labels.get(row.unit_no, none),
            gathered.distances.get(row.unit_no),
            cited=row.unit_no in cited,
        )
        for row in (*rows.values(), *beside)
    )
    return Found(
        candidates=candidates,
        words=gathered.words,
        counts={
            **{name: len(gathered.kept[name]) for name in _LANES if name in gathered.kept},
            "beside": len(beside),
        },
        ids={
            candidate.item_id: row.id
            for candidate, row in zip(candidates, (*rows.values(), *beside), strict=True)
        },
    )


async def _walk_deep_enough(
    work: Work,
    sought: Sought,
    gathered: Gathered,
    run: Callable[[int], Awaitable[Lanes]],
) -> None:
    """Keep of some lanes the exact top of what holds, whatever share of the units does.

    A lane names four times as many units as it may hand on, whether they hold or not, and is
    walked from its best until enough of them do. Where that leaves one short although there were
    more, they run again, eight times as deep.
    """
    deep = 4 * sought.candidates_max
    while True:
        lanes = await run(deep)
        await _walk(work, sought, gathered, lanes)
        if all(
            len(gathered.kept[name]) == sought.candidates_max or len(units) < deep
            for name, units in lanes.items()
        ):
            return
        deep *= _DEEPER


async def _walk(work: Work, sought: Sought, gathered: Gathered, lanes: Lanes) -> None:
    """Ask which units hold, from the best of each lane on, until each lane has enough."""
    kept: dict[str, list[int]] = {name: [] for name in lanes}
    depth = sought.first_depth
    while True:
        asked = dict.fromkeys(
            unit
            for name, units in lanes.items()
            if len(kept[name]) < sought.candidates_max
            for unit in units[:depth]
        )
        await _look_at(work, sought, gathered, asked)
        for name, units in lanes.items():
            held = [unit for unit in units[:depth] if unit in gathered.holding]
            kept[name] = held[: sought.candidates_max]
        if not any(
            len(kept[name]) < sought.candidates_max and len(units) > depth
            for name, units in lanes.items()
        ):
            gathered.kept |= kept
            return
        depth *= 2


async def _named_lanes(work: Work, sought: Sought, gathered: Gathered, deep: int) -> Lanes:
    asked_labels: Pending[LabelRow] | None = None
    if sought.tags or sought.names:
        asked_labels = await work.send(
            "lane_labels",
            LabelRow,
            tags=list(sought.tags),
            names=list(sought.names),
            wide=deep,
            **sought.where,
        )
    words = await work.one(
        "lane_words", WordsRow, terms=list(sought.terms), wide=deep, **sought.where
    )
    assert words is not None, "the lane's totals are there without any unit"
    labels = [] if asked_labels is None else await asked_labels.all()
    gathered.labels = _labelled(labels)
    gathered.words = Words(
        terms=tuple(sought.terms),
        unit_counts=tuple(words.unit_counts),
        units=words.units,
        length_mean=words.length_mean,
    )
    gathered.all_said = len(words.unit_nos) < deep
    gathered.said |= words.told(len(sought.terms))
    gathered.lengths |= words.lengths_told()
    return {
        "words": words.unit_nos,
        "tags": [label.unit_no for label in labels if label.hops is None],
        "graph": list(dict.fromkeys(each.unit_no for each in labels if each.hops is not None)),
    }


async def _vector_lane(
    work: Work, sought: Sought, gathered: Gathered, vector: HalfVector | None, deep: int
) -> Lanes:
    asked_cited: Pending[CitedRow] | None = None
    if sought.has_pages:
        asked_cited = await ask_cited(
            work, sought.where, sought.embedder_no, vector, sought.names, sought.terms
        )
    lane: list[int] = []
    if vector is not None:
        asked = await work.send(
            "lane_vector",
            NearRow,
            embedder_no=sought.embedder_no,
            vector=vector,
            wide=deep,
            **sought.where,
        )
        await _measure(work, sought, gathered, gathered.holding, vector)
        near = await asked.one()
        assert near is not None, "it answers even if nothing is near"
        gathered.distances |= near.told()
        lane = near.unit_nos
    if asked_cited is None:
        return {"vector": lane}
    cited = await asked_cited.all()
    gathered.distances |= {row.unit_no: row.distance for row in cited if row.distance is not None}
    return {"vector": lane, **by_lane(cited)}


def _labelled(labels: Sequence[LabelRow]) -> dict[int, Labelled]:
    found: dict[int, Labelled] = {}
    for row in labels:
        before = found.get(row.unit_no, Labelled())
        hops = [each for each in (before.hops, row.hops) if each is not None]
        found[row.unit_no] = Labelled(
            tags=max(before.tags, row.tags), hops=min(hops) if hops else None
        )
    return found


async def _look_at(work: Work, sought: Sought, gathered: Gathered, units: Iterable[int]) -> None:
    """Ask of some units whether they hold, and which of the question's terms they hold."""
    asked = [unit for unit in units if unit not in gathered.checked]
    if not asked:
        return
    gathered.checked |= set(asked)
    span = Span.of(sought.basis)
    holding = await work.send(
        "units_holding",
        UnitRow,
        tenant_id=sought.tenant_id,
        unit_nos=Bigints(asked),
        known=sought.basis.as_of.time,
        valid_first=span.first,
        valid_last=span.last,
        in_window=span.in_window,
    )
    untold = [] if gathered.all_said else [each for each in asked if each not in gathered.said]
    if untold:
        hits = await work.one(
            "units_words",
            TermsRow,
            tenant_id=sought.tenant_id,
            partitions=Integers(sought.partitions),
            unit_nos=Bigints(untold),
            terms=list(sought.terms),
        )
        assert hits is not None, "it answers even if nothing is hit"
        gathered.said |= hits.told(len(sought.terms))
    gathered.holding |= {row.unit_no: row for row in await holding.all()}


async def _measure(
    work: Work, sought: Sought, gathered: Gathered, units: Iterable[int], vector: HalfVector | None
) -> None:
    """Ask how near some units are to the question's vector."""
    asked = [unit for unit in units if unit not in gathered.distances]
    if vector is None or not asked:
        return
    near = await work.one(
        "units_near",
        NearRow,
        embedder_no=sought.embedder_no,
        vector=vector,
        unit_nos=Bigints(asked),
        **sought.where,
    )
    assert near is not None, "it answers even if none is embedded"
    gathered.distances |= near.told()


async def _beside(
    work: Work,
    sought: Sought,
    gathered: Gathered,
    turns: Sequence[int],
    vector: HalfVector | None,
) -> list[UnitRow]:
    rows = await work.all(
        "units_beside",
        BesideRow,
        tenant_id=sought.tenant_id,
        unit_nos=Bigints(turns),
        beside=BESIDE,
    )
    handed_on = {unit for units in gathered.kept.values() for unit in units}
    beside = [row.unit_no for row in rows if row.unit_no not in handed_on]
    await _look_at(work, sought, gathered, beside)
    await _measure(work, sought, gathered, beside, vector)
    return [gathered.holding[unit] for unit in beside if unit in gathered.holding]


async def read_vectors(
    work: Work, sought: Sought, candidates: Sequence[Candidate]
) -> dict[int, Vector]:
    """Read the vectors of some candidates, by unit."""
    if not candidates:
        return {}
    rows = await work.all(
        "units_embedded",
        EmbeddedRow,
        embedder_no=sought.embedder_no,
        unit_nos=Bigints([each.unit_no for each in candidates]),
        **sought.where,
    )
    return {row.unit_no: row.vector for row in rows}
