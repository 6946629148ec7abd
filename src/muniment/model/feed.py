"""Describe the ledger as a feed: transaction after transaction, each with what it changed."""

from __future__ import annotations

from dataclasses import dataclass

from muniment.model.memory import Transaction
from muniment.model.printed import Printed
from muniment.model.reading import Change


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class FeedEntry(Printed):
    """One transaction, and what it changed of what the reader may read."""

    transaction: Transaction
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Feed(Printed):
    """The transactions after a number, in order; ask again after `last`."""

    entries: tuple[FeedEntry, ...]
    last: int
