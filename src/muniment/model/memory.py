"""Describe beliefs, the turns they came from, and where both are kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final, Literal

from muniment.errors import MemoryNotFound
from muniment.model.ids import EpisodeId, MemoryId

Metadata = Mapping[str, object]
"""A JSON object that a writer keeps with a memory."""

ELISION = "[…]"
"""What stands for words that must not be shown any more."""


class Scope(StrEnum):
    """Who a memory is for."""

    GLOBAL = "global"
    USER = "user"
    CONTAINER = "container"


class Visibility(StrEnum):
    """Which agents may read a memory."""

    PRIVATE = "private"
    TEAM = "team"
    PUBLIC = "public"


class Cardinality(StrEnum):
    """How many beliefs a slot holds at one instant."""

    ONE = "one"
    MANY = "many"


DEFAULT_CARDINALITIES: Final = {
    "alias_of": Cardinality.MANY,
    "general": Cardinality.MANY,
    "hobby": Cardinality.MANY,
    "skill": Cardinality.MANY,
}
"""The categories whose slots hold many beliefs from the start; any other holds one."""


class Standing(StrEnum):
    """Whether a memory takes part in its slot."""

    HELD = "held"
    CONTESTED = "contested"
    QUARANTINED = "quarantined"


class Outcome(StrEnum):
    """What a write did."""

    ADD = "ADD"
    UPDATE = "UPDATE"
    INVALIDATE = "INVALIDATE"
    NOOP = "NOOP"


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One belief as it stands at a basis."""

    id: MemoryId
    content: str
    valid_from: datetime
    valid_until: datetime | None
    known_from: datetime
    known_until: datetime | None
    entity: str | None = None
    category: str | None = None
    object: str | None = None
    tags: tuple[str, ...] = ()
    metadata: Metadata | None = None
    confidence: float = 1.0
    scope: Scope = Scope.USER
    namespace: str = "default"
    visibility: Visibility = Visibility.TEAM
    standing: Standing = Standing.HELD
    agent: str | None = None
    kind: Literal["memory"] = "memory"

    @property
    def subject(self) -> str | None:
        """The subject of a fact: its entity."""
        return self.entity if self.object is not None else None

    @property
    def predicate(self) -> str | None:
        """The predicate of a fact: its category."""
        return self.category if self.object is not None else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """One conversation turn, verbatim."""

    id: EpisodeId
    content: str
    speaker: str | None
    caption: str | None
    occurred_at: datetime
    session: str
    position: int
    source_id: str | None
    known_from: datetime
    known_until: datetime | None
    metadata: Metadata | None = None
    namespace: str = "default"
    kind: Literal["episode"] = "episode"

    @property
    def valid_from(self) -> datetime:
        """When the turn was said."""
        return self.occurred_at


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """That somebody said so: one assertion of a memory, and where it came from."""

    valid_from: datetime
    valid_until: datetime | None
    gap: bool
    actor: str
    confidence: float
    source: str | None
    episode: Episode | None
    span: tuple[int, int] | None
    known_from: datetime
    known_until: datetime | None
    transaction: int
    role: str = "user"
    """In what part the actor said so."""
    session: str | None = None
    """The session in which it was said."""
    trail: tuple[str, ...] = ()
    """The agents from the first to the actor, each started by the one before."""

    @property
    def parent(self) -> str | None:
        """The agent that started the actor."""
        return self.trail[-2] if len(self.trail) > 1 else None

    @property
    def quotation(self) -> str | None:
        """The words of the turn that this rests on."""
        if self.episode is None:
            return None
        if self.span is None:
            return self.episode.content
        return self.episode.content[self.span[0] : self.span[1]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One row of a memory's history: what it said, when it held, while we knew so."""

    memory_id: MemoryId
    content: str | None
    valid_from: datetime
    valid_until: datetime | None
    known_from: datetime
    known_until: datetime | None
    gap: bool
    standing: Standing
    transaction: int
    closed_by: int | None
    supersedes: MemoryId | None = None
    superseded_by: MemoryId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Transaction:
    """One numbered, chained change of a tenant's ledger."""

    number: int
    recorded_at: datetime
    actor: str
    role: str
    operation: str
    reason: str | None
    hash: str
    session: str | None = None
    """The session that it was made in, if it is the reader's."""
    trail: tuple[str, ...] = ()
    """The agents from the first to the actor, each started by the one before."""


def no_memory(memory_id: MemoryId) -> MemoryNotFound:
    """Return the error that there is no memory of an id."""
    return MemoryNotFound(
        f"there is no memory {memory_id}. If it is the id of a turn, ask for the episode."
    )
