"""Hold one group of rivals while a transaction changes it, and say what came of it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from dataclasses import dataclass, field
from datetime import datetime
from typing import Self
from uuid import UUID

from muniment.ledger.change import Change
from muniment.store.found import Key
from muniment.store.rows import VersionRow
from muniment.temporal.holding import Assertion, Rank, Row, Splice, holding, splice
from muniment.temporal.period import Period


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the rows of a memory go: its searchable unit and its partition."""

    unit_no: int
    partition_no: int


@dataclass(slots=True, kw_only=True)
class Group:
    """The effective rows of one group, as they are after what this transaction did so far.

    Rows and beaters are kept in order as well, so that one more belief costs a search and not a
    walk, however many the group holds.
    """

    rivals_key: UUID
    exclusive: bool
    rows: dict[str, Row] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    _starts: list[tuple[datetime, str]] = field(default_factory=list)
    _own: dict[str, dict[str, Row]] = field(default_factory=dict)
    _beaters: list[tuple[Rank, str]] = field(default_factory=list)
    _assertions: dict[str, Assertion] = field(default_factory=dict)
    _saying: dict[tuple[str, str | None], set[str]] = field(default_factory=dict)
    _opened: int = 0

    def load(self, key: Key, memory_id: UUID, period: Period, *, gap: bool, place: Place) -> None:
        """Take in a stored row."""
        self._put(Row(row_id=str(key), memory_id=str(memory_id), period=period, gap=gap))
        if gap:
            self.places.setdefault(str(memory_id), place)
        else:
            self.places[str(memory_id)] = place

    def note_content(self, memory_id: str, content: str, object_: str | None) -> None:
        """Note what a memory says."""
        self._saying.setdefault((content, object_), set()).add(memory_id)

    def note_beater(self, assertion: Assertion) -> None:
        """Note an assertion that may outrank a newcomer."""
        self._assertions[assertion.assertion_id] = assertion
        insort(self._beaters, (assertion.rank, assertion.assertion_id))

    def twins(self, content: str, object_: str | None) -> frozenset[str]:
        """Return the memories that say the same."""
        return frozenset(self._saying.get((content, object_), ()))

    def rows_of(self, memory_id: str) -> list[Row]:
        """Return the rows in which a memory holds, in time order."""
        own = self._own.get(memory_id, {}).values()
        return sorted((row for row in own if not row.gap), key=lambda row: row.period.start)

    def near(self, period: Period) -> list[Row]:
        """Return the rows that overlap or touch a period, and perhaps one before them."""
        first = max(bisect_left(self._starts, (period.start, "")) - 1, 0)
        found: list[Row] = []
        for start, row_id in self._starts[first:]:
            if period.end is not None and start > period.end:
                break
            found.append(self.rows[row_id])
        return found

    def above(self, rank: Rank) -> list[Assertion]:
        """Return the assertions that outrank a newcomer of this rank."""
        first = bisect_right(self._beaters, rank, key=lambda each: each[0])
        return [self._assertions[assertion_id] for _, assertion_id in self._beaters[first:]]

    def apply(self, splice: Splice) -> None:
        """Close and open rows; those opened here are stored when the group is written."""
        for row_id in splice.closed:
            self.drop(row_id)
        for run in splice.opened:
            self._opened += 1
            row_id = f"new.{self._opened}"
            self._put(Row(row_id=row_id, memory_id=run.memory_id, period=run.period, gap=run.gap))

    def drop(self, row_id: str) -> None:
        """Take a row out."""
        row = self.rows.pop(row_id)
        del self._own[row.memory_id][row_id]
        del self._starts[bisect_left(self._starts, (row.period.start, row_id))]

    def _put(self, row: Row) -> None:
        if row.row_id not in self.rows:
            self.rows[row.row_id] = row
            self._own.setdefault(row.memory_id, {})[row.row_id] = row
            insort(self._starts, (row.period.start, row.row_id))

    def instead(self, memory_id: str, period: Period) -> frozenset[str]:
        """Return whose rows or gaps fill a period, if a memory holds nowhere in it."""
        rows = [row for row in self.near(period) if row.period.overlaps(period)]
        if any(row.memory_id == memory_id and not row.gap for row in rows):
            return frozenset()
        return frozenset(row.memory_id for row in rows) - {memory_id}

    def write(self, change: Change, stored: dict[str, Row]) -> frozenset[str]:
        """Add to a change what differs from the stored rows; return the memories that lost time."""
        kept = {row.run: row_id for row_id, row in stored.items()}
        final = [row.run for row in self.rows.values()]
        fresh = [run for run in final if run not in kept] if kept else final
        there = set(final) if kept else set()
        holds: dict[str, list[Period]] = {}
        for run in final:
            if not run.gap:
                holds.setdefault(run.memory_id, []).append(run.period)
        lost: set[str] = set()
        for run, row_id in kept.items():
            if run not in there:
                change.close("versions", Key.read(row_id))
                if not run.gap and run.period.minus(holds.get(run.memory_id, ())):
                    lost.add(run.memory_id)
        for run in sorted(fresh, key=lambda run: (run.period.start, run.memory_id)):
            place = self.places[run.memory_id]
            change.write(
                VersionRow(
                    memory_id=UUID(run.memory_id),
                    unit_no=place.unit_no,
                    partition_no=place.partition_no,
                    rivals_key=self.rivals_key,
                    exclusive=self.exclusive,
                    gap=run.gap,
                    valid_from=run.period.start,
                    valid_until=run.period.end,
                )
            )
        return frozenset(lost)


@dataclass(slots=True, kw_only=True)
class Rivals:
    """A group with its open assertions and its rows as they are stored.

    Where several memories change at once it is `deferred`: it follows each change, and is written
    when all are made.
    """

    group: Group
    assertions: dict[str, Assertion] = field(default_factory=dict)
    stored: dict[str, Row] = field(default_factory=dict)
    deferred: bool = False

    @classmethod
    def of(cls, rivals_key: UUID) -> Self:
        """Return a group of which nothing is known yet."""
        return cls(group=Group(rivals_key=rivals_key, exclusive=False))

    def ends_of(self, memory_id: str) -> list[Assertion]:
        """Return the gaps that a memory asserts."""
        return [
            each for each in self.assertions.values() if each.gap and each.memory_id == memory_id
        ]

    def beside(self, memory_id: str) -> list[Assertion]:
        """Return what a memory's beliefs compete with: what others assert, and its own ends."""
        return [
            each for each in self.assertions.values() if each.gap or each.memory_id != memory_id
        ]

    def refresh(self) -> None:
        """Recompute what holds."""
        runs = holding(self.assertions.values())
        self.group.apply(splice(self.group.rows.values(), runs))

    def settle(self, change: Change) -> frozenset[str]:
        """Recompute what holds, and write what differs; return the memories that lost time."""
        self.refresh()
        return frozenset() if self.deferred else self.group.write(change, self.stored)
