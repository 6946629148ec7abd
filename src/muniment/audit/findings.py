"""Say what the walk found: what happened to which row, the first ones by name, the rest by number."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from uuid import UUID

from muniment.model.printed import Printed

FINDINGS_MAX = 100


class What(StrEnum):
    """What happened to the ledger.

    ALTERED: a row says something else than when it was written. DELETED: it is gone.
    ADDED: no transaction wrote it. The same of a policy, a function or a table, which the
    migrations made. REOPENED: a transaction closed it, but it is open.
    CLOSED: it is closed, and no transaction closed it then. BROKEN: a transaction does not
    follow the one before it. CUT: the last transactions are gone. MISHELD: all is as it was
    written, and a version says of when a memory holds what its assertions do not make.
    """

    ALTERED = "altered"
    DELETED = "deleted"
    ADDED = "added"
    REOPENED = "reopened"
    CLOSED = "closed"
    BROKEN = "broken"
    CUT = "cut"
    MISHELD = "misheld"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Finding(Printed):
    """One thing that is wrong. Rows are named by transaction and ordinal, transactions by number."""

    what: What
    table: str
    number: int | None
    ordinal: int | None = None
    memory_id: UUID | None = None
    sentence: str

    @property
    def place(self) -> tuple[int, int, str]:
        """Where it stands in the ledger; what has no place comes last."""
        return (
            2**63 if self.number is None else self.number,
            0 if self.ordinal is None else self.ordinal,
            self.table,
        )


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Verification(Printed):
    """What a walk over a tenant's ledger saw.

    `findings` are in the order of the walk, at most 100: transactions and the rows they wrote,
    then head and anchor, then closings, which an altered transaction upsets as well, then what
    holds, then what decides who reads: policies, functions, triggers, grants and tables.
    `is_complete` says whether the walk reached the end or stopped at that many. `erased` rows
    keep a digest of words that are gone: their other columns were checked.

    What holds is recomputed where all rows are as they were written: for `groups` groups of
    rivals. `mended` names those that were misheld in an earlier state and are not any more: an
    answer as of then stays wrong, and the ledger holds.
    """

    holds: bool = field(init=False, default=True, repr=False)
    """Whether nothing is wrong."""
    transactions: int
    rows: int
    erased: int
    head_number: int
    head_hash: str
    findings: tuple[Finding, ...]
    is_complete: bool
    groups: int = 0
    mended: tuple[Finding, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "holds", not self.findings)

    @property
    def anchor(self) -> str:
        """The head as it is noted outside the database: NUMBER:HASH."""
        return f"{self.head_number}:{self.head_hash}"

    def _line(self) -> str:
        return f"{'holds' if self.holds else 'does not hold'}, {Printed._line(self)}"

    @property
    def is_as_written(self) -> bool:
        """Whether every row is as it was written: what may be wrong is only what holds because of them."""
        return all(finding.what is What.MISHELD for finding in self.findings)

    def misses_only(self, number: int) -> bool:
        """Tell whether nothing is wrong but that the transaction of an anchor is not here."""
        return [(each.table, each.number) for each in self.findings] == [("transactions", number)]

    @property
    def is_empty(self) -> bool:
        """Whether nothing is there, and nothing is missed: the tenant was never opened."""
        return self.holds and self.transactions == 0

    @property
    def advice(self) -> str | None:
        """What to do about what is wrong; None if nothing is."""
        if self.holds:
            return None
        if not self.is_as_written:
            return "Keep this database as it is, and restore a backup beside it."
        return (
            "Nothing was tampered with: a defect recorded something as holding that does not "
            "follow from what was told. `update` the memory with the words that it has, or "
            "`retract` it if it was forgotten: what holds is then computed again. Please report "
            "it."
        )

    @property
    def first(self) -> Finding | None:
        """The first thing that is wrong."""
        return self.findings[0] if self.findings else None


@dataclass(slots=True)
class Findings:
    """The findings of a walk, until there are enough."""

    found: list[Finding] = field(default_factory=list)

    @property
    def are_enough(self) -> bool:
        """Whether more would help nobody."""
        return len(self.found) >= FINDINGS_MAX

    def add(self, findings: Iterable[Finding]) -> None:
        """Take in findings, those of the earliest transaction first."""
        self.found.extend(sorted(findings, key=lambda finding: finding.place))

    def first(self) -> tuple[Finding, ...]:
        """Return the first of them."""
        return tuple(self.found[:FINDINGS_MAX])
