"""Describe what a program is told that has its memory beside it: accepted turns, contexts and answers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from muniment.model.ids import TaskId
from muniment.model.printed import Printed


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TurnAccepted(Printed):
    """That a turn is stored, and that a task will learn from it."""

    job_id: TaskId
    created_user: bool
    created_containers: tuple[str, ...]
    accepted_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SourceBreakdown(Printed):
    """How many candidates each source found; one candidate may be found by several."""

    snapshot: int = 0
    vector: int = 0
    metadata: int = 0
    graph: int = 0


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Diagnostics(Printed):
    """What an answer was made from; only what bears on the question is counted."""

    scope_applied: str
    read_mode: str
    user_found: bool
    candidate_count: int
    used_memory_count: int
    missing_containers: tuple[str, ...]
    source_breakdown: SourceBreakdown
    evidence_strength: float
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Enhanced(Printed):
    """A block of context for a prompt, or why there is none."""

    has_usable_context: bool
    context_enhancement: str | None
    abstained_reason: str | None
    diagnostics: Diagnostics


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class EvidenceUsed(Printed):
    """A belief or a turn that an answer rests on.

    It says what is asked. `bucket_id` is the container that it lies in, if it lies in one. `support` is how
    sure the memory is of what it says: its confidence, half of that where it is contested, 0.5 of a turn
    of which something was replaced; `relevance` is how near it is to the question. Both are from 0 to 1.
    """

    memory_id: UUID
    scope_type: str
    bucket_id: str | None
    relevance: float
    support: float
    relation_refs: tuple[str, ...]
    entity_refs: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class DeepAnswer(Printed):
    """An answer with the evidence that it was made from, or why there is none."""

    answer: str | None
    abstained: bool
    abstained_reason: str | None
    used_memory_count: int
    diagnostics: Diagnostics
    evidence: tuple[EvidenceUsed, ...]
