"""Run the lanes at one basis, and a lane again for more only where too little of what it found holds."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final
from uuid import UUID

from pgvector import HalfVector

from muniment.recall.candidates import Candidate, Vector, Words
from muniment.recall.grounds import Grounds
from muniment.recall.lane_rows import (
    Counts,
    HeldRow,
    Labelled,
    LabelsRow,
    MeasuredRow,
    Span,
    Unit,
    VectorRow,
    WordsRow,
    candidate_of,
)
from muniment.recall.page_lanes import ask_cited
from muniment.recall.support import COSINE_REACH, WORDS_REACH
from muniment.store.arrays import Bigints, Integers, Texts
from muniment.store.work import Pending, Work

BESIDE: Final = max(WORDS_REACH, COSINE_REACH)
"""How many turns on either side of a found one are read along, because they lend it support."""

_DEEPER: Final = 8

_LANES: Final = ("vector", "words", "tags", "graph", "pages", "snapshot")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """What the lanes look for, and where."""

    tenant_id: UUID
    known: datetime
    span: Span
    partitions: Sequence[int]
    embedder_no: int
    terms: Sequence[str]
    tags: Sequence[str]
    names: Sequence[str]
    candidates_max: int
    approximate: bool
    has_pages: bool
    reads_few: bool

    @classmethod
    def on(
        cls, grounds: Grounds, tenant_id: UUID, candidates_max: int, *, approximate: bool = False
    ) -> Sought:
        """Return what to look for on some grounds."""
        row = grounds.row
        return cls(
            tenant_id=tenant_id,
            known=grounds.basis.as_of.time,
            span=grounds.span,
            partitions=row.partitions,
            embedder_no=row.embedder_no or 0,
            terms=row.terms,
            tags=row.tags,
            names=grounds.names,
            candidates_max=candidates_max,
            approximate=approximate and not row.reads_few,
            has_pages=row.has_pages,
            reads_few=row.reads_few,
        )

    @property
    def where(self) -> dict[str, object]:
        """The parameters that every lane shares."""
        return {
            "tenant_id": self.tenant_id,
            "partitions": Integers(self.partitions),
            "known": self.known,
            "valid_first": self.span.first,
            "valid_last": self.span.last,
            "said_first": self.span.said_first,
            "said_last": self.span.said_last,
            "most": self.candidates_max,
        }


@dataclass(slots=True, kw_only=True)
class Gathered:
    """What the lanes have found so far, lane by lane."""

    words: Words | None = None
    kept: dict[str, list[int]] = field(default_factory=dict)
    """The units that each lane hands on: they hold, best first."""
    unread: list[HeldRow] = field(default_factory=list)
    holding: dict[int, Unit] = field(default_factory=dict)
    """What each unit is that was kept, as far as it was read."""
    labels: dict[int, Labelled] = field(default_factory=dict)
    said: dict[int, Counts] = field(default_factory=dict)
    """How often each of the question's terms occurs in each unit that was asked for them."""
    lengths: dict[int, int] = field(default_factory=dict)
    """How many words each unit of the words lane has."""
    distances: dict[int, float] = field(default_factory=dict)
    """The negative inner products with the question's vector."""
    vectors: dict[int, Vector] = field(default_factory=dict)

    @property
    def handed_on(self) -> list[int]:
        """The units that the lanes hand on, each once."""
        return list(dict.fromkeys(unit for units in self.kept.values() for unit in units))

    def keep(self, row: HeldRow, *lanes: str) -> None:
        """Take over what some lanes hand on; what each unit is, is read later, see `read`."""
        self.unread.append(row)
        self.kept |= {lane: [] for lane in lanes}
        for lane, unit_no in row.by_lane():
            self.kept[lane].append(unit_no)

    def read(self) -> None:
        """Read what the units are that were kept: best done while the database works."""
        for row in self.unread:
            self.holding |= {unit.unit_no: unit for unit in row.units(self.holding)}
        self.unread.clear()

    def measure(self, row: MeasuredRow, vector: HalfVector | None, terms: int) -> None:
        """Take over how near units are to the question, and what they hold of its terms."""
        if vector is not None:
            self.distances |= row.near()
            self.vectors |= row.vectors()
        self.said = row.said(terms) | self.said


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What the lanes found."""

    candidates: tuple[Candidate, ...]
    words: Words
    counts: dict[str, int]
    """How many units each lane handed on."""
    ids: Mapping[str, UUID]
    """The ids of the candidates, by their text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsAsked:
    """The lanes of words, tags and graph, asked and not answered yet; None is not asked, or not again.

    The words name `deep` units, whether they hold or not: four times as many as they may hand on.
    """

    words: Pending[WordsRow] | None
    labels: Pending[LabelsRow] | None
    deep: int


async def ask_words(
    work: Work, sought: Sought, deep: int | None = None, short: Collection[str] = _LANES
) -> WordsAsked:
    """Queue the lanes that need no vector: all, or again those that fell `short`.

    The database notes what they find for those that need a vector.
    """
    deep = deep or 4 * sought.candidates_max
    words: Pending[WordsRow] | None = None
    labels: Pending[LabelsRow] | None = None
    if (sought.tags or sought.names) and not {"tags", "graph"}.isdisjoint(short):
        labels = await work.send(
            "lane_labels",
            LabelsRow,
            tags=Texts(sought.tags),
            names=Texts(sought.names),
            wide=deep,
            **sought.where,
        )
    if "words" in short:
        words = await work.send(
            "lane_words", WordsRow, terms=Texts(sought.terms), wide=deep, **sought.where
        )
    return WordsAsked(words=words, labels=labels, deep=deep)


async def walk(
    work: Work, sought: Sought, asked: WordsAsked, vector: HalfVector | None
) -> Gathered:
    """Gather what all lanes find, and how near it is to the question.

    Of each lane the exact top of what holds is kept, whatever share of the units does: a lane that
    the units that it named leave short although there were more is asked again, eight times as deep.
    The database looks for what is near while what it found by words is read.
    """
    gathered = Gathered()
    measuring = _measuring(sought, vector)
    while True:
        asked_cited: Pending[MeasuredRow] | None = None
        if sought.has_pages:
            asked_cited = await ask_cited(work, sought.names, sought.terms, measuring)
        asked_nearest = await _ask_nearest(work, sought, asked.deep, vector, measuring)
        named = await _read_words(asked, sought, gathered)
        gathered.read()
        nearest = await asked_nearest.one()
        assert nearest is not None, "it answers even if nothing is near"
        gathered.keep(nearest, "vector")
        gathered.measure(nearest, vector, len(sought.terms))
        if asked_cited is not None:
            cited = await asked_cited.one()
            assert cited is not None, "it answers even if nothing is cited"
            gathered.keep(cited, "pages", "snapshot")
            gathered.measure(cited, vector, len(sought.terms))
        named["vector"] = nearest.named
        short = _fell_short(sought, gathered, named, asked.deep)
        if not short:
            return gathered
        asked = await ask_words(work, sought, asked.deep * _DEEPER, short)


def _fell_short(
    sought: Sought, gathered: Gathered, named: Mapping[str, int], deep: int
) -> list[str]:
    """Return the lanes that too little of what they named holds of, although there is more to name."""
    return [
        lane
        for lane, count in named.items()
        if len(gathered.kept[lane]) < sought.candidates_max and count >= deep
    ]


async def found(work: Work, sought: Sought, gathered: Gathered, vector: HalfVector | None) -> Found:
    """Return the union of the lanes, each cut to `candidates_max` units that hold at the basis."""
    gathered.read()
    rows = {unit: gathered.holding[unit] for unit in gathered.handed_on}
    turns = [unit for unit, row in rows.items() if row.kind == "episode"]
    beside = await _beside(work, sought, gathered, turns, vector) if turns else {}
    rows |= beside
    nothing = (0,) * len(sought.terms)
    none = Labelled()
    cited = frozenset(gathered.kept.get("pages", ()))
    assert gathered.words is not None
    said, lengths, labels = gathered.said.get, gathered.lengths.get, gathered.labels.get
    distances, vectors = gathered.distances.get, gathered.vectors.get
    candidates = tuple(
        [
            candidate_of(
                row,
                said(unit, nothing),
                lengths(unit, row.length),
                labels(unit, none),
                distances(unit),
                vectors(unit),
                unit in cited,
            )
            for unit, row in rows.items()
        ]
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
            for candidate, row in zip(candidates, rows.values(), strict=True)
        },
    )


async def _ask_nearest(
    work: Work,
    sought: Sought,
    deep: int,
    vector: HalfVector | None,
    measuring: Mapping[str, object],
) -> Pending[VectorRow]:
    """Queue the lane of what is near: all vectors are compared, unless an index is to lead to them."""
    if vector is None:
        return await work.send("lane_vector", VectorRow, wide=0, **measuring)
    if not sought.approximate:
        lane = "lane_vector_of_few" if sought.reads_few else "lane_vector"
        return await work.send(lane, VectorRow, wide=deep, **measuring)
    await work.search_index()
    return await work.send_sized(
        "lane_vector_approximate", VectorRow, vector.dimensions(), wide=deep, **measuring
    )


async def _read_words(asked: WordsAsked, sought: Sought, gathered: Gathered) -> dict[str, int]:
    """Read what the lanes found that need no vector, and return how many units each of them named."""
    labels = None if asked.labels is None else await asked.labels.one()
    words = None if asked.words is None else await asked.words.one()
    named: dict[str, int] = {}
    if words is not None:
        gathered.keep(words, "words")
        gathered.words = Words(
            terms=tuple(sought.terms),
            unit_counts=tuple(words.unit_counts),
            units=words.units_total,
            length_mean=words.length_mean,
        )
        gathered.said |= words.said(len(sought.terms))
        gathered.lengths |= words.lengths_told()
        named["words"] = len(words.named_nos)
    if labels is not None:
        gathered.labels = labels.labelled()
        gathered.keep(labels, "tags", "graph")
        named["tags"] = labels.hops.count(None)
        named["graph"] = len(labels.hops) - named["tags"]
    gathered.kept = {"words": [], "tags": [], "graph": []} | gathered.kept
    return named


async def _beside(
    work: Work,
    sought: Sought,
    gathered: Gathered,
    turns: Sequence[int],
    vector: HalfVector | None,
) -> dict[int, Unit]:
    """Read the turns beside some turns that were not found themselves."""
    row = await work.one(
        "lane_beside",
        MeasuredRow,
        unit_nos=Bigints(turns),
        handed_on=Bigints(gathered.handed_on),
        beside=BESIDE,
        **_measuring(sought, vector),
    )
    assert row is not None, "it answers even if nothing is beside"
    gathered.measure(row, vector, len(sought.terms))
    return {unit.unit_no: unit for unit in row.units()}


def _measuring(sought: Sought, vector: HalfVector | None) -> dict[str, object]:
    """Return the parameters of the lanes that say how near their units are."""
    return {"embedder_no": sought.embedder_no, "vector": vector, **sought.where}
