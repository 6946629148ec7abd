"""What holds among rival assertions, and what one more of them does to the rows."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from muniment.temporal.holding import (
    Assertion,
    Claim,
    Outcome,
    Rank,
    Splice,
    claim,
    holding,
    rank_corrected,
    splice,
)
from tests.unit.temporal_words import day, row, run, says, span

NOTHING = Splice(closed=(), opened=())


@pytest.mark.parametrize("first, second", [(1, 2), (2, 1)])
def test_a_shorter_later_start_splits_and_gives_back_in_either_order_of_arrival(
    first: int, second: int
) -> None:
    assertions = [says("a", 1, None, number=first), says("b", 3, 5, number=second)]
    assert holding(assertions) == (run("a", 1, 3), run("b", 3, 5), run("a", 5, None))


def test_a_late_older_fact_does_not_override() -> None:
    assertions = [says("new", 5, None, number=1), says("old", 1, None, number=2)]
    assert holding(assertions) == (run("old", 1, 5), run("new", 5, None))


def test_equal_starts_go_to_the_later_transaction_then_to_the_later_place_in_its_batch() -> None:
    assert holding([says("b", 1, None, number=2), says("a", 1, None, number=1)]) == (
        run("b", 1, None),
    )
    assert holding([says("b", 1, None, ordinal=1), says("a", 1, None, ordinal=0)]) == (
        run("b", 1, None),
    )


def test_rank_counts_its_start_before_its_number_and_its_number_before_its_ordinal() -> None:
    earlier = Rank(rank_from=day(1), number=9, ordinal=9)
    assert earlier < Rank(rank_from=day(2), number=1, ordinal=0)
    assert Rank(rank_from=day(1), number=1, ordinal=9) < Rank(rank_from=day(1), number=2, ordinal=0)


def test_any_order_of_distinct_starts_gives_the_same_timeline() -> None:
    facts = [("a", 1, None), ("b", 3, 9), ("c", 5, 7), ("d", 2, 4)]
    for order in permutations(facts):
        timeline = holding(
            [says(memory, start, end, number=at) for at, (memory, start, end) in enumerate(order)]
        )
        assert timeline == (
            run("a", 1, 2),
            run("d", 2, 3),
            run("b", 3, 5),
            run("c", 5, 7),
            run("b", 7, 9),
            run("a", 9, None),
        )


def test_adjacent_instants_of_one_memory_are_one_run_whichever_assertion_holds() -> None:
    assertions = [says("a", 1, 4, number=1), says("a", 4, 8, number=2), says("a", 6, 9, number=3)]
    assert holding(assertions) == (run("a", 1, 9),)


def test_a_hole_between_two_assertions_of_a_memory_parts_its_runs() -> None:
    assert holding([says("a", 1, 3), says("a", 4, 6, number=2)]) == (
        run("a", 1, 3),
        run("a", 4, 6),
    )


def test_a_gap_ends_what_came_before_and_a_later_start_holds_after_it() -> None:
    ended = [says("a", 1, None, number=1), says("a", 5, None, number=2, gap=True)]
    assert holding(ended) == (run("a", 1, 5), run("a", 5, None, gap=True))
    moved = [*ended, says("b", 8, None, number=3)]
    assert holding(moved) == (
        run("a", 1, 5),
        run("a", 5, 8, gap=True),
        run("b", 8, None),
    )


def test_a_start_that_equals_an_earlier_gap_holds() -> None:
    assertions = [
        says("a", 1, None, number=1),
        says("a", 5, None, number=2, gap=True),
        says("b", 5, None, number=3),
    ]
    assert holding(assertions) == (run("a", 1, 5), run("b", 5, None))


def test_the_gaps_of_two_memories_are_two_runs() -> None:
    assertions = [says("a", 1, None, gap=True), says("b", 3, None, gap=True)]
    assert holding(assertions) == (run("a", 1, 3, gap=True), run("b", 3, None, gap=True))


def test_a_correction_wins_over_what_it_won_over_before() -> None:
    assertions = [
        says("a", 3, None, number=1),
        says("b", 1, None, number=2, rank_from=3),
    ]
    assert holding(assertions) == (run("b", 1, None),)


@pytest.mark.parametrize(
    "others, ranked",
    [
        ((), (1, 9)),
        ((says("b", 0, None),), (1, 9)),
        ((says("b", 3, None), says("c", 4, None)), (4, 9)),
        ((says("b", 3, None), says("c", 4, 5)), (3, 9)),
        ((says("b", 3, None), says("c", 7, None)), (3, 9)),
        ((says("b", 6, None, number=1),), (6, 3)),
        ((says("b", 4, None, gap=True),), (4, 9)),
    ],
    ids=["alone", "earlier", "latest", "never met", "stronger", "tie kept", "gap"],
)
def test_a_correction_ranks_no_higher_than_it_takes_to_win_what_it_had_won(
    others: tuple[Assertion, ...], ranked: tuple[int, int]
) -> None:
    before = [says("a", 6, None, number=3)]
    rank = rank_corrected(
        before, others, span(1, None), Rank(rank_from=day(1), number=9, ordinal=0)
    )
    assert rank == Rank(rank_from=day(ranked[0]), number=ranked[1], ordinal=0)


def test_of_several_assertions_the_strongest_bounds_the_rank_of_their_correction() -> None:
    own = Rank(rank_from=day(1), number=9, ordinal=0)
    before = [says("a", 6, None, number=3), says("a", 8, None, number=4)]
    rank = rank_corrected(before, [says("b", 7, None)], span(1, None), own)
    assert rank == Rank(rank_from=day(7), number=9, ordinal=0)


def test_what_the_corrected_period_does_not_meet_does_not_raise_its_rank() -> None:
    own = Rank(rank_from=day(1), number=9, ordinal=0)
    before = [says("a", 6, None, number=3)]
    assert rank_corrected(before, [says("b", 5, None)], span(1, 4), own) == own


def test_at_equal_rank_a_gap_silences_whatever_the_ids() -> None:
    belief = replace(says("a", 3, None, number=4), assertion_id="z")
    silence = replace(says("a", 3, None, number=4, gap=True), assertion_id="b")
    assert silence.beats(belief)
    assert not belief.beats(silence)
    assert holding([belief, silence]) == (run("a", 3, None, gap=True),)


def test_nothing_holds_where_nothing_is_asserted() -> None:
    assert holding([]) == ()


def test_five_thousand_nested_assertions_read_as_one_staircase() -> None:
    nested = [says(f"m{at}", at, 20_000 - at, number=at) for at in range(5_000)]
    runs = holding(nested)
    assert len(runs) == 9_999
    assert runs[0] == run("m0", 0, 1)
    assert runs[4_999] == run("m4999", 4_999, 15_001)
    assert runs[9_998] == run("m0", 19_999, 20_000)


def test_a_splice_leaves_the_rows_that_equal_a_run_untouched() -> None:
    rows = [row("r1", "a", 1, 5), row("r2", "b", 5, None)]
    runs = [run("a", 1, 5), run("b", 5, 7), run("c", 7, None)]
    assert splice(rows, runs) == Splice(closed=("r2",), opened=(run("b", 5, 7), run("c", 7, None)))


def test_a_splice_tells_a_gap_from_a_holding_row_of_the_same_memory() -> None:
    assert splice([row("r1", "a", 1, 5)], [run("a", 1, 5, gap=True)]) == Splice(
        closed=("r1",), opened=(run("a", 1, 5, gap=True),)
    )


def test_a_splice_is_in_time_order_whatever_order_it_was_given() -> None:
    rows = [row("r2", "b", 5, None), row("r1", "a", 1, 5)]
    assert splice(rows, [run("d", 4, None), run("c", 1, 4)]) == Splice(
        closed=("r1", "r2"), opened=(run("c", 1, 4), run("d", 4, None))
    )


def test_a_splice_of_equal_rows_and_runs_changes_nothing() -> None:
    assert splice([row("r1", "a", 1, None)], [run("a", 1, None)]) == NOTHING


def test_a_move_cuts_only_the_row_it_displaces() -> None:
    answer = claim([row("r9", "london", 1, None)], [], says("bath", 5, None, number=2), frozenset())
    assert answer == Claim(
        outcome=Outcome.ADDED,
        memory_id="bath",
        splice=Splice(closed=("r9",), opened=(run("london", 1, 5), run("bath", 5, None))),
    )


def test_a_late_older_fact_claims_only_what_nothing_later_holds() -> None:
    bath = says("bath", 5, None, number=1)
    answer = claim([row("r1", "bath", 5, None)], [bath], says("london", 1, None, number=2), set())
    assert answer == Claim(
        outcome=Outcome.ADDED,
        memory_id="london",
        splice=Splice(closed=(), opened=(run("london", 1, 5),)),
    )


def test_a_fact_that_wins_nothing_is_added_and_changes_no_row() -> None:
    b = says("b", 3, None, number=1)
    assert claim([row("r1", "b", 3, None)], [b], says("a", 3, 4, number=0), set()) == Claim(
        outcome=Outcome.ADDED, memory_id="a", splice=NOTHING
    )


def test_the_same_again_is_covered_and_changes_no_row() -> None:
    rows = [row("r1", "london", 1, None)]
    answer = claim(rows, [], says("new", 3, None, number=2), {"london"})
    assert answer == Claim(outcome=Outcome.COVERED, memory_id="london", splice=NOTHING)


def test_the_same_again_that_wins_nothing_is_covered_where_the_same_holds_in_its_period() -> None:
    later = says("london", 1, None, number=1, rank_from=4)
    answer = claim([row("r1", "london", 1, None)], [later], says("new", 2, 3, number=2), {"london"})
    assert answer == Claim(outcome=Outcome.COVERED, memory_id="london", splice=NOTHING)


def test_the_same_for_longer_is_covered_where_what_is_longer_goes_to_a_later_start() -> None:
    bath = says("bath", 5, None, number=2)
    rows = [row("r1", "london", 1, 5), row("r2", "bath", 5, None)]
    answer = claim(rows, [bath], says("new", 3, 9, number=3), {"london"})
    assert answer == Claim(outcome=Outcome.COVERED, memory_id="london", splice=NOTHING)


def test_the_same_for_longer_grows_the_run_of_the_memory_it_finds() -> None:
    answer = claim([row("r1", "london", 1, 5)], [], says("new", 3, 9, number=2), {"london"})
    assert answer == Claim(
        outcome=Outcome.EXTENDED,
        memory_id="london",
        splice=Splice(closed=("r1",), opened=(run("london", 1, 9),)),
    )


def test_the_same_after_something_else_is_a_new_memory() -> None:
    rows = [row("r2", "bath", 1, None)]
    answer = claim(rows, [], says("london2", 1, None, number=3), {"london"})
    assert answer == Claim(
        outcome=Outcome.ADDED,
        memory_id="london2",
        splice=Splice(closed=("r2",), opened=(run("london2", 1, None),)),
    )


def test_the_same_that_only_touches_is_a_new_memory() -> None:
    answer = claim([row("r1", "london", 1, 3)], [], says("new", 3, 5, number=2), {"london"})
    assert answer.outcome is Outcome.ADDED
    assert answer.splice == Splice(closed=(), opened=(run("new", 3, 5),))


def test_the_same_from_an_earlier_start_grows_the_memory_backwards() -> None:
    london = says("london", 5, None, number=1)
    rows = [row("r1", "london", 5, None)]
    answer = claim(rows, [london], says("new", 1, None, number=2), {"london"})
    assert answer == Claim(
        outcome=Outcome.EXTENDED,
        memory_id="london",
        splice=Splice(closed=("r1",), opened=(run("london", 1, None),)),
    )


def test_of_several_candidates_the_run_that_starts_first_takes_the_claim() -> None:
    rows = [row("r1", "z", 1, 3), row("r2", "other", 3, 5), row("r3", "a", 5, None)]
    answer = claim(rows, [], says("new", 1, None, number=9, rank_from=9), {"a", "z"})
    assert answer == Claim(
        outcome=Outcome.EXTENDED,
        memory_id="z",
        splice=Splice(closed=("r1", "r2", "r3"), opened=(run("z", 1, None),)),
    )


def test_a_gap_of_a_memory_covers_nothing() -> None:
    rows = [row("r1", "london", 5, None, gap=True)]
    answer = claim(rows, [], says("new", 6, None, number=3), {"london"})
    assert (answer.outcome, answer.memory_id) == (Outcome.ADDED, "new")


def test_a_gap_claims_like_any_assertion_and_has_no_twins() -> None:
    rows = [row("r1", "london", 1, None)]
    answer = claim(rows, [], says("london", 5, None, number=2, gap=True), {"london"})
    assert answer == Claim(
        outcome=Outcome.ADDED,
        memory_id="london",
        splice=Splice(
            closed=("r1",), opened=(run("london", 1, 5), run("london", 5, None, gap=True))
        ),
    )


def test_a_claim_passes_over_assertions_it_beats() -> None:
    beaten = says("a", 1, None, number=1)
    rows = [row("r1", "a", 1, None)]
    assert claim(rows, [beaten], says("b", 2, None, number=2), set()) == claim(
        rows, [], says("b", 2, None, number=2), set()
    )


def test_a_claim_joins_the_touching_run_of_its_own_memory() -> None:
    rows = [row("r1", "a", 1, 3), row("r2", "b", 3, 5)]
    answer = claim(rows, [], says("a", 3, 5, number=3), set())
    assert answer.splice == Splice(closed=("r1", "r2"), opened=(run("a", 1, 5),))
