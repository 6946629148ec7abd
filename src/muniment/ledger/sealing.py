"""Seal a change: digests, hash and every statement, sent in one round trip."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from operator import attrgetter
from typing import Final, get_args
from uuid import UUID

from muniment.access.principal import Permission
from muniment.audit.chain import Link
from muniment.audit.digests import Json, canonical, written_row
from muniment.ledger.attending import note_session
from muniment.ledger.change import Change
from muniment.ledger.counting import counted_writes, refuse_too_many
from muniment.ledger.deriving import derive
from muniment.ledger.embedding import EMBED_ATTEMPTS_MAX, EMBED_BACKLOG, backlog_key
from muniment.ledger.opening import Opening
from muniment.store.arrays import Bigints, Integers
from muniment.store.rows import LEDGER_TABLES, LedgerRow
from muniment.store.work import Work
from muniment.tasks.enqueueing import NewTask, enqueue

_COLUMNS: Final[dict[type, tuple[tuple[str, ...], Callable[[LedgerRow], tuple[object, ...]]]]] = {
    kind: (names, attrgetter(*names))
    for kind in get_args(LedgerRow)
    for names in [tuple(item.name for item in fields(kind))]
}
_BELIEFS: Final = ("memories", "assertions", "versions")
"""The tables that one statement writes together."""

COUNTED_FROM: Final = 1_000
"""From so many units on, what the database does not know to be there costs more than to count it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    """The transaction that a change became."""

    number: int
    hash: bytes


async def seal(
    work: Work, opening: Opening, operation: str, reason: str | None, language: str
) -> Sealed:
    """Queue a change's statements, chained to the head; the caller's commit sends them.

    Raises:
        QuotaExceeded: the user would write or keep more than its quota allows.
    """
    change, principal, embedder = opening.change, opening.principal, opening.embedder
    tenant_id = principal.tenant_id
    session_id = note_session(change, principal)
    writes = counted_writes(change, principal)
    # The server indexes while the rows are digested here; what is new, a partition, has to be there before.
    derives_first = not change.partitions_new
    if derives_first:
        await derive(work, change, tenant_id, language, embedder)
    rows, entries = _digested(change, tenant_id)
    link = replace(_link(opening, operation, reason, entries), session_id=session_id, writes=writes)
    sealed = Sealed(number=change.number, hash=link.hash())
    await work.write(
        "transaction_write",
        hash=sealed.hash,
        **{item.name: getattr(link, item.name) for item in fields(link)},
    )
    await _close(work, change, tenant_id)
    for table in LEDGER_TABLES:
        if rows[table] and table not in _BELIEFS:
            await work.write(f"{table}_write", rows=_listed(rows[table]))
    if any(rows[table] for table in _BELIEFS):
        await work.write("beliefs_write", **{table: _listed(rows[table]) for table in _BELIEFS})
    if not derives_first:
        await derive(work, change, tenant_id, language, embedder)
    if reason is not None:
        await work.write("reason_write", tenant_id=tenant_id, number=change.number, reason=reason)
    if embedder is not None and change.opened_units:
        if any(unit.embedding is None for unit in change.opened_units):
            await make_up_later(work, opening)
        else:
            await _make_up_soon(work, opening)
    if _outgrew_the_statistics(change):
        await work.write("count_anew")
    await refuse_too_many(work, change, principal)
    return sealed


def _outgrew_the_statistics(change: Change) -> bool:
    """Tell whether a change brings a tenant to its first thousand units, ten thousand, and so on."""
    before = change.head.units_total
    after = before + change.units_new
    return after >= COUNTED_FROM and len(str(before)) < len(str(after))


async def make_up_later(work: Work, opening: Opening) -> None:
    """Enqueue the task that embeds the backlog, unless one that reaches the same waits already."""
    principal = opening.principal
    if Permission.WRITE in principal.permissions and opening.backlog_due_at is None:
        task = NewTask(
            kind=EMBED_BACKLOG,
            arguments={},
            key=backlog_key(principal),
            key_lasts=False,
            attempts_max=EMBED_ATTEMPTS_MAX,
        )
        await enqueue(work, principal, [task])


async def _make_up_soon(work: Work, opening: Opening) -> None:
    """Let the task that was put off while the embedder was away be due now: it just embedded."""
    principal, due_at = opening.principal, opening.backlog_due_at
    if due_at is not None and due_at > opening.change.recorded_at:
        await work.write(
            "task_hasten",
            tenant_id=principal.tenant_id,
            owner_id=principal.user_id,
            key=backlog_key(principal),
        )


def _digested(
    change: Change, tenant_id: UUID
) -> tuple[defaultdict[str, list[str]], list[list[Json]]]:
    rows: defaultdict[str, list[str]] = defaultdict(list)
    entries: list[list[Json]] = []
    stamp: dict[str, object] = {
        "tenant_id": str(tenant_id),
        "number": change.number,
        "known_from": change.recorded_at.isoformat(),
    }
    for ordinal, row in enumerate(change.written, 1):
        names, values = _COLUMNS[type(row)]
        columns = {**stamp, "ordinal": ordinal, **dict(zip(names, values(row), strict=True))}
        digests, written = written_row(row.table, columns, getattr(row, "salt", None))
        rows[row.table].append(written)
        entries.append([ordinal, row.table, digests.plain, digests.salted])
    return rows, entries


def _link(opening: Opening, operation: str, reason: str | None, entries: list[list[Json]]) -> Link:
    change, principal = opening.change, opening.principal
    closings = [[table, key.number, key.ordinal] for table, key in change.closed]
    return Link(
        tenant_id=principal.tenant_id,
        number=change.number,
        recorded_at=change.recorded_at,
        actor=principal.actor,
        role=principal.role,
        operation=operation,
        reason=reason,
        entries=canonical(entries).decode(),
        closings=canonical(closings).decode(),
        units_total=change.head.units_total + change.units_new,
        partitions_total=change.head.partitions_total + change.partitions_new,
        previous_hash=change.head.hash,
        user_id=principal.user_id,
        trail=list(principal.trail) or None,
        key_id=principal.key_id,
    )


async def _close(work: Work, change: Change, tenant_id: UUID) -> None:
    by_table: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for table, key in change.closed:
        by_table[table].append((key.number, key.ordinal))
    for table, keys in by_table.items():
        await work.write(
            f"{table}_close",
            tenant_id=tenant_id,
            numbers=Bigints([number for number, _ in keys]),
            ordinals=Integers([ordinal for _, ordinal in keys]),
        )


def _listed(rows: list[str]) -> str:
    return f"[{','.join(rows)}]"
