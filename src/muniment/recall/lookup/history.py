"""Follow one memory through both times, and one entity through valid time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from muniment.access.principal import Principal
from muniment.model.ids import MemoryId
from muniment.model.memory import Standing, Version
from muniment.model.reading import GetHistory, GetTimeline, Page, TimelineEntry
from muniment.recall.lookup.cursor import Listing, VersionCursor
from muniment.recall.lookup.one import LastSaid, memory_missing
from muniment.recall.lookup.opening import Known, key_named, key_of, reading_at
from muniment.recall.lookup.rows import MemoryFound
from muniment.store.pool import Store
from muniment.temporal.basis import Basis


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionFound:
    """One row of a memory's history."""

    memory_id: MemoryId
    content: str | None
    valid_from: datetime
    valid_until: datetime | None
    known_from: datetime
    known_until: datetime | None
    gap: bool
    standing: str
    transaction: int
    ordinal: int
    closed_by: int | None
    supersedes: MemoryId | None
    superseded_by: MemoryId | None

    def version(self) -> Version:
        """Return the row as the model has it."""
        return Version(
            memory_id=self.memory_id,
            content=self.content,
            valid_from=self.valid_from,
            valid_until=self.valid_until,
            known_from=self.known_from,
            known_until=self.known_until,
            gap=self.gap,
            standing=Standing(self.standing),
            transaction=self.transaction,
            closed_by=self.closed_by,
            supersedes=self.supersedes,
            superseded_by=self.superseded_by,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryFound(MemoryFound):
    """One stretch of a timeline."""

    number: int
    ordinal: int
    supersedes: MemoryId | None
    superseded_by: MemoryId | None


async def history(store: Store, principal: Principal, request: GetHistory) -> Page[Version]:
    """Return the rows of a memory that were known by `as_of`, by known, then by valid time.

    A gap says that the memory was ended or forgotten there. The neighbours in the slot are told as
    they stood when the row was last known. A memory that never held has no rows.

    Raises:
        InvalidValue: the cursor is no good.
        MemoryNotFound: it is unknown, of another tenant, or not to be read by the principal.
    """
    listing = _listing(request)
    async with reading_at(store, principal, listing.as_of, request.containers) as at:
        named = at.where | {"memory_id": request.memory_id}
        said = await at.work.send("memory_last_said", LastSaid, **named)
        rows = await at.work.all("memory_history", VersionFound, **named, **listing.part)
        if await said.one() is None:
            raise await memory_missing(at, request.memory_id)
    return listing.page(
        rows,
        at.basis,
        shown=VersionFound.version,
        place=lambda row: _place(at.basis, row, row.transaction),
    )


async def timeline(store: Store, principal: Principal, request: GetTimeline) -> Page[TimelineEntry]:
    """Return what held of an entity through valid time, as one transaction knew it, oldest first.

    Contested memories are told as such; quarantined ones are left out.

    Raises:
        InvalidValue: the cursor is no good.
    """
    listing = _listing(request)
    place = (listing.as_of, request.namespace, request.containers)
    async with Known.at(store, principal, *place) as known:
        rows = await known.work.all(
            "entity_timeline",
            EntryFound,
            **known.where,
            entity_key=key_named(request.entity, "entity"),
            category_key=key_of(request.category, "category"),
            objects=request.objects,
            **listing.part,
        )
    return listing.page(
        rows,
        known.basis,
        shown=_entry,
        place=lambda row: _place(known.basis, row, row.number),
    )


def _listing(request: GetHistory | GetTimeline) -> Listing[VersionCursor]:
    return Listing.of(VersionCursor, request, repr(replace(request, cursor=None, limit=None)))


def _place(basis: Basis, row: VersionFound | EntryFound, number: int) -> VersionCursor:
    return VersionCursor(
        as_of=basis.as_of.number,
        after_from=row.valid_from,
        after_id=row.memory_id,
        after_number=number,
        after_ordinal=row.ordinal,
    )


def _entry(row: EntryFound) -> TimelineEntry:
    return TimelineEntry(
        memory=row.memory(), supersedes=row.supersedes, superseded_by=row.superseded_by
    )
