"""What is read in a question without a model."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from muniment.recall.expressions import left_unread, reach_of, times_asked, windows_in
from muniment.recall.question import name_keys, read_question
from muniment.recall.whose import MetRow, met_by, whose

MOTHER = [MetRow(place=4, via="ada", name="ruth", is_alias=False)]
WEDNESDAY = datetime(2026, 5, 20, 12, tzinfo=UTC)


def spoken_of(text: str) -> list[str]:
    return [
        f"{window.start.date()} {window.end.date() if window.end else 'open'}"
        for window in windows_in(times_asked(text, WEDNESDAY))
    ]


@pytest.mark.parametrize(
    "text, periods",
    [
        ("What did we ship on 3 March, 2025?", ["2025-03-03 2025-03-04"]),
        ("What did we ship on March 3rd, 2025?", ["2025-03-03 2025-03-04"]),
        ("What did we ship on 2025-03-03?", ["2025-03-03 2025-03-04"]),
        ("Who joined in February 2024?", ["2024-02-01 2024-03-01"]),
        ("Who joined in 2024?", ["2024-01-01 2025-01-01"]),
        ("Who called yesterday?", ["2026-05-19 2026-05-20"]),
        ("Who called last week?", ["2026-05-11 2026-05-18"]),
        ("Who called last weekend?", ["2026-05-16 2026-05-18"]),
        ("Who called last month?", ["2026-04-01 2026-05-01"]),
        ("Who called last year?", ["2025-01-01 2026-01-01"]),
        ("Who called last Friday?", ["2026-05-15 2026-05-16"]),
        ("Who called last Wednesday?", ["2026-05-13 2026-05-14"]),
        ("Who called three weeks ago?", ["2026-04-27 2026-05-04"]),
        ("Who called in the last two days?", ["2026-05-18 2026-05-20"]),
        ("Who called the week before 8 May 2026?", ["2026-05-01 2026-05-08"]),
        ("Who has called since 1 May 2026?", ["2026-05-01 2026-05-20"]),
        ("Who called before March 2026?", ["0001-01-01 2026-03-01"]),
        ("Who called after April 2026?", ["2026-05-01 2026-05-20"]),
        ("Who called?", []),
        ("Who called on 31 February 2025?", ["2025-02-01 2025-03-01"]),
        ("May I see room 2024?", []),
        ("Who called in the past week?", ["2026-05-13 2026-05-20"]),
        ("Who called in the last 7 days?", ["2026-05-13 2026-05-20"]),
        ("Who called in the past month?", ["2026-04-20 2026-05-20"]),
        ("Who called in the last three months?", ["2026-02-20 2026-05-20"]),
        ("Who called last night?", ["2026-05-19 2026-05-20"]),
        ("Who called on Friday?", ["2026-05-15 2026-05-16", "2026-05-22 2026-05-23"]),
        ("Who comes next week?", ["2026-05-25 2026-06-01"]),
        ("Who called in Q3 2024?", ["2024-07-01 2024-10-01"]),
        ("Who called in the second quarter of the year?", ["2026-04-01 2026-07-01"]),
        ("Who called on 2026-04-15?", ["2026-04-15 2026-04-16"]),
        ("Who called between 2026-02 and 2026-04?", ["2026-02-01 2026-05-01"]),
        ("Who called between 2015 and 2018?", ["2015-01-01 2019-01-01"]),
        ("Who called in early 2020?", ["2020-01-01 2020-05-01"]),
        ("Who called in the summer of 2019?", ["2019-06-01 2019-09-01"]),
        ("Who called over Christmas 2024?", ["2024-12-25 2024-12-26"]),
        ("Who worked here for three years?", []),
        ("What are the plans for the summer?", []),
        ("Who called the last weekend before 8 May 2026?", ["2026-05-01 2026-05-08"]),
        ("Who called on 01/02/2024?", []),
        ("What is in 2024/12/25/post?", []),
        ("Who called in the past 24 hours?", ["2026-05-19 2026-05-20"]),
        ("Who called in the last thirty hours?", ["2026-05-18 2026-05-20"]),
        ("Who comes on Friday week?", ["2026-05-29 2026-05-30"]),
        ("Who comes Friday fortnight?", ["2026-06-05 2026-06-06"]),
        ("Who has the plan for Friday week 3?", ["2026-05-15 2026-05-16", "2026-05-22 2026-05-23"]),
        ("What is in 2024/index?", []),
        ("Where will we be on Friday?", ["2026-05-22 2026-05-23"]),
        ("Where will we be in April?", ["2027-04-01 2027-05-01"]),
        ("Where will we be from July on?", ["2026-07-01 9999-12-31"]),
    ],
)
def test_a_time_expression_names_a_period_relative_to_the_reference(
    text: str, periods: list[str]
) -> None:
    assert spoken_of(text) == periods


@pytest.mark.parametrize(
    "text, since",
    [
        ("Where did Mike live in April?", "2026-04-01"),
        ("Where did Mike live in June?", "2025-06-01"),
        ("Where did Mike live in the first quarter?", "2026-01-01"),
        ("Where did Mike live in the 3rd quarter?", "2025-07-01"),
        ("Where did Mike live in 2025-07?", "2025-07-01"),
        ("Where did Mike live earlier this year?", "2026-01-01"),
        ("Where did Mike live the month before last?", "2026-03-01"),
        ("Where did Mike live in week 20?", "2026-05-11"),
        ("Who was his boss in 2019 or in March 2021?", "2019-01-01"),
        ("Which car had he used last year?", "2025-01-01"),
        ("Where was it YESTERDAY?", "2026-05-19"),
        ("Who lived there in April?", "2026-04-01"),
        ("How many people came in March?", "2026-03-01"),
        ("Whose dog died last year?", "2025-01-01"),
        ("Which of them moved to Bath in 2020?", "2020-01-01"),
        ("Who quit in March?", "2026-03-01"),
        ("Who didn't come in April?", "2026-04-01"),
        ("Where could Mike have lived in April?", "2026-04-01"),
        ("Where has Mike lived since 2020?", "2020-01-01"),
        ("Where's he been living since 2020?", "2020-01-01"),
        ("Where has Mike lived?", "0001-01-01"),
        ("Has Mike ever lived in London?", "0001-01-01"),
        ("Who used to run it?", "0001-01-01"),
        ("What was Mike's previous job?", "0001-01-01"),
        ("Who lived there before Anna?", "0001-01-01"),
        ("When did Mike live there?", "0001-01-01"),
        ("And for how long did he live there?", "0001-01-01"),
        ("In which year was the house built?", "0001-01-01"),
        ("Do you know when he moved?", "0001-01-01"),
        ("When did Mike live there, in 2019 or in March 2021?", "2019-01-01"),
        ("When he was in Rome, where did he live?", None),
        ("When did he say that he lives here?", None),
        ("When does the ferry go?", None),
        ("Which year does it end?", None),
        ("Which day care did Ann use?", None),
        ("Does he still live there?", "0001-01-01"),
        ("Who no longer lives there?", "0001-01-01"),
        ("Doesn't he live there any more?", "0001-01-01"),
        ("Who still lives there?", None),
        ("Is there any more milk?", None),
        ("Do you know who lived there in April?", "2026-04-01"),
        ("Who told Anna that Mike moved in April?", "2026-04-01"),
        ("When he was in Rome in 2019, where did he live?", "2019-01-01"),
        ("Where did Mr. Smith live in April?", "2026-04-01"),
        ("Has Mike lived in London?", None),
        ("What has been decided?", None),
        ("What has Mike got?", None),
        ("Who has a used car?", None),
        ("Does Mike ever drink?", None),
        ("What did Mike say in April that he likes?", None),
        ("What did Mike say Anna likes in April?", None),
        ("Who lives in the house that was built in 2019?", None),
        ("Which used car does Mike drive in April?", None),
        ("If Mike moved in April, where does he live?", None),
        ("Where do Fred and Ahmed live in April?", None),
        ("Who needs a bed in April?", None),
        ("Where does Mike live in April?", None),
        ("Where did Mike live?", None),
        ("What did he plan for this week?", None),
        ("What did he do in the past month?", "2026-04-20"),
        ("Where did he say that he will be next month?", None),
        ("How did he get by for three years?", None),
        ("Who left before March 2026, or didn't?", "0001-01-01"),
        ("Who led it in May '24?", "2024-05-01"),
        ("Who led it back in 2009?", "2009-01-01"),
        ("Where did Mike live this time last year?", "2025-05-13"),
        ("Where did Mike live the other day?", "0001-01-01"),
        ("Where did Mike live a while ago?", "0001-01-01"),
        ("Where did Mike live years ago?", "0001-01-01"),
        ("What did Mike buy recently?", "0001-01-01"),
        ("Where did Mike live in the old days?", "0001-01-01"),
        ("Where did Mike live in his twenties?", "0001-01-01"),
        ("Where did Mike live when he was 12?", "0001-01-01"),
        ("Where did Mike live as a child?", "0001-01-01"),
        ("Who ordered last time?", "0001-01-01"),
        ("Where did Mike live a while ago, in 2019?", "2019-01-01"),
        ("What does Mike do lately?", None),
        ("Who recently lives there?", None),
        ("Where did Mike live on 03/04/2026?", None),
    ],
)
def test_a_question_in_the_past_is_about_the_time_that_it_names(
    text: str, since: str | None
) -> None:
    found = reach_of(times_asked(text, WEDNESDAY)).since
    assert (None if found is None else f"{found.date()}") == since


@pytest.mark.parametrize(
    "text, dates",
    [
        ("Who called on 03/04/2026?", ["03/04/2026"]),
        ("Who called on 3/4, and who by 05/06/26?", ["3/4", "05/06/26"]),
        ("Who called at the meeting (12/3/26)?", ["12/3/26"]),
        ("Who called on 13/04/2026, 04/04/2026 or 2026-04-03?", []),
        ("Which ratio was 3/4, and which chapter 03/04/2026/5?", []),
        ("Who called on 03/04 in Rome?", ["03/04"]),
        ("Who called on 03/04 and wrote on 03/04?", ["03/04"]),
        ("Who lives on 3/4 of an acre?", []),
        ("Who called on 24/7 support?", []),
    ],
)
def test_a_date_that_may_be_of_either_of_two_months_is_said_to_be_unread(
    text: str, dates: list[str]
) -> None:
    said = left_unread(times_asked(text, WEDNESDAY))
    assert [each.split()[1] for each in said] == dates


@pytest.mark.parametrize(
    "text, until",
    [
        ("Where will Mike live in August?", "2026-09-01"),
        ("Where won't Mike be on Friday?", "2026-05-23"),
        ("Where is Mike going to live next month?", "2026-07-01"),
        ("Where will Mike live from August on?", "9999-12-31"),
        ("Where did he say that he will be next month?", "2026-07-01"),
        ("Who is on call tomorrow?", "2026-05-22"),
        ("Where does Mike live in August?", None),
        ("Where did he plan to be next month?", None),
        ("Where will Mike live?", None),
        ("Where is he this week?", None),
    ],
)
def test_a_question_that_looks_ahead_is_about_the_time_that_it_names(
    text: str, until: str | None
) -> None:
    found = reach_of(times_asked(text, WEDNESDAY))
    assert (found.until and f"{found.until.date()}", found.since) == (until, None)


@pytest.mark.parametrize(
    "text, first, last",
    [
        ("Who called in June?", "2016-06-01 2016-07-01", "2025-06-01 2025-07-01"),
        ("Who called in mid-March?", "2017-03-11 2017-03-22", "2026-03-11 2026-03-22"),
        ("Who called at Easter?", "2017-04-16 2017-04-17", "2026-04-05 2026-04-06"),
        ("Who called in the summer?", "2016-06-01 2016-09-01", "2025-06-01 2025-09-01"),
        ("Who called in the 3rd quarter?", "2016-07-01 2016-10-01", "2025-07-01 2025-10-01"),
        ("Who called in H2?", "2016-07-01 2017-01-01", "2025-07-01 2026-01-01"),
        ("Who called in Jan-Mar?", "2017-01-01 2017-04-01", "2026-01-01 2026-04-01"),
        ("Who called on 13/04?", "2017-04-13 2017-04-14", "2026-04-13 2026-04-14"),
        ("Who called on 12-May?", "2017-05-12 2017-05-13", "2026-05-12 2026-05-13"),
        ("Who called in week 3?", "2017-01-16 2017-01-23", "2026-01-12 2026-01-19"),
    ],
)
def test_what_comes_every_year_may_be_that_of_any_of_the_last_ten_years(
    text: str, first: str, last: str
) -> None:
    found = spoken_of(text)
    assert len(found) == 10
    assert (found[0], found[-1]) == (first, last)


def test_the_last_days_go_on_to_the_very_reference() -> None:
    assert windows_in(times_asked("the last 7 days", WEDNESDAY))[0].end == WEDNESDAY


@pytest.mark.parametrize("text", ["this year", "this month", "today", "two weeks after today"])
def test_what_ends_beyond_the_last_year_is_left_out(text: str) -> None:
    assert windows_in(times_asked(text, datetime(9999, 12, 31, 12, tzinfo=UTC))) == ()


def test_the_reference_is_read_in_utc() -> None:
    assert windows_in(times_asked("today?", WEDNESDAY))[0].start == datetime(
        2026, 5, 20, tzinfo=UTC
    )


def test_speakers_are_named_and_taken_out_of_the_topic() -> None:
    question = read_question("What is Ada's favourite bird?", speakers=["Ada", "Grace"])
    assert question.names == {"ada"}
    assert question.topic == "What is favourite bird?"


def test_a_speaker_is_also_known_by_the_first_of_several_names() -> None:
    question = read_question("Where did Ada go?", speakers=["Ada Byron"])
    assert question.names == {"ada byron"}
    assert question.topic == "Where did go?"


def test_an_entity_is_named_but_stays_in_the_topic() -> None:
    question = read_question("Who runs Acme Corp?", entities=["ACME Corp"])
    assert question.names == {"acme corp"}
    assert question.topic == "Who runs Acme Corp?"


def test_a_question_of_nothing_but_a_name_keeps_it_as_its_topic() -> None:
    assert read_question("Ada?", speakers=["Ada"]).topic == "Ada?"


def test_part_of_a_word_is_no_name() -> None:
    question = read_question("Who likes Canada?", speakers=["Ada"])
    assert question.names == frozenset()
    assert question.topic == "Who likes Canada?"


def test_the_keys_of_a_text_are_its_runs_of_up_to_four_words() -> None:
    assert name_keys("Acme's Big Deal") == (
        "acme",
        "acme big",
        "acme big deal",
        "big",
        "big deal",
        "deal",
    )


def test_the_stem_of_a_name_is_told_from_other_terms() -> None:
    question = read_question("Where is Maria?", speakers=["Maria"])
    assert question.names_among(["maria", "mari", "ma", "market"]) == [True, True, False, False]


@pytest.mark.parametrize(
    "text, names", [("What do I eat?", {"ada byron"}), ("What does she eat?", set())]
)
def test_a_question_in_the_first_person_is_about_whoever_asks(text: str, names: set[str]) -> None:
    question = read_question(text, asker="Ada Byron", entities=["ada byron"])
    assert question.names == names
    assert question.asked_by([("grace",)]).names == names


def test_an_asker_of_whom_nothing_is_known_leaves_it_to_the_turns_who_speaks() -> None:
    question = read_question("What do I eat?", asker="user 4711")
    assert question.names == frozenset()
    assert question.asked_by([("grace",)]).names == {"grace"}


@pytest.mark.parametrize(
    "text, names",
    [
        ("What does my mother do?", {"ruth"}),
        ("What did my mother lend me?", {"ruth", "ada"}),
        ("What did my mother tell Ada?", {"ruth", "ada"}),
    ],
)
def test_a_question_about_my_mother_is_about_me_only_where_it_says_so(
    text: str, names: set[str]
) -> None:
    question = read_question(
        text,
        asker="Ada",
        entities=["ada"],
        met=met_by(MOTHER, ["ada"], whose(text, "Ada")),
    )
    assert question.names == names
    assert question.asked_by([("grace",)]).names == names


@pytest.mark.parametrize(
    "text",
    [
        "Which hotel did you book for me?",
        "What was on the list you made for the doctor?",
        "How much is the cottage after you changed the booking?",
        "Have you sent my letter?",
    ],
)
def test_what_the_one_that_is_asked_did_is_about_the_assistant_and_not_about_whoever_asks(
    text: str,
) -> None:
    question = read_question(text, asker="Grace", speakers=["Grace", "assistant"])
    assert question.asked_by([("grace",), ("assistant",)]).names == {"assistant"}


@pytest.mark.parametrize(
    "text",
    [
        "How old am I by what I told you?",
        "Do you know where I live?",
        "Can you tell me when my exam is?",
        "Where do I find you a present?",
    ],
)
def test_what_the_assistant_is_told_or_asked_for_is_about_whoever_asks(text: str) -> None:
    question = read_question(text, asker="Grace", speakers=["Grace", "assistant"])
    assert question.asked_by([("grace",), ("assistant",)]).names == {"grace"}
