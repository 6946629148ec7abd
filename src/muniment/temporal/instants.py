"""Read the times callers write, and write them back in one canonical form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time

from muniment.errors import AbsurdTime, InvalidValue, UnreadableTime
from muniment.temporal.period import Period
from muniment.temporal.utc import BEGINNING, as_utc

_YEAR_OUT_OF_RANGE = re.compile(r"(0000|-\d{4,}|\+?[1-9]\d{4,})-\d\d-\d\d")


def read_instant(value: datetime | date | str, *, field: str) -> datetime:
    """Read a time as an aware datetime in UTC, to the microsecond.

    A date, or a string that is a date alone, is its midnight in UTC. Strings are ISO 8601 as
    `datetime.fromisoformat` reads it (`Z`, offsets, week dates, the basic form); digits beyond
    the microsecond are cut. White space around a string does not count. `field` names the value
    in the message of an error.

    Raises:
        ZonelessTime: a time of day without a zone.
        UnreadableTime: not a time at all, or a value of another type, numbers included.
        AbsurdTime: outside the years 1 to 9999, in UTC.
    """
    if isinstance(value, datetime):
        return as_utc(value, field=field)
    if isinstance(value, date):
        return datetime.combine(value, time.min, UTC)
    if isinstance(value, str):
        return _read_text(value.strip(), field=field)
    raise UnreadableTime(
        f"{field}: {value!r:.80} is of type {type(value).__name__}, which is not a time. Give a datetime with a zone, a date, or an ISO 8601 string."
    )


def _read_text(text: str, *, field: str) -> datetime:
    try:
        return datetime.combine(date.fromisoformat(text), time.min, UTC)
    except ValueError:
        pass
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        if _YEAR_OUT_OF_RANGE.match(text):
            raise AbsurdTime(
                f"{field}: {text!r:.80} lies outside the years 1 to 9999. "
                "Leave a bound out to say that it is open."
            ) from None
        raise UnreadableTime(
            f"{field}: {text!r:.80} cannot be read as a time. "
            "Write ISO 8601, such as 2026-03-01 or 2026-03-01T09:00:00Z."
        ) from None
    return as_utc(moment, field=field)


def read_window(value: Sequence[datetime | date | str | None]) -> Period:
    """Read a (from, until) pair as a period, closed at the first and open at the second.

    Either may be None, not both: without the first the period begins with the year 1, without the
    second it is open. Only a list or a tuple of two is a pair.

    Raises:
        InvalidValue: not a pair, or a pair of two Nones.
        EmptyPeriod: the second is at or before the first.
        ZonelessTime, UnreadableTime, AbsurdTime: as `read_instant`, naming the bound.
    """
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise InvalidValue(
            f"time_window: {value!r:.80} is not a pair. Give (from, until), either of which may be None."
        )
    first, second = value
    if first is None and second is None:
        raise InvalidValue(
            "time_window: both bounds are None. Give at least one, or leave the window out."
        )
    return Period(
        start=BEGINNING if first is None else read_instant(first, field="time_window from"),
        end=None if second is None else read_instant(second, field="time_window until"),
    )


def format_instant(instant: datetime) -> str:
    """Write an aware instant in the canonical form, `2026-03-01T00:00:00+00:00`.

    Always in UTC with the offset written out, the year in four digits and the seconds present;
    six digits of microseconds follow the seconds if, and only if, they are not zero. Reading the
    text with `read_instant` gives the same instant.

    Raises:
        ZonelessTime: the datetime has no zone.
        AbsurdTime: in UTC it lies outside the years 1 to 9999.
    """
    return as_utc(instant, field="instant").isoformat()
