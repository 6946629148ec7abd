"""What a change is of stands beside it in a message: whose, since when, where, in whose keeping."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from muniment.model.claims import Act
from tests.unit.statement_words import SPEAKER, heard, said, values


def test_a_thing_that_was_moved_to_a_place_is_there() -> None:
    _, claims = heard("My office is on the fourth floor.", "My office moved to the second floor.")
    assert [each.sentence for each in claims] == ["The office is on the second floor."]


def test_who_keeps_a_thing_is_a_neighbour_still() -> None:
    first, then = "The key is under the mat.", "The key is with our neighbour Mrs. Lund."
    context, _ = heard(first, then)
    assert (SPEAKER, "neighbour", "Mrs. Lund") in values(context)


def test_what_stays_of_somebody_else_keeps_nothing() -> None:
    then = "Today leave's over. My colleague Sina is still on sick leave."
    context, claims = heard("I'm on parental leave.", then)
    ended = [(each.subject, each.object) for each in claims if each.act is Act.END]
    assert ended == [(SPEAKER, "on parental leave")]
    assert (SPEAKER, "status", "on parental leave") not in values(context)


def test_a_plan_is_for_the_time_that_plans_are_said_to_have_changed_for() -> None:
    _, read = said("Change of plan for August. I'm going to walk the Lycian Way instead.", 0)
    (plan,) = (each for each in read if each.predicate == "plan")
    assert (plan.valid_from, plan.valid_until) == (
        datetime(2026, 8, 1, tzinfo=UTC),
        datetime(2026, 9, 1, tzinfo=UTC),
    )


ENDED = [
    ("My knee is sore.", "My knee is fine again, the doctor saw it on 3 March.", None),
    ("I have a stiff neck.", "My neck is fine again, no pain for a week.", None),
    ("I have the flu.", "I'm over the flu. The party is on 12 April.", None),
    ("I work at Acme.", "I left Acme last week.", datetime(2026, 2, 23, tzinfo=UTC)),
    ("I work at Acme.", "Last week I left Acme.", datetime(2026, 2, 23, tzinfo=UTC)),
    (
        "I have a dog named Rex.",
        "Rex died on 1 March, we buried him on 2 March.",
        datetime(2026, 3, 1, tzinfo=UTC),
    ),
]


@pytest.mark.parametrize("first, then, ended", ENDED, ids=[row[1] for row in ENDED])
def test_what_is_over_ended_at_the_time_of_its_own_clause(
    first: str, then: str, ended: datetime | None
) -> None:
    _, claims = heard(first, then)
    assert [each.valid_until for each in claims if each.act is Act.END] == [ended]


@pytest.mark.parametrize(
    "first, then, is_over",
    [
        ("I'm married to Jo.", "Jo and I split up.", True),
        ("I'm married to Jo.", "Jo and I broke up last week.", True),
        ("I'm married. My wife is Mia.", "Mia and I split up.", True),
        ("I'm married to Jo.", "Tom and I split up.", False),
        ("I'm married to Jo.", "Jo and Tom split up.", False),
        ("I'm married to Jo. My sister is Eva.", "Eva and Tom split up.", False),
    ],
)
def test_who_has_left_the_only_partner_is_married_no_more(
    first: str, then: str, is_over: bool
) -> None:
    before, _ = heard(first)
    after, _ = heard(first, then)
    assert (SPEAKER, "status", "married") in values(before)
    assert ((SPEAKER, "status", "married") not in values(after)) is is_over


@pytest.mark.parametrize(
    "text, name",
    [
        ("My doctor is Anna's cousin.", None),
        ("My landlord is Vera's brother.", None),
        ("My boss is Tom's wife.", None),
        ("My doctor is Anna Roe.", "Anna Roe"),
        ("My landlord is Vera, Tom's sister.", "Vera"),
        ("My boss is James.", "James"),
    ],
)
def test_somebodys_somebody_is_no_name(text: str, name: str | None) -> None:
    _, claims = said(text, 0)
    own = [each.object for each in claims if each.subject == SPEAKER]
    assert own == ([] if name is None else [name])
