"""Describe what an erasure did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from muniment.model.ids import EpisodeId, MemoryId
from muniment.model.printed import Printed


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Certificate(Printed):
    """The transaction of the ledger that shows that words were erased: what, when, by whom and why."""

    transaction: int
    recorded_at: datetime
    hash: str
    """Its hash in the chain, SHA-256 in hexadecimal."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Purged(Printed):
    """What an erasure did, or a dry run of one: that has no certificate, as where nothing is left to erase."""

    memories: tuple[MemoryId, ...] = ()
    episodes: tuple[EpisodeId, ...] = ()
    rows: Mapping[str, int] = field(default_factory=dict)
    """How many rows of each table lost their words."""
    told_in: tuple[EpisodeId, ...] = ()
    """The turns that told the memories, and keep their words."""
    certificates: tuple[Certificate, ...] = ()

    @property
    def count(self) -> int:
        """How many memories and turns it was."""
        return len(self.memories) + len(self.episodes)
