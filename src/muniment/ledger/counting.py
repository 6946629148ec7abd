"""Count what a user writes and keeps, and hold it to its quota, under the tenant's lock."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from muniment.access.principal import Principal
from muniment.errors import QuotaExceeded
from muniment.ledger.change import Change
from muniment.model.quotas import day_of, writes_of_day
from muniment.model.worded import counted
from muniment.store.found import Count
from muniment.store.rows import AssertionRow, EpisodeRow, MemoryRow
from muniment.store.work import Work
from muniment.temporal.instants import format_instant


def counted_writes(change: Change, principal: Principal) -> int | None:
    """Return the count of the user's day (UTC) that a change ends at.

    A write is a memory that something is asserted of, or a turn that is stored; taking back is
    none. All writers of the tenant wait for each other, so that no two count from the same number.

    Raises:
        QuotaExceeded: the day's count would go beyond the user's quota.
    """
    writer = change.writer
    if writer is None:
        return None
    before = writes_of_day(writer.counted_at, writer.counted, change.recorded_at)
    fresh = _writes(change)
    if fresh and writer.daily_writes is not None and before + fresh > writer.daily_writes:
        raise QuotaExceeded(
            f"{principal.user or 'nobody'} wrote "
            f"{counted(before, 'memory or turn', 'memories and turns')} today, and this would be {fresh} more; the quota allows {writer.daily_writes} a day. It resets at "
            f"{format_instant(day_of(change.recorded_at) + timedelta(days=1))}."
        )
    return before + fresh


async def refuse_too_many(work: Work, change: Change, principal: Principal) -> None:
    """Raise if a user, once what is queued is written, keeps more than its quota allows.

    One more round trip, and only for a user with such a quota.

    Raises:
        QuotaExceeded: it does; the transaction must not be committed.
    """
    fresh = sum(isinstance(row, MemoryRow) for row in change.written)
    fresh -= sum(table == "memories" for table, _ in change.closed)
    if change.writer is None or change.writer.memories is None or fresh <= 0:
        return
    # What the user's other agents and closed containers keep counts too: only the auditor sees it.
    await work.become(principal.auditing().as_setting())
    # Totals are at hand, and count turns too: only near the limit are the memories counted.
    for query in ("units_kept", "memories_kept"):
        row = await work.one(query, Count, tenant_id=principal.tenant_id, user_id=principal.user_id)
        kept = 0 if row is None else row.count
        if kept <= change.writer.memories:
            break
    else:
        raise QuotaExceeded(
            f"{principal.user or 'nobody'} would keep {counted(kept, 'memory', 'memories')}; the quota allows "
            f"{change.writer.memories}. Forget some, or ask for a larger quota: it does not reset by "
            "itself."
        )
    await work.become(principal.as_setting())


def _writes(change: Change) -> int:
    asserted: set[UUID] = {
        row.memory_id for row in change.written if isinstance(row, AssertionRow) and not row.gap
    }
    return len(asserted) + sum(isinstance(row, EpisodeRow) for row in change.written)
