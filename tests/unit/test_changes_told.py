"""What a change is of stands beside it in a message: whose, since when, where, in whose keeping."""

from __future__ import annotations

from datetime import UTC, datetime

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
