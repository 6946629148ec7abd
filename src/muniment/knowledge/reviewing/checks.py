"""Check what is done as beliefs are written: times that were read, edges that are linked."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from muniment.access.principal import Principal
from muniment.model.consolidation import Checked
from muniment.model.ids import MemoryId
from muniment.recall.lookup.opening import ask_partitions, numbers_of, reader
from muniment.recall.times import Extent, read_times
from muniment.store.found import Count
from muniment.store.pool import Store

_PAGE: Final = 1_000
WANTING_MAX: Final = 1_000
_DAY: Final = timedelta(days=1)
_FIRST: Final = UUID(int=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadTime:
    """A belief that begins with the turn it rests on."""

    memory_id: UUID
    content: str
    occurred_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Unlinked:
    """A fact that is not found by both of its names."""

    memory_id: UUID


async def check_times(store: Store, principal: Principal, namespace: str) -> Checked:
    """Find beliefs whose words name a time that their period does not begin with.

    Extraction reads times as a turn is learnt from. What is wanting was written otherwise.
    """
    acting = reader(principal)
    wanting: list[MemoryId] = []
    looked_at, after = 0, _FIRST
    while True:
        async with store.reading(acting.as_setting()) as work:
            partitions = await (await ask_partitions(work, acting, namespace)).all()
            rows = await work.all(
                "times_unread",
                UnreadTime,
                tenant_id=acting.tenant_id,
                partition_nos=numbers_of(partitions),
                after=after,
                limit=_PAGE,
            )
        looked_at += len(rows)
        wanting += [MemoryId(row.memory_id) for row in rows if _names_another_time(row)]
        if len(rows) < _PAGE:
            break
        after = rows[-1].memory_id
    return Checked(
        looked_at=looked_at,
        wanting=tuple(wanting[:WANTING_MAX]),
        is_cut=len(wanting) > WANTING_MAX,
        mend="Correct their periods with update." if wanting else None,
    )


def _names_another_time(row: UnreadTime) -> bool:
    """Tell whether the words name days that do not hold the turn, or a beginning long before it."""
    for phrase in read_times(row.content, row.occurred_at):
        start, end = phrase.bounds(looks_ahead=phrase.is_ahead)
        match phrase.extent:
            case Extent.UNTIL:
                continue
            case Extent.SINCE | Extent.LASTING:
                if start is not None and row.occurred_at - start > _DAY:
                    return True
            case Extent.DURING:
                is_before = end is not None and end <= row.occurred_at
                if is_before or (start is not None and start > row.occurred_at):
                    return True
    return False


async def check_edges(store: Store, principal: Principal, namespace: str) -> Checked:
    """Find facts that the graph would miss: those not labelled with their subject and object."""
    acting = reader(principal)
    async with store.reading(acting.as_setting()) as work:
        partitions = await (await ask_partitions(work, acting, namespace)).all()
        where = {"tenant_id": acting.tenant_id, "partition_nos": numbers_of(partitions)}
        asked = await work.send("edges_count", Count, **where)
        rows = await work.all(
            "edges_unlinked", Unlinked, after=_FIRST, limit=WANTING_MAX + 1, **where
        )
        counted = await asked.one()
    return Checked(
        looked_at=0 if counted is None else counted.count,
        wanting=tuple(MemoryId(row.memory_id) for row in rows[:WANTING_MAX]),
        is_cut=len(rows) > WANTING_MAX,
        mend="Run `muniment rebuild-indexes`: labels are made again from the ledger."
        if rows
        else None,
    )
