"""Describe the ledger as a feed: transaction after transaction, each with what it changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from muniment.model.memory import Transaction
from muniment.model.printed import Printed, lines_of, with_reason
from muniment.model.reading import Change
from muniment.model.worded import counted, moment


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class FeedEntry(Printed):
    """One transaction, and what it changed of what the reader may read."""

    transaction: Transaction
    changes: tuple[Change, ...]

    def _line(self) -> str:
        told = self.transaction
        by = with_reason(told.actor or "another user", told.reason)
        number = f"{told.number} ({moment(told.recorded_at)})"
        return f"{number} {told.operation} by {by}, {counted(len(self.changes), 'change')}"

    def _parts(self) -> Iterator[str]:
        yield from lines_of(self.changes)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Feed(Printed):
    """The transactions after a number, in order; ask again after `last`."""

    entries: tuple[FeedEntry, ...]
    last: int
