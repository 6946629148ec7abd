"""A time expression is an interval of the calendar of the speaker's zone, never a guessed instant."""

from __future__ import annotations

from calendar import month_name
from datetime import UTC, date, datetime, time, timedelta, timezone
from time import process_time
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muniment.recall.times import Extent, TimePhrase, read_times

WEDNESDAY = datetime(2026, 5, 20, 12, tzinfo=timezone(timedelta(hours=2)))


def read(text: str, reference: datetime = WEDNESDAY) -> list[TimePhrase]:
    return list(read_times(text, reference))


def days(text: str, *, ahead: bool = False, reference: datetime = WEDNESDAY) -> str:
    (phrase,) = read(text, reference)
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
        ("in Q3 2024", "2024-07-01 2024-10-01"),
        ("the third quarter of 2024", "2024-07-01 2024-10-01"),
        ("the last quarter of last year", "2025-10-01 2026-01-01"),
        ("in the 3rd quarter of 2024", "2024-07-01 2024-10-01"),
        ("in the fourth quarter last year", "2025-10-01 2026-01-01"),
        ("in the 2nd half of 2024", "2024-07-01 2025-01-01"),
        ("the 2nd week of March 2024", "2024-03-08 2024-03-15"),
        ("in 2024 Q3", "2024-07-01 2024-10-01"),
        ("in 2024-Q3", "2024-07-01 2024-10-01"),
        ("in Q3/2024", "2024-07-01 2024-10-01"),
        ("earlier this year", "2026-01-01 2026-05-20"),
        ("on the 3rd of last month", "2026-04-03 2026-04-04"),
        ("on the third of this month", "2026-05-03 2026-05-04"),
        ("two Mondays ago", "2026-05-11 2026-05-12"),
        ("two Wednesdays ago", "2026-05-06 2026-05-07"),
        ("the week before last", "2026-05-04 2026-05-11"),
        ("the year before last", "2024-01-01 2025-01-01"),
        ("the week before last Christmas", "2025-12-18 2025-12-25"),
        ("in 2024-03", "2024-03-01 2024-04-01"),
        ("since 2024-03", "2024-03-01 open"),
        ("until 2024-03", "open 2024-04-01"),
        ("from 2024-03 to 2024-06", "2024-03-01 2024-07-01"),
        ("in week 20 of 2024", "2024-05-13 2024-05-20"),
        ("in week 1, 2025", "2024-12-30 2025-01-06"),
        ("in week 20 last year", "2025-05-12 2025-05-19"),
        ("in 2024-W20", "2024-05-13 2024-05-20"),
        ("since 2024W20", "2024-05-13 open"),
        ("in the first half of 2023", "2023-01-01 2023-07-01"),
        ("the second half of March 2024", "2024-03-16 2024-04-01"),
        ("H1 2024", "2024-01-01 2024-07-01"),
        ("on 25/12/2024", "2024-12-25 2024-12-26"),
        ("on 12/25/2024", "2024-12-25 2024-12-26"),
        ("on 2024/12/25", "2024-12-25 2024-12-26"),
        ("on 05/05/2024", "2024-05-05 2024-05-06"),
        ("on 1.2.2024", "2024-02-01 2024-02-02"),
        ("in early 2020", "2020-01-01 2020-05-01"),
        ("since late 2019", "2019-09-01 open"),
        ("in the mid-1990s", "1993-05-01 1996-09-01"),
        ("until mid-March 2024", "open 2024-03-22"),
        ("late last year", "2025-09-01 2026-01-01"),
        ("in May last year", "2025-05-01 2025-06-01"),
        ("20 May of last year", "2025-05-20 2025-05-21"),
        ("Tuesday last week", "2026-05-12 2026-05-13"),
        ("fortnight ago", "2026-05-04 2026-05-11"),
        ("eighteen months ago", "2024-11-01 2024-12-01"),
        ("half a year ago", "2025-11-01 2025-12-01"),
        ("about a half year ago", "2025-11-01 2025-12-01"),
        ("a year and a half ago", "2024-11-01 2024-12-01"),
        ("one and a half years ago", "2024-11-01 2024-12-01"),
        ("1.5 years ago", "2024-11-01 2024-12-01"),
        ("two and a half years ago", "2023-11-01 2023-12-01"),
        ("half a decade ago", "2021-01-01 2022-01-01"),
        ("half a month ago", "2026-05-04 2026-05-11"),
        ("a month and a half ago", "2026-04-06 2026-04-13"),
        ("for half a year", "2025-11-01 open"),
        ("for a year and a half", "2024-11-01 open"),
        ("for two and a half years", "2023-11-01 open"),
        ("over the last year and a half", "2024-11-20 2026-05-21"),
        ("over the past half year", "2025-11-20 2026-05-21"),
        ("in May '24", "2024-05-01 2024-06-01"),
        ("in May ‘24", "2024-05-01 2024-06-01"),
        ("in May'24", "2024-05-01 2024-06-01"),
        ("on 3 May '24", "2024-05-03 2024-05-04"),
        ("on Jan 5, '25", "2025-01-05 2025-01-06"),
        ("since '09", "2009-01-01 open"),
        ("in '36", "2036-01-01 2037-01-01"),
        ("in '37", "1937-01-01 1938-01-01"),
        ("in the summer of '69", "1969-06-01 1969-09-01"),
        ("in Q4'25", "2025-10-01 2026-01-01"),
        ("in early '24", "2024-01-01 2024-05-01"),
        ("from '19 to '21", "2019-01-01 2022-01-01"),
        ("between Jan and March '25", "2025-01-01 2025-04-01"),
        ("back in 2009", "2009-01-01 2010-01-01"),
        ("throughout 2024", "2024-01-01 2025-01-01"),
        ("in about 2010", "2010-01-01 2011-01-01"),
        ("in 2019-2021", "2019-01-01 2022-01-01"),
        ("from 1999–2003", "1999-01-01 2004-01-01"),
        ("in the nineties", "1990-01-01 2000-01-01"),
        ("in the noughties", "2000-01-01 2010-01-01"),
        ("in the '90s", "1990-01-01 2000-01-01"),
        ("in the late '90s", "1996-09-01 2000-01-01"),
        ("in 05/2026", "2026-05-01 2026-06-01"),
        ("since 5/2026", "2026-05-01 open"),
        ("in May-2025", "2025-05-01 2025-06-01"),
        ("on 12-May-2025", "2025-05-12 2025-05-13"),
        ("12-May-25", "2025-05-12 2025-05-13"),
        ("on 28/05/25", "2025-05-28 2025-05-29"),
        ("on 05/28/25", "2025-05-28 2025-05-29"),
        ("on 28/02 in Rome", "2026-02-28 2026-03-01"),
        ("on 13/04", "2026-04-13 2026-04-14"),
        ("on 4/13", "2026-04-13 2026-04-14"),
        ("since 24/12", "2025-12-24 open"),
        ("at 2026-05-12T15:00Z", "2026-05-12 2026-05-13"),
        ("on the twenty-first of April", "2026-04-21 2026-04-22"),
        ("halfway through 2024", "2024-05-01 2024-09-01"),
        ("midway through last year", "2025-05-01 2025-09-01"),
        ("half way through March", "2026-03-11 2026-03-22"),
        ("in the back half of last year", "2025-07-01 2026-01-01"),
        ("in the latter part of 2024", "2024-09-01 2025-01-01"),
        ("early in 2024", "2024-01-01 2024-05-01"),
        ("late in March", "2026-03-22 2026-04-01"),
        ("the week commencing 4 May", "2026-05-04 2026-05-11"),
        ("w/c May 4", "2026-05-04 2026-05-11"),
        ("week ending Sunday 10 May", "2026-05-04 2026-05-11"),
        ("the wk of 5 May", "2026-05-04 2026-05-11"),
        ("in wk 20", "2026-05-11 2026-05-18"),
        ("this time last year", "2025-05-13 2025-05-28"),
        ("around the same time last year", "2025-05-13 2025-05-28"),
        ("this time last month", "2026-04-17 2026-04-24"),
        ("this time last week", "2026-05-13 2026-05-14"),
        ("this month last year", "2025-05-01 2025-06-01"),
        ("on this day last year", "2025-05-20 2025-05-21"),
        ("a year ago today", "2025-05-20 2025-05-21"),
        ("exactly two weeks ago", "2026-05-06 2026-05-07"),
        ("a week ago yesterday", "2026-05-12 2026-05-13"),
        ("yesterday week", "2026-05-12 2026-05-13"),
        ("a week last Friday", "2026-05-08 2026-05-09"),
        ("the Friday before last", "2026-05-08 2026-05-09"),
        ("the summer before last", "2024-06-01 2024-09-01"),
        ("three summers ago", "2023-06-01 2023-09-01"),
        ("less than a year ago", "2025-05-20 2026-05-21"),
        ("two or three years ago", "2023-01-01 2025-01-01"),
        ("2-3 weeks ago", "2026-04-27 2026-05-11"),
        ("a day or two ago", "2026-05-18 2026-05-20"),
        ("a year or so ago", "2025-01-01 2026-01-01"),
        ("two wks ago", "2026-05-04 2026-05-11"),
        ("2wks ago", "2026-05-04 2026-05-11"),
        ("3 mths ago", "2026-02-01 2026-03-01"),
        ("5 yrs back", "2021-01-01 2022-01-01"),
        ("3d ago", "2026-05-17 2026-05-18"),
        ("5w ago", "2026-04-13 2026-04-20"),
        ("a couple weeks ago", "2026-05-04 2026-05-11"),
        ("last yr", "2025-01-01 2026-01-01"),
        ("in the last 24h", "2026-05-19 2026-05-21"),
        ("in the past few weeks", "2026-04-15 2026-05-21"),
        ("in the last 3-4 weeks", "2026-04-22 2026-05-21"),
        ("within the last month", "2026-04-20 2026-05-21"),
        ("over the last year", "2025-05-20 2026-05-21"),
        ("May 3 – May 5", "2026-05-03 2026-05-06"),
        ("28 Dec - 3 Jan", "2025-12-28 2026-01-04"),
        ("2026-05-12 to 2026-05-14", "2026-05-12 2026-05-15"),
        ("Jan 2024 through Mar 2024", "2024-01-01 2024-04-01"),
        ("Jan-Mar 2025", "2025-01-01 2025-04-01"),
        ("from Nov-Feb 2025", "2024-11-01 2025-03-01"),
        ("between Q1 and Q3 2025", "2025-01-01 2025-10-01"),
        ("at the end of q3", "2025-09-01 2025-10-01"),
        ("in early Q2", "2026-04-01 2026-05-01"),
        ("since xmas", "2025-12-25 open"),
        ("in the new year", "2026-01-01 2026-02-01"),
        ("on Mon", "2026-05-18 2026-05-19"),
        ("last Fri", "2026-05-15 2026-05-16"),
        ("last Thurs night", "2026-05-14 2026-05-15"),
        ("on Weds", "2026-05-13 2026-05-14"),
        ("he sat there on Sat", "2026-05-16 2026-05-17"),
        ("on Fri 15 May", "2026-05-15 2026-05-16"),
        ("on Tuesday 5th", "2026-05-05 2026-05-06"),
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
        ("in half a year", "2026-11-01 2026-12-01"),
        ("a year and a half from now", "2027-11-01 2027-12-01"),
        ("in a couple of months", "2026-07-01 2026-08-01"),
        ("on the 14th", "2026-06-14 2026-06-15"),
        ("in September", "2026-09-01 2026-10-01"),
        ("over Christmas", "2026-12-25 2026-12-26"),
        ("at the end of March", "2027-03-22 2027-04-01"),
        ("from Monday to Friday", "2026-05-25 2026-05-30"),
        ("starting next week", "2026-05-25 open"),
        ("until the end of the year", "open 2027-01-01"),
        ("until Sunday", "open 2026-05-25"),
        ("by EOD Friday", "open 2026-05-23"),
        ("by close of business on Friday", "open 2026-05-23"),
        ("by COB tomorrow", "open 2026-05-22"),
        ("by EOW", "open 2026-05-25"),
        ("by EOY", "open 2027-01-01"),
        ("tomorrow week", "2026-05-28 2026-05-29"),
        ("a week tomorrow", "2026-05-28 2026-05-29"),
        ("24 weeks tomorrow", "2026-05-21 2026-05-22"),
        ("a week on Friday", "2026-05-29 2026-05-30"),
        ("the week after next", "2026-06-01 2026-06-08"),
        ("this time next year", "2027-05-13 2027-05-28"),
        ("in 2 wks", "2026-06-01 2026-06-08"),
        ("next Tues", "2026-05-26 2026-05-27"),
        ("by 28/05", "open 2026-05-29"),
        ("in H2", "2026-07-01 2027-01-01"),
        ("we ship it in H2", "2026-07-01 2027-01-01"),
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
        "on 01/02/2024",
        "on 31/02/2024",
        "see /2024/12/25",
        "see 2024/12/25/post",
        "she is in her mid-30s",
        "in the middle of the night",
        "in the first half of the game",
        "the late bus",
        "we run Q4 and h2",
        "we store it in H2",
        "the title is in H1 tags",
        "she is on an H1 visa",
        "it shipped in Q2/Q3",
        "they scored in the second quarter of the game",
        "we won in the second quarter-final",
        "in the 2nd half of the game",
        "in the 2nd round",
        "half an hour ago",
        "half a week ago",
        "2.3 years ago",
        "for half the year",
        "in half years",
        "in 2024-26",
        "in 2009-10",
        "in 2024-00",
        "the release of 2024-03.1",
        "call me at 2024-0312",
        "call me at 030-2024-03",
        "what is new in v2024-03",
        "in week 20 of her pregnancy",
        "in week 3 of the course",
        "in week 54",
        "in 2024-W54",
        "they meet week 20 again",
        "he won '24 times'",
        "the '98 world cup",
        "a bug in 3.14",
        "on 24/7 support",
        "by 3/16 inch",
        "on 03/04",
        "on 03/04/26",
        "a stop on 5/16 in",
        "a stop on 5/16 inches",
        "on 13/14",
        "the ratio 3/4 or 15/20",
        "seat 5/2026",
        "the server at 10.0.5.26",
        "release 28.05.26",
        "from 24/12 - 2/1",
        "at 2026-05-12T23:30-05:00",
        "on Feb 30",
        "in May-26",
        "who led the second march?",
        "make the first may stay cold",
        "in the run-up to Christmas",
        "he sat in the sun, by the fri",
        "on Mon-Fri",
        "on mon & fri",
        "which chair was it that he last sat in?",
        "they sell Sun on Sun hardware",
        "did Jan-May call?",
        "a 2yr old on a 5 yr plan",
        "someone liked the eighties",
        "in 2021-2019",
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
from half quarter of early mid- Q3 12/25/2024 01/02/1999 tomorrow fortnight
Friday Monday May March 3 14th 31 2019 9999 1900 summer Easter weekend end of the start yesterday
"""
TEXTS = st.one_of(
    st.text(max_size=60), st.lists(st.sampled_from(_SAID.split()), max_size=12).map(" ".join)
)
MOMENTS = st.datetimes(
    timezones=st.sampled_from([UTC, timezone(timedelta(hours=14)), timezone(timedelta(hours=-12))])
)


@pytest.mark.parametrize(
    "said, text, behind, ahead",
    [
        ("2026-04-10", "on the 31st", "2026-03-31 2026-04-01", "2026-05-31 2026-06-01"),
        ("2026-03-05", "on the 30th", "2026-01-30 2026-01-31", "2026-03-30 2026-03-31"),
        ("2026-04-02", "by the 31st", "open 2026-04-01", "open 2026-06-01"),
        ("2025-05-05", "on February 29th", "2024-02-29 2024-03-01", "2028-02-29 2028-03-01"),
        ("2024-06-01", "on 29 February", "2024-02-29 2024-03-01", "2028-02-29 2028-03-01"),
        ("2026-11-18", "this coming weekend", "2026-11-21 2026-11-23", "2026-11-21 2026-11-23"),
        ("2026-11-21", "the coming weekend", "2026-11-28 2026-11-30", "2026-11-28 2026-11-30"),
        ("2026-11-25", "between 2015 and 2018", "2015-01-01 2019-01-01", "2015-01-01 2019-01-01"),
        (
            "2026-11-25",
            "the day before Christmas",
            "2025-12-24 2025-12-25",
            "2026-12-24 2026-12-25",
        ),
        ("2026-11-25", "two weeks after Easter", "2026-04-13 2026-04-20", "2027-04-05 2027-04-12"),
        (
            "2026-11-25",
            "for two years before 2015",
            "2013-01-01 2015-01-01",
            "2013-01-01 2015-01-01",
        ),
        ("2026-11-25", "the years before 2010", "open 2010-01-01", "open 2010-01-01"),
        ("2026-11-25", "over the past year", "2025-11-25 2026-11-26", "2025-11-25 2026-11-26"),
        ("2026-11-25", "the last Friday of May", "2026-05-01 2026-06-01", "2027-05-01 2027-06-01"),
        ("2026-11-25", "on May 5-7, 2024", "2024-05-05 2024-05-08", "2024-05-05 2024-05-08"),
        ("2026-11-25", "on Easter Monday", "2026-04-06 2026-04-07", "2027-03-29 2027-03-30"),
        ("2026-11-25", "last fortnight", "2026-11-09 2026-11-23", "2026-11-09 2026-11-23"),
        ("2026-11-25", "next fortnight", "2026-11-30 2026-12-14", "2026-11-30 2026-12-14"),
        ("2026-12-25", "last Christmas", "2025-12-25 2025-12-26", "2025-12-25 2025-12-26"),
        ("2026-12-25", "next Christmas", "2027-12-25 2027-12-26", "2027-12-25 2027-12-26"),
        (
            "2026-01-10",
            "from November to February",
            "2025-11-01 2026-03-01",
            "2026-11-01 2027-03-01",
        ),
        ("2026-02-10", "from May to August 2019", "2019-05-01 2019-09-01", "2019-05-01 2019-09-01"),
        (
            "2026-02-10",
            "between 28 December and 3 January 2020",
            "2019-12-28 2020-01-04",
            "2019-12-28 2020-01-04",
        ),
        (
            "2026-02-10",
            "from last December to June 2027",
            "2025-12-01 2027-07-01",
            "2025-12-01 2027-07-01",
        ),
        ("2026-02-10", "from April to March", "2025-04-01 2026-04-01", "2026-04-01 2027-04-01"),
        (
            "2026-05-20",
            "from the 3rd to the 25th",
            "2026-05-03 2026-05-26",
            "2026-06-03 2026-06-26",
        ),
        ("2026-05-20", "a week from Friday", "2026-05-29 2026-05-30", "2026-05-29 2026-05-30"),
        ("2026-05-20", "two weeks from tomorrow", "2026-06-04 2026-06-05", "2026-06-04 2026-06-05"),
        ("2026-05-20", "a month from tomorrow", "2026-06-01 2026-07-01", "2026-06-01 2026-07-01"),
        ("2026-05-20", "twice a week from Monday", "2026-05-18 open", "2026-05-25 open"),
        ("2026-05-20", "in Q3", "2025-07-01 2025-10-01", "2026-07-01 2026-10-01"),
        ("2026-05-20", "on Friday, 22 May", "2026-05-22 2026-05-23", "2026-05-22 2026-05-23"),
        ("2026-05-20", "on Friday the 22nd", "2026-05-22 2026-05-23", "2026-05-22 2026-05-23"),
        ("2026-05-20", "mid-March", "2026-03-11 2026-03-22", "2027-03-11 2027-03-22"),
        ("2026-05-20", "since early March", "2026-03-01 open", "2027-03-01 open"),
        ("2026-05-20", "in late summer", "2025-08-01 2025-09-01", "2026-08-01 2026-09-01"),
        ("2026-05-20", "the second week of May", "2026-05-08 2026-05-15", "2027-05-08 2027-05-15"),
        ("2026-05-20", "at the end of May", "2025-05-22 2025-06-01", "2026-05-22 2026-06-01"),
        ("2026-05-20", "the week of May 5", "2026-05-04 2026-05-11", "2027-05-03 2027-05-10"),
        ("2026-05-20", "in the third quarter", "2025-07-01 2025-10-01", "2026-07-01 2026-10-01"),
        ("2026-05-20", "since the 1st quarter", "2026-01-01 open", "2027-01-01 open"),
        ("2026-05-20", "in week 20", "2026-05-11 2026-05-18", "2027-05-17 2027-05-24"),
        ("2026-05-20", "in calendar week 22", "2025-05-26 2025-06-02", "2026-05-25 2026-06-01"),
        ("2026-05-20", "since CW 1", "2025-12-29 open", "2027-01-04 open"),
        ("2026-05-20", "in week 53", "2020-12-28 2021-01-04", "2026-12-28 2027-01-04"),
    ],
)
def test_words_name_the_days_of_the_calendar_that_they_mean(
    said: str, text: str, behind: str, ahead: str
) -> None:
    reference = datetime.fromisoformat(said).replace(hour=12, tzinfo=UTC)
    assert days(text, reference=reference) == behind
    assert days(text, ahead=True, reference=reference) == ahead


@settings(max_examples=100, deadline=None)
@given(
    said=st.dates(min_value=date(1999, 1, 1), max_value=date(2040, 1, 1)),
    named=st.dates(min_value=date(2024, 1, 1), max_value=date(2024, 12, 31)),
    monthly=st.booleans(),
)
def test_a_day_without_its_year_or_month_is_the_last_and_the_next_of_its_name(
    said: date, named: date, monthly: bool
) -> None:
    def fits(day: date) -> bool:
        return day.day == named.day and (monthly or day.month == named.month)

    behind = next(day for n in range(3000) if fits(day := said - timedelta(days=n)))
    ahead = next(day for n in range(3000) if fits(day := said + timedelta(days=n)))
    ordinal = {1: "st", 21: "st", 31: "st", 2: "nd", 22: "nd", 3: "rd", 23: "rd"}
    of_month = f"the {named.day}{ordinal.get(named.day, 'th')}"
    text = f"on {of_month}" if monthly else f"on {of_month} of {month_name[named.month]}"
    reference = datetime.combine(said, time(23), timezone(timedelta(hours=14)))

    (phrase,) = read(text, reference)

    assert phrase.behind[0] == datetime.combine(behind, time.min, reference.tzinfo)
    assert phrase.ahead[0] == datetime.combine(ahead, time.min, reference.tzinfo)
    for start, end in (phrase.behind, phrase.ahead):
        assert start is not None
        assert end == start + timedelta(days=1)


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


@pytest.mark.parametrize(
    "text", ["h1 ", "on 28/05 ", "the second week of may ", "a week on Friday "]
)
def test_a_long_text_of_nothing_but_times_is_read_in_good_time(text: str) -> None:
    begun = process_time()
    read((text * 16_000)[:16_000])

    assert process_time() - begun < 1
