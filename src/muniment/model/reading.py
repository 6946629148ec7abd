"""Describe what a deterministic reading asks for and what it answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final, Literal
from uuid import UUID

from muniment.model.decisions import Decided
from muniment.model.ids import EpisodeId, MemoryId
from muniment.model.memory import Evidence, Memory, Scope, Standing, Version
from muniment.model.printed import Item, Printed, Several, Walked, in_line, said_line, with_reason
from muniment.model.worded import periods
from muniment.temporal.basis import Basis, Point
from muniment.temporal.period import Period

AsOf = datetime | int | Point | None
"""A time, a transaction's number, the point of an earlier answer, or None for the last committed transaction."""

QUERY_CHARACTERS_MAX: Final = 20_000
"""How long a question may be."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Page(Several[Item]):
    """Part of a list, read at a basis; `cursor` asks for the part that follows, None after the last."""

    items: tuple[Item, ...]
    basis: Basis
    cursor: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GetMemory:
    """Ask for one memory; one of a container is found only if that container is named."""

    memory_id: MemoryId
    as_of: AsOf = None
    valid_at: datetime | None = None
    containers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GetEpisode:
    """Ask for one turn."""

    episode_id: EpisodeId
    as_of: AsOf = None
    valid_at: datetime | None = None
    containers: tuple[str, ...] = ()


class Status(StrEnum):
    """Whether what holds, what has ended, or either is listed."""

    CURRENT = "current"
    ENDED = "ended"
    ALL = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """Ask for memories and episodes by what they are, newest valid time first.

    Every filter that is given must fit. `text` asks for all of its words, stemmed; `metadata` for
    equal values under the given keys. `kind` None lists both kinds, but a filter that an episode
    cannot meet (category, tags, scope, standing, status ended) leaves memories only; `entity` is an
    episode's speaker. `standing` None lists what is held or contested; what is held
    and under review is listed as contested. With a `window`, what
    overlaps it is listed, and has ended if it ends within. `created_from` and `created_until` bound
    the time at which the store first knew of it, closed-open.
    """

    namespace: str = "default"
    containers: tuple[str, ...] = ()
    kind: Literal["memory", "episode"] | None = None
    status: Status = Status.CURRENT
    text: str | None = None
    entity: str | None = None
    category: str | None = None
    tags: tuple[str, ...] = ()
    scope: Scope | None = None
    standing: Standing | None = None
    metadata: Mapping[str, object] | None = None
    created_from: datetime | None = None
    created_until: datetime | None = None
    as_of: AsOf = None
    valid_at: datetime | None = None
    window: Period | None = None
    limit: int = 50
    cursor: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GetHistory:
    """Ask for every row of one memory that was known at or before a transaction."""

    memory_id: MemoryId
    as_of: AsOf = None
    containers: tuple[str, ...] = ()
    limit: int | None = None
    cursor: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GetTimeline:
    """Ask for one entity through valid time; `objects` adds the facts that it is the object of."""

    entity: str
    category: str | None = None
    namespace: str = "default"
    containers: tuple[str, ...] = ()
    objects: bool = False
    as_of: AsOf = None
    limit: int | None = None
    cursor: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TimelineEntry(Printed):
    """One stretch of valid time, and the memories that held before and after it in its slot."""

    memory: Memory
    supersedes: MemoryId | None
    superseded_by: MemoryId | None

    def _line(self) -> str:
        return in_line(self.memory)


@dataclass(frozen=True, slots=True, kw_only=True)
class GetCurrentFacts:
    """Ask for the held beliefs at a basis; in a slot's entity and category the narrower scope wins."""

    entity: str | None = None
    category: str | None = None
    namespace: str = "default"
    containers: tuple[str, ...] = ()
    as_of: AsOf = None
    valid_at: datetime | None = None
    limit: int = 100
    cursor: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GetFacts:
    """Ask for the user's own facts; `always` for every stretch of valid time, `text` for the best first."""

    subject: str | None = None
    predicate: str | None = None
    object: str | None = None
    text: str | None = None
    always: bool = False
    namespace: str = "default"
    as_of: AsOf = None
    valid_at: datetime | None = None
    limit: int = 100
    cursor: str | None = None


class ChangeKind(StrEnum):
    """What a transaction did to a memory."""

    LEARNT = "learnt"
    EXTENDED = "extended"
    CORRECTED = "corrected"
    ENDED = "ended"
    FORGOTTEN = "forgotten"
    RETRACTED = "retracted"
    SUPERSEDED = "superseded"
    RESTORED = "restored"


@dataclass(frozen=True, slots=True, kw_only=True)
class GetDiff:
    """Ask what changed after one transaction, up to and including another.

    `since` None is before the first, `until` None the last. `namespace` None reads every namespace
    of the user and of the tenant.
    """

    since: AsOf = None
    until: AsOf = None
    namespace: str | None = None
    entity: str | None = None
    containers: tuple[str, ...] = ()
    limit: int = 100
    cursor: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Change(Printed):
    """What one transaction did to one memory: the words and the periods it held for, before and after."""

    kind: ChangeKind
    memory_id: MemoryId
    entity: str | None
    category: str | None
    namespace: str
    content_before: str | None
    content_after: str | None
    periods_before: tuple[Period, ...]
    periods_after: tuple[Period, ...]
    transaction: int
    recorded_at: datetime
    actor: str
    reason: str | None

    def _line(self) -> str:
        words = self.content_after if self.content_after is not None else self.content_before
        by = f"{self.kind.value} by {self.actor} in transaction {self.transaction}"
        return said_line(
            words or "erased", with_reason(by, self.reason), periods(self.periods_after)
        )

    def _parts(self) -> Iterator[str]:
        yield f"memory id {self.memory_id}"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Diff(Walked[Change]):
    """Changes in the order of the ledger, in the transactions after `since`, up to `until`."""

    since: Point
    until: Point
    changes: tuple[Change, ...]
    cursor: str | None = None

    def _walked(self) -> tuple[Change, ...]:
        return self.changes


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class KnownUser(Printed):
    """A user that something was written for, and when that was first and last."""

    name: str
    first_written_at: datetime
    last_written_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class GetTransactions:
    """Ask for transactions between two numbers, of an actor, of a key or of all: in order, or the latest first."""

    after: int = 0
    before: int | None = None
    actor: str | None = None
    key: UUID | None = None
    latest_first: bool = False
    limit: int = 100


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Provenance(Printed):
    """What a memory says, where it comes from, and the chain of supersession it stands in.

    `memory` is what `get` answers; where that finds nothing, `missing` says why, and `memory` has
    the words that were known last, None once they are erased. `evidence` is in the order of the
    ledger and has what was withdrawn too, with `known_until`. `decisions` are those that made it
    what it is, in the order of the ledger. `earlier` and `later` are the unbroken run of beliefs
    before and after it in its slot, at the basis, in valid time.
    """

    memory_id: MemoryId
    memory: Memory | None
    evidence: tuple[Evidence, ...]
    earlier: tuple[Version, ...]
    later: tuple[Version, ...]
    basis: Basis
    decisions: tuple[Decided, ...] = ()
    missing: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Stats(Printed):
    """How much there is at the head. `memories` counts what was neither forgotten nor retracted.

    `entities` are those that `entities` lists, of every namespace: of what holds, but for aliases.
    """

    memories: int
    memories_current: int
    episodes: int
    entities: int
    categories: int
    transactions: int
    not_embedded: int
    size_bytes: int | None
    """The whole schema on disk, of all tenants: told to whoever governs the tenant that keeps the store."""
    head: Point
    user_found: bool
    """Whether something was ever written for the user: where not, all that is counted is the tenant's."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TenantEmbedded(Printed):
    """A tenant, the embedder that its vectors are of, and how many units it has not embedded."""

    tenant: str
    embedder: str | None
    dimensions: int | None
    digest: str | None
    is_configured: bool
    """Whether that is the embedder which the settings name."""
    not_embedded: int

    @property
    def waits(self) -> bool:
        """Whether there is something for `muniment reembed` to do."""
        return self.not_embedded > 0 or not (self.is_configured or self.embedder is None)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Part(Printed):
    """One part of an installation: whether it is fit, what it is, and what mends it.

    A part that is fit and has a mend is worth looking at.
    """

    name: str
    ok: bool
    detail: str
    mend: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Health(Printed):
    """The parts of an installation."""

    parts: tuple[Part, ...]

    @property
    def ok(self) -> bool:
        """Whether every part is fit."""
        return all(part.ok for part in self.parts)
