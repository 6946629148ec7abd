"""A time expression is an interval of the calendar of the speaker's zone, never a guessed instant."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muniment.knowledge.times import Extent, TimePhrase, read_times

WEDNESDAY = datetime(2026, 5, 20, 12, tzinfo=timezone(timedelta(hours=2)))


def read(text: str, reference: datetime = WEDNESDAY) -> list[TimePhrase]:
    return list(read_times(text, reference))


def days(text: str, *, ahead: bool = False) -> str:
    (phrase,) = read(text)
    return " ".join(
        bound.strftime("%Y-%m-%d") if bound else "open"
        for bound in phrase.bounds(looks_ahead=ahead)
    )


@pytest.mark.parametrize(
    "text, bounds",
    [
        ("I ran last Friday", "2026-05-15 2026-05-16"),
        ("I ran last Wednesday", "2026-05-13 2026-05-14"),
        ("two weeks ago", "2026-05-04 2026-05-11"),
        ("three years ago", "2023-01-01 2024-01-01"),
        ("a few years ago", "2021-01-01 2025-01-01"),
        ("yesterday", "2026-05-19 2026-05-20"),
        ("the day before yesterday", "2026-05-18 2026-05-19"),
        ("this morning", "2026-05-20 2026-05-21"),
        ("last night", "2026-05-19 2026-05-20"),
        ("on 3 March", "2026-03-03 2026-03-04"),
        ("on 3 March 2024", "2024-03-03 2024-03-04"),
        ("on March 3rd, 2024", "2024-03-03 2024-03-04"),
        ("on the first of March", "2026-03-01 2026-03-02"),
        ("on 2024-03-03", "2024-03-03 2024-03-04"),
        ("in March 2024", "2024-03-01 2024-04-01"),
        ("in 2019", "2019-01-01 2020-01-01"),
        ("in the 90s", "1990-01-01 2000-01-01"),
        ("last month", "2026-04-01 2026-05-01"),
        ("last year", "2025-01-01 2026-01-01"),
        ("last summer", "2025-06-01 2025-09-01"),
        ("in winter 2024", "2024-12-01 2025-03-01"),
        ("at Easter", "2026-04-05 2026-04-06"),
        ("at the weekend", "2026-05-16 2026-05-18"),
        ("over the last two months", "2026-03-20 2026-05-21"),
        ("from 2015 to 2018", "2015-01-01 2019-01-01"),
        ("since May", "2026-05-01 open"),
        ("since last summer", "2025-06-01 open"),
        ("as of Monday", "2026-05-18 open"),
        ("after 2010", "2011-01-01 open"),
        ("for three years", "2023-01-01 open"),
        ("for about twenty-two years", "2004-01-01 open"),
        ("before 2010", "open 2010-01-01"),
    ],
)
def test_what_looks_back_names_days_that_were(text: str, bounds: str) -> None:
    assert days(text) == bounds


@pytest.mark.parametrize(
    "text, bounds",
    [
        ("on Friday", "2026-05-22 2026-05-23"),
        ("on Friday at 8 pm", "2026-05-22 2026-05-23"),
        ("next Friday", "2026-05-29 2026-05-30"),
        ("this weekend", "2026-05-23 2026-05-25"),
        ("next week", "2026-05-25 2026-06-01"),
        ("next month", "2026-06-01 2026-07-01"),
        ("tomorrow", "2026-05-21 2026-05-22"),
        ("in two weeks", "2026-06-01 2026-06-08"),
        ("in a couple of months", "2026-07-01 2026-08-01"),
        ("on the 14th", "2026-06-14 2026-06-15"),
        ("in September", "2026-09-01 2026-10-01"),
        ("over Christmas", "2026-12-25 2026-12-26"),
        ("at the end of March", "2027-03-22 2027-04-01"),
        ("from Monday to Friday", "2026-05-25 2026-05-30"),
        ("starting next week", "2026-05-25 open"),
        ("until the end of the year", "open 2027-01-01"),
        ("until Sunday", "open 2026-05-25"),
    ],
)
def test_what_looks_ahead_names_days_to_come(text: str, bounds: str) -> None:
    assert days(text, ahead=True) == bounds


@pytest.mark.parametrize(
    "text",
    [
        "May I see room 2024?",
        "we walked around 2000 km",
        "on 31 February",
        "every Monday",
        "on Mondays",
        "the next day",
        "he said so again",
        "",
    ],
)
def test_what_is_no_time_is_none(text: str) -> None:
    assert read(text) == []


def test_the_words_of_a_phrase_are_those_of_the_text() -> None:
    text = "As of Monday I’m head of it; we fly on Friday at 8 pm, for three years."
    assert [text[each.start : each.end] for each in read(text)] == [
        "As of Monday",
        "on Friday at 8 pm",
        "for three years",
    ]
    assert [each.extent for each in read(text)] == [Extent.SINCE, Extent.DURING, Extent.LASTING]


def test_midnight_is_that_of_the_speakers_zone() -> None:
    late = datetime(2026, 5, 20, 23, 30, tzinfo=timezone(timedelta(hours=-5)))
    (phrase,) = read("today", late)
    assert phrase.behind[0] == datetime(2026, 5, 20, 5, tzinfo=UTC)


def test_a_day_on_which_the_clocks_change_has_its_own_length() -> None:
    reference = datetime(2026, 3, 30, 12, tzinfo=ZoneInfo("Europe/Berlin"))
    (phrase,) = read("yesterday", reference)
    start, end = phrase.behind
    assert start is not None
    assert end is not None
    assert end.astimezone(UTC) - start.astimezone(UTC) == timedelta(hours=23)


_SAID = """
last this next in on since until from to between and for two three a few ago weeks months year day
Friday Monday May March 3 14th 31 2019 9999 1900 summer Easter weekend end of the start yesterday
"""
TEXTS = st.one_of(
    st.text(max_size=60), st.lists(st.sampled_from(_SAID.split()), max_size=12).map(" ".join)
)
MOMENTS = st.datetimes(
    timezones=st.sampled_from([UTC, timezone(timedelta(hours=14)), timezone(timedelta(hours=-12))])
)


@settings(max_examples=300, deadline=None)
@given(text=TEXTS, reference=MOMENTS)
def test_every_interval_has_a_length_and_every_phrase_a_place(
    text: str, reference: datetime
) -> None:
    end_before = 0
    for phrase in read_times(text, reference):
        assert end_before <= phrase.start < phrase.end <= len(text)
        end_before = phrase.end
        for start, end in (phrase.behind, phrase.ahead):
            assert start is not None or end is not None
            assert start is None or end is None or start < end


@settings(max_examples=200, deadline=None)
@given(count=st.integers(1, 60), unit=st.sampled_from(["day", "week", "month", "year"]))
def test_so_long_ago_lies_behind_by_about_so_much(count: int, unit: str) -> None:
    (phrase,) = read(f"{count} {unit}s ago")
    start, end = phrase.behind
    assert start is not None
    assert end is not None
    length = timedelta(days={"day": 1, "week": 7, "month": 30.44, "year": 365.25}[unit])
    assert start - length < WEDNESDAY - count * length < end + length
    assert end <= WEDNESDAY.replace(hour=0)
