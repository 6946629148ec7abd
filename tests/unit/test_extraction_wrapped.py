"""What somebody states plainly is read alike whatever leads to it, and however it is written."""

from __future__ import annotations

import pytest

from muniment.knowledge.extraction.small_letters import unshouted
from tests.unit.test_extraction_claims import claims_of, told

STATED = {
    "I live in Leeds": ["state Sam · lives_in · Leeds"],
    "I'm vegetarian": ["state Sam · diet · vegetarian"],
    "I'm allergic to peanuts": ["state Sam · condition · allergic to peanuts"],
    "my rent is 940 pounds": ["state Sam · attribute of rent · 940 pounds"],
    "my dentist is Dr. Smith": ["state Sam · relation of dentist · Dr. Smith"],
    "my sister Anna lives in Graz": [
        "state Sam · relation of sister · Anna",
        "state Anna · lives_in · Graz",
    ],
    "my dog is called Rex": ["state Sam · owns · dog Rex"],
    "I no longer work at Siemens": ["end Sam · works_at · Siemens"],
}
WAYS = [
    "{}.",
    "{}!!!",
    "{}, by the way.",
    "Hi there, {}. Thanks!",
    "By the way {}.",
    "Just so you know, {}.",
    "Just so you know: {}.",
    "You should know that {}.",
    "Since you asked: {}.",
    "Before you suggest anything, {}.",
    "As you know, {}.",
    "I ask because {}.",
    "Because he asked, {}.",
    "It turns out {}.",
    "Some background - {}.",
    "Can you help me? {}.",
    "It took a while but {}.",
    "I forgot to say that {}.",
]


@pytest.mark.parametrize("way", WAYS)
def test_a_statement_says_the_same_whatever_leads_to_it(way: str) -> None:
    read = {text: [told(each) for each in claims_of(way.format(text))] for text in STATED}
    assert read == STATED


@pytest.mark.parametrize(
    "text",
    [
        "You said I live in Leeds.",
        "You think I live in Leeds.",
        "She thinks I live in Leeds.",
        "Because he says that I live in Leeds, they write to me.",
        "You know if I live in Leeds.",
        "It turns out he thinks I live in Leeds.",
    ],
)
def test_what_others_say_or_think_is_not_stated(text: str) -> None:
    assert claims_of(text) == ()


@pytest.mark.parametrize(
    "text, claims",
    [
        ("My dentist is Dr. Smith.", ["state Sam · relation of dentist · Dr. Smith"]),
        ("My landlord is Mr. Cook.", ["state Sam · relation of landlord · Mr. Cook"]),
        ("I'm pregnant, fourteen weeks.", ["state Sam · status · pregnant"]),
        ("My son is fourteen weeks old.", ["state Sam's son · age · fourteen weeks"]),
        ("I started at Park School.", []),
        ("I started at Bosch.", ["state Sam · works_at · Bosch"]),
        ("Mia goes to Hill School.", ["state Mia · studies · Hill School"]),
        ("Mia moved to Hill School.", ["state Mia · studies · Hill School"]),
        ("We moved to Hill School Lane.", ["state Sam · lives_in · Hill School Lane"]),
        ("I switched to a vegan diet.", ["state Sam · diet · vegan"]),
        ("I switched to vegan cheese.", []),
        ("My landlord raised the rent to 980 euros.", ["state Sam · attribute of rent · 980 euros"]),
        ("The bank raised the rent on Anna.", []),
    ],
)  # fmt: skip
def test_a_title_a_school_and_a_price_are_read_for_what_they_are(
    text: str, claims: list[str]
) -> None:
    assert [told(each) for each in claims_of(text)] == claims


def test_what_is_shouted_is_read_as_if_in_small_letters() -> None:
    shouted = "MY SISTER ANNA LIVES IN GRAZ. I love NASA! I LIVE IN LEEDS"
    assert unshouted(shouted) == "my sister anna lives in graz. I love NASA! i live in leeds"
    assert [told(each) for each in claims_of(unshouted("MY RENT IS 940 POUNDS."))] == [
        "state Sam · attribute of rent · 940 pounds"
    ]
    assert [told(each) for each in claims_of(unshouted("MY BROTHER WORKS AT NOKIA."))] == [
        "state Sam's brother · works_at · nokia"
    ]


def test_text_that_grows_in_small_letters_stays_as_it_is() -> None:
    assert unshouted("İSTANBUL IS MY HOME NOW") == "İSTANBUL IS MY HOME NOW"


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("I go to Hill School.", "Sam studies at Hill School."),
        ("I go to the University of Leeds.", "Sam studies at the University of Leeds."),
        ("I study medicine at Hill School.", "Sam studies medicine at Hill School."),
        ("I study biology.", "Sam studies biology."),
    ],
)
def test_one_studies_a_subject_and_at_a_school(text: str, sentence: str) -> None:
    assert [each.sentence for each in claims_of(text)] == [sentence]
