"""What somebody agrees to that another one proposed is so since: one belief has the value that was proposed, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from muniment.knowledge.statements.consenting import consents, proposal_of
from muniment.knowledge.statements.context import Context
from muniment.model.claims import Role
from tests.unit.statement_words import SPEAKER, said, values

DINNER = "Dinner with the Okafors is on Friday."
DENTIST = "My dentist appointment is on Tuesday."
TABLE = "The table at Orso is booked for 19:00."


def plans_after(*turns: tuple[str, str]) -> set[tuple[str, str]]:
    """Return what is planned or told of a time after some turns: of Ann, Bo, and an assistant."""
    context = Context()
    for who, text in turns:
        message, read = said(text, 0, {"A": SPEAKER, "B": "Bo Roe", "C": "assistant"}[who])
        role = Role.ASSISTANT if who == "C" else Role.USER
        context.bind(replace(message, role=role), read if who != "C" else ())
    return {(of, value) for _, of, value in values(context)}


AGREED = [
    ((("A", DINNER), ("B", "Could we do Saturday instead?"), ("A", "Yes, Saturday is fine.")),
     ("plan", "Dinner with the Okafors on Saturday")),
    ((("A", "The design review is at 14:00."), ("B", "How about 16:00 instead?"), ("A", "perfect")),
     ("plan", "design review at 16:00")),
    ((("A", "The launch is on Tuesday."), ("B", "Let's move the launch to Thursday."), ("A", "Agreed.")),
     ("plan", "launch on Thursday")),
    ((("A", DENTIST), ("A", "Please move my dentist appointment to Friday."), ("C", "Done, I moved it to Friday.")),
     ("plan", "dentist appointment on Friday")),
    ((("A", TABLE), ("A", "Can you change it to 20:30?"), ("C", "All set: the table at Orso is booked for 20:30.")),
     ("time", "20:30")),
    ((("A", DENTIST), ("C", "Shall I move your dentist appointment to Friday?"), ("A", "yes please")),
     ("plan", "dentist appointment on Friday")),
    ((("A", "The deposit is 900 euros."), ("B", "Can we make it 850 instead?"), ("A", "Deal.")),
     ("deposit", "850 euros")),
]  # fmt: skip


@pytest.mark.parametrize("turns, known", AGREED)
def test_what_was_agreed_on_takes_the_place_of_what_was_told(
    turns: tuple[tuple[str, str], ...], known: tuple[str, str]
) -> None:
    assert plans_after(*turns) == {known}


OPEN = [
    (("A", DINNER), ("B", "Could we do Saturday instead?"), ("A", "Let me ask them.")),
    (("A", DINNER), ("B", "Could we do Saturday instead?"), ("A", "Yes, but Sunday is better.")),
    (("A", DINNER), ("B", "Could we do Saturday instead?"), ("A", "No.")),
    (("A", DINNER), ("B", "Could we do Saturday instead?"), ("A", "Sure, I'll ask them.")),
    (("A", DINNER), ("B", "Could we do Saturday instead?"), ("B", "Sure.")),
    (("A", DINNER), ("B", "Could we do Saturday or Sunday instead?"), ("A", "Sure.")),
    (("A", DINNER), ("B", "Can we watch a film on Saturday?"), ("A", "Sure.")),
    (("A", DENTIST), ("A", "Please move my dentist appointment to Friday."), ("C", "Sorry, Friday is full.")),
    (("A", DENTIST), ("A", "Please move my dentist appointment to Friday."), ("C", "Done, it's on Monday now.")),
    (("A", DENTIST), ("A", "Can you move the plumber to Friday?"), ("C", "Done, he comes on Friday.")),
    (("A", DENTIST), ("A", "Add oat milk to the list."), ("C", "Done, I added it to Friday's list.")),
    (("A", "The rent is 900 euros."), ("B", "Can we meet at 10 instead?"), ("A", "ok")),
]  # fmt: skip


@pytest.mark.parametrize("turns", OPEN)
def test_what_was_not_agreed_on_or_is_of_something_else_changes_nothing(
    turns: tuple[tuple[str, str], ...],
) -> None:
    assert plans_after(*turns) == plans_after(turns[0])


def test_a_reply_that_asks_back_or_has_reserves_agrees_to_nothing() -> None:
    assert consents("Sure, that works.")
    assert not consents("Sure?")
    assert not consents("Okay, unless it rains.")
    assert not consents("Surely.")


def test_a_proposal_is_one_change_to_one_value() -> None:
    found = proposal_of("Hi! Could you please move the call to 4 May?")
    assert found is not None
    assert (found.what, found.value.text, found.is_bare) == (
        "move the call to 4 May",
        "4 May",
        False,
    )
    assert proposal_of("Can you book a table for Friday?") is None
    assert proposal_of("Can we move it to 4 May? Or shall we move it to 5 May?") is None
