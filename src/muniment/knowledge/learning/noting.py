"""Note what was made of each claim of a turn, and what a person has to decide."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

from muniment.access.partition import PartitionKey
from muniment.knowledge.learning.reading_rounds import ReadTurn
from muniment.knowledge.resolution.checking import kept_claim
from muniment.knowledge.resolution.judged import Ending, Verdict
from muniment.ledger.opening import Opening
from muniment.model.claim_text import claim_text
from muniment.model.claims import Claim
from muniment.model.decisions import BY_RULES, Decided, Result
from muniment.model.ids import EpisodeId, MemoryId
from muniment.model.memory import Outcome
from muniment.store.rows import ContradictionRow, DecisionRow


@dataclass(slots=True, kw_only=True)
class Noting:
    """The decisions on one turn."""

    opening: Opening
    partition: PartitionKey
    turn: ReadTurn
    episode_id: EpisodeId
    decided: list[Decided] = field(default_factory=list)

    def judged(self, claim: Claim, verdict: Verdict, touched: UUID | None) -> None:
        """Note what was made of a claim."""
        self._note(
            decision=verdict.decision,
            outcome=verdict.outcome,
            span=claim.span,
            memory_id=touched,
            claim=claim,
            candidates=verdict.considered,
            rationale=verdict.rationale,
            decided_by=verdict.decided_by,
        )

    def replaced(self, claim: Claim, verdict: Verdict, ending: Ending) -> None:
        """Note that a belief ended because of a claim of another."""
        self._note(
            decision=Outcome.INVALIDATE,
            outcome=Result.SUPERSEDED,
            span=claim.span,
            memory_id=ending.memory_id,
            claim=claim,
            candidates=verdict.considered,
            rationale=ending.rationale,
            decided_by=verdict.decided_by,
        )

    def refused(self, claim: Claim, reason: str) -> None:
        """Note that a claim is no good."""
        start, end = claim.span
        there = 0 <= start < end <= len(self.turn.prepared.turn.content)
        self._note(
            outcome=Result.REFUSED,
            span=claim.span if there else None,
            claim=kept_claim(claim),
            rationale=reason,
        )

    def passed_over(self, passage: tuple[int, int]) -> None:
        """Note that a passage comes from a recall."""
        self._note(
            outcome=Result.RECALLED,
            span=passage,
            rationale="it is what a recall answered, come back: nothing is learnt from it.",
        )

    def nothing(self) -> None:
        """Note that a turn was read and claims nothing."""
        self._note(outcome=Result.NOTHING, rationale="it claims nothing.")

    def contradiction(self, verdict: Verdict, first: UUID, second: UUID) -> None:
        """Note two beliefs that a person has to decide between."""
        opening = self.opening
        opening.change.write(
            ContradictionRow(
                contradiction_id=opening.new_id(),
                partition_no=opening.partition_no(self.partition),
                first_id=first,
                second_id=second,
                kept=None,
                settled_by=None,
                rationale=verdict.rationale,
                salt=secrets.token_bytes(16),
            )
        )

    def _note(
        self,
        *,
        outcome: Result,
        rationale: str,
        decision: Outcome = Outcome.NOOP,
        span: tuple[int, int] | None = None,
        memory_id: UUID | None = None,
        claim: Claim | None = None,
        candidates: Sequence[UUID] = (),
        decided_by: str = BY_RULES,
    ) -> None:
        opening = self.opening
        row = DecisionRow(
            partition_no=opening.partition_no(self.partition),
            episode_id=self.episode_id,
            span_from=None if span is None else span[0],
            span_until=None if span is None else span[1],
            decision=decision.value,
            outcome=outcome.value,
            memory_id=memory_id,
            candidates=list(candidates),
            claim=None if claim is None else claim_text(claim),
            rationale=rationale,
            extracted_by=self.turn.extracted_by,
            decided_by=decided_by,
            salt=secrets.token_bytes(16),
        )
        opening.change.write(row)
        self.decided.append(
            Decided(
                decision=decision,
                outcome=outcome,
                memory_id=None if memory_id is None else MemoryId(memory_id),
                episode_id=self.episode_id,
                span=span,
                claim=claim,
                candidates=tuple(MemoryId(each) for each in candidates),
                rationale=rationale,
                extracted_by=self.turn.extracted_by,
                decided_by=decided_by,
                transaction=opening.change.number,
            )
        )
