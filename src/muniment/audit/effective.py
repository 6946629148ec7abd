"""Recompute what holds of what was said, and name where the versions say otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, NamedTuple

from muniment.store.found import Key
from muniment.temporal.holding import Assertion, Rank, Run, holding
from muniment.temporal.period import Period, in_time_order

STEPS_MAX: Final = 2_000
"""How many assertions are weighed for one group: beyond it not every state of its past is recomputed."""

REVISION: Final = "revision"
ASSERTION: Final = "assertion"
VERSION: Final = "version"


class BeliefRow(NamedTuple):
    """A revision, an assertion or a version of a group of rivals."""

    rivals_key: str
    kind: str
    number: int
    ordinal: int
    memory_id: str
    known_from: datetime
    known_until: datetime | None
    gap: bool | None
    valid_from: datetime | None
    valid_until: datetime | None
    rank_from: datetime | None
    rank_number: int | None
    rank_ordinal: int | None
    unit_no: int | None
    partition_no: int

    @property
    def period(self) -> Period:
        """The period that it is about."""
        assert self.valid_from is not None, "what is asserted and what holds has a period"
        return Period(start=self.valid_from, end=self.valid_until)


class Shown(NamedTuple):
    """A run with the unit and the partition that it is read under; a gap is read under none."""

    run: Run
    read_under: tuple[int | None, int] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Where the versions of a group are not what its assertions make.

    `since` is when it began, `until` when it was put right (None: never). `there` is a run that
    should not be there, `due` one that is missing; at most one of them is None.
    """

    since: datetime
    until: datetime | None
    there: Shown | None
    due: Shown | None

    @property
    def memory_id(self) -> str:
        """The memory that holds where it should not, or else the one that does not hold."""
        shown = self.there or self.due
        assert shown is not None, "a difference is about a run"
        return shown.run.memory_id

    def __str__(self) -> str:
        """Say what the versions say, and what they would have to."""
        match self.there, self.due:
            case Shown(run=run, read_under=read), Shown(run=due, read_under=own) if run == due:
                own_unit = own is not None and read is not None and own[0] == read[0]
                how = "where its words are not read" if own_unit else "in words not its own then"
                return f"memory {run.memory_id} holds {run.period} {how}"
            case Shown() as there, Shown() as due:
                return f"{_told(there.run)}, where by what was asserted {_told(due.run)}"
            case Shown() as there, None:
                return f"{_told(there.run)}, which nothing asserted makes so"
            case _, due:
                assert due is not None, "a difference is about a run"
                return f"by what was asserted {_told(due.run)}, and no version says so"


def differences(group: Sequence[BeliefRow]) -> Iterator[Difference]:
    """Return where the versions of a group of rivals are not what its assertions make, earliest first.

    Every state that the group was known in is recomputed; of a group with more assertions and
    states than `STEPS_MAX` allows as many as it does, evenly apart, and always the last one.
    """
    if len(group) == 3 and _is_plain(group):
        return
    found: Difference | None = None
    for known, state in _states(group):
        there, due = state.first_difference()
        differs = there is not None or due is not None
        if found is not None and not differs:
            yield Difference(since=found.since, until=known, there=found.there, due=found.due)
            found = None
        elif found is None and differs:
            found = Difference(since=known, until=None, there=there, due=due)
    if found is not None:
        yield found


def _is_plain(group: Sequence[BeliefRow]) -> bool:
    """Tell whether one belief was asserted once and holds just so: most of a large ledger is like that."""
    said = {row.kind: row for row in group}
    if len(said) != 3:
        return False
    revision, assertion, version = said[REVISION], said[ASSERTION], said[VERSION]
    return (
        not (assertion.gap or version.gap)
        and revision.memory_id == assertion.memory_id == version.memory_id
        and revision.known_from == assertion.known_from == version.known_from
        and revision.known_until == assertion.known_until == version.known_until
        and assertion.valid_from == version.valid_from
        and assertion.valid_until == version.valid_until
        and (revision.unit_no, revision.partition_no) == (version.unit_no, version.partition_no)
    )


@dataclass(slots=True)
class _State:
    """What of a group was known at one time."""

    revisions: dict[str, BeliefRow] = field(default_factory=dict)
    assertions: dict[tuple[int, int], Assertion] = field(default_factory=dict)
    versions: dict[tuple[int, int], Shown] = field(default_factory=dict)

    def first_difference(self) -> tuple[Shown | None, Shown | None]:
        """Return a run that is there and not due, and the one that is due where it is."""
        due = [self._as_read(run) for run in holding(self.assertions.values())]
        there = list(self.versions.values())
        left = set(there) - set(due)
        if not left and len(there) > len(due):
            left = {each for each in there if there.count(each) > 1}
        lacking = set(due) - set(there)
        wrong = min(left, key=_in_order, default=None)
        if wrong is None:
            return None, min(lacking, key=_in_order, default=None)
        instead = [each for each in lacking if each.run.period.overlaps(wrong.run.period)]
        return wrong, min(instead, key=_in_order, default=None)

    def _as_read(self, run: Run) -> Shown:
        revision = self.revisions.get(run.memory_id)
        if run.gap or revision is None:
            return Shown(run, None)
        return Shown(run, (revision.unit_no, revision.partition_no))

    def open(self, row: BeliefRow) -> None:
        """Take in a row that became known."""
        if row.kind == REVISION:
            self.revisions[row.memory_id] = row
        elif row.kind == ASSERTION:
            self.assertions[row.number, row.ordinal] = _assertion(row)
        else:
            run = Run(memory_id=row.memory_id, period=row.period, gap=bool(row.gap))
            read_under = None if row.gap else (row.unit_no, row.partition_no)
            self.versions[row.number, row.ordinal] = Shown(run, read_under)

    def close(self, row: BeliefRow) -> None:
        """Leave out a row that was closed."""
        if row.kind == REVISION:
            if self.revisions.get(row.memory_id) == row:
                del self.revisions[row.memory_id]
        elif row.kind == ASSERTION:
            del self.assertions[row.number, row.ordinal]
        else:
            del self.versions[row.number, row.ordinal]


def _states(group: Sequence[BeliefRow]) -> Iterator[tuple[datetime, _State]]:
    """Return the states that a group was known in, in order, each with the time that it began at."""
    opened: dict[datetime, list[BeliefRow]] = {}
    closed: dict[datetime, list[BeliefRow]] = {}
    for row in group:
        opened.setdefault(row.known_from, []).append(row)
        if row.known_until is not None:
            closed.setdefault(row.known_until, []).append(row)
    times = sorted(opened.keys() | closed.keys())
    weighed = sum(row.kind == ASSERTION for row in group)
    apart = -(-len(times) * weighed // STEPS_MAX) or 1
    state = _State()
    for place, known in enumerate(times, 1):
        for row in closed.get(known, ()):
            state.close(row)
        for row in opened.get(known, ()):
            state.open(row)
        if (len(times) - place) % apart == 0:
            yield known, state


def _assertion(row: BeliefRow) -> Assertion:
    assert row.rank_from is not None, "an assertion has a rank"
    assert row.rank_number is not None, "an assertion has a rank"
    assert row.rank_ordinal is not None, "an assertion has a rank"
    return Assertion(
        assertion_id=str(Key(row.number, row.ordinal)),
        memory_id=row.memory_id,
        period=row.period,
        rank=Rank(rank_from=row.rank_from, number=row.rank_number, ordinal=row.rank_ordinal),
        gap=bool(row.gap),
    )


def _in_order(shown: Shown) -> tuple[object, ...]:
    return (in_time_order(shown.run.period), shown.run.memory_id, shown.run.gap)


def _told(run: Run) -> str:
    return f"memory {run.memory_id} {'does not hold' if run.gap else 'holds'} {run.period}"
