"""Show how much a user may write and keep, and how much is used."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from muniment.access.principal import Permission, Principal
from muniment.model.quotas import Quota, day_of, writes_of_day
from muniment.store.found import Count, QuotaFound
from muniment.store.pool import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class CountFound:
    """Where a user's count stood last, and the clock."""

    now: datetime
    counted_at: datetime | None
    counted: int | None


async def quota(store: Store, principal: Principal, user: str | None) -> Quota:
    """Return the quota of a user, with what it wrote today and keeps.

    Raises:
        NotPermitted: the principal may not read, or asks about another user and does not govern.
    """
    principal.require(Permission.READ)
    asked = principal.of_user(user)
    named = {"tenant_id": asked.tenant_id, "user_id": asked.user_id}
    # What other agents and closed containers keep counts too: only the auditor sees it.
    async with store.reading(asked.auditing().as_setting()) as work:
        in_force = await work.send("quota_current", QuotaFound, **named)
        counted = await work.send("writes_counted", CountFound, **named)
        kept = await work.one("memories_kept", Count, **named)
        found, count = await in_force.one(), await counted.one()
    assert count is not None
    return Quota(
        user=asked.user,
        daily_writes=None if found is None else found.daily_writes,
        memories=None if found is None else found.memories,
        writes_today=writes_of_day(count.counted_at, count.counted, count.now),
        memories_kept=0 if kept is None else kept.count,
        resets_at=day_of(count.now) + timedelta(days=1),
    )
