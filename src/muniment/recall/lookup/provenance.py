"""Tell what a memory says and where it comes from: who said so, in which turn, and what it took the place of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from muniment.access.principal import Principal
from muniment.model.ids import EpisodeId, MemoryId
from muniment.model.memory import Episode, Evidence, Memory, Standing, Version, Withdrawal
from muniment.model.reading import GetMemory, Provenance
from muniment.recall.lookup.decisions import DecisionFound
from muniment.recall.lookup.one import memory_missing, why_missing
from muniment.recall.lookup.opening import reading_at
from muniment.recall.lookup.rows import MemoryFound, metadata_of, span_of
from muniment.store.pool import Store
from muniment.temporal.basis import Basis


@dataclass(frozen=True, slots=True, kw_only=True)
class LastWords(MemoryFound):
    """What a memory says, or said last, and whether it stands."""

    known_until: datetime | None
    is_open: bool
    stands: bool

    def told(self) -> Memory | None:
        """Return the memory, known until it was closed; None if it was erased."""
        if self.content is None:
            return None
        return replace(self.memory(), known_until=self.known_until)

    def missing(self) -> str | None:
        """Return why it does not stand, if it does not."""
        if self.stands and self.content is not None:
            return None
        return why_missing(self.memory_id, erased=self.content is None, is_open=self.is_open)


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceFound:
    """An assertion, and the turn that it rests on."""

    transaction: int
    valid_from: datetime
    valid_until: datetime | None
    gap: bool
    actor: str
    role: str
    reason: str | None
    said_in: str | None
    trail: list[str]
    confidence: float
    source: str | None
    span_from: int | None
    span_until: int | None
    known_from: datetime
    known_until: datetime | None
    withdrawn_in: int | None
    withdrawn_by: str | None
    withdrawn_how: str | None
    withdrawn_why: str | None
    episode_id: EpisodeId | None
    content: str | None
    speaker: str | None
    caption: str | None
    occurred_at: datetime | None
    session: str | None
    position: int | None
    source_id: str | None
    episode_known_from: datetime | None
    metadata: str | None
    namespace: str | None

    def evidence(self) -> Evidence:
        """Return the assertion as the model has it."""
        return Evidence(
            valid_from=self.valid_from,
            valid_until=self.valid_until,
            gap=self.gap,
            actor=self.actor,
            confidence=self.confidence,
            source=self.source,
            episode=self._episode(),
            span=span_of(self.span_from, self.span_until),
            known_from=self.known_from,
            known_until=self.known_until,
            transaction=self.transaction,
            role=self.role,
            session=self.said_in,
            trail=tuple(self.trail),
            reason=self.reason,
            withdrawal=self._withdrawal(),
        )

    def _withdrawal(self) -> Withdrawal | None:
        if self.withdrawn_in is None:
            return None
        assert self.withdrawn_by is not None
        assert self.withdrawn_how is not None
        return Withdrawal(
            transaction=self.withdrawn_in,
            actor=self.withdrawn_by,
            operation=self.withdrawn_how,
            reason=self.withdrawn_why,
        )

    def _episode(self) -> Episode | None:
        if self.episode_id is None or self.content is None:
            return None
        assert self.occurred_at is not None
        assert self.position is not None
        assert self.episode_known_from is not None
        assert self.namespace is not None
        return Episode(
            id=self.episode_id,
            content=self.content,
            speaker=self.speaker,
            caption=self.caption,
            occurred_at=self.occurred_at,
            session=self.session or "",
            position=self.position,
            source_id=self.source_id,
            known_from=self.episode_known_from,
            known_until=None,
            metadata=metadata_of(self.metadata),
            namespace=self.namespace,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RivalFound:
    """A row of the group that a memory belongs to."""

    memory_id: MemoryId
    content: str | None
    valid_from: datetime
    valid_until: datetime | None
    known_from: datetime
    standing: str
    transaction: int


async def provenance(store: Store, principal: Principal, request: GetMemory) -> Provenance:
    """Return what a memory says, its evidence and the chain of beliefs that it stands in.

    Of a memory that was forgotten or retracted the last words and the evidence are still told. A
    turn that was hidden is not.

    Raises:
        MemoryNotFound: it is unknown, of another tenant, or not to be read by the principal.
    """
    place = (request.as_of, request.containers)
    async with reading_at(store, principal, *place, valid_at=request.valid_at) as at:
        work, basis, named = at.work, at.basis, at.holding | {"memory_id": request.memory_id}
        words = await work.send("memory_last_words", LastWords, **named)
        rivals = await work.send("memory_rivals_at", RivalFound, **named)
        decided = await work.send("decisions_of_memory", DecisionFound, **named)
        rows = await work.all("memory_evidence", EvidenceFound, **named)
        said = await words.one()
        if said is None or not rows:
            raise await memory_missing(at, request.memory_id)
        earlier, later = chain_around(request.memory_id, await rivals.all(), basis)
        decisions = tuple(row.decided() for row in await decided.all())
    return Provenance(
        memory_id=request.memory_id,
        memory=said.told(),
        evidence=tuple(row.evidence() for row in rows),
        earlier=earlier,
        later=later,
        basis=basis,
        decisions=decisions,
        missing=said.missing(),
    )


def chain_around(
    memory_id: MemoryId, rows: Sequence[RivalFound], basis: Basis
) -> tuple[tuple[Version, ...], tuple[Version, ...]]:
    """Return what adjoins, without a break, before and after a memory's row at a basis.

    `rows` are in valid time and do not overlap. The row is the one that holds at the basis, else
    the memory's last.
    """
    own = [place for place, row in enumerate(rows) if row.memory_id == memory_id]
    if not own:
        return (), ()
    holding = [place for place in own if _holds(rows[place], basis.valid_at)]
    focus = (holding or own)[-1]
    first = last = focus
    while first > 0 and rows[first - 1].valid_until == rows[first].valid_from:
        first -= 1
    while last + 1 < len(rows) and rows[last].valid_until == rows[last + 1].valid_from:
        last += 1
    told = {place: _version(rows, place, first, last) for place in range(first, last + 1)}
    return (
        tuple(told[place] for place in range(first, focus)),
        tuple(told[place] for place in range(focus + 1, last + 1)),
    )


def _holds(row: RivalFound, instant: datetime) -> bool:
    return row.valid_from <= instant and (row.valid_until is None or row.valid_until > instant)


def _version(rows: Sequence[RivalFound], place: int, first: int, last: int) -> Version:
    row = rows[place]
    return Version(
        memory_id=row.memory_id,
        content=row.content,
        valid_from=row.valid_from,
        valid_until=row.valid_until,
        known_from=row.known_from,
        known_until=None,
        gap=False,
        standing=Standing(row.standing),
        transaction=row.transaction,
        closed_by=None,
        supersedes=rows[place - 1].memory_id if place > first else None,
        superseded_by=rows[place + 1].memory_id if place < last else None,
    )
