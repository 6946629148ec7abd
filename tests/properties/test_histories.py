"""Pins the random histories: where they aim, what they reach, and that the oracle bears them."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import HealthCheck, Phase, find, given, settings

from tests.properties.histories import (
    QUESTIONED,
    Command,
    aims_at_questioned,
    day,
    histories,
    play,
)
from tests.properties.oracle import (
    Act,
    Added,
    Belief,
    Ended,
    Forgotten,
    Oracle,
    Outcome,
    Retracted,
    Updated,
    holding,
)

modest = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def acts(oracle: Oracle) -> list[Act]:
    return [act for transaction in oracle.transactions for act in transaction.acts]


@modest
@given(histories())
def test_at_least_half_of_a_history_goes_to_the_questioned_slot(
    history: tuple[Command, ...],
) -> None:
    assert 2 * sum(map(aims_at_questioned, history)) >= len(history)


def test_one_history_can_do_every_act_to_memories_of_the_questioned_slot() -> None:
    kinds = {Added, Updated, Ended, Forgotten, Retracted}
    history = find(
        histories(length_max=24),
        lambda history: {type(act) for act in acts(play(history))} == kinds,
        settings=settings(modest, max_examples=2_000, phases=[Phase.generate], derandomize=True),
    )
    assert len(history) >= len(kinds)


@modest
@given(histories(standings=False))
def test_a_slot_of_one_holds_at_most_one_belief_at_every_point(
    history: tuple[Command, ...],
) -> None:
    oracle = play(history)
    points = oracle.instants()
    for transaction in oracle.transactions:
        open_ones = oracle.assertions(transaction.number)
        assert all(len(holding(open_ones, point, QUESTIONED)) <= 1 for point in points)


@modest
@given(histories())
def test_nothing_happens_between_two_neighbouring_bounds(history: tuple[Command, ...]) -> None:
    oracle = play(history)
    open_ones = oracle.assertions(oracle.head)
    for offset in range(-6, 20):
        morning = holding(open_ones, day(offset))
        for hours in (1, 12, 23):
            assert holding(open_ones, day(offset) + timedelta(hours=hours)) == morning


@modest
@given(histories(standings=False))
def test_what_is_expected_to_be_covered_changes_no_content_that_holds(
    history: tuple[Command, ...],
) -> None:
    for start in (0, 3, 5):
        oracle = play(history)
        belief = Belief(content="London", start=day(start), entity="mike", category="city")
        expected = oracle.expect_add(belief)
        if expected.outcome is not Outcome.COVERED or expected.memory_id is None:
            continue
        points, head = oracle.instants(), oracle.head
        added = Added(memory_id=expected.memory_id, belief=belief)
        oracle.record(head + 1, day(400), added)
        for point in points:
            before = {content for _, content in oracle.holds(point, head, QUESTIONED)}
            after = {content for _, content in oracle.holds(point, head + 1, QUESTIONED)}
            assert after == before
