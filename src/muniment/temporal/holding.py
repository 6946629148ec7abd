"""Decide which assertion holds at each instant, and what a change does to the effective rows.

Assertions compete within one group of rivals. At an instant, of the assertions whose period
contains it, the one with the greatest rank holds; if that one is a gap, nothing holds. The
effective rows are the maximal runs of this function per memory: adjacent instants held by
assertions of one memory are one run, whichever of its assertions holds. The gaps of a memory
are runs too, apart from the runs in which it holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from heapq import heappop, heappush

from muniment.temporal.period import Period, ends_after, in_time_order
from muniment.temporal.utc import as_utc


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Rank:
    """Order rival assertions: the latest `rank_from`, then the later transaction, then ordinal.

    `number` is the transaction's number, `ordinal` the place in its batch.
    """

    rank_from: datetime
    number: int
    ordinal: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "rank_from", as_utc(self.rank_from, field="rank_from"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Assertion:
    """Say that a memory holds for a period or, if `gap`, that nothing does."""

    assertion_id: str
    memory_id: str
    period: Period
    rank: Rank
    gap: bool = False

    def beats(self, other: Assertion) -> bool:
        """Tell whether this one holds where both reach: by rank, at equal rank a gap, then by id.

        Equal ranks arise only within one memory, when an update gives all its assertions one
        number and ordinal: what an `end` had silenced must stay silent.
        """
        return _by_rank(self) > _by_rank(other)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Hold one maximal stretch of time in which one memory holds, or keeps a gap."""

    memory_id: str
    period: Period
    gap: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Hold one effective row as it is stored: a run with the id of its row."""

    row_id: str
    memory_id: str
    period: Period
    gap: bool = False

    @property
    def run(self) -> Run:
        """The run that this row stores."""
        return Run(memory_id=self.memory_id, period=self.period, gap=self.gap)


@dataclass(frozen=True, slots=True, kw_only=True)
class Splice:
    """Name the rows to close and the runs to open, each in time order."""

    closed: tuple[str, ...]
    opened: tuple[Run, ...]


class Outcome(Enum):
    """Say what a claim came to."""

    ADDED = "added"
    """Nothing it wins was held by the same content: the claimant is a memory of its own."""
    EXTENDED = "extended"
    """Part of what it wins was: the memory that held it grows by the rest."""
    COVERED = "covered"
    """All of it was, or it wins nothing where the same content holds too: no new belief."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Hold what a claim came to, the memory it belongs to, and the change to the rows."""

    outcome: Outcome
    memory_id: str
    splice: Splice


def holding(assertions: Iterable[Assertion]) -> tuple[Run, ...]:
    """Return the maximal runs of what holds among rival assertions, in time order.

    Any order of the assertions gives the same runs. O(n log n).
    """
    greatest_first = sorted(assertions, key=_by_rank, reverse=True)
    return _layered(
        [Run(memory_id=one.memory_id, period=one.period, gap=one.gap) for one in greatest_first]
    )


def rank_corrected(
    before: Sequence[Assertion], others: Iterable[Assertion], period: Period, own: Rank
) -> Rank:
    """Return the least rank with which a corrected belief wins over what it had won over, and no more.

    `before` are the assertions that the correction replaces, `others` those that they competed
    with. It had won over those that one of them met and outranked; of these, those that the
    corrected period meets count. Its `own` rank, from where it starts now, is taken if that is
    enough. If not, it counts as starting with the latest of them; where an earlier correction had
    given it such a rank already, it keeps that, and what tied with it since still wins.
    """
    won_over = [
        other.rank
        for other in others
        if other.period.overlaps(period)
        and any(one.beats(other) and one.period.overlaps(other.period) for one in before)
    ]
    highest = max(won_over, default=None)
    if highest is None or highest < own:
        return own
    raised = replace(own, rank_from=highest.rank_from)
    return min(raised, max(one.rank for one in before))


def splice(rows: Iterable[Row], runs: Iterable[Run]) -> Splice:
    """Return the least change that makes the rows store exactly the runs.

    A row that equals a run stays untouched; every other row closes, every other run opens.
    """
    wanted = dict.fromkeys(sorted(runs, key=lambda run: in_time_order(run.period)))
    closed: list[str] = []
    for row in sorted(rows, key=lambda row: (in_time_order(row.period), row.row_id)):
        if row.run in wanted:
            del wanted[row.run]
        else:
            closed.append(row.row_id)
    return Splice(closed=tuple(closed), opened=tuple(wanted))


def claim(
    rows: Iterable[Row],
    beaters: Iterable[Assertion],
    claimant: Assertion,
    twins: Set[str],
) -> Claim:
    """Return what adding one assertion to a group of rivals comes to.

    `rows` are the group's effective rows, gaps included, that overlap or touch the claimant's
    period; `beaters` the group's assertions above it in rank that overlap it (others among them
    are passed over); `twins` the memories in `rows` whose content is the claimant's.

    The claimant wins its period without the periods of its beaters. Where no twin's row overlaps
    its period, the outcome is ADDED under the claimant's own memory id. Otherwise it is the same
    belief again: COVERED if twins held all that it wins, EXTENDED if it wins more than that. Such a
    claim goes to the overlapping twin whose row starts first, then to the smaller id, and is to be
    recorded under that id. A gap has no content and therefore no twins: it is always ADDED.

    The change is exactly what `splice` of all rows with `holding` of all assertions would give,
    and costs O(n log n) in the rows and beaters given, not in the assertions of the group.
    """
    rows = tuple(rows)
    taken = [rival.period for rival in beaters if rival.beats(claimant)]
    if not rows and not taken:
        alone = Run(memory_id=claimant.memory_id, period=claimant.period, gap=claimant.gap)
        change = Splice(closed=(), opened=(alone,))
        return Claim(outcome=Outcome.ADDED, memory_id=claimant.memory_id, splice=change)
    won = claimant.period.minus(taken)
    same = () if claimant.gap else tuple(r for r in rows if not r.gap and r.memory_id in twins)
    covering = [row for row in same if claimant.period.overlaps(row.period)]

    outcome, memory_id = Outcome.ADDED, claimant.memory_id
    if covering:
        uncovered = claimant.period.minus([*taken, *(row.period for row in covering)])
        outcome = Outcome.EXTENDED if uncovered else Outcome.COVERED
        memory_id = min((row.period.start, row.memory_id) for row in covering)[1]

    gained = [Run(memory_id=memory_id, period=period, gap=claimant.gap) for period in won]
    runs = _layered([*gained, *(row.run for row in rows)])
    return Claim(outcome=outcome, memory_id=memory_id, splice=splice(rows, runs))


def _layered(layers: Sequence[Run]) -> tuple[Run, ...]:
    """Return what shows when runs lie on one another, the first on top, in time order.

    At each instant the first of the runs that contain it shows; touching stretches of one memory
    become one. A sweep over the bounds with a heap of the open layers: O(n log n).
    """
    instants = sorted(
        {layer.period.start for layer in layers}
        | {layer.period.end for layer in layers if layer.period.end is not None}
    )
    opening = sorted(range(len(layers)), key=lambda place: layers[place].period.start)
    open_layers: list[int] = []
    shown: list[Run] = []
    opened = 0
    for place, instant in enumerate(instants):
        while opened < len(opening) and layers[opening[opened]].period.start == instant:
            heappush(open_layers, opening[opened])
            opened += 1
        while open_layers and not ends_after(layers[open_layers[0]].period, instant):
            heappop(open_layers)
        if open_layers:
            until = instants[place + 1] if place + 1 < len(instants) else None
            _show(shown, layers[open_layers[0]], Period(start=instant, end=until))
    return tuple(shown)


def _show(shown: list[Run], top: Run, period: Period) -> None:
    """Add a stretch of the top layer, growing the last run where it goes on."""
    piece = Run(memory_id=top.memory_id, period=period, gap=top.gap)
    if shown and _goes_on(shown[-1], piece):
        grown = Period(start=shown[-1].period.start, end=period.end)
        shown[-1] = Run(memory_id=top.memory_id, period=grown, gap=top.gap)
    else:
        shown.append(piece)


def _goes_on(earlier: Run, later: Run) -> bool:
    same = earlier.memory_id == later.memory_id and earlier.gap == later.gap
    return same and earlier.period.end == later.period.start


def _by_rank(assertion: Assertion) -> tuple[Rank, bool, str]:
    return (assertion.rank, assertion.gap, assertion.assertion_id)
