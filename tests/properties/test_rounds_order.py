"""Whatever order claims of distinct times arrive in, the timeline is the one that they tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from muniment.knowledge.resolution import stating
from muniment.knowledge.resolution.judged import Adding, Heard, Held
from muniment.knowledge.resolution.picking import Field
from muniment.model.claims import Act
from muniment.testing.extractor import claim_of
from tests.database import Desk
from tests.store.round_words import Talk

BEGAN = datetime(2021, 1, 1, tzinfo=UTC)
VALUES = ("Bath", "Rome", "Oslo")
ONE, MANY = "lives_in", "likes"

# A failing history is told as it was found: to shrink it against a real database takes minutes.
few = settings(phases=(Phase.explicit, Phase.generate), max_examples=40)


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """That something is so from a day on, or is so no more."""

    day: int
    value: str
    ends: bool = False

    @property
    def at(self) -> datetime:
        """When it is told, and since when it is so."""
        return BEGAN + timedelta(days=self.day)


def so(day: int, value: str) -> Event:
    return Event(day=day, value=value)


def no_more(day: int, value: str) -> Event:
    return Event(day=day, value=value, ends=True)


events = st.builds(Event, day=st.integers(0, 30), value=st.sampled_from(VALUES), ends=st.booleans())
histories = st.lists(events, min_size=2, max_size=7, unique_by=lambda each: each.day)
orders = st.randoms(use_true_random=False)


def told(history: Sequence[Event], *, is_one: bool) -> list[tuple[str, int, int | None]]:
    """Return the timeline that a history tells, instant by instant.

    A value holds while the last thing said of it (of anything, where one holds) is that it is so.
    """
    days = sorted(each.day for each in history)
    found: list[tuple[str, int, int | None]] = []
    for value in VALUES:
        for day, following in [*pairwise(days), (days[-1], None)]:
            if not _holds(history, value, day, is_one=is_one):
                continue
            if found and found[-1][0] == value and found[-1][2] == day:
                found[-1] = (value, found[-1][1], following)
            else:
                found.append((value, day, following))
    return sorted(found, key=lambda each: (each[1], each[0]))


def _holds(history: Sequence[Event], value: str, day: int, *, is_one: bool) -> bool:
    past = sorted((each for each in history if each.day <= day), key=lambda each: each.day)
    said = [each for each in past if not each.ends and (is_one or each.value == value)]
    if not said or said[-1].value != value:
        return False
    return not any(each.ends and each.value == value and each.day > said[-1].day for each in past)


async def lived(
    desk: Desk, history: Sequence[Event], predicate: str
) -> list[tuple[str, int, int | None]]:
    """Tell a history in its order, and return the timeline that came of it."""
    talk = Talk.at(desk, await desk.fresh_tenant())
    for each in history:
        act = Act.END if each.ends else Act.STATE
        await talk.say("Mike", each.at, claim_of("Mike", predicate, each.value, act=act))
    found: list[tuple[str, int, int | None]] = []
    for value, start, end in sorted(await talk.stretches("Mike", predicate)):
        first, last = (start - BEGAN).days, None if end is None else (end - BEGAN).days
        if found and found[-1][0] == value and found[-1][2] == first:
            found[-1] = (value, found[-1][1], last)
        else:
            found.append((value, first, last))
    return sorted(found, key=lambda each: (each[1], each[0]))


@few
@given(history=histories)
@example(history=[no_more(3, "Bath"), so(1, "Bath"), so(2, "Rome")])
@example(history=[so(1, "Bath"), no_more(3, "Bath"), so(2, "Bath")])
@example(history=[so(0, "Rome"), no_more(5, "Bath"), so(1, "Bath"), so(7, "Bath")])
async def test_any_order_of_arrival_gives_the_timeline_of_a_slot_for_one(
    shared_desk: Desk, history: list[Event]
) -> None:
    assert await lived(shared_desk, history, ONE) == told(history, is_one=True)


@few
@given(history=histories)
@example(history=[no_more(3, "Bath"), so(5, "Bath"), so(1, "Bath")])
@example(history=[so(1, "Bath"), no_more(3, "Bath"), so(2, "Bath")])
async def test_any_order_of_arrival_gives_the_timeline_of_a_slot_for_many(
    shared_desk: Desk, history: list[Event]
) -> None:
    assert await lived(shared_desk, history, MANY) == told(history, is_one=False)


async def test_it_turns_red_if_an_end_that_was_told_before_is_passed_over(
    shared_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = stating.adding_of

    def forgetful(heard: Heard, field: Field, same: list[Held]) -> Adding:
        made = whole(heard, field, same)
        return Adding(
            category=made.category,
            cardinality=made.cardinality,
            twins=made.twins,
            beside=made.beside,
        )

    monkeypatch.setattr(stating, "adding_of", forgetful)
    history = [no_more(3, "Bath"), so(1, "Bath")]
    assert await lived(shared_desk, history, ONE) != told(history, is_one=True)
