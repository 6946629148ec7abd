"""Read the times of a request: aware datetimes, dates and ISO 8601 texts, numbers and receipts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from muniment.errors import InvalidValue, UnreadableTime
from muniment.model.reading import AsOf
from muniment.model.recalled import Receipt
from muniment.temporal.basis import Basis, Point
from muniment.temporal.instants import format_instant, read_instant, read_window
from muniment.temporal.period import Period

Moment = datetime | date | str
"""An aware datetime, a date (midnight UTC), or either as ISO 8601."""

BasisLike = Moment | int | Point | Basis | Receipt
"""A moment, the number of a transaction, or the basis of an earlier answer."""


def instant(value: Moment | None, field: str) -> datetime | None:
    """Read a moment; None stays None."""
    return None if value is None else read_instant(value, field=field)


def said_at(value: Moment) -> datetime:
    """Read when something was said, in the zone that it was said in.

    Raises:
        UnreadableTime, ZonelessTime, AbsurdTime: it is no such moment.
    """
    moment = read_instant(value, field="occurred_at")
    given = value if isinstance(value, datetime) else _written(value)
    zone = given.tzinfo if given is not None else None
    return moment if zone is None else moment.astimezone(zone)


def _written(value: Moment) -> datetime | None:
    if not isinstance(value, str):
        return None
    try:
        return datetime.fromisoformat(value.strip())
    except ValueError:
        return None


def window(value: Sequence[Moment | None] | Period | None) -> Period | None:
    """Read a window of valid time."""
    if value is None or isinstance(value, Period):
        return value
    return read_window(value)


def refuse_empty(start: datetime | None, end: datetime | None) -> None:
    """Raise unless there is an instant between two that are given.

    Raises:
        EmptyPeriod: the end is not later than the start.
    """
    if start is not None and end is not None:
        Period(start=start, end=end)


def as_of(value: BasisLike | None, field: str = "as_of") -> AsOf:
    """Read the point of known time that a basis names; `field` names the value in an error.

    Raises:
        InvalidValue: the number is negative.
        UnreadableTime, ZonelessTime, AbsurdTime: it is no number, and no time either.
    """
    if isinstance(value, Receipt):
        value = value.basis
    if isinstance(value, Basis):
        value = value.as_of
    if isinstance(value, Point):
        return value
    if isinstance(value, bool):
        raise InvalidValue(
            f"{field} is a truth value; write a time or the number of a transaction."
        )
    if isinstance(value, int):
        if value < 0:
            raise InvalidValue(f"{field} is {value}; transactions are numbered from 1.")
        return value
    if (
        isinstance(value, str)
        and value.isascii()
        and value.isdigit()
        and len(value) < 19
        and len(value) != 8
    ):
        return int(value)
    try:
        number, at, time = value.partition("@") if isinstance(value, str) else ("", "", "")
        if at and number.isdecimal() and len(number) < 19:
            return Point(number=int(number), time=read_instant(time, field=field))
        return instant(value, field)
    except UnreadableTime as error:
        others = "" if isinstance(value, str) else ", and so does the receipt of an answer"
        raise UnreadableTime(
            f"{error.message} The number of a transaction works too{others}."
        ) from None


def point_written(point: Point) -> str:
    """Write a point so that `as_of` reads it."""
    return f"{point.number}@{format_instant(point.time)}"


def number_written(number: int) -> str:
    """Write a number so that `as_of` reads one: eight digits by themselves are a date."""
    return f"0{number}" if 10**7 <= number < 10**8 else str(number)
