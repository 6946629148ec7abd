"""List the contradictions that wait for a person, each with both beliefs and what they rest on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from muniment.access.principal import Principal
from muniment.model.ids import ContradictionId
from muniment.model.memory import Evidence, Memory
from muniment.model.reading import Page
from muniment.model.reviews import GetReviews, Review
from muniment.recall.lookup.cursor import LedgerCursor, Listing
from muniment.recall.lookup.one import ask_memories
from muniment.recall.lookup.opening import Known
from muniment.recall.lookup.provenance import EvidenceFound
from muniment.recall.lookup.rows import MemoryFound
from muniment.store.pool import Store
from muniment.store.work import Pending


@dataclass(frozen=True, slots=True, kw_only=True)
class ContradictionFound:
    """A contradiction that waited for a person."""

    transaction: int
    ordinal: int
    contradiction_id: ContradictionId
    first_id: UUID
    second_id: UUID
    rationale: str | None
    known_from: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedSide:
    """The queued answers about one of two beliefs."""

    memory: Pending[MemoryFound]
    evidence: Pending[EvidenceFound]

    async def told(self) -> tuple[Memory | None, tuple[Evidence, ...]]:
        """Wait for them; what was erased is not told."""
        row = await self.memory.one()
        evidence = tuple(each.evidence() for each in await self.evidence.all())
        return None if row is None or row.content is None else row.memory(), evidence


async def reviews(store: Store, principal: Principal, request: GetReviews) -> Page[Review]:
    """List open contradictions, oldest first.

    Raises:
        InvalidValue: the cursor is no good.
    """
    listing = Listing.of(LedgerCursor, request)
    place = (listing.as_of, request.namespace, request.containers)
    async with Known.at(store, principal, *place) as known:
        rows = await known.work.all(
            "contradictions_list", ContradictionFound, **known.where, **listing.part
        )
        given = rows[: request.limit]
        sides = [
            (
                await _ask_side(known, row.first_id),
                await _ask_side(known, row.second_id),
            )
            for row in given
        ]
        told = {
            row.contradiction_id: await _review(row, first, second)
            for row, (first, second) in zip(given, sides, strict=True)
        }
    return listing.page(
        rows,
        known.basis,
        shown=lambda row: told[row.contradiction_id],
        place=lambda row: LedgerCursor.behind(known.basis, row.transaction, row.ordinal),
    )


async def _ask_side(known: Known, memory_id: UUID) -> AskedSide:
    return AskedSide(
        memory=await ask_memories(known, [memory_id]),
        evidence=await known.work.send(
            "memory_evidence", EvidenceFound, memory_id=memory_id, **known.where
        ),
    )


async def _review(row: ContradictionFound, first: AskedSide, second: AskedSide) -> Review:
    first_memory, first_evidence = await first.told()
    second_memory, second_evidence = await second.told()
    return Review(
        id=row.contradiction_id,
        first=first_memory,
        second=second_memory,
        first_evidence=first_evidence,
        second_evidence=second_evidence,
        rationale=row.rationale,
        transaction=row.transaction,
        known_from=row.known_from,
    )
