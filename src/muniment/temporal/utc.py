"""Bring a datetime to UTC, or refuse it: the one gate every instant passes."""

from __future__ import annotations

from datetime import UTC, datetime

from muniment.errors import AbsurdTime, ZonelessTime

BEGINNING = datetime.min.replace(tzinfo=UTC)
"""The first instant there is: where a window without a beginning begins."""

ENDING = datetime.max.replace(tzinfo=UTC)
"""The last instant there is."""


def as_utc(moment: datetime, *, field: str) -> datetime:
    """Return the same instant as a plain datetime in UTC, to the microsecond.

    `field` names the value in the error's message.

    Raises:
        ZonelessTime: the datetime has no zone.
        AbsurdTime: in UTC it lies outside the years 1 to 9999.
    """
    if moment.tzinfo is UTC and type(moment) is datetime:
        return moment
    if moment.utcoffset() is None:
        written = moment.isoformat()
        raise ZonelessTime(
            f"{field}: {written} has a time of day but no zone. "
            f"Write {written}+00:00 if it is UTC, or a date alone for midnight UTC."
        )
    try:
        shifted = moment.astimezone(UTC)
    except OverflowError:
        raise AbsurdTime(
            f"{field}: {moment.isoformat()} lies outside the years 1 to 9999 in UTC. "
            "Leave a bound out to say that it is open."
        ) from None
    return datetime.combine(shifted.date(), shifted.time(), UTC)
