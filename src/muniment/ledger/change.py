"""Collect what one transaction writes and closes, and give each row its place."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from muniment.ports.embedder import Vector
from muniment.store.found import Key
from muniment.store.rows import HeadRow, LedgerRow
from muniment.temporal.holding import Rank


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """Something searchable that opens or closes: a memory's revision, or an episode."""

    unit_no: int
    partition_no: int
    text: str
    tags: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    speakers: tuple[str, ...] = ()
    embedding: Vector | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownWriter:
    """What the ledger knows of whoever writes: session and project, the day's count, the quota."""

    session: str
    session_number: int | None
    session_ordinal: int | None
    session_parent_id: UUID | None
    session_ended_at: datetime | None
    project_there: bool
    counted_at: datetime | None
    counted: int | None
    daily_writes: int | None
    memories: int | None

    @property
    def session_key(self) -> Key | None:
        """The row of the session, if there is one."""
        if self.session_number is None or self.session_ordinal is None:
            return None
        return Key(self.session_number, self.session_ordinal)


@dataclass(slots=True, kw_only=True)
class Change:
    """One transaction in the making."""

    head: HeadRow
    clock: datetime
    writer: KnownWriter | None = None
    written: list[LedgerRow] = field(default_factory=list)
    closed: list[tuple[str, Key]] = field(default_factory=list)
    opened_units: list[Unit] = field(default_factory=list)
    closed_units: list[Unit] = field(default_factory=list)
    healed_units: list[Unit] = field(default_factory=list)
    partitions_new: int = 0
    units_new: int = 0
    ranks_new: int = 0

    @property
    def number(self) -> int:
        """The number of this transaction."""
        return self.head.number + 1

    @property
    def recorded_at(self) -> datetime:
        """The time of this transaction: the later of the clock and 1 µs after the last one."""
        return max(self.clock, self.head.recorded_at + timedelta(microseconds=1))

    def next_unit_no(self) -> int:
        """Give another searchable unit its number."""
        self.units_new += 1
        return self.head.units_total + self.units_new

    def next_partition_no(self) -> int:
        """Give another partition its number."""
        self.partitions_new += 1
        return self.head.partitions_total + self.partitions_new

    def rank(self, rank_from: datetime) -> Rank:
        """Give another assertion of this transaction its place among its rivals."""
        self.ranks_new += 1
        return Rank(rank_from=rank_from, number=self.number, ordinal=self.ranks_new)

    def write(self, row: LedgerRow) -> Key:
        """Add a row and return its key."""
        self.written.append(row)
        return Key(self.number, len(self.written))

    def close(self, table: str, key: Key) -> None:
        """Close an open row of an earlier transaction."""
        self.closed.append((table, key))
