"""Make time a type: a closed-open period in UTC that is never empty."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from muniment.errors import EmptyPeriod
from muniment.temporal.utc import as_utc


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """Hold the instants from `start` up to, and not including, `end`.

    An `end` of None is open: the period has no last instant. Both bounds are kept as aware
    datetimes in UTC; a bound in another zone becomes the same instant in UTC.

    Raises:
        EmptyPeriod: `end` is at or before `start`.
        ZonelessTime: a bound has no zone.
        AbsurdTime: a bound lies outside the years 1 to 9999 in UTC.
    """

    start: datetime
    end: datetime | None

    def __post_init__(self) -> None:
        start = as_utc(self.start, field="start")
        end = None if self.end is None else as_utc(self.end, field="end")
        if end is not None and end <= start:
            raise EmptyPeriod(
                f"The period from {start.isoformat()} until {end.isoformat()} holds no instant: "
                "its end must be later than its start. Give a later end, or none for an open one."
            )
        object.__setattr__(self, "start", start)
        object.__setattr__(self, "end", end)

    def __str__(self) -> str:
        """Write the period as `[start, end)`, an open end as `open`."""
        end = "open" if self.end is None else self.end.isoformat()
        return f"[{self.start.isoformat()}, {end})"

    def contains(self, instant: datetime) -> bool:
        """Tell whether an aware instant lies in the period: its start does, its end does not."""
        return self.start <= instant and ends_after(self, instant)

    def overlaps(self, other: Period) -> bool:
        """Tell whether the two periods have an instant in common."""
        return ends_after(self, other.start) and ends_after(other, self.start)

    def intersection(self, other: Period) -> Period | None:
        """Return the instants both periods have, or None if there are none."""
        if not self.overlaps(other):
            return None
        ends = [end for end in (self.end, other.end) if end is not None]
        return Period(start=max(self.start, other.start), end=min(ends, default=None))

    def minus(self, periods: Iterable[Period]) -> tuple[Period, ...]:
        """Return what is left of this period without the others, in time order.

        The others may come in any order and overlap one another. The pieces are maximal: no two
        of them touch. O(n log n) in the number of the others.
        """
        pieces: list[Period] = []
        left: Period | None = self
        for taken in sorted(periods, key=in_time_order):
            shared = None if left is None else left.intersection(taken)
            if left is None or shared is None:
                continue
            if left.start < shared.start:
                pieces.append(Period(start=left.start, end=shared.start))
            if shared.end is None or shared.end == left.end:
                left = None
            else:
                left = Period(start=shared.end, end=left.end)
        return tuple(pieces) if left is None else (*pieces, left)


def ends_after(period: Period, instant: datetime) -> bool:
    """Tell whether the period reaches past an instant; an open period reaches past them all."""
    return period.end is None or period.end > instant


def in_time_order(period: Period) -> tuple[datetime, bool, datetime]:
    """Return the sort key of a period: the earlier start first, then the earlier end, open last."""
    return (period.start, period.end is None, period.end or period.start)
