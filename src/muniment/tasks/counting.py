"""Count what is to be done, and who is there to do it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

ALIVE: Final = timedelta(seconds=30)
"""A worker that was seen within this time is alive; it says so three times as often."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskCounts:
    """How many tasks of a tenant there are to do, and how many workers are alive."""

    waiting: int
    running: int
    parked: int
    oldest_due_at: datetime | None
    workers: int
