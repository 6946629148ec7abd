"""Lines 11 and 12 of the conformance list, and writers that come at once."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from tests.database import Desk
from tests.properties.checks_known import check_11, check_12, check_threads, check_writers
from tests.properties.checks_valid import History, questioned
from tests.properties.histories import days, histories

few = settings(max_examples=10, phases=(Phase.explicit, Phase.generate))


@few
@given(history=histories(length_max=14), start=days)
@example(history=(questioned("London", 0),), start=3)
async def test_11_to_forget_leaves_a_gap_and_to_retract_gives_back(
    shared_desk: Desk, history: History, start: int
) -> None:
    await check_11(shared_desk, history, start)


@few
@given(
    history=histories(length_max=10),
    later=histories(length_max=10),
    ahead=st.sampled_from((timedelta(microseconds=1), timedelta(hours=1), timedelta(days=400))),
)
async def test_12_known_times_rise_strictly_in_commit_order_whatever_the_clock_does(
    shared_desk: Desk, history: History, later: History, ahead: timedelta
) -> None:
    await check_12(shared_desk, history, later, ahead)


async def test_04_two_writers_on_one_slot_leave_one_current_belief(shared_desk: Desk) -> None:
    await check_writers(shared_desk)


async def test_16_eight_threads_in_two_tenants_read_no_foreign_row_and_raise_no_error(
    shared_desk: Desk,
) -> None:
    await check_threads(shared_desk)
