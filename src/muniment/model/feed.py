"""Describe the ledger as a feed: transaction after transaction, each with what it changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from muniment.model.memory import Transaction
from muniment.model.printed import Printed, Walked, lines_of, with_reason
from muniment.model.reading import Change
from muniment.model.worded import counted, moment


@dataclass(frozen=True, slots=True, kw_only=True)
class GetFeed:
    """Ask for the transactions of a number greater than `after`, with what they changed.

    The limit bounds the transactions of a page, and their changes.
    """

    after: int = 0
    containers: tuple[str, ...] = ()
    limit: int = 100
    cursor: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class FeedEntry(Printed):
    """One transaction, and what it changed of what the reader may read.

    Where `goes_on`, more of its changes follow, in the next entry, which is of the same transaction.
    """

    transaction: Transaction
    changes: tuple[Change, ...]
    goes_on: bool = False

    def _line(self) -> str:
        told = self.transaction
        by = with_reason(told.actor or "another user", told.reason)
        number = f"{told.number} ({moment(told.recorded_at)})"
        more = " and more" if self.goes_on else ""
        return f"{number} {told.operation} by {by}, {counted(len(self.changes), 'change')}{more}"

    def _parts(self) -> Iterator[str]:
        yield from lines_of(self.changes)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Feed(Walked[FeedEntry]):
    """The transactions after a number, in order.

    `cursor` asks for what follows of what is there already, None if nothing does; then ask again
    after `last`, the last transaction that was told whole.
    """

    entries: tuple[FeedEntry, ...]
    last: int
    cursor: str | None = None

    def _walked(self) -> tuple[FeedEntry, ...]:
        return self.entries
