"""Describe an answer: results, the receipt that says how they were found, and the pack for a prompt."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import overload
from uuid import UUID

from muniment.model.ids import EpisodeId, RecallId
from muniment.model.memory import Episode, Memory
from muniment.model.plain import plain
from muniment.temporal.basis import Basis


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneScore:
    """What one lane or step contributed to a result's score."""

    name: str
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One recalled memory or episode."""

    memory: Memory | Episode
    score: float
    """Comparable within one answer only; higher is better."""
    tokens: int
    """Estimated as one token for each four characters."""
    lanes: tuple[LaneScore, ...]
    superseded: bool = False
    """Whether it is a turn whose belief has a successor."""
    evidence: tuple[UUID, ...] = ()
    """The turns that were found with this belief, and count as one result with it."""
    source_episode_id: EpisodeId | None = None
    """The first turn that a belief rests on, or the turn itself."""

    @property
    def kind(self) -> str:
        """Either `memory` or `episode`."""
        return self.memory.kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """A candidate that is not among the results, and why."""

    id: UUID
    kind: str
    score: float
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneReport:
    """How many units a lane handed on. All lanes are one statement: its time is the step `lanes`."""

    name: str
    found: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """How long one step of a recall took."""

    name: str
    milliseconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderUsed:
    """Whose vectors were compared."""

    name: str
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Everything that an answer depends on besides the ledger.

    What language models brought in is part of it, so that a replay asks none: `passages` are
    searched with by their vectors, `wordings` by their words too, and the results are given in
    `order` where a reranker gave one.
    """

    query: str
    namespace: str
    containers: tuple[str, ...]
    limit: int
    budget_tokens: int
    candidates_max: int
    mmr_lambda: float
    weights: tuple[LaneScore, ...]
    passages: tuple[str, ...] = ()
    wordings: tuple[str, ...] = ()
    order: tuple[UUID, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled(Sequence[Result]):
    """The results of a recall, best first, and its receipt."""

    results: tuple[Result, ...]
    receipt: Receipt

    @overload
    def __getitem__(self, index: int) -> Result: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Result]: ...
    def __getitem__(self, index: int | slice) -> Result | Sequence[Result]:
        return self.results[index]

    def __len__(self) -> int:
        return len(self.results)

    def __iter__(self) -> Iterator[Result]:
        return iter(self.results)


@dataclass(frozen=True, slots=True, kw_only=True)
class PackEntry:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextPack:
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

    def render_prompt(self) -> str:
        """Return the prompt."""
        return self.prompt

    def to_json(self) -> str:
        """Return the pack as one JSON document, the same as on every surface."""
        return json.dumps(plain(self), ensure_ascii=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """A past answer given again, and whether it is the same, byte for byte."""

    same: bool
    digest_then: str
    digest_now: str
    recalled: Recalled
