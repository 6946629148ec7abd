"""Seal a change: digests, hash and every statement, sent in one round trip."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, fields
from typing import Final, get_args
from uuid import UUID

from pgvector import HalfVector

from muniment.access.principal import Principal
from muniment.audit.chain import Link
from muniment.audit.digests import Json, canonical, digest_row, json_value
from muniment.ledger.change import Change, KnownEmbedder, Unit
from muniment.store.rows import LEDGER_TABLES, LedgerRow, MemoryRow
from muniment.store.work import Work

_NAMES: Final[dict[type, tuple[str, ...]]] = {
    kind: tuple(item.name for item in fields(kind)) for kind in get_args(LedgerRow)
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """Who does what, and why."""

    principal: Principal
    operation: str
    reason: str | None
    language: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    """The transaction that a change became."""

    number: int
    hash: bytes


async def seal(work: Work, change: Change, cause: Cause, embedder: KnownEmbedder | None) -> Sealed:
    """Queue a change's statements, chained to the head; the caller's commit sends them."""
    tenant_id = cause.principal.tenant_id
    rows, entries = _digested(change, tenant_id)
    link = _link(change, cause, entries)
    sealed = Sealed(number=change.number, hash=link.hash())
    await work.write(
        "head_advance",
        tenant_id=tenant_id,
        number=link.number,
        recorded_at=link.recorded_at,
        hash=sealed.hash,
        units_total=link.units_total,
        partitions_total=link.partitions_total,
    )
    await work.write(
        "transaction_write",
        hash=sealed.hash,
        **{item.name: getattr(link, item.name) for item in fields(link)},
    )
    await _close(work, change, tenant_id)
    for table in LEDGER_TABLES:
        if rows[table]:
            await work.write(f"{table}_write", rows=json.dumps(rows[table], ensure_ascii=False))
    await _derive(work, change, cause, embedder)
    return sealed


def _digested(
    change: Change, tenant_id: UUID
) -> tuple[defaultdict[str, list[dict[str, Json]]], list[list[Json]]]:
    rows: defaultdict[str, list[dict[str, Json]]] = defaultdict(list)
    entries: list[list[Json]] = []
    stamp: dict[str, Json] = {
        "tenant_id": str(tenant_id),
        "number": change.number,
        "known_from": change.recorded_at.isoformat(),
    }
    for ordinal, row in enumerate(change.written, 1):
        columns = {**stamp, "ordinal": ordinal, **_columns(row)}
        digests = digest_row(row.table, columns, getattr(row, "salt", None))
        rows[row.table].append(columns)
        entries.append([ordinal, row.table, digests.plain, digests.salted])
    return rows, entries


def _columns(row: LedgerRow) -> dict[str, Json]:
    return {name: json_value(getattr(row, name)) for name in _NAMES[type(row)]}


def _link(change: Change, cause: Cause, entries: list[list[Json]]) -> Link:
    closings = [[table, key.number, key.ordinal] for table, key in change.closed]
    return Link(
        tenant_id=cause.principal.tenant_id,
        number=change.number,
        recorded_at=change.recorded_at,
        actor=cause.principal.actor,
        role=cause.principal.role,
        operation=cause.operation,
        reason=cause.reason,
        entries=canonical(entries).decode(),
        closings=canonical(closings).decode(),
        units_total=change.head.units_total + change.units_new,
        partitions_total=change.head.partitions_total + change.partitions_new,
        previous_hash=change.head.hash,
    )


async def _close(work: Work, change: Change, tenant_id: UUID) -> None:
    by_table: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for table, key in change.closed:
        by_table[table].append((key.number, key.ordinal))
    for table, keys in by_table.items():
        await work.write(
            f"{table}_close",
            tenant_id=tenant_id,
            numbers=[number for number, _ in keys],
            ordinals=[ordinal for _, ordinal in keys],
        )


async def _derive(work: Work, change: Change, cause: Cause, embedder: KnownEmbedder | None) -> None:
    tenant_id = cause.principal.tenant_id
    opened, closed = change.opened_units, change.closed_units
    await _write_words(work, tenant_id, cause.language, opened, closed)
    await _write_labels(work, tenant_id, opened)
    await _write_groups(work, tenant_id, change)
    if closed:
        await work.write(
            "units_close",
            tenant_id=tenant_id,
            embedder_no=0 if embedder is None else embedder.embedder_no,
            unit_nos=[unit.unit_no for unit in closed],
            partition_nos=[unit.partition_no for unit in closed],
        )
    if embedder is not None:
        await _write_vectors(work, tenant_id, embedder.embedder_no, [*opened, *change.healed_units])
        waiting = [unit for unit in opened if unit.embedding is None]
        if waiting:
            await work.write(
                "backlog_write",
                tenant_id=tenant_id,
                embedder_no=embedder.embedder_no,
                unit_nos=[unit.unit_no for unit in waiting],
                partition_nos=[unit.partition_no for unit in waiting],
            )
        if change.healed_units:
            await work.write(
                "backlog_heal",
                tenant_id=tenant_id,
                embedder_no=embedder.embedder_no,
                unit_nos=[unit.unit_no for unit in change.healed_units],
            )


async def _write_words(
    work: Work, tenant_id: UUID, language: str, opened: list[Unit], closed: list[Unit]
) -> None:
    for name, units in (("words_write", opened), ("words_close", closed)):
        if units:
            await work.write(
                name,
                tenant_id=tenant_id,
                language=language,
                unit_nos=[unit.unit_no for unit in units],
                partition_nos=[unit.partition_no for unit in units],
                texts=[unit.text for unit in units],
            )
    if opened or closed:
        units = [*opened, *closed]
        await work.write(
            "word_statistics_carry",
            tenant_id=tenant_id,
            language=language,
            partition_nos=[unit.partition_no for unit in units],
            signs=[1] * len(opened) + [-1] * len(closed),
            texts=[unit.text for unit in units],
        )


async def _write_groups(work: Work, tenant_id: UUID, change: Change) -> None:
    held = [row for row in change.written if isinstance(row, MemoryRow) and row.standing == "held"]
    if held:
        await work.write(
            "rival_groups_write",
            tenant_id=tenant_id,
            match_keys=[row.match_key for row in held],
            partition_nos=[row.partition_no for row in held],
            rivals_keys=[row.rivals_key for row in held],
        )


async def _write_labels(work: Work, tenant_id: UUID, units: list[Unit]) -> None:
    labels = [
        (unit.unit_no, unit.partition_no, kind, label)
        for unit in units
        for kind, names in (
            ("tag", unit.tags),
            ("entity", unit.entities),
            ("speaker", unit.speakers),
        )
        for label in dict.fromkeys(names)
    ]
    if labels:
        unit_nos, partition_nos, kinds, names = (
            list(column) for column in zip(*labels, strict=True)
        )
        await work.write(
            "labels_write",
            tenant_id=tenant_id,
            unit_nos=unit_nos,
            partition_nos=partition_nos,
            kinds=kinds,
            labels=names,
        )


async def _write_vectors(work: Work, tenant_id: UUID, embedder_no: int, units: list[Unit]) -> None:
    embedded = [unit for unit in units if unit.embedding is not None]
    if embedded:
        await work.write(
            "vectors_write",
            tenant_id=tenant_id,
            embedder_no=embedder_no,
            unit_nos=[unit.unit_no for unit in embedded],
            partition_nos=[unit.partition_no for unit in embedded],
            embeddings=[
                HalfVector(unit.embedding) for unit in embedded if unit.embedding is not None
            ],
        )
