"""What people tell an assistant in the flow of a chat closes nothing that is true, and is read where it is plain."""

from __future__ import annotations

import pytest

from muniment.knowledge.extraction.wording import sentence_of
from muniment.model.claims import Act
from tests.unit.statement_words import SPEAKER, heard, values

AT_HOME = "I live in Bristol with my partner Tom."
KEPT = [
    (AT_HOME, "Mum's moved to Plusnet, no wait, that's Tom's mum, Sheila. Sheila's moved to Plusnet.", "lives_in", {"Bristol"}),
    (AT_HOME, "Mum's moved to Plusnet, no wait, that's Tom's mum, Sheila. Sheila's moved to Plusnet.", "partner", {"Tom"}),
    (AT_HOME, "Tom did it, he quit Airbus!", "partner", {"Tom"}),
    (AT_HOME, "I took over the knee clinic, starting in April, so I have to drop Pilates. Tom says I take on too much.", "partner", {"Tom"}),
    (AT_HOME, "We've moved to Plusnet.", "lives_in", {"Bristol"}),
    (AT_HOME, "We are not moving to Derby though, he'll be working from home.", "lives_in", {"Bristol"}),
    (AT_HOME, "Biscuit is home! She's nine weeks old and she's already eaten a slipper.", "lives_in", {"Bristol"}),
    ("Our boiler is a Worcester Bosch.", "Pete Lowe doesn't do boilers any more.", "boiler", {"Worcester Bosch"}),
    ("I booked flights to Hamburg for the 2nd of September.", "Gas Angels took over, so we'll go with them in September.", "plan", {"flights to Hamburg"}),
    ("I work as the shop manager.", "The new assistant manager is called Joanna Pike.", "works_as", {"shop manager"}),
    ("My email is a@b.example.", "My new work email is c@d.example.", "email", {"a@b.example"}),
    ("I have a dentist's appointment on 12 March at 9:30.", "The optician's moved my appointment to 31 March.", "plan",
     {"dentist's appointment on 12 March at 9:30", "optician's appointment on 31 March"}),
]  # fmt: skip
LEARNT = [
    ("I have a meeting with Paul on the 20th.", "Sorry, the meeting is on the 23rd.", "plan", {"meeting with Paul on the 23rd"}),
    ("The meeting with Paul is on 20 March at 10.", "Sorry, the meeting is on the 23rd.", "plan", {"meeting with Paul on 23 March at 10"}),
    ("I have a dentist's appointment on 12 March at 9:30.", "The dentist's moved my appointment to the 19th.", "plan",
     {"dentist's appointment on 19 March at 9:30"}),
    ("Car insurance is with Direct Line.", "Car insurance is with Admiral now.", "car insurance provider", {"Admiral"}),
    ("My favourite restaurant is Bosco. My favourite colour is green.", "Bosco has gone downhill, my new favourite is Pasta Ripiena.",
     "favourite restaurant", {"Pasta Ripiena"}),
    ("My account number is 4471-882.", "That should be 4471-828, typo.", "account number", {"4471-828"}),
    ("I live in Leeds.", "Bath is home now.", "lives_in", {"Bath"}),
]  # fmt: skip


def believed(category: str, *turns: str, of: str = SPEAKER) -> set[str]:
    context, _ = heard(*turns)
    return {value for whose, slot, value in values(context) if (whose, slot) == (of, category)}


@pytest.mark.parametrize("first, then, category, expected", KEPT)
def test_what_is_said_of_others_or_denied_takes_no_place(
    first: str, then: str, category: str, expected: set[str]
) -> None:
    assert believed(category, first, then) == expected


@pytest.mark.parametrize("first, then, category, expected", LEARNT)
def test_a_change_that_is_told_in_passing_is_followed(
    first: str, then: str, category: str, expected: set[str]
) -> None:
    assert believed(category, first, then) == expected


def test_she_is_not_whoever_says_i() -> None:
    _, claims = heard("If I'm not there ask for Shirin, she's the shop manager in Headingley.")
    assert not [each for each in claims if each.subject == SPEAKER]


def test_the_manager_there_is_nobody_of_the_speakers() -> None:
    assert believed("manager", "The manager there is Tunde.") == set()
    assert believed("vet", "The vet is Karen Wood.") == {"Karen Wood"}


def test_a_wrong_thing_that_is_told_of_corrects_nothing() -> None:
    _, claims = heard("It printed the wrong date. We live in England.")
    assert [(each.object, each.act) for each in claims] == [("England", Act.STATE)]


def test_what_is_off_until_april_is_not_on_until_april() -> None:
    assert believed(
        "date", "Book club is on the 23rd.", "Book club is off until April.", of="book club"
    ) == {"23rd"}


def test_who_is_back_is_away_no_more() -> None:
    assert believed("status", "Shirin's on holiday.", "Shirin's back.", of="Shirin") == set()
    assert believed("status", "Shirin's on holiday.", "Shirin's fine.", of="Shirin") != set()


def test_a_home_that_somebody_had_until_may_has_ended_then() -> None:
    _, claims = heard("I lived in Cardiff until May 2019.")
    (claim,) = claims
    assert (claim.act, claim.object, str(claim.valid_until)[:10]) == (
        Act.END,
        "Cardiff",
        "2019-06-01",
    )


def test_who_does_not_drink_any_more_drinks_no_alcohol() -> None:
    for text, act in (("I don't drink any more.", Act.END), ("I don't drink.", Act.DENY)):
        _, claims = heard(text)
        assert [(each.predicate, each.object, each.act) for each in claims] == [
            ("diet", "alcohol", act)
        ]


def test_an_age_in_weeks_is_worded_as_one() -> None:
    assert sentence_of("Biscuit", "age", "nine weeks", Act.STATE) == "Biscuit is nine weeks old."


def test_an_operation_is_not_that_of_the_nurse_who_moves_it() -> None:
    assert not [
        each
        for each in heard("The nurse moved my operation to 8 July.")[1]
        if "nurse's" in each.object
    ]
