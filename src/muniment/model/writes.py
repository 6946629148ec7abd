"""Describe what a write asks for and what it did."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from muniment.model.ids import EpisodeId, MemoryId
from muniment.model.memory import Metadata, Outcome, Scope, Standing, Visibility
from muniment.model.printed import Printed


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A belief to be added, read and checked, but not yet placed in time."""

    content: str
    entity: str | None = None
    category: str | None = None
    object: str | None = None
    namespace: str = "default"
    scope: Scope = Scope.USER
    container: str | None = None
    visibility: Visibility = Visibility.TEAM
    tags: tuple[str, ...] = ()
    metadata: Metadata | None = None
    confidence: float = 1.0
    standing: Standing = Standing.HELD
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    episode_id: EpisodeId | None = None
    span: tuple[int, int] | None = None
    source: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A conversation turn to be stored verbatim."""

    content: str
    speaker: str | None
    occurred_at: datetime
    session: str
    source_id: str | None = None
    caption: str | None = None
    metadata: Metadata | None = None
    namespace: str = "default"
    visibility: Visibility = Visibility.TEAM


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Written(Printed):
    """What a write did to one memory.

    `outranked_by`: if what was added or corrected holds at no instant, the memories that hold instead, or left a gap.
    """

    id: MemoryId
    outcome: Outcome
    transaction: int
    known_from: datetime
    displaced: tuple[MemoryId, ...] = ()
    outranked_by: tuple[MemoryId, ...] = ()
    embedded: bool = True


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Ingested(Printed):
    """What ingesting turns did: ids in the order of the turns."""

    episodes: tuple[EpisodeId, ...]
    stored: int
    known_already: int
    transaction: int | None
    embedded: bool = True


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class EpisodeHidden(Printed):
    """What hiding a turn did. Without a transaction there was nothing to do any more."""

    id: EpisodeId
    transaction: int | None
    beliefs: tuple[MemoryId, ...]
    """What rests on nothing but hidden turns now, and is believed still."""
    forgotten: tuple[MemoryId, ...] = ()
    """What rested on nothing else, and was forgotten with it."""
    displaced: tuple[MemoryId, ...] = ()
    """What that had displaced; it stays displaced."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Healed(Printed):
    """How many units of the backlog were embedded, and how many still wait."""

    embedded: int
    waiting: int
