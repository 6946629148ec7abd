"""What a period may be, and what two periods say of each other."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from muniment.errors import AbsurdTime, EmptyPeriod, ZonelessTime
from muniment.temporal.period import Period, in_time_order


def may(day: int) -> datetime:
    return datetime(2026, 5, day, tzinfo=UTC)


def span(start: int, end: int | None) -> Period:
    return Period(start=may(start), end=None if end is None else may(end))


@pytest.mark.parametrize("end", [3, 2])
def test_a_period_that_holds_no_instant_cannot_be_built_and_the_error_tells_both_bounds(
    end: int,
) -> None:
    with pytest.raises(EmptyPeriod) as raised:
        span(3, end)
    assert "from 2026-05-03T00:00:00+00:00" in raised.value.message
    assert f"until 2026-05-0{end}T00:00:00+00:00" in raised.value.message


def test_a_period_of_one_microsecond_is_not_empty() -> None:
    first = may(1)
    period = Period(start=first, end=first + timedelta(microseconds=1))
    assert period.contains(first)
    assert not period.contains(first + timedelta(microseconds=1))


@pytest.mark.parametrize("bound", ["start", "end"])
def test_a_bound_without_a_zone_is_refused_by_name(bound: str) -> None:
    bounds = {"start": may(1), "end": may(2), bound: may(1).replace(hour=9, tzinfo=None)}
    with pytest.raises(ZonelessTime, match=f"^{bound}: 2026-05-01T09:00:00 has a time of day"):
        Period(start=bounds["start"], end=bounds["end"])


def test_a_bound_in_another_zone_is_kept_as_the_same_instant_in_utc() -> None:
    summer = timezone(timedelta(hours=2))
    period = Period(start=datetime(2026, 5, 1, 1, tzinfo=summer), end=None)
    assert period.start.isoformat() == "2026-04-30T23:00:00+00:00"
    assert period == Period(start=datetime(2026, 4, 30, 23, tzinfo=UTC), end=None)


def test_a_bound_before_the_year_1_in_utc_is_absurd() -> None:
    east = timezone(timedelta(hours=1))
    with pytest.raises(AbsurdTime, match=r"^start: 0001-01-01T00:00:00"):
        Period(start=datetime(1, 1, 1, tzinfo=east), end=None)


def test_a_period_contains_its_start_and_not_its_end() -> None:
    assert not span(3, 5).contains(may(2))
    assert span(3, 5).contains(may(3))
    assert span(3, 5).contains(may(4))
    assert not span(3, 5).contains(may(5))


def test_an_open_period_contains_the_last_instant_there_is() -> None:
    assert span(3, None).contains(datetime.max.replace(tzinfo=UTC))


@pytest.mark.parametrize(
    "one, other, overlaps, shared",
    [
        (span(1, 3), span(3, 5), False, None),
        (span(1, 3), span(4, 5), False, None),
        (span(1, 4), span(3, 5), True, span(3, 4)),
        (span(1, 9), span(3, 5), True, span(3, 5)),
        (span(1, None), span(3, 5), True, span(3, 5)),
        (span(1, None), span(3, None), True, span(3, None)),
        (span(1, 3), span(3, None), False, None),
        (span(2, 4), span(2, 4), True, span(2, 4)),
    ],
)
def test_overlapping_is_symmetric_and_what_only_touches_does_not_overlap(
    one: Period, other: Period, overlaps: bool, shared: Period | None
) -> None:
    assert (one.overlaps(other), other.overlaps(one)) == (overlaps, overlaps)
    assert (one.intersection(other), other.intersection(one)) == (shared, shared)


@pytest.mark.parametrize(
    "taken, left",
    [
        ([], (span(2, 9),)),
        ([span(1, 2), span(9, None)], (span(2, 9),)),
        ([span(6, 7), span(3, 4)], (span(2, 3), span(4, 6), span(7, 9))),
        ([span(3, 6), span(4, 5), span(5, 8)], (span(2, 3), span(8, 9))),
        ([span(1, 4)], (span(4, 9),)),
        ([span(5, None)], (span(2, 5),)),
        ([span(1, 5), span(5, 9)], ()),
        ([span(1, None)], ()),
    ],
)
def test_minus_leaves_the_maximal_pieces_in_time_order(
    taken: list[Period], left: tuple[Period, ...]
) -> None:
    assert span(2, 9).minus(taken) == left


def test_minus_of_a_closed_period_leaves_an_open_one_open() -> None:
    assert span(1, None).minus([span(3, 5)]) == (span(1, 3), span(5, None))


def test_in_time_order_the_earlier_start_comes_first_then_the_earlier_end_open_last() -> None:
    shuffled = [span(2, None), span(2, 5), span(1, None), span(2, 3)]
    assert sorted(shuffled, key=in_time_order) == [
        span(1, None),
        span(2, 3),
        span(2, 5),
        span(2, None),
    ]


def test_a_period_reads_as_a_closed_open_interval() -> None:
    assert str(span(1, 3)) == "[2026-05-01T00:00:00+00:00, 2026-05-03T00:00:00+00:00)"
    assert str(span(1, None)) == "[2026-05-01T00:00:00+00:00, open)"
