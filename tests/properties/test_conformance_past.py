"""Lines 2, 18 and 19 of the conformance list: at length, down to the source, and rebuilt."""

from __future__ import annotations

import pytest
from hypothesis import Phase, given, settings

from tests.database import Desk
from tests.properties.checks_past import check_02_long, check_18, check_19
from tests.properties.checks_valid import History
from tests.properties.histories import histories

few = settings(max_examples=6, phases=(Phase.explicit, Phase.generate))


@pytest.mark.slow
async def test_02_ten_thousand_writes_change_no_byte_of_an_earlier_answer(desk: Desk) -> None:
    await check_02_long(desk)


@few
@given(history=histories(length_max=12))
async def test_18_every_belief_reaches_the_span_it_was_derived_from(
    shared_desk: Desk, history: History
) -> None:
    await check_18(shared_desk, history)


@settings(few, max_examples=3)
@given(history=histories(length_max=12))
async def test_19_indexes_rebuilt_from_the_ledger_answer_the_same(
    shared_desk: Desk, history: History
) -> None:
    await check_19(shared_desk, history)
