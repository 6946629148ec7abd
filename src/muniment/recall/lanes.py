"""Run the lanes at one basis, and a lane again for more only where too little of what it found holds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
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
    OverruledRow,
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
    """Those of the question, and behind them those that only tell what it asks for."""
    telling: Sequence[Sequence[str]]
    """For each term of the question those that tell what it asks for."""
    tags: Sequence[str]
    names: Sequence[str]
    candidates_max: int
    approximate: bool
    has_pages: bool
    has_scopes: bool
    reads_few: bool

    @classmethod
    def on(
        cls, grounds: Grounds, tenant_id: UUID, candidates_max: int, *, approximate: bool = False
    ) -> Sought:
        """Return what to look for on some grounds."""
        row, telling = grounds.row, grounds.telling
        only_telling = {term for terms in telling.values() for term in terms}
        return cls(
            tenant_id=tenant_id,
            known=grounds.basis.as_of.time,
            span=grounds.span,
            partitions=row.partitions,
            embedder_no=row.embedder_no or 0,
            terms=[*row.terms, *sorted(only_telling.difference(row.terms))],
            telling=[telling.get(term, ()) for term in row.terms],
            tags=row.tags,
            names=grounds.names,
            candidates_max=candidates_max,
            approximate=approximate and not row.reads_few,
            has_pages=row.has_pages,
            has_scopes=row.has_scopes,
            reads_few=row.reads_few,
        )

    @property
    def own(self) -> int:
        """How many of the terms are those of the question."""
        return len(self.telling)

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

    deep: int
    """How many units the lanes name when they are asked, whether they hold or not."""
    named: dict[str, int] = field(default_factory=dict)
    """How many each lane named that was asked last."""
    words: Words | None = None
    kept: dict[str, list[int]] = field(
        default_factory=lambda: {"words": [], "tags": [], "graph": []}
    )
    """The units that each lane hands on: they hold, best first."""
    holding: dict[int, Unit] = field(default_factory=dict)
    """What each unit is that was kept."""
    labels: dict[int, Labelled] = field(default_factory=dict)
    said: dict[int, Counts] = field(default_factory=dict)
    """How often each of the question's terms occurs in each unit that was asked for them."""
    unnamed_terms: Sequence[str] = ()
    """The question's terms, if more units hold them than the words lane named."""
    lengths: dict[int, int] = field(default_factory=dict)
    """How many words each unit of the words lane has."""
    unread: list[Callable[[], None]] = field(default_factory=list)
    """What is left to read of the answers: not needed to ask on, so it is read while the database works."""
    distances: dict[int, float] = field(default_factory=dict)
    """The negative inner products with the question's vector."""
    vectors: dict[int, Vector] = field(default_factory=dict)

    @property
    def handed_on(self) -> list[int]:
        """The units that the lanes hand on, each once."""
        return list(dict.fromkeys(unit for units in self.kept.values() for unit in units))

    def keep(self, row: HeldRow, *lanes: str) -> None:
        """Take over what some lanes hand on; what it is is left to read."""
        self.kept |= {lane: [] for lane in lanes}
        for lane, unit_no in row.by_lane():
            self.kept[lane].append(unit_no)
        self.unread.append(partial(self._hold, row))

    def _hold(self, row: HeldRow) -> None:
        self.holding |= {unit.unit_no: unit for unit in row.units(self.holding)}

    def read(self) -> None:
        """Read what is left to read, in the order in which it came."""
        for each in self.unread:
            each()
        self.unread.clear()

    def fell_short(self, candidates_max: int) -> list[str]:
        """Return the lanes that too little of what they named holds of, although there is more to name."""
        return [
            lane
            for lane, count in self.named.items()
            if len(self.kept[lane]) < candidates_max and count >= self.deep
        ]

    def hear(self, row: WordsRow, sought: Sought) -> None:
        """Take over how common the question's terms are, and which of them each unit holds."""
        self.words = Words(
            terms=tuple(sought.terms[: sought.own]),
            unit_counts=tuple(row.unit_counts[: sought.own]),
            units=row.units_total,
            length_mean=row.length_mean,
            telling=tuple(tuple(map(sought.terms.index, each)) for each in sought.telling),
        )
        self.said |= row.said(len(sought.terms))
        self.lengths |= row.lengths_told()

    def label(self, row: LabelsRow) -> None:
        """Take over which labels of the question each unit carries."""
        self.labels = row.labelled()

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
    overruled: tuple[Unit, ...]
    """The beliefs that a narrower scope has another in place of: no candidates."""
    contested: tuple[UUID, ...]
    """The candidates that contradict what is held, and that nobody has settled."""
    ids: Mapping[str, UUID]
    """The ids of the candidates, by their text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsAsked:
    """The lanes that need no vector, as they were asked in one round trip, and how deep."""

    deep: int
    words: Pending[WordsRow] | None
    labels: Pending[LabelsRow] | None


async def ask_words(work: Work, sought: Sought) -> WordsAsked:
    """Queue the lanes that need no vector: words, tags and graph.

    Each names four times as many units as it may hand on, because not all of them may hold.
    """
    return await _ask_words(work, sought, 4 * sought.candidates_max, _LANES)


async def gather_words(sought: Sought, asked: WordsAsked) -> Gathered:
    """Gather what the lanes find that need no vector."""
    gathered = Gathered(deep=asked.deep)
    await _gather_words(sought, gathered, asked)
    return gathered


async def gather_near(
    work: Work, sought: Sought, gathered: Gathered, vector: HalfVector | None
) -> None:
    """Gather what is near to the question or cited, and how near all is that was found.

    Of each lane the exact top of what holds is kept, whatever share of the units does: a lane that
    the units that it named leave short although there were more is asked again, eight times as deep.
    """
    while True:
        measuring = _measuring(sought, gathered, vector)
        asked_cited: Pending[MeasuredRow] | None = None
        if sought.has_pages:
            asked_cited = await ask_cited(work, sought.names, sought.terms, measuring)
        asked_nearest = await _ask_nearest(work, sought, gathered, vector, measuring)
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
        gathered.read()
        gathered.named["vector"] = nearest.named
        short = gathered.fell_short(sought.candidates_max)
        if not short:
            return
        gathered.deep *= _DEEPER
        asked = await _ask_words(work, sought, gathered.deep, short)
        await _gather_words(sought, gathered, asked)


async def found(work: Work, sought: Sought, gathered: Gathered, vector: HalfVector | None) -> Found:
    """Return the union of the lanes, each cut to `candidates_max` units that hold at the basis."""
    rows = {unit: gathered.holding[unit] for unit in gathered.handed_on}
    turns = [unit for unit, row in rows.items() if row.kind == "episode"]
    beside = await _beside(work, sought, gathered, turns, vector) if turns else {}
    rows |= beside
    overruled = [rows.pop(unit) for unit in await _overruled(work, sought, rows)]
    nothing, none = (0,) * len(sought.terms), Labelled()
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
        overruled=tuple(overruled),
        contested=tuple([row.id for row in rows.values() if row.is_contested]),
        ids={row.item_id: row.id for row in (*rows.values(), *overruled)},
    )


async def _ask_nearest(
    work: Work,
    sought: Sought,
    gathered: Gathered,
    vector: HalfVector | None,
    measuring: Mapping[str, object],
) -> Pending[VectorRow]:
    """Queue the lane of what is near: all vectors are compared, unless an index is to lead to them."""
    asked = {
        "known_nos": Bigints(gathered.handed_on),
        "wide": 0 if vector is None else gathered.deep,
        **measuring,
    }
    if vector is not None and sought.approximate:
        await work.search_index()
        dimensions = vector.dimensions()
        return await work.send_sized("lane_vector_approximate", VectorRow, dimensions, **asked)
    is_led = vector is not None and sought.reads_few
    return await work.send("lane_vector_of_few" if is_led else "lane_vector", VectorRow, **asked)


async def _ask_words(work: Work, sought: Sought, deep: int, lanes: Collection[str]) -> WordsAsked:
    """Queue some of the lanes that need no vector."""
    where = {"wide": deep, **sought.where}
    words: Pending[WordsRow] | None = None
    labels: Pending[LabelsRow] | None = None
    if (sought.tags or sought.names) and not {"tags", "graph"}.isdisjoint(lanes):
        tags, names = Texts(sought.tags), Texts(sought.names)
        labels = await work.send("lane_labels", LabelsRow, tags=tags, names=names, **where)
    if "words" in lanes:
        terms = Texts(sought.terms)
        words = await work.send("lane_words", WordsRow, terms=terms, own_terms=sought.own, **where)
    return WordsAsked(deep=deep, words=words, labels=labels)


async def _gather_words(sought: Sought, gathered: Gathered, asked: WordsAsked) -> None:
    """Gather what some of the lanes find that need no vector."""
    gathered.named = {}
    if asked.words is not None:
        words = await asked.words.one()
        assert words is not None, "it answers even if no word is found"
        gathered.keep(words, "words")
        gathered.unread.append(partial(gathered.hear, words, sought))
        gathered.named["words"] = len(words.named_nos)
        gathered.unnamed_terms = sought.terms if len(words.named_nos) >= asked.deep else ()
    if asked.labels is not None:
        labels = await asked.labels.one()
        assert labels is not None, "it answers even if nothing is labelled"
        gathered.keep(labels, "tags", "graph")
        gathered.unread.append(partial(gathered.label, labels))
        gathered.named["tags"] = labels.hops.count(None)
        gathered.named["graph"] = len(labels.hops) - gathered.named["tags"]


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
        **_measuring(sought, gathered, vector),
    )
    assert row is not None, "it answers even if nothing is beside"
    gathered.measure(row, vector, len(sought.terms))
    return {unit.unit_no: unit for unit in row.units()}


async def _overruled(work: Work, sought: Sought, rows: Mapping[int, Unit]) -> list[int]:
    """Return the beliefs that do not stand, because a narrower scope of their namespace says otherwise."""
    beliefs = [unit for unit, row in rows.items() if row.kind == "memory"]
    if not sought.has_scopes or not beliefs:
        return []
    found = await work.all(
        "recall_overruled",
        OverruledRow,
        tenant_id=sought.tenant_id,
        unit_nos=Bigints(beliefs),
        partitions=Integers(sought.partitions),
        known=sought.known,
        valid_first=sought.span.first,
        valid_last=sought.span.last,
    )
    return [row.unit_no for row in found]


def _measuring(sought: Sought, gathered: Gathered, vector: HalfVector | None) -> dict[str, object]:
    """Return the parameters of the lanes that say how near their units are."""
    return {
        "embedder_no": sought.embedder_no,
        "vector": vector,
        "unnamed_terms": Texts(gathered.unnamed_terms),
        **sought.where,
    }
