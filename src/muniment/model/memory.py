"""Describe beliefs, the turns they came from, and where both are kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Literal
from uuid import UUID

from muniment.errors import MemoryNotFound
from muniment.model.ids import EpisodeId, MemoryId
from muniment.model.printed import Printed, in_line, lines_of, said_line, with_reason
from muniment.model.worded import moment, period

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


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Memory(Printed):
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
    under_review: bool = False
    """Whether a contradiction of it waited for a person at the basis."""
    agent: str | None = None
    kind: Literal["memory"] = "memory"

    def _line(self) -> str:
        return said_line(self.content, about(self), when(self))

    def _parts(self) -> Iterator[str]:
        yield f"id {self.id}, known {period(self.known_from, self.known_until)}"

    @property
    def stands_as(self) -> Standing:
        """Its standing, where a held belief that is under review is contested."""
        is_disputed = self.under_review and self.standing is Standing.HELD
        return Standing.CONTESTED if is_disputed else self.standing

    @property
    def is_contested(self) -> bool:
        """Whether its writer contested it, or it is under review."""
        return self.stands_as is Standing.CONTESTED

    @property
    def subject(self) -> str | None:
        """The subject of a fact: its entity."""
        return self.entity if self.object is not None else None

    @property
    def predicate(self) -> str | None:
        """The predicate of a fact: its category."""
        return self.category if self.object is not None else None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Episode(Printed):
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

    def _line(self) -> str:
        return said_line(self.content, about(self), when(self))

    def _parts(self) -> Iterator[str]:
        yield f"id {self.id}, known {period(self.known_from, self.known_until)}"

    @property
    def valid_from(self) -> datetime:
        """When the turn was said."""
        return self.occurred_at


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Withdrawal(Printed):
    """The transaction since which evidence no longer counts: who made it, how, and why."""

    transaction: int
    actor: str
    operation: str
    reason: str | None

    def _line(self) -> str:
        by = f"{self.operation} by {self.actor} in transaction {self.transaction}"
        return with_reason(by, self.reason)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Evidence(Printed):
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
    """In what role the actor said so."""
    session: str | None = None
    """The session in which it was said."""
    trail: tuple[str, ...] = ()
    """The agents from the first to the actor, each started by the one before."""
    reason: str | None = None
    """Why it was said, as its writer told."""
    withdrawal: Withdrawal | None = None
    """Who withdrew it, how and why, if somebody did."""

    def _line(self) -> str:
        said = self.quotation if self.quotation is not None else self.source
        held = "not so" if self.gap else "so"
        times = f"{held} {period(self.valid_from, self.valid_until)}"
        if self.known_until is not None:
            times += f", withdrawn {moment(self.known_until)}"
        if self.withdrawal is not None:
            times += f": {in_line(self.withdrawal)}"
        by = with_reason(f"by {self.actor} in transaction {self.transaction}", self.reason)
        return said_line("no words" if said is None else f"“{said}”", by, times)

    def _parts(self) -> Iterator[str]:
        yield from () if self.episode is None else lines_of(self.episode)

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


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Version(Printed):
    """One row of a memory's history: what it said, when it held, and while we knew so."""

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

    @property
    def told(self) -> str:
        """What it says: its words, or why there are none."""
        return "gap" if self.gap else self.content or "erased"

    def _line(self) -> str:
        times = f"{period(self.valid_from, self.valid_until)}, known {period(self.known_from, self.known_until)}"
        return said_line(self.told, self.standing.value, times)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Transaction(Printed):
    """One numbered, chained change of a tenant's ledger."""

    number: int
    recorded_at: datetime
    actor: str | None
    """Who did it; None where it is another user's, with no reason either."""
    role: str
    operation: str
    reason: str | None
    hash: str
    session: str | None = None
    """The session that it was made in, if it is the reader's."""
    trail: tuple[str, ...] = ()
    """The agents from the first to the actor, each started by the one before."""
    key: UUID | None = None
    """The id of the API key that it was written with, if any."""
    user: str | None = None
    """For which user; None if nothing was ever written for that user, or where `actor` is not told."""


def about(memory: Memory | Episode) -> str:
    """Return what a memory is about, or who said a turn."""
    if isinstance(memory, Episode):
        return f"{memory.speaker or 'somebody'} in {memory.session}"
    parts = [part for part in (memory.entity, memory.category, memory.object) if part is not None]
    if memory.stands_as is not Standing.HELD:
        parts.append(memory.stands_as.value)
    return " · ".join(parts)


def when(memory: Memory | Episode) -> str:
    """Return when a memory is true, or when a turn was said."""
    if isinstance(memory, Episode):
        return moment(memory.occurred_at)
    return period(memory.valid_from, memory.valid_until)


def no_memory(memory_id: MemoryId) -> MemoryNotFound:
    """Return the error that there is no memory of an id."""
    return MemoryNotFound(
        f"there is no memory {memory_id}. If this is the id of a turn, ask for the episode; if the memory is in a container, name "
        f"the container; if it is another user's, or private to an agent, ask as that one."
    )


def gone_memory(memory_id: UUID) -> MemoryNotFound:
    """Return the error that a memory was forgotten or retracted."""
    return MemoryNotFound(
        f"the memory {memory_id} was forgotten or retracted; only its history is left."
    )
