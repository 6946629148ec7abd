"""Fix the point a question is answered at: both times, always."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from muniment.errors import InvalidValue
from muniment.temporal.period import Period
from muniment.temporal.utc import as_utc


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """Name one state of what a tenant knew: a transaction's number and its time.

    Number 0 is the state before the first transaction. `time` is kept in UTC.

    Raises:
        InvalidValue: the number is negative.
        ZonelessTime, AbsurdTime: the time has no zone, or no place in the years 1 to 9999.
    """

    number: int
    time: datetime

    def __post_init__(self) -> None:
        if self.number < 0:
            raise InvalidValue(f"as_of: {self.number} is not a transaction number. Give 0 or more.")
        object.__setattr__(self, "time", as_utc(self.time, field="as_of"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Basis:
    """Hold the point a question is answered at: when it is true, and as of what was known.

    `window` is a period of valid time; where there is one, it replaces `valid_at` and what
    overlaps it matches.

    Raises:
        ZonelessTime, AbsurdTime: `valid_at` has no zone, or no place in the years 1 to 9999.
    """

    valid_at: datetime
    as_of: Point
    window: Period | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "valid_at", as_utc(self.valid_at, field="valid_at"))
