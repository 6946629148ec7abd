"""A change is followed where it names what it is of only by its kind, its place or its number."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from muniment.model.claims import Act
from tests.unit.statement_words import SPEAKER, heard, said, values

FOLLOWED = [
    ("My phone is a Pixel 7.", "I got a new phone, a Pixel 9.", "phone", {"Pixel 9"}),
    ("I bank with Lloyds.", "We moved our account to Monzo.", "bank", {"Monzo"}),
    ("We have two cats.", "Sad news, one of our cats died last night.", "number of cat", {"one"}),
    ("We have three dogs.", "One of the dogs passed away.", "number of dog", {"two"}),
    ("We have two cats, Mochi and Bean.", "Bean died last night.", "number of cat", {"one"}),
    ("We have one cat, Bean.", "Bean died last night.", "number of cat", set()),
    ("I take metformin, 500 mg twice a day.", "I've stopped metformin now.", "medication", set()),
    ("My boss is Trish.", "My boss is a man called Callum.", "boss", {"Callum"}),
    ("My dentist is Dr Lowe.", "My dentist is Dr Amsel at the Park clinic now.", "dentist", {"Dr Amsel"}),
    ("My interview is on the 3rd of March.", "They've moved my interview to the 5th.", "plan", {"interview on the 5th of March"}),
    ("The wedding is on 12 June.", "The wedding got moved to the 19th.", "plan", {"wedding on 19 June"}),
    ("My interview is on 28 March.", "They've moved my interview to the 2nd.", "plan", {"interview on 2nd"}),
    ("My deadline is the 12th of June.", "The deadline's been pushed to the 20th.", "deadline", {"20th of June"}),
    ("I'm flying to Oslo in June.", "Oslo's been cancelled.", "plan", set()),
    ("Our anniversary is on June 12th.", "Our anniversary is on the 13th, sorry.", "anniversary", {"June 13th"}),
    ("We're going to Brittany in June.", "Brittany is off.", "plan", set()),
    ("We're going to Brittany in June.", "We've had to call off the Brittany trip.", "plan", set()),
    ("I'm running the Berlin marathon in September.", "I'm not doing Berlin after all.", "plan", set()),
    ("I'm running the Berlin marathon in September.", "Not running Berlin any more.", "plan", set()),
    ("Our guide is Paolo Ferri.", "Paolo hurt his knee. Giulia Moser is taking over.", "guide", {"Giulia Moser"}),
    ("I live in Leeds.", "We moved house. It's in Bath now.", "lives_in", {"Bath"}),
]  # fmt: skip
LEFT = [
    ("I'm visiting Sam in Leeds in June.", "Sam's off today.", "plan", {"visiting Sam in Leeds"}),
    ("We have 2 cats.", "One of my cats died in 2019.", "number of cat", {"2"}),
    ("We have two cats.", "One of her cats died.", "number of cat", {"two"}),
    ("My phone is a Pixel 7.", "I got a new phone, a Samsung, for my mum.", "phone", {"Pixel 7"}),
    ("My phone is a Pixel 7.", "My son got a new phone, a Pixel 9.", "phone", {"Pixel 7"}),
    ("My phone is a Pixel 7.", "I got a new charger, a Belkin.", "phone", {"Pixel 7"}),
    ("I bank with Lloyds.", "I changed my account password to swordfish.", "bank", {"Lloyds"}),
    ("Our guide is Paolo Ferri.", "Giulia Moser is taking over the kitchen.", "guide", {"Paolo Ferri"}),
    ("I live in Leeds.", "Our office moved. It's in Bristol now.", "lives_in", {"Leeds"}),
    ("I live in Leeds.", "The show has moved. It's now in York, not Hull.", "lives_in", {"Leeds"}),
    ("I live in Leeds.", "The gym has moved, it's at Kirkgate now.", "lives_in", {"Leeds"}),
    ("I live in Leeds.", "The data moved. It lives in Frankfurt now.", "lives_in", {"Leeds"}),
]  # fmt: skip


def believed(category: str, *turns: str) -> set[str]:
    context, _ = heard(*turns)
    return {value for whose, slot, value in values(context) if (whose, slot) == (SPEAKER, category)}


@pytest.mark.parametrize("first, then, category, now", FOLLOWED, ids=[row[1] for row in FOLLOWED])
def test_a_change_is_followed(first: str, then: str, category: str, now: set[str]) -> None:
    assert believed(category, first, then) == now


@pytest.mark.parametrize("first, then, category, now", LEFT, ids=[row[1] for row in LEFT])
def test_what_is_no_change_of_it_is_left(
    first: str, then: str, category: str, now: set[str]
) -> None:
    assert believed(category, first, then) == now


@pytest.mark.parametrize(
    "then", ["We've cancelled Brittany.", "We're not going to Brittany any more."]
)
def test_a_plan_that_is_given_up_is_nothing_else_that_is_no_more(then: str) -> None:
    _, claims = heard("We're going to Brittany in June.", then)
    ended = [(each.predicate, each.object) for each in claims if each.act is Act.END]
    assert ended == [("plan", "going to Brittany")]


def test_one_medicine_that_is_stopped_is_no_more_where_another_one_is_taken() -> None:
    _, claims = heard("I take metformin.", "I've stopped metformin, she's put me on ramipril.")
    told = [(each.act, each.of, each.object) for each in claims]
    assert told == [
        (Act.STATE, "medication", "ramipril"),
        (Act.END, "medication", "metformin"),
    ]


def test_a_plan_that_was_moved_is_for_the_day_that_it_was_moved_to() -> None:
    _, (plan,) = heard("The wedding is on 12 June.", "The wedding got moved to the 19th.")
    assert (plan.valid_from, plan.valid_until) == (
        datetime(2026, 6, 19, tzinfo=UTC),
        datetime(2026, 6, 20, tzinfo=UTC),
    )


def test_a_bare_day_that_puts_a_plan_right_is_of_the_month_of_the_plan() -> None:
    _, (plan,) = heard("The meeting is on the 20th of May.", "Sorry, the meeting is on the 23rd.")
    assert (plan.object, plan.valid_from) == (
        "meeting on the 23rd of May",
        datetime(2026, 5, 23, tzinfo=UTC),
    )


def test_what_is_not_done_is_said_by_the_verb_itself() -> None:
    _, (claim, *_) = said("Josh isn't playing football this season.", 0)
    assert claim.sentence == "Josh does not play football this season."


NAMED = [
    ("My dog is Biscuit, he's a whippet.", {("owns", "dog Biscuit")}),
    ("Our cats are Mochi and Bean.", {("owns", "cat Mochi"), ("owns", "cat Bean")}),
    ("My cat is Siamese.", set()),
    ("My main client right now is Penguin.", {("main client", "Penguin")}),
    ("My boss these days is Trish.", {("boss", "Trish")}),
    ("I've been in Cardiff all week.", set()),
    ("I've been in Cardiff for ten years.", {("lives_in", "Cardiff")}),
    ("I bought a new car yesterday, a Skoda Octavia.", {("owns", "Skoda Octavia")}),
    ("The doctor's put me on ramipril.", {("medication", "ramipril")}),
    ("The doctor's put me on the tablets.", set()),
    ("I bought my dad a bike.", set()),
    ("I bought a bike for my son.", set()),
    ("I bought a bike for my birthday.", {("owns", "bike")}),
]


@pytest.mark.parametrize("text, slots", NAMED, ids=[text for text, _ in NAMED])
def test_what_is_told_is_read_by_the_name_that_it_has(
    text: str, slots: set[tuple[str, str]]
) -> None:
    _, claims = said(text, 0)
    assert {(each.category, each.object) for each in claims} == slots


@pytest.mark.parametrize(
    "first, then, state",
    [
        ("The lift is out of order.", "LiftTech was here, lift works again.", "working"),
        ("The projector in Hall A is broken.", "The projector in hall A is replaced.", "replaced"),
        ("The lift is out of order.", "If the lift works again we can go.", "out of order"),
        ("The lift is out of order.", "Does the lift work again?", "out of order"),
        ("The card printer is broken.", "The other printer works.", "broken"),
    ],
)
def test_what_was_broken_is_so_until_it_works(first: str, then: str, state: str) -> None:
    context, _ = heard(first, then)
    assert [value for _, category, value in values(context) if category == "status"] == [state]


def test_another_occasion_of_the_same_course_is_not_moved_with_it() -> None:
    context, _ = heard(
        "The exam for Algebra I is on 29 January at 10.",
        "Resit for Algebra I moved to the 17th of April, room 105",
    )
    assert (SPEAKER, "plan", "exam for Algebra I on 29 January at 10") in values(context)
