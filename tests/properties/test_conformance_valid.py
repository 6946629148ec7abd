"""Lines 1 to 10 of the conformance list, on random histories, against the pointwise oracle."""

from __future__ import annotations

from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from tests.database import Desk
from tests.properties.checks_valid import (
    History,
    check_01,
    check_02,
    check_03,
    check_04,
    check_05,
    check_06,
    check_07,
    check_08,
    check_09,
    check_10,
    check_order,
    questioned,
)
from tests.properties.histories import Add, Target, Update, adds, days, histories, updates
from tests.properties.storyteller import Story

# A failing history is told as it was found: to shrink it against a real database takes minutes.
unshrunk = settings(phases=(Phase.explicit, Phase.generate))
few = settings(unshrunk, max_examples=12)
LONDON_BATH = (questioned("London", 1), questioned("Bath", 3, 5))


@settings(unshrunk, max_examples=60)
@given(history=histories())
async def test_every_history_reads_as_the_oracle_says(shared_desk: Desk, history: History) -> None:
    story = await Story.begin(shared_desk, history)
    story.compare()


@few
@given(history=histories())
@example(history=LONDON_BATH)
async def test_01_the_axes_are_independent(shared_desk: Desk, history: History) -> None:
    await check_01(shared_desk, history)


@few
@given(history=histories(length_max=14), later=histories())
@example(history=LONDON_BATH, later=(questioned("York", 2), questioned("Leeds", 4)))
async def test_02_the_past_never_changes_whatever_is_written_later(
    shared_desk: Desk, history: History, later: History
) -> None:
    await check_02(shared_desk, history, later)


@few
@given(history=histories(length_max=14), start=days)
@example(history=(), start=0)
async def test_03_periods_are_closed_open_and_of_equal_instants_the_later_transaction_wins(
    shared_desk: Desk, history: History, start: int
) -> None:
    await check_03(shared_desk, history, start)


@few
@given(history=histories())
async def test_04_a_slot_of_one_never_holds_two_beliefs_at_any_as_of(
    shared_desk: Desk, history: History
) -> None:
    await check_04(shared_desk, history)


@few
@given(history=histories(length_max=14), start=days, length=st.one_of(st.none(), st.integers(1, 6)))
@example(history=(questioned("London", 1),), start=3, length=2)
async def test_05_a_back_dated_insert_splits_and_its_retraction_restores(
    shared_desk: Desk, history: History, start: int, length: int | None
) -> None:
    await check_05(shared_desk, history, start, length)


distinct = st.lists(
    adds(questioned=True, standings=False), min_size=3, max_size=4, unique_by=lambda add: add.start
).map(tuple)


@settings(unshrunk, max_examples=4)
@given(said=distinct)
@example(said=(*LONDON_BATH, questioned("London", 2), questioned("Bath", 0, 9)))
async def test_05_any_order_of_arrival_of_distinct_starts_gives_the_same_timeline(
    shared_desk: Desk, said: tuple[Add, ...]
) -> None:
    await check_order(shared_desk, said)


@few
@given(history=histories(length_max=14), index=st.integers(0, 5))
@example(history=LONDON_BATH, index=0)
async def test_06_a_correction_is_not_a_change(
    shared_desk: Desk, history: History, index: int
) -> None:
    await check_06(shared_desk, history, index)


@few
@given(history=histories(length_max=14), start=st.integers(0, 400))
async def test_07_a_future_dated_fact_waits_for_its_start(
    shared_desk: Desk, history: History, start: int
) -> None:
    await check_07(shared_desk, history, start)


@few
@given(history=histories(length_max=14), start=days)
@example(history=(questioned("Bath", 5),), start=1)
async def test_08_a_late_older_fact_does_not_override(
    shared_desk: Desk, history: History, start: int
) -> None:
    await check_08(shared_desk, history, start)


@few
@given(history=histories(length_max=14), start=days)
async def test_09_supersession_ends_at_the_start_of_the_successor(
    shared_desk: Desk, history: History, start: int
) -> None:
    await check_09(shared_desk, history, start)


first = Target(index=0, questioned=True)


@few
@given(history=histories(length_max=14), moved=updates(target=first))
@example(history=(), moved=Update(target=first, content="York", start=1, end=6))
async def test_10_editing_a_closed_period_keeps_the_earlier_belief(
    shared_desk: Desk, history: History, moved: Update
) -> None:
    await check_10(shared_desk, history, moved)
