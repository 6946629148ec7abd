"""Hold what the lanes look for, and what they have found so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
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
    WordsRow,
)
from muniment.store.arrays import Integers


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
            "named_last": self.span.named_last,
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
    near_names: Mapping[str, int] | None = None
    """How far names are from the question, if the labels lane may not have named all units that carry its labels."""
    said: dict[int, Counts] = field(default_factory=dict)
    """How often each of the question's terms occurs in each unit that was asked for them."""
    unnamed: Sequence[int] = ()
    """The places of the question's terms, from 1, that more units hold than the words lane named."""
    lengths: dict[int, int] = field(default_factory=dict)
    """How many words each unit has that was asked for the question's terms and holds any."""
    unread: list[Callable[[], None]] = field(default_factory=list)
    """What is left to read of the answers: not needed to ask on, so it is read while the database works."""
    distances: dict[int, float] = field(default_factory=dict)
    """The negative inner products with the question's vector."""
    vectors: dict[int, Vector] = field(default_factory=dict)
    cited: frozenset[int] = frozenset()
    """The units that fitting pages cite, whether a lane hands them on or not."""

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
        self.labels |= row.labelled()

    def measure(self, row: MeasuredRow, vector: HalfVector | None, terms: int) -> None:
        """Take over how near units are to the question, and what they hold of its terms."""
        if vector is not None:
            self.distances |= row.near()
            self.vectors |= row.vectors()
        self.said = row.said(terms) | self.said
        self.lengths |= row.lengths_told()
        self.labels |= row.labelled()


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
