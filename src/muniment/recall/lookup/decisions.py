"""Tell what was made of turns: which claims, which decisions, and why."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from muniment.access.principal import Principal
from muniment.model.claim_text import read_claim
from muniment.model.decisions import Decided, Result
from muniment.model.ids import EpisodeId, MemoryId
from muniment.model.memory import Outcome
from muniment.model.reading import Page
from muniment.model.reviews import GetDecisions
from muniment.recall.lookup.cursor import LedgerCursor, Listing
from muniment.recall.lookup.opening import Known
from muniment.recall.lookup.rows import span_of
from muniment.store.pool import Store
from muniment.store.work import Work


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionFound:
    """A decision, and its place in the ledger."""

    transaction: int
    ordinal: int
    episode_id: EpisodeId
    span_from: int | None
    span_until: int | None
    decision: str
    outcome: str
    memory_id: MemoryId | None
    candidates: list[MemoryId]
    claim: str | None
    rationale: str | None
    extracted_by: str
    decided_by: str

    def decided(self) -> Decided:
        """Return the decision as the model has it."""
        return Decided(
            decision=Outcome(self.decision),
            outcome=Result(self.outcome),
            memory_id=self.memory_id,
            episode_id=self.episode_id,
            span=span_of(self.span_from, self.span_until),
            claim=read_claim(self.claim),
            candidates=tuple(self.candidates),
            rationale=self.rationale,
            extracted_by=self.extracted_by,
            decided_by=self.decided_by,
            transaction=self.transaction,
        )


async def decisions_of_episodes(
    work: Work, principal: Principal, episodes: Sequence[EpisodeId]
) -> dict[UUID, list[Decided]]:
    """Return what was made of some turns, within a transaction."""
    found: defaultdict[UUID, list[Decided]] = defaultdict(list)
    for row in await work.all(
        "decisions_of_episodes",
        DecisionFound,
        tenant_id=principal.tenant_id,
        episode_ids=list(episodes),
    ):
        found[row.episode_id].append(row.decided())
    return dict(found)


async def decisions(store: Store, principal: Principal, request: GetDecisions) -> Page[Decided]:
    """List decisions in the order of the ledger.

    Raises:
        InvalidValue: the cursor is no good.
    """
    listing = Listing.of(LedgerCursor, request)
    place = (listing.as_of, request.namespace, request.containers)
    async with Known.at(store, principal, *place) as known:
        await known.work.plan_anew()
        rows = await known.work.all(
            "decisions_list",
            DecisionFound,
            **known.where,
            memory_id=request.memory_id,
            episode_id=request.episode_id,
            transaction=request.transaction,
            outcome=None if request.outcome is None else request.outcome.value,
            **listing.part,
        )
    return listing.page(
        rows,
        known.basis,
        shown=DecisionFound.decided,
        place=lambda row: LedgerCursor.behind(known.basis, row.transaction, row.ordinal),
    )
