"""How times are read from callers and written back."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.errors import (
    AbsurdTime,
    EmptyPeriod,
    InvalidValue,
    MunimentError,
    UnreadableTime,
    ZonelessTime,
)
from muniment.temporal.basis import Basis, Point
from muniment.temporal.instants import format_instant, read_instant, read_window
from muniment.temporal.period import Period

ZONELESS = datetime(2026, 3, 1, 9, tzinfo=UTC).replace(tzinfo=None)


@pytest.mark.parametrize(
    "value, instant",
    [
        (date(2026, 3, 1), "2026-03-01T00:00:00+00:00"),
        ("2026-03-01", "2026-03-01T00:00:00+00:00"),
        ("20260301", "2026-03-01T00:00:00+00:00"),
        ("2026-W09-7", "2026-03-01T00:00:00+00:00"),
        ("2026-03-01T09:00Z", "2026-03-01T09:00:00+00:00"),
        ("2026-03-01 09:00:00+02:00", "2026-03-01T07:00:00+00:00"),
        ("2026-W09-7T09:00Z", "2026-03-01T09:00:00+00:00"),
        (" 2026-03-01\n", "2026-03-01T00:00:00+00:00"),
        ("2026-03-01T09:00:00.25Z", "2026-03-01T09:00:00.250000+00:00"),
        ("2026-03-01T09:00:00.1234567Z", "2026-03-01T09:00:00.123456+00:00"),
        (datetime(2026, 3, 1, 9, tzinfo=UTC), "2026-03-01T09:00:00+00:00"),
        (
            datetime(2026, 3, 1, 0, 30, tzinfo=timezone(timedelta(hours=1))),
            "2026-02-28T23:30:00+00:00",
        ),
        ("0001-01-01", "0001-01-01T00:00:00+00:00"),
        ("9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999+00:00"),
    ],
)
def test_a_time_is_read_in_utc_and_a_date_is_its_midnight(
    value: datetime | date | str, instant: str
) -> None:
    read = read_instant(value, field="valid_from")
    assert read.tzinfo is UTC
    assert format_instant(read) == instant


@pytest.mark.parametrize("value", ["2026-03-01T09:00", ZONELESS])
def test_a_time_of_day_without_a_zone_is_refused_with_field_value_and_remedy(
    value: datetime | str,
) -> None:
    with pytest.raises(ZonelessTime) as raised:
        read_instant(value, field="valid_from")
    assert raised.value.message == (
        "valid_from: 2026-03-01T09:00:00 has a time of day but no zone. "
        "Write 2026-03-01T09:00:00+00:00 if it is UTC, or a date alone for midnight UTC."
    )


def test_midnight_written_out_without_a_zone_is_refused_too() -> None:
    with pytest.raises(ZonelessTime):
        read_instant("2026-03-01T00:00:00", field="valid_from")


@pytest.mark.parametrize(
    "value", ["", " ", "yesterday", "2026-03", "2026-02-30", "2026-13-01", "09:00Z", "\ud800", "\0"]
)
def test_what_is_no_time_is_refused_by_field_and_value(value: str) -> None:
    with pytest.raises(UnreadableTime) as raised:
        read_instant(value, field="as_of")
    assert raised.value.message.startswith(f"as_of: {value.strip()!r} cannot be read as a time.")


def test_a_long_text_is_cut_in_the_message() -> None:
    with pytest.raises(UnreadableTime) as raised:
        read_instant("x" * 100_000, field="as_of")
    assert len(raised.value.message) < 250


@pytest.mark.parametrize("value", [True, 0, 1767225600, 1.5, None, b"2026-03-01", ["2026-03-01"]])
def test_numbers_truth_values_and_other_types_are_no_times(value: Any) -> None:
    with pytest.raises(
        UnreadableTime, match=f"of type {type(value).__name__}, which is not a time"
    ):
        read_instant(value, field="as_of")


@pytest.mark.parametrize(
    "value",
    [
        "0001-01-01T00:00:00+01:00",
        "9999-12-31T23:30:00-01:00",
        datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=14))),
        "0000-06-01",
        "10000-01-01",
        "+10000-01-01T00:00:00Z",
        "-0044-03-15",
    ],
)
def test_a_time_outside_the_years_1_to_9999_in_utc_is_absurd(value: datetime | str) -> None:
    with pytest.raises(AbsurdTime, match=r"^valid_until: .* lies outside the years 1 to 9999"):
        read_instant(value, field="valid_until")


@given(st.text(max_size=40))
def test_any_text_is_a_time_or_an_error_of_ours(text: str) -> None:
    try:
        read = read_instant(text, field="as_of")
    except MunimentError:
        return
    assert read.tzinfo is UTC


@given(st.datetimes(timezones=st.just(UTC)))
def test_what_is_written_is_read_as_the_same_instant(instant: datetime) -> None:
    assert read_instant(format_instant(instant), field="as_of") == instant


def test_an_instant_is_written_in_one_form() -> None:
    assert format_instant(datetime(2026, 3, 1, tzinfo=UTC)) == "2026-03-01T00:00:00+00:00"
    west = timezone(timedelta(hours=-5))
    assert format_instant(datetime(2026, 3, 1, tzinfo=west)) == "2026-03-01T05:00:00+00:00"
    micro = datetime(2026, 3, 1, 0, 0, 0, 7, tzinfo=UTC)
    assert format_instant(micro) == "2026-03-01T00:00:00.000007+00:00"
    assert format_instant(datetime(44, 3, 15, tzinfo=UTC)) == "0044-03-15T00:00:00+00:00"


def test_an_instant_without_a_zone_is_not_written() -> None:
    with pytest.raises(ZonelessTime):
        format_instant(ZONELESS)


def test_a_window_is_read_from_a_pair_and_either_bound_may_be_open() -> None:
    first, last = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 4, 1, tzinfo=UTC)
    beginning = datetime(1, 1, 1, tzinfo=UTC)
    assert read_window(("2026-03-01", date(2026, 4, 1))) == Period(start=first, end=last)
    assert read_window(["2026-03-01", None]) == Period(start=first, end=None)
    assert read_window((None, "2026-04-01")) == Period(start=beginning, end=last)


@pytest.mark.parametrize("value", [(), ("2026-03-01",), ("a", "b", "c"), "ab", 7, None])
def test_what_is_no_pair_is_no_window(value: Any) -> None:
    with pytest.raises(InvalidValue, match=r"^time_window: .* is not a pair"):
        read_window(value)


def test_a_window_without_any_bound_is_refused() -> None:
    with pytest.raises(InvalidValue, match="both bounds are None"):
        read_window((None, None))


def test_a_window_that_ends_where_it_begins_is_empty() -> None:
    with pytest.raises(EmptyPeriod):
        read_window(("2026-03-01", "2026-03-01T00:00Z"))


def test_an_unreadable_bound_of_a_window_is_named() -> None:
    with pytest.raises(UnreadableTime, match=r"^time_window until: 'soon'"):
        read_window(("2026-03-01", "soon"))


class Stamp(datetime):
    """A time of another library, which may tell more than an instant."""


@pytest.mark.parametrize("zone", [UTC, timezone(timedelta(hours=2))])
def test_a_time_of_another_type_is_kept_as_a_plain_one(zone: timezone) -> None:
    instant = read_instant(Stamp(2026, 3, 1, 9, tzinfo=zone), field="at")
    assert type(instant) is datetime
    assert instant == datetime(2026, 3, 1, 9, tzinfo=zone)


def test_a_basis_keeps_both_times_in_utc() -> None:
    east = timezone(timedelta(hours=2))
    basis = Basis(
        valid_at=datetime(2026, 6, 10, 1, tzinfo=east),
        as_of=Point(number=7, time=datetime(2026, 6, 15, 2, tzinfo=east)),
    )
    assert basis.valid_at.isoformat() == "2026-06-09T23:00:00+00:00"
    assert basis.as_of.time.isoformat() == "2026-06-15T00:00:00+00:00"
    assert basis.window is None


def test_a_basis_without_a_zone_cannot_be_built() -> None:
    point = Point(number=0, time=datetime(2026, 6, 15, tzinfo=UTC))
    with pytest.raises(ZonelessTime, match=r"^valid_at: "):
        Basis(valid_at=ZONELESS, as_of=point)
    with pytest.raises(ZonelessTime, match=r"^as_of: "):
        Point(number=0, time=ZONELESS)


def test_a_negative_transaction_number_names_no_point() -> None:
    with pytest.raises(InvalidValue, match=r"^as_of: -1 "):
        Point(number=-1, time=datetime(2026, 6, 15, tzinfo=UTC))
