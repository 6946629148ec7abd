"""Lines 2, 11 and 13 to 16 of the conformance list, where an answer is ranked."""

from __future__ import annotations

from hypothesis import Phase, example, given, settings

from tests.database import Desk
from tests.properties.checks_recall import (
    check_02_ranked,
    check_11_ranked,
    check_13,
    check_14,
    check_15,
    check_16,
)
from tests.properties.checks_valid import History, questioned
from tests.properties.histories import histories

few = settings(max_examples=6, phases=(Phase.explicit, Phase.generate))
MOVED = (questioned("Mike lives in London", 0), questioned("Mike lives in Bath", 3, 5))


@few
@given(history=histories(length_max=12), later=histories(length_max=12))
@example(history=MOVED, later=MOVED)
async def test_02_no_ranked_answer_of_the_past_changes(
    shared_desk: Desk, history: History, later: History
) -> None:
    await check_02_ranked(shared_desk, history, later)


async def test_11_recall_leaves_out_what_was_forgotten_and_gives_back_what_was_displaced(
    shared_desk: Desk,
) -> None:
    await check_11_ranked(shared_desk)


async def test_13_the_basis_comes_before_the_cut_to_the_top_in_every_lane(
    shared_desk: Desk,
) -> None:
    await check_13(shared_desk)


@few
@given(history=histories(length_max=12), later=histories(length_max=12))
async def test_14_scores_at_a_past_basis_know_nothing_of_what_came_later(
    shared_desk: Desk, history: History, later: History
) -> None:
    await check_14(shared_desk, history, later)


@settings(few, max_examples=2)
@given(history=histories(length_max=12))
async def test_15_the_same_question_at_the_same_basis_gives_the_same_bytes_anywhere(
    shared_desk: Desk, history: History
) -> None:
    await check_15(shared_desk, history)


@few
@given(history=histories(length_max=10))
async def test_16_no_reading_at_any_basis_shows_the_rows_of_another(
    shared_desk: Desk, history: History
) -> None:
    await check_16(shared_desk, history)
