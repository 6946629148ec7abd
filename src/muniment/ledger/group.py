"""Hold one group of rivals while a transaction changes it, and say what came of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from muniment.ledger.change import Change, Key
from muniment.store.rows import VersionRow
from muniment.temporal.holding import Assertion, Row, Run, Splice, holding, splice
from muniment.temporal.period import Period


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the rows of a memory go: its searchable unit and its partition."""

    unit_no: int
    partition_no: int


@dataclass(slots=True, kw_only=True)
class Group:
    """The effective rows of one group, as they are after what this transaction did so far."""

    rivals_key: UUID
    exclusive: bool
    rows: dict[str, Row] = field(default_factory=dict)
    beaters: dict[str, Assertion] = field(default_factory=dict)
    contents: dict[str, tuple[str, str | None]] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    _opened: int = 0

    def load(self, key: Key, memory_id: UUID, period: Period, *, gap: bool, place: Place) -> None:
        """Take in a stored row."""
        self.rows[str(key)] = Row(row_id=str(key), memory_id=str(memory_id), period=period, gap=gap)
        self.places[str(memory_id)] = place

    def twins(self, content: str, object_: str | None) -> frozenset[str]:
        """Return the memories that say the same."""
        return frozenset(
            memory_id for memory_id, said in self.contents.items() if said == (content, object_)
        )

    def apply(self, splice: Splice, opened: tuple[Run, ...] | None = None) -> None:
        """Close and open rows; those opened here are stored when the group is written."""
        for row_id in splice.closed:
            del self.rows[row_id]
        for run in splice.opened if opened is None else opened:
            self._opened += 1
            row_id = f"new.{self._opened}"
            self.rows[row_id] = Row(
                row_id=row_id, memory_id=run.memory_id, period=run.period, gap=run.gap
            )

    def write(self, change: Change, stored: dict[str, Row]) -> frozenset[str]:
        """Add to a change what differs from the stored rows; return the memories that lost time."""
        kept = {row.run: row_id for row_id, row in stored.items()}
        final = {row.run for row in self.rows.values()}
        lost: set[str] = set()
        for run, row_id in kept.items():
            if run not in final:
                change.close("versions", Key.read(row_id))
                if not run.gap:
                    lost.add(run.memory_id)
        for run in sorted(final - kept.keys(), key=lambda run: (run.period.start, run.memory_id)):
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
    """A group with its open assertions and its rows as they are stored."""

    group: Group
    assertions: dict[str, Assertion] = field(default_factory=dict)
    stored: dict[str, Row] = field(default_factory=dict)

    def settle(self, change: Change) -> frozenset[str]:
        """Recompute what holds, and write what differs; return the memories that lost time."""
        runs = holding(self.assertions.values())
        self.group.apply(splice(self.group.rows.values(), runs))
        return self.group.write(change, self.stored)


def period_of(valid_from: datetime, valid_until: datetime | None) -> Period:
    """Return the period of a stored row."""
    return Period(start=valid_from, end=valid_until)
