"""Describe an answer: results, the receipt that says how they were found, and the pack for a prompt."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import overload
from uuid import UUID

from muniment.model.ids import EpisodeId, RecallId
from muniment.model.memory import Episode, Memory, about, when
from muniment.model.plain import plain
from muniment.model.printed import Printed, in_line, lines_of, listed, said_line
from muniment.model.worded import basis_line, counted, moment, period
from muniment.temporal.basis import Basis, Point


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneScore:
    """What one lane or step contributed to a result's score."""

    name: str
    value: float


def _marks(*, superseded: bool, is_over: bool) -> tuple[str, ...]:
    marks = {"superseded": superseded, "over": is_over}
    return tuple(mark for mark, is_so in marks.items() if is_so)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Result(Printed):
    """One recalled memory or episode."""

    memory: Memory | Episode
    score: float
    """Comparable within one answer only; higher is better."""
    tokens: int
    """Estimated as one token for each four characters."""
    lanes: tuple[LaneScore, ...]
    superseded: bool = False
    """Whether it is a turn of which what is asked was replaced."""
    is_over: bool = False
    """Whether it is a belief that has ended, or a turn of which nothing that was learnt is so any more, or will be."""
    evidence: tuple[UUID, ...] = ()
    """The turns that were found with this belief, and count as one result with it."""
    source_episode_id: EpisodeId | None = None
    """The first turn that a belief rests on, or the turn itself."""

    @property
    def kind(self) -> str:
        """Either `memory` or `episode`."""
        return self.memory.kind

    @property
    def marks(self) -> tuple[str, ...]:
        """What tells a turn from what is believed: `superseded`, `over`."""
        return _marks(superseded=self.superseded, is_over=self.is_over)

    @property
    def about(self) -> str:
        """What it is about, or who said it, with its marks."""
        return " · ".join((about(self.memory), *self.marks))

    def _line(self) -> str:
        said = said_line(self.memory.content, self.about, when(self.memory))
        return f"{self.score:.3f}  {said}"

    def _parts(self) -> Iterator[str]:
        yield f"id {self.memory.id}"
        yield ", ".join(f"{each.name} {each.value:.3f}" for each in self.lanes)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Dropped(Printed):
    """A candidate that is not among the results, and why."""

    id: UUID
    kind: str
    score: float
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class LaneReport(Printed):
    """How many units a lane handed on. All lanes are one statement: its time is the step `lanes`."""

    name: str
    found: int


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Step(Printed):
    """How long one step of a recall took."""

    name: str
    milliseconds: float


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class EmbedderUsed(Printed):
    """Whose vectors were compared."""

    name: str
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Question(Printed):
    """Everything that an answer depends on besides the ledger.

    `speaker` is who I refers to in it. What language models brought in is part of it, so that a replay asks none:
    `passages` are searched with by their vectors, `wordings` by their words too, and the results are given in `order`
    where a reranker gave one.
    """

    query: str
    namespace: str
    containers: tuple[str, ...]
    limit: int
    budget_tokens: int
    candidates_max: int
    mmr_lambda: float
    weights: tuple[LaneScore, ...]
    speaker: str | None = None
    passages: tuple[str, ...] = ()
    wordings: tuple[str, ...] = ()
    order: tuple[UUID, ...] = ()
    approximate: bool = False
    """Whether the nearest vectors were looked up in an index, and not found by comparing all of them."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Receipt(Printed):
    """What a recall says about itself; with it, the recall can be replayed."""

    recall_id: RecallId
    question: Question
    basis: Basis
    ranking_version: str
    embedder: EmbedderUsed | None
    lanes: tuple[LaneReport, ...]
    steps: tuple[Step, ...]
    tokens: int
    dropped: tuple[Dropped, ...]
    degraded: tuple[str, ...]
    abstained: str | None
    digest: str
    """SHA-256 over basis, results, scores, order and reasons; not over timings and the recall's id."""
    dropped_total: int = 0
    """How many candidates were dropped, whether `dropped` tells of them or was left out."""
    asked_by: str | None = None
    """Who asked: the agent, else the user. None in receipts of earlier days."""

    def _line(self) -> str:
        return f"“{in_line(self.question.query)}”, recall id {self.recall_id}"

    def _parts(self) -> Iterator[str]:
        yield ", ".join(f"{each.name} found {each.found}" for each in self.lanes)
        yield f"tokens {self.tokens}, dropped {len(self.dropped)}, digest {in_line(self.digest)}"
        yield from self.notes()
        yield basis_line(self.basis)

    @property
    def empty_because(self) -> str | None:
        """Why there is no result: it abstained, or the budget had room for none. None where there are results."""
        if self.abstained is not None or self.tokens > 0 or not self.dropped_total:
            return self.abstained
        budget = counted(self.question.budget_tokens, "token")
        return f"nothing of what was found fits into {budget}: give a larger budget"

    def notes(self) -> Iterator[str]:
        """Return why there is no answer, if there is none, and what the answer lacked, a line each."""
        if self.empty_because is not None:
            yield f"no answer: {in_line(self.empty_because)}"
        yield from (f"degraded: {in_line(each)}" for each in self.degraded)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Recalled(Printed, Sequence[Result]):
    """The results of a recall, best first, and its receipt."""

    results: tuple[Result, ...]
    receipt: Receipt

    @overload
    def __getitem__(self, index: int) -> Result: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Result]: ...
    def __getitem__(self, index: int | slice) -> Result | Sequence[Result]:
        return listed(self.results[index])

    def __len__(self) -> int:
        return len(self.results)

    def __iter__(self) -> Iterator[Result]:
        return iter(self.results)

    def _line(self) -> str:
        return f"“{in_line(self.receipt.question.query)}”, results {len(self)}"

    def _parts(self) -> Iterator[str]:
        yield from lines_of(self.results)
        yield from self.receipt.notes()
        yield basis_line(self.receipt.basis)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PackEntry(Printed):
    """One memory or episode in a pack."""

    id: UUID
    kind: str
    content: str
    entity: str | None
    category: str | None
    speaker: str | None
    valid_from: datetime
    valid_until: datetime | None
    known_from: datetime
    confidence: float
    contested: bool
    score: float
    source_episode_id: EpisodeId | None = None
    """The first turn that a belief rests on, or the turn itself."""
    superseded: bool = False
    """Whether it is a turn of which what is asked was replaced."""
    is_over: bool = False
    """Whether it is a belief that has ended, or a turn of which nothing that was learnt is so any more, or will be."""

    @property
    def marks(self) -> tuple[str, ...]:
        """What tells it from what is believed undisputed: `contested`, `superseded`, `over`."""
        marks = _marks(superseded=self.superseded, is_over=self.is_over)
        return ("contested", *marks) if self.contested else marks

    def _line(self) -> str:
        named = (self.entity or self.speaker, self.category, *self.marks)
        about = " · ".join(part for part in named if part is not None)
        until = None if self.kind == "episode" else period(self.valid_from, self.valid_until)
        return (
            f"{self.score:.3f}  {said_line(self.content, about, until or moment(self.valid_from))}"
        )


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ContextPack(Printed):
    """Memories for a language model's prompt: frozen, hashable, ready for JSON."""

    query: str
    entries: tuple[PackEntry, ...]
    valid_at: datetime
    as_of: int
    known_at: datetime
    token_count: int
    abstained: str | None
    recall_id: RecallId
    digest: str
    prompt: str
    """The entries as quoted data, with instructions to take notes, cite, abstain and report conflicts."""

    @property
    def memories(self) -> tuple[PackEntry, ...]:
        """The entries, best first."""
        return self.entries

    def _line(self) -> str:
        return f"“{in_line(self.query)}”, entries {len(self.entries)}, tokens {self.token_count}"

    def _parts(self) -> Iterator[str]:
        yield from lines_of(self.entries)
        if self.abstained is not None:
            yield f"no answer: {in_line(self.abstained)}"
        yield basis_line(
            Basis(valid_at=self.valid_at, as_of=Point(number=self.as_of, time=self.known_at))
        )

    def render_prompt(self) -> str:
        """Return the prompt."""
        return self.prompt

    def to_json(self) -> str:
        """Return the pack as one JSON document, the same as on every surface."""
        return json.dumps(plain(self), ensure_ascii=False)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Replayed(Printed):
    """A past answer given again, and whether it is the same, byte for byte."""

    same: bool
    digest_then: str
    digest_now: str
    recalled: Recalled
    note: str | None = None
    """Why they may differ, if they do: another asks than asked then, or words were erased since."""
