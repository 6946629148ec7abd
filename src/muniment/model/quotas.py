"""Describe how much a user may write and keep, and when its day begins anew."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from muniment.model.printed import Printed


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Quota(Printed):
    """A user's limits, and how far it has come to them; a limit that is None is none."""

    user: str | None
    daily_writes: int | None
    """How many memories and turns may be written in a day (UTC)."""
    memories: int | None
    """How many memories may be kept: those that were neither forgotten nor retracted."""
    writes_today: int
    memories_kept: int
    resets_at: datetime
    """When the count of the day begins again."""


def writes_of_day(counted_at: datetime | None, counted: int | None, now: datetime) -> int:
    """Return where a user's count stands on a day, given where it stood last."""
    is_today = counted_at is not None and day_of(counted_at) == day_of(now)
    return (counted or 0) if is_today else 0


def day_of(instant: datetime) -> datetime:
    """Return the midnight (UTC) that an instant's day began at."""
    return instant.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
