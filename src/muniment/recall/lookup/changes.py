"""Tell what changed in what is known, between two transactions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final
from uuid import UUID

from muniment.access.principal import Principal
from muniment.errors import InvalidValue
from muniment.model.ids import MemoryId
from muniment.model.reading import AsOf, Change, ChangeKind, Diff, GetDiff
from muniment.recall.basis import ask_basis, basis_of
from muniment.recall.lookup.cursor import Place
from muniment.recall.lookup.opening import ask_partitions, key_of, numbers_of, reader
from muniment.store.pool import Store
from muniment.store.work import Work
from muniment.temporal.period import Period

BEFORE_ANY: Final = MemoryId(UUID(int=0))
"""The id that comes before that of any memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeFound:
    """What one transaction did to one memory."""

    transaction: int
    recorded_at: datetime
    actor: str
    operation: str
    reason: str | None
    memory_id: MemoryId
    entity: str | None
    category: str | None
    namespace: str
    was_there: bool
    content_before: str | None
    is_there: bool
    content_after: str | None
    starts_before: list[datetime]
    ends_before: list[datetime | None]
    starts_after: list[datetime]
    ends_after: list[datetime | None]
    asserts: bool
    asserts_gap: bool
    asserts_end: bool
    withdraws: bool

    def change(self) -> Change:
        """Return what it comes to."""
        before = _periods(self.starts_before, self.ends_before)
        after = _periods(self.starts_after, self.ends_after)
        return Change(
            kind=self._kind(before, after),
            memory_id=self.memory_id,
            entity=self.entity,
            category=self.category,
            namespace=self.namespace,
            content_before=self.content_before,
            content_after=self.content_after,
            periods_before=before,
            periods_after=after,
            transaction=self.transaction,
            recorded_at=self.recorded_at,
            actor=self.actor,
            reason=self.reason,
        )

    def _kind(self, before: Sequence[Period], after: Sequence[Period]) -> ChangeKind:
        """Tell by what the ledger shows: which assertions and revisions came and went."""
        if not self.was_there:
            return ChangeKind.LEARNT
        if not self.is_there:
            return ChangeKind.FORGOTTEN if self.asserts_gap else ChangeKind.RETRACTED
        if self.asserts_end:
            return ChangeKind.ENDED
        if self.asserts and self.withdraws:
            return ChangeKind.CORRECTED
        if any(period.minus(after) for period in before):
            # An end silences whatever else its slot would have held from there on.
            return ChangeKind.ENDED if self.operation == "end" else ChangeKind.SUPERSEDED
        return ChangeKind.EXTENDED if self.asserts else ChangeKind.RESTORED


def _periods(starts: Sequence[datetime], ends: Sequence[datetime | None]) -> tuple[Period, ...]:
    return tuple(Period(start=start, end=end) for start, end in zip(starts, ends, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cursor(Place):
    """The two transactions of a difference, and the change that was given last."""

    since: int
    until: int
    number: int
    memory_id: UUID


async def diff(store: Store, principal: Principal, request: GetDiff) -> Diff:
    """Return what was learnt, corrected, ended and so on, after `since`, up to and with `until`.

    One change for each transaction and memory, by transaction, then by memory. Further evidence
    for what was believed anyway is no change.

    Raises:
        InvalidValue: `until` comes before `since`, or the cursor is no good.
        FutureBasis, TransactionNotFound: as everywhere.
    """
    question = repr(replace(request, cursor=None, limit=1))
    since_asked: AsOf = 0 if request.since is None else request.since
    until_asked = request.until
    after = _Cursor.read(request.cursor, question)
    if after is not None:
        since_asked, until_asked = after.since, after.until
    principal = reader(principal, request.containers)
    async with store.reading(principal.as_setting()) as work:
        first = await ask_basis(work, principal, since_asked)
        last = await ask_basis(work, principal, until_asked)
        partitions = await ask_partitions(work, principal, request.namespace)
        since = basis_of(await first.one(), since_asked, None, field="since").as_of
        until = basis_of(await last.one(), until_asked, None, field="until").as_of
        if until.number < since.number:
            raise InvalidValue(
                f"the difference is asked from transaction {since.number} to {until.number}. "
                "Write the earlier one first."
            )
        rows = await changes_found(
            work,
            principal,
            numbers_of(await partitions.all()),
            since=since.number,
            until=until.number,
            entity=request.entity,
            after=(0, BEFORE_ANY) if after is None else (after.number, after.memory_id),
            limit=request.limit + 1,
        )
    given = rows[: request.limit]
    cursor = None
    if len(rows) > request.limit:
        cursor = _Cursor(
            since=since.number,
            until=until.number,
            number=given[-1].transaction,
            memory_id=given[-1].memory_id,
        ).write(question)
    return Diff(
        since=since,
        until=until,
        changes=tuple(row.change() for row in given),
        cursor=cursor,
    )


async def changes_found(
    work: Work,
    principal: Principal,
    partition_nos: Sequence[int],
    *,
    since: int,
    until: int,
    entity: str | None = None,
    after: tuple[int, UUID],
    limit: int,
) -> list[ChangeFound]:
    """Return the first changes in the transactions of a span, behind those up to a transaction and memory.

    What is read grows with the limit and with the transactions that are walked for it, one after the other;
    of an entity, with what was ever said of it.
    """
    number, memory_id = after
    if entity is not None:
        await work.plan_anew()
    return await work.all(
        "changes_list",
        ChangeFound,
        tenant_id=principal.tenant_id,
        partition_nos=list(partition_nos),
        since=since,
        until=until,
        entity_key=key_of(entity, "entity"),
        after_number=number,
        after_id=memory_id,
        limit=limit,
    )
