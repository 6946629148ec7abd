"""Over random histories, a claim equals the recomputation of the whole group."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise

from hypothesis import event, given, settings
from hypothesis import strategies as st

from muniment.temporal.holding import Assertion, Outcome, Row, Run, Splice, claim, holding, splice
from tests.unit.temporal_words import day, says

LAST = 18
"""Every bound of a history lies on the days 0 to LAST - 1: what holds on LAST holds for ever."""


@dataclass(frozen=True, kw_only=True)
class Step:
    """One act of a history: an add of some content, or any other assertion of a known memory."""

    content: str
    start: int
    length: int | None
    rank_from: int | None
    gap: bool


@dataclass(kw_only=True)
class History:
    """A group of rivals kept twice: as all its assertions, and as rows changed by claims."""

    assertions: list[Assertion] = field(default_factory=list)
    content_of: dict[str, str] = field(default_factory=dict)
    rows: dict[str, Row] = field(default_factory=dict)
    opened: int = 0

    def apply(self, change: Splice) -> None:
        for row_id in change.closed:
            del self.rows[row_id]
        for one in change.opened:
            self.opened += 1
            name = f"row{self.opened}"
            self.rows[name] = Row(
                row_id=name, memory_id=one.memory_id, period=one.period, gap=one.gap
            )

    def holder(self, at: int) -> Assertion | None:
        covering = [one for one in self.assertions if one.period.contains(day(at))]
        return max(covering, key=lambda one: one.rank, default=None)


steps = st.lists(
    st.builds(
        Step,
        content=st.sampled_from("LLB"),
        start=st.integers(0, 11),
        length=st.none() | st.integers(1, 6),
        rank_from=st.none() | st.none() | st.integers(0, 12),
        gap=st.sampled_from([False, False, False, True]),
    ),
    min_size=1,
    max_size=14,
)


def expected_choice(history: History, claimant: Assertion, content: str) -> tuple[Outcome, str]:
    """Answer, day by day and from all assertions, what the claim must come to."""
    inside = [at for at in range(LAST + 1) if claimant.period.contains(day(at))]
    before = {at: history.holder(at) for at in inside}
    won = [at for at in inside if (held := before[at]) is None or held.rank < claimant.rank]

    def is_same(at: int) -> bool:
        held = before[at]
        return held is not None and not held.gap and history.content_of[held.memory_id] == content

    same = [at for at in inside if is_same(at)]
    if claimant.gap or not same:
        return Outcome.ADDED, claimant.memory_id

    def run_start(at: int) -> tuple[int, str]:
        held = history.holder(at)
        assert held is not None
        first = at
        while first > 0:
            left = history.holder(first - 1)
            if left is None or (left.memory_id, left.gap) != (held.memory_id, False):
                break
            first -= 1
        return first, held.memory_id

    outcome = Outcome.EXTENDED if set(won) - set(same) else Outcome.COVERED
    return outcome, min(run_start(at) for at in same)[1]


@settings(max_examples=400, deadline=None)
@given(steps)
def test_a_claim_equals_the_recomputation_of_the_whole_group(acts: list[Step]) -> None:
    history = History()
    for number, act in enumerate(acts, start=1):
        known = sorted(m for m, said in history.content_of.items() if said == act.content)
        memory = f"m{number:02}"
        if act.gap and known:
            memory = known[number % len(known)]
        end = None if act.length is None else act.start + act.length
        claimant = says(memory, act.start, end, number=number, rank_from=act.rank_from, gap=act.gap)
        near = [
            one
            for one in history.rows.values()
            if one.period.overlaps(claimant.period)
            or one.period.end == claimant.period.start
            or claimant.period.end == one.period.start
        ]
        beaters = [
            one
            for one in history.assertions
            if one.rank > claimant.rank and one.period.overlaps(claimant.period)
        ]
        answer = claim(near, beaters, claimant, frozenset(known))

        expected = expected_choice(history, claimant, act.content)
        assert (answer.outcome, answer.memory_id) == expected
        event(answer.outcome.value)

        history.assertions.append(replace(claimant, memory_id=answer.memory_id))
        history.content_of.setdefault(answer.memory_id, act.content)
        runs = holding(history.assertions)
        assert answer.splice == splice(history.rows.values(), runs)
        history.apply(answer.splice)
        assert_runs_are_what_holds_each_day(history, runs)


def assert_runs_are_what_holds_each_day(history: History, runs: tuple[Run, ...]) -> None:
    for at in range(LAST + 1):
        held = history.holder(at)
        showing = [(one.memory_id, one.gap) for one in runs if one.period.contains(day(at))]
        assert showing == ([] if held is None else [(held.memory_id, held.gap)])
    for earlier, later in pairwise(runs):
        assert earlier.period.end is not None
        assert earlier.period.end <= later.period.start
        joins = earlier.period.end == later.period.start
        assert not (joins and (earlier.memory_id, earlier.gap) == (later.memory_id, later.gap))
