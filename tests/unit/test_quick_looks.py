"""What is looked for quickly first, so that a long look is spared, leaves nothing out."""

from __future__ import annotations

import re

import pytest

from muniment.knowledge.extraction.moods import admits_slip
from muniment.knowledge.kinds import (
    CLOCK,
    DATE,
    DAY,
    MEASURE,
    MONEY,
    NUMBER,
    may_count,
    may_tell_time,
)
from muniment.knowledge.wordlists import any_of

AMOUNTS = [
    "£1,200 a month", "CHF 40", "forty-two euros", "a dozen pounds", "3 lakh rupees", "Twelve dollars",
    "94 kilos", "half a page, six pages", "two hours a week", "SEVENTEEN", "٣ metres", "a hundred and five steps",
]  # fmt: skip
TIMES = [
    "on Thursdays", "this weekend", "weekdays", "Tomorrow", "tonight", "the last week of May", "the 3rd of sept",
    "Dec 4th", "the 21st", "2026-11-26", "by spring", "next term", "until autumn", "end of year",
    "late winter", "in Summer", "mid semester", "early next quarter", "this month", "noon", "MIDNIGHT", "half past nine",
    "half seven", "a quarter to six", "nine o’clock", "7 pm", "18:30", "March 2027", "in fall",
]  # fmt: skip


@pytest.mark.parametrize("text", AMOUNTS)
def test_an_amount_is_seen_at_a_quick_look(text: str) -> None:
    assert any(re.search(each, text, re.IGNORECASE) for each in (MONEY, MEASURE, rf"\b{NUMBER}"))
    assert may_count(text)


@pytest.mark.parametrize("text", TIMES)
def test_a_time_is_seen_at_a_quick_look(text: str) -> None:
    assert any(re.search(each, text, re.IGNORECASE) for each in (CLOCK, DATE, DAY))
    assert may_tell_time(text)


def test_words_without_number_or_time_are_passed_over() -> None:
    assert not may_count("My sister lives in Porto")
    assert not may_tell_time("My sister lives in Porto")


def test_of_two_wordings_that_begin_alike_the_first_one_counts() -> None:
    found = any_of(r"not, a b, (?:x|not) sure, no, a, not sure, n?ever, a b c")

    assert [each[0] for each in found.finditer("A b c not sure, x sure. Never! ever, no and")] == [
        "A b", "not", "x sure", "Never", "ever", "no",
    ]  # fmt: skip


def test_each_word_of_a_choice_is_found_with_what_follows() -> None:
    found = any_of("(?:get|got) (?:a|the) bus, got, (?:no|not)? one, (?:very )?late")

    assert [each[0] for each in found.finditer("Got the bus, got one, get it, very late, late")] == [
        "Got the bus", "got", " one", "very late", "late",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text", ["The price was wrong.", "My first two were off by one", "Oops", "it is wrong"]
)
def test_a_slip_is_admitted(text: str) -> None:
    assert admits_slip(text)


@pytest.mark.parametrize("text", ["Was wrong", "the wrong house", "It was raining"])
def test_what_is_wrong_is_no_slip_by_itself(text: str) -> None:
    assert not admits_slip(text)
