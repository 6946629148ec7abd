"""A cron expression names instants in a zone of the world, and what is none is refused."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from muniment.errors import InvalidValue
from muniment.tasks.scheduling import next_time

NOON = datetime(2026, 3, 27, 12, 0, tzinfo=UTC)  # a Friday; London's summer time begins on the 29th


@pytest.mark.parametrize(
    "cron, zone, expected",
    [
        ("0 3 * * *", "UTC", "2026-03-28T03:00:00+00:00"),
        ("@hourly", "UTC", "2026-03-27T13:00:00+00:00"),
        ("*/15 * * * *", "UTC", "2026-03-27T12:15:00+00:00"),
        ("0 9 * * mon-fri", "UTC", "2026-03-30T09:00:00+00:00"),
        ("0 3 29 3 *", "Europe/London", "2026-03-29T03:00:00+01:00"),
        ("0 3 * * *", "Asia/Kathmandu", "2026-03-28T03:00:00+05:45"),
        ("0 0 L * *", "UTC", "2026-03-31T00:00:00+00:00"),
        ("0 0 29 2 *", "UTC", "2028-02-29T00:00:00+00:00"),
    ],
)
def test_the_next_time_is_the_first_after_now(cron: str, zone: str, expected: str) -> None:
    assert next_time(cron, zone, NOON).isoformat() == expected


@pytest.mark.parametrize(
    "cron, zone, now, expected",
    [
        ("30 1 * * *", "Europe/London", "2027-03-28T00:30:00Z", "2027-03-28T02:00:00+01:00"),
        ("0 2 * * *", "Australia/Lord_Howe", "2027-10-02T15:00:00Z", "2027-10-03T02:30:00+11:00"),
        ("30 1 * * *", "Europe/London", "2027-10-31T00:00:00Z", "2027-10-31T01:30:00+01:00"),
        ("30 1 * * *", "Europe/London", "2027-10-31T00:30:00Z", "2027-10-31T01:30:00+00:00"),
    ],
)
def test_a_time_left_out_is_met_right_after_and_one_that_comes_twice_is_met_twice(
    cron: str, zone: str, now: str, expected: str
) -> None:
    assert next_time(cron, zone, datetime.fromisoformat(now)).isoformat() == expected


def test_a_time_that_is_now_is_not_after_now() -> None:
    assert next_time("0 12 * * *", "UTC", NOON).isoformat() == "2026-03-28T12:00:00+00:00"


@pytest.mark.parametrize(
    "cron",
    ["", "nightly", "* * * *", "* * * * * *", "61 * * * *", "R * * * *", "H * * * *", "0 0 * * x",
     "@reboot", "* * * * *\n", "0 0 30 2 *"],
)  # fmt: skip
def test_what_names_no_instant_is_refused(cron: str) -> None:
    with pytest.raises(InvalidValue, match=r"^cron is "):
        next_time(cron, "UTC", NOON)


@pytest.mark.parametrize("zone", ["", "Mars", "../etc/passwd", "Europe/", "\x00"])
def test_a_zone_that_is_none_is_refused(zone: str) -> None:
    with pytest.raises(InvalidValue, match=r"^zone is .*Europe/London"):
        next_time("@daily", zone, NOON)
