"""What a message names only in passing takes no place of what is believed; beside it stands what does."""

from __future__ import annotations

import pytest

from tests.unit.statement_words import SPEAKER, heard, values

KEPT = [
    ("I live in Bristol.", "We moved our account to Monzo.", "lives_in", "Bristol"),
    ("I live in Bristol.", "I've moved my savings over to Chase.", "lives_in", "Bristol"),
    ("I live in Bristol.", "We went to Lisbon last week, we used to live there.", "lives_in", "Bristol"),
    ("I live in York.", "We've found a house in Cardiff, we move in June.", "lives_in", "York"),
    ("I live in Bristol.", "We moved Mum into a home in Clifton.", "lives_in", "Bristol"),
    ("I work at Airbus.", "I've been at Boeing all day today.", "works_at", "Airbus"),
    ("My boss is Trish.", "My old boss Callum got in touch today.", "boss", "Trish"),
    ("My boss is Trish.", "My former boss Callum got in touch today.", "boss", "Trish"),
    ("We have two cats.", "Next door have four cats now.", "number of cat", "two"),
    ("My phone number is 07700 900123.", "My new work number is 0117 496 0000.", "phone number", "07700 900123"),
    ("I live in York.", "We bought a house in Cardiff.", "lives_in", "York"),
    ("I live in Leeds.", "I lived in Cardiff until May, then I moved up here.", "lives_in", "Leeds"),
    ("I work at Acme.", "I lived in Cardiff until May, moved up here for the job.", "works_at", "Acme"),
    ("My dentist is Dr Lowe.", "Dr Lowe was off sick today so I saw Dr Patel.", "dentist", "Dr Lowe"),
    ("My car is a Golf.", "I've borrowed my dad's Skoda now the Golf's in the garage.", "car", "Golf"),
    ("I weigh 80 kilos.", "I lifted 90 kilos today!", "weight", "80 kilos"),
    ("I take metformin.", "I've come off the beta blockers now.", "medication", "metformin"),
    ("My insurer is Admiral.", "My insurer has a new phone number, 0330 123 4567.", "insurer", "Admiral"),
    (
        "My phone number is 07700 900123.",
        "My insurer has a new phone number, 0330 123 4567.",
        "phone number",
        "07700 900123",
    ),
]  # fmt: skip
HALVES = (
    "Dentist is on the 3rd of March at half nine.",
    "We're going to Whitby in May half term instead.",
)
CHANGED = [
    ("I live in Bristol.", "We've moved the whole family to Cardiff.", "lives_in", "Cardiff"),
    ("I live in Bristol.", "We've moved to Cardiff with all our things.", "lives_in", "Cardiff"),
    ("My dentist is Dr Lowe.", "Dr Lowe retired, so I see Dr Patel now.", "dentist", "Dr Patel"),
    ("We have two cats.", "We have four cats now.", "number of cat", "four"),
    ("My car is a Golf.", "My new car is a Skoda.", "car", "Skoda"),
    ("I weigh 80 kilos.", "I weigh 90 kilos now.", "weight", "90 kilos"),
    ("My insurer is Admiral.", "My new insurer is Aviva.", "insurer", "Aviva"),
    ("My phone number is 07700 900123.", "I have a new phone number, 0330 123 4567.", "phone number", "0330 123 4567"),
]  # fmt: skip


def believed(category: str, *turns: str, of: str = SPEAKER) -> set[str]:
    context, _ = heard(*turns)
    return {value for whose, slot, value in values(context) if (whose, slot) == (of, category)}


@pytest.mark.parametrize("first, then, category, value", KEPT, ids=[row[1] for row in KEPT])
def test_what_is_named_in_passing_takes_no_place(
    first: str, then: str, category: str, value: str
) -> None:
    assert believed(category, first, then) == {value}


@pytest.mark.parametrize("first, then, category, value", CHANGED, ids=[row[1] for row in CHANGED])
def test_what_is_said_to_be_it_now_takes_its_place(
    first: str, then: str, category: str, value: str
) -> None:
    assert believed(category, first, then) == {value}


def test_who_does_not_move_is_no_town_that_another_lives_in() -> None:
    turns = ("My brother Sam lives in Leeds.", "Sam and Ruth aren't moving to York any more.")
    assert believed("lives_in", *turns, of="Sam") == {"Leeds"}


def test_a_relative_who_is_somewhere_for_a_week_has_not_moved() -> None:
    turns = ("My mum lives in Leicester.", "Mum's in Bristol for the week.")
    assert believed("lives_in", *turns, of=f"{SPEAKER}'s mum") == {"Leicester"}


def test_who_learns_to_do_it_cannot_do_it_yet() -> None:
    assert believed("skill", "I'm learning to drive.") == set()
    assert believed("skill", "I've learnt to drive.") == {"drive"}


def test_what_somebody_has_stopped_is_no_new_value() -> None:
    turns = ("I take metformin.", "I've stopped metformin, the doctor has put me on gliclazide.")
    assert "stopped metformin" not in believed("medication", *turns)


def test_a_plan_takes_no_place_of_another_by_half_an_hour_and_half_a_term() -> None:
    assert "Dentist on the 3rd of March at half nine" in believed("plan", *HALVES)
