"""Pins the oracle itself, with cases worked out by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest

from tests.properties.days import ADDED, add, at, city, contents, end, hobby, line, told
from tests.properties.oracle import (
    Belief,
    Expectation,
    Forgotten,
    Oracle,
    Outcome,
    Refusal,
    Retracted,
    Standing,
    Updated,
)


def test_mike_moved_from_london_to_bath() -> None:
    march, june = datetime(2024, 3, 1, tzinfo=UTC), datetime(2024, 6, 1, tzinfo=UTC)
    heard = datetime(2024, 6, 20, tzinfo=UTC)
    london_said = Belief(
        content="Mike lives in London", start=march, entity="Mike", category="city"
    )
    bath_said = Belief(content="Mike lives in Bath", start=june, entity="Mike", category="city")
    oracle = Oracle()
    oracle.record(1, march, add("l", london_said))
    oracle.record(2, heard, add("b", bath_said))
    london, bath = {("l", "Mike lives in London")}, {("b", "Mike lives in Bath")}
    tenth = datetime(2024, 6, 10, tzinfo=UTC)
    before = oracle.number_at(datetime(2024, 6, 15, tzinfo=UTC))
    assert before == 1
    assert oracle.number_at(heard) == 2
    assert oracle.number_at(march - timedelta(microseconds=1)) == 0
    assert oracle.holds(tenth, before) == london
    assert oracle.holds(tenth, 2) == bath
    assert oracle.holds(june, 2) == bath
    assert oracle.holds(june - timedelta(microseconds=1), 2) == london
    assert oracle.holds(march - timedelta(microseconds=1), 2) == set()
    assert oracle.holds(tenth, 0) == set()
    assert oracle.holds(tenth, 2, ("user", "default", "mike", "city")) == bath
    assert oracle.holds(tenth, 2, ("user", "default", "anna", "city")) == set()


def test_a_shorter_later_belief_lets_the_earlier_one_return_in_either_order() -> None:
    a, b = add("a", city("London", 1)), add("b", city("Bath", 3, 5))
    assert line(told(a, b)) == ". a a b b a a"
    assert line(told(b, a)) == ". a a b b a a"
    assert line(told(b, a), known=1) == ". . . b b . ."


def test_a_late_older_fact_never_retires_the_current_one() -> None:
    assert line(told(add("b", city("Bath", 3)), add("a", city("London", 1)))) == ". a a b b b b"


def test_of_equal_starts_the_later_transaction_holds() -> None:
    oracle = told(add("a", city("London", 1)), add("b", city("Bath", 1, 4)))
    assert line(oracle) == ". b b b a a a"


def test_of_equal_starts_in_one_batch_the_later_item_holds() -> None:
    oracle = Oracle()
    for memory_id, content in (("z", "London"), ("a", "Bath")):
        oracle.record(1, at(0), add(memory_id, city(content, 1)))
    assert line(oracle) == ". a a a a a a"
    assert len(oracle.transactions) == 1


def test_after_an_end_nothing_comes_back() -> None:
    oracle = told(add("a", city("London", 0)), add("b", city("Bath", 2)), end("b", 4))
    assert line(oracle) == "a a b b . . ."
    assert line(oracle, known=2) == "a a b b b b b"


def test_a_belief_that_starts_at_the_end_or_later_holds_again() -> None:
    ended = (add("a", city("London", 0)), end("a", 2))
    assert line(told(*ended, add("b", city("Bath", 2)))) == "a a b b b b b"
    assert line(told(*ended, add("b", city("Bath", 4)))) == "a a . . b b b"
    assert line(told(*ended, add("b", city("Bath", 1)))) == "a b . . . . ."


def test_an_end_is_refused_where_there_is_nothing_to_end() -> None:
    oracle = told(add("a", city("London", 1)), add("b", city("Bath", 4)))
    assert oracle.expect_refusal(end("a", 3)) is None
    assert oracle.expect_refusal(end("a", 4)) is Refusal.ALREADY_ENDED
    assert oracle.expect_refusal(end("a", 1)) is Refusal.EMPTY_PERIOD
    assert oracle.expect_refusal(end("a", 0)) is Refusal.EMPTY_PERIOD
    assert oracle.expect_refusal(end("c", 2)) is Refusal.GONE


def test_what_a_forgotten_belief_displaced_stays_displaced() -> None:
    oracle = told(
        add("a", city("London", 0)), add("b", city("Bath", 2, 4)), Forgotten(memory_id="b")
    )
    assert line(oracle) == "a a . . a a a"
    assert line(oracle, known=2) == "a a b b a a a"
    assert oracle.expect_refusal(Forgotten(memory_id="b")) is Refusal.GONE


def test_what_a_retracted_belief_displaced_holds_again() -> None:
    written = (add("a", city("London", 0)), add("b", city("Bath", 2)), end("b", 4))
    oracle = told(*written, Retracted(memory_id="b"))
    assert line(oracle) == "a a a a a a a"
    assert line(oracle, known=3) == "a a b b . . ."
    assert oracle.expect_refusal(Retracted(memory_id="b")) is Refusal.GONE


def test_a_forgotten_belief_can_still_be_retracted() -> None:
    forgotten = (add("a", city("London", 0)), add("b", city("Bath", 2)), Forgotten(memory_id="b"))
    oracle = told(*forgotten)
    assert oracle.expect_refusal(Retracted(memory_id="b")) is None
    assert line(told(*forgotten, Retracted(memory_id="b"))) == "a a a a a a a"


def test_an_update_with_an_earlier_start_still_wins() -> None:
    oracle = told(
        add("a", city("London", 2)),
        add("b", city("Bath", 4)),
        Updated(memory_id="b", start=at(1)),
    )
    assert line(oracle) == ". b b b b b b"
    assert line(oracle, known=2) == ". . a a b b b"


def test_an_update_with_an_earlier_start_loses_to_what_starts_later_and_comes_later() -> None:
    moved = (add("a", city("London", 6)), Updated(memory_id="a", start=at(1)))
    assert line(told(*moved)) == ". a a a a a a"
    assert line(told(*moved, add("b", city("Bath", 3)))) == ". a a b b b b"
    assert line(told(*moved, add("b", city("Bath", 3, 5)))) == ". a a b b a a"
    assert line(told(*moved, add("b", city("Bath", 0)))) == "b a a a a a a"


def test_an_update_with_an_earlier_start_ranks_as_the_latest_start_that_it_had_won_over() -> None:
    moved = (
        add("y", city("York", 3)),
        add("a", city("London", 6)),
        Updated(memory_id="a", start=at(1)),
    )
    assert line(told(*moved)) == ". a a a a a a"
    assert line(told(*moved, add("b", city("Bath", 2)))) == ". a a a a a a"
    assert line(told(*moved, add("b", city("Bath", 4)))) == ". a a a b b b"


def test_what_tied_with_a_correction_wins_until_the_start_is_corrected_to_a_tie() -> None:
    moved = (
        add("y", city("York", 3)),
        add("a", city("London", 5)),
        Updated(memory_id="a", start=at(1)),
        add("b", city("Bath", 3)),
    )
    assert line(told(*moved)) == ". a a b b b b"
    assert line(told(*moved, Updated(memory_id="a", end=at(6)))) == ". a a b b b b"
    assert line(told(*moved, Updated(memory_id="a", start=at(3)))) == ". . . a a a a"


def test_an_update_with_an_earlier_start_leaves_what_it_had_not_met() -> None:
    written = (add("y", city("York", 2, 3)), add("a", city("London", 5)))
    moved = Updated(memory_id="a", start=at(1))
    assert line(told(*written, moved)) == ". a y a a a a"
    assert line(told(written[1], moved, written[0])) == ". a y a a a a"


def test_an_update_with_an_earlier_start_wins_over_the_gap_that_it_had_won_over() -> None:
    ended = (add("y", city("York", 0)), end("y", 3), add("a", city("London", 5)))
    moved = Updated(memory_id="a", start=at(1))
    assert line(told(*ended)) == "y y y . . a a"
    assert line(told(*ended, moved)) == "y a a a a a a"
    forgotten = (*ended[:1], add("f", city("Bath", 3)), Forgotten(memory_id="f"), *ended[2:])
    assert line(told(*forgotten)) == "y y y . . a a"
    assert line(told(*forgotten, moved)) == "y a a a a a a"


def test_an_update_wins_over_its_own_end_where_it_had_won_over_it() -> None:
    ended = (add("a", city("London", 1)), add("a", city("London", 5)), end("a", 3))
    assert line(told(*ended)) == ". a a . . a a"
    assert line(told(*ended, Updated(memory_id="a", start=at(2)))) == ". . a a a a a"


def test_of_a_rival_that_was_retracted_nothing_is_left_to_win_over() -> None:
    written = (add("y", city("York", 3)), add("a", city("London", 5)), Retracted(memory_id="y"))
    moved = Updated(memory_id="a", start=at(1))
    assert line(told(*written, moved, add("b", city("Bath", 2)))) == ". a b b b b b"


def test_an_update_with_a_later_start_ranks_from_there() -> None:
    written = (add("a", city("London", 0)), add("b", city("Bath", 2)))
    moved = Updated(memory_id="a", start=at(4))
    assert line(told(*written, moved)) == ". . b b a a a"


def test_an_update_of_the_content_keeps_id_and_periods() -> None:
    oracle = told(
        add("a", city("Lodnon", 1)),
        add("b", city("Bath", 3, 5)),
        Updated(memory_id="a", content=" London "),
    )
    assert line(oracle) == ". a a b b a a"
    assert oracle.holds(at(5), 3) == {("a", "London")}
    assert oracle.holds(at(5), 2) == {("a", "Lodnon")}


def test_an_update_of_the_content_changes_nothing_of_when_it_holds() -> None:
    written = (add("a", city("London", 1)), add("b", city("Bath", 1, 4)))
    assert line(told(*written, Updated(memory_id="a", content="York"))) == ". b b b a a a"


def test_an_update_of_the_period_arrives_later_than_a_belief_with_an_equal_start() -> None:
    written = (add("a", city("London", 1)), add("b", city("Bath", 1, 4)))
    assert line(told(*written, Updated(memory_id="a", start=at(1)))) == ". a a a a a a"


def test_an_end_arrives_later_than_a_belief_with_an_equal_start() -> None:
    oracle = told(add("a", city("London", 0)), add("b", city("Bath", 2, 4)), end("a", 2))
    assert line(oracle) == "a a . . . . ."


def test_an_update_of_the_content_keeps_the_end() -> None:
    oracle = told(
        add("a", city("Lodnon", 1)), end("a", 3), Updated(memory_id="a", content="London")
    )
    assert line(oracle) == ". a a . . . ."


def test_an_update_that_gives_an_end_lifts_the_own_end() -> None:
    ended = (add("a", city("London", 1)), end("a", 3))
    assert line(told(*ended, Updated(memory_id="a", end=at(5)))) == ". a a a a . ."
    assert line(told(*ended, Updated(memory_id="a", open_end=True))) == ". a a a a a a"


def test_an_update_that_gives_only_a_start_keeps_the_own_end() -> None:
    ended = (add("a", city("London", 2)), end("a", 4))
    assert line(told(*ended, Updated(memory_id="a", start=at(1)))) == ". a a a . . ."
    assert line(told(*ended, Updated(memory_id="a", start=at(3)))) == ". . . a . . ."
    refused = Updated(memory_id="a", start=at(4))
    assert told(*ended).expect_refusal(refused) is Refusal.EMPTY_PERIOD
    assert told(*ended).expect_refusal(Updated(memory_id="a", start=at(4), end=at(6))) is None


def test_an_update_never_brings_back_what_the_own_end_silenced() -> None:
    ended = (add("a", city("London", 0)), add("a", city("London", 3)), end("a", 3))
    assert line(told(*ended)) == "a a a . . . ."
    assert line(told(*ended, Updated(memory_id="a", content="York"))) == "a a a . . . ."
    assert line(told(*ended, Updated(memory_id="a", start=at(1)))) == ". a a . . . ."


def test_an_update_does_not_silence_what_followed_the_own_end() -> None:
    moved = (add("a", city("Lodnon", 0)), end("a", 3), add("b", city("Bath", 3)))
    assert line(told(*moved, Updated(memory_id="a", content="London"))) == "a a a b b b b"


def test_an_update_takes_a_missing_bound_from_the_hull() -> None:
    written = (add("a", city("London", 1, 3)), add("a", city("London", 4, 6)))
    assert line(told(*written)) == ". a a . a a ."
    assert line(told(*written, Updated(memory_id="a", start=at(2)))) == ". . a a a a ."
    assert line(told(*written, Updated(memory_id="a", end=at(5)))) == ". a a a a . ."
    open_again = (add("a", city("London", 1, 3)), add("a", city("London", 4)))
    assert line(told(*open_again, Updated(memory_id="a", start=at(2)))) == ". . a a a a a"
    oracle = told(*written)
    assert oracle.expect_refusal(Updated(memory_id="a", start=at(6))) is Refusal.EMPTY_PERIOD


def test_the_same_again_within_its_period_is_covered() -> None:
    oracle = told(add("a", city("London", 1)))
    covered = Expectation(outcome=Outcome.COVERED, memory_id="a")
    assert oracle.expect_add(city("London", 1)) == covered
    assert oracle.expect_add(city(" London\n", 3, 5)) == covered
    assert oracle.expect_add(city("Bath", 1)) == ADDED


def test_the_same_again_is_recognised_in_another_unicode_form() -> None:
    oracle = told(add("a", city("Z\u00fcrich", 1)))
    assert oracle.expect_add(city("Zu\u0308rich", 2)).outcome is Outcome.COVERED


def test_what_was_covered_still_outranks_a_belief_with_an_earlier_start() -> None:
    """Bath, said last, is displaced from day 4 on by what was said, and covered, before it."""
    first, again = add("a", city("London", 1)), add("a", city("London", 4))
    bath = add("b", city("Bath", 3))
    assert told(first).expect_add(city("London", 4)).outcome is Outcome.COVERED
    assert line(told(first, again, bath)) == ". a a b a a a"
    assert line(told(first, bath)) == ". a a b b b b"


def test_the_same_again_partly_covered_grows_the_memory() -> None:
    oracle = told(add("a", city("London", 1, 3)))
    extended = Expectation(outcome=Outcome.EXTENDED, memory_id="a")
    assert oracle.expect_add(city("London", 2, 5)) == extended
    oracle.record(2, at(9), add("a", city("London", 2, 5)))
    assert line(oracle) == ". a a a a . ."


def test_the_same_again_after_another_belief_is_a_new_memory() -> None:
    oracle = told(add("a", city("London", 1)), add("b", city("Bath", 1)))
    assert oracle.expect_add(city("London", 1)) == ADDED
    oracle.record(3, at(9), add("c", city("London", 1)))
    assert line(oracle) == ". c c c c c c"


def test_the_same_again_from_an_earlier_start_grows_the_memory_backwards() -> None:
    """[1, open) wins [1, 3) alone, where nothing held; its period reaches what holds from 3 on."""
    oracle = told(add("a", city("London", 3)))
    extended = Expectation(outcome=Outcome.EXTENDED, memory_id="a")
    assert oracle.expect_add(city("London", 1)) == extended
    assert oracle.expect_add(city("London", 1, 3)) == ADDED
    oracle.record(2, at(9), add("a", city("London", 1)))
    assert line(oracle) == ". a a a a a a"


def test_the_same_again_that_wins_nothing_is_covered_where_it_holds() -> None:
    moved = (
        add("b", city("Bath", 4)),
        add("a", city("London", 5)),
        Updated(memory_id="a", start=at(1)),
    )
    covered = Expectation(outcome=Outcome.COVERED, memory_id="a")
    assert told(*moved).expect_add(city("London", 2)) == covered
    assert told(*moved).expect_add(city("Bath", 2)) == ADDED


def test_of_several_candidates_the_run_that_starts_first_is_taken() -> None:
    written = (
        add("z", hobby("chess", 0, 2)),
        add("a", hobby("chess", 4, 6)),
        add("b", hobby("chess", 4, 6)),
    )
    expected = Expectation(outcome=Outcome.EXTENDED, memory_id="z")
    assert told(*written).expect_add(hobby("chess", 1, 3)) == expected
    within = told(add("a", hobby("chess", 0, 6)), add("z", hobby("chess", 1, 3)))
    assert line(within) == "a z z a a a ."
    assert within.expect_add(hobby("chess", 1, 6)).memory_id == "z"
    both = told(add("z", city("London", 0, 2)), add("y", city("Bath", 2, 3)))
    both.record(3, at(9), add("a", city("London", 3, 5)))
    assert both.expect_add(city("London", 0, 6)).memory_id == "z"
    assert both.expect_add(city("London", 3, 6)).memory_id == "a"


def test_a_covered_saying_takes_over_what_another_memory_of_the_same_content_held() -> None:
    """The new saying is the memory's whose run, where it wins, starts first; it outranks both."""
    oracle = told(
        add("a", city("London", 0)),
        add("b", city("Bath", 0)),
        add("c", city("London", 2, 3)),
        add("d", city("London", 0)),
    )
    assert line(oracle) == "d d c d d d d"
    covered = Expectation(outcome=Outcome.COVERED, memory_id="c")
    assert oracle.expect_add(city("London", 2)) == covered
    oracle.record(5, at(9), add("c", city("London", 2)))
    assert line(oracle) == "d d c c c c c"


def test_what_was_said_again_after_an_end_is_a_new_memory() -> None:
    oracle = told(add("a", city("London", 0)), end("a", 2))
    assert oracle.expect_add(city("London", 2)) == ADDED
    assert oracle.expect_add(city("London", 1)).outcome is Outcome.COVERED
    assert oracle.expect_add(city("London", 0)).outcome is Outcome.COVERED


def test_beliefs_of_many_do_not_touch_each_other() -> None:
    oracle = told(add("a", hobby("chess", 1)), add("b", hobby("Go", 2, 4)), end("a", 3))
    assert line(oracle) == ". a a+b b . . ."
    assert oracle.expect_add(hobby("Go", 3)) == Expectation(outcome=Outcome.EXTENDED, memory_id="b")


def test_without_a_slot_only_the_same_content_is_the_same() -> None:
    note = Belief(content="the roof leaks", start=at(1), end=at(4))
    oracle = told(add("a", note), add("b", Belief(content="the cat is grey", start=at(1))))
    assert line(oracle) == ". a+b a+b a+b b b b"
    assert oracle.expect_add(note) == Expectation(outcome=Outcome.COVERED, memory_id="a")
    elsewhere = Belief(content="the roof leaks", start=at(1), namespace="project:acme")
    assert oracle.expect_add(elsewhere) == ADDED


def test_a_contested_belief_stands_beside_what_it_contradicts() -> None:
    doubt = Belief(
        content="Bath", start=at(2), entity="mike", category="city", standing=Standing.CONTESTED
    )
    oracle = told(add("a", city("London", 1)), add("b", doubt))
    assert line(oracle) == ". a a+b a+b a+b a+b a+b"
    assert oracle.expect_add(city("Bath", 2)) == ADDED


def test_slots_are_told_apart_by_folded_names_scope_and_namespace() -> None:
    upper = Belief(content="Bath", start=at(1), entity="MIKE", category="City")
    other = Belief(content="York", start=at(1), entity="mike", category="city", scope="global")
    oracle = told(add("a", city("London", 1)), add("b", upper), add("c", other))
    assert line(oracle, days=3) == ". b+c b+c"


@pytest.mark.parametrize(
    "beliefs",
    [
        (city("London", 0), city("Bath", 2, 4), city("York", 3), city("Leeds", 5, 6)),
        (city("London", 0, 5), city("Bath", 1, 4), city("London", 2, 3), city("Bath", 6)),
        (city("London", 0), city("London", 1, 3), city("Bath", 2), city("London", 4, 6)),
        (hobby("chess", 0, 2), hobby("chess", 1, 4), hobby("Go", 2, 3), hobby("chess", 5)),
    ],
)
def test_any_order_of_arrival_of_distinct_starts_gives_the_same_timeline(
    beliefs: tuple[Belief, ...],
) -> None:
    seen = []
    for order in permutations(beliefs):
        oracle = Oracle()
        for number, belief in enumerate(order, start=1):
            expected = oracle.expect_add(belief)
            memory_id = expected.memory_id or f"m{number}"
            oracle.record(number, at(number), add(memory_id, belief))
        seen.append(contents(oracle, 8))
    assert all(one == seen[0] for one in seen)


def test_the_timeline_of_four_cities_is_the_one_worked_out_by_hand() -> None:
    oracle = told(
        add("y", city("York", 3)),
        add("d", city("Leeds", 5, 6)),
        add("l", city("London", 0)),
        add("b", city("Bath", 2, 4)),
    )
    assert line(oracle, days=8) == "l l b y y d y y"


def test_transactions_only_go_forward() -> None:
    oracle = told(add("a", city("London", 1)))
    with pytest.raises(ValueError, match="does not follow"):
        oracle.record(1, at(5), end("a", 3))
    with pytest.raises(ValueError, match="does not follow"):
        oracle.record(2, at(0), end("a", 3))
