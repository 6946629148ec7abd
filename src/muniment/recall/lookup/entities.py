"""Read names: the entities there are, how they are written, and their aliases, at a basis."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from pgvector import HalfVector

from muniment.access.principal import Principal
from muniment.model.entities import EntityEntry, GetEntities
from muniment.model.names import folded
from muniment.model.reading import Page
from muniment.recall.lane_rows import NearRow
from muniment.recall.lookup.cursor import BasisPlace, Listing
from muniment.recall.lookup.opening import Known
from muniment.store.arrays import Bigints, Integers
from muniment.store.found import EmbedderAt
from muniment.store.pool import Store
from muniment.temporal.basis import Basis

NAMES_MAX: Final = 20_000
"""How many names a name is compared with, those that occur often first."""

_UNITS_NEAR: Final = 40


class NameKey(NamedTuple):
    """A folded name."""

    name_key: str


class Spelled(NamedTuple):
    """How a name is written."""

    name_key: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AliasFound:
    """That one name is an alias of another."""

    memory_id: UUID
    alias_key: str
    entity_key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityFound:
    """An entity, counted."""

    name_key: str
    name: str
    as_subject: int
    as_object: int
    aliases: list[str]

    def entry(self) -> EntityEntry:
        """Return it as the model has it."""
        return EntityEntry(
            name=self.name,
            as_subject=self.as_subject,
            as_object=self.as_object,
            aliases=tuple(self.aliases),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Names(Known):
    """The names of some partitions at a basis, and the ways to look them up."""

    async def spelled(self, keys: Collection[str]) -> dict[str, str]:
        """Return how those of some names that are known are written."""
        rows = await self.work.all("names_spelled", Spelled, name_keys=sorted(keys), **self.where)
        return {row.name_key: row.name for row in rows}

    async def aliases(self, keys: Collection[str]) -> list[AliasFound]:
        """Return the alias beliefs with one of some names in either place."""
        return await self.work.all(
            "aliases_read", AliasFound, name_keys=sorted(keys), **self.holding
        )

    async def near(self, letters: Collection[str], shortest: int, longest: int) -> list[str]:
        """Return the names that begin with one of some letters, or have about a length."""
        rows = await self.work.all(
            "names_near",
            NameKey,
            letters=sorted(letters),
            shortest=shortest,
            longest=longest,
            names_max=NAMES_MAX,
            **self.where,
        )
        return [row.name_key for row in rows]

    async def embedded_with(self) -> EmbedderAt | None:
        """Return the embedder whose vectors are compared at the basis."""
        return await self.work.one(
            "embedder_at",
            EmbedderAt,
            tenant_id=self.principal.tenant_id,
            as_of=self.basis.as_of.time,
        )

    async def meant(self, vector: HalfVector, embedder_no: int) -> list[str]:
        """Return the names in what is nearest to a vector."""
        near = await self.work.one(
            "units_nearest",
            NearRow,
            tenant_id=self.principal.tenant_id,
            embedder_no=embedder_no,
            partitions=Integers(self.partition_nos),
            known=self.basis.as_of.time,
            vector=vector,
            wide=_UNITS_NEAR,
        )
        assert near is not None, "it answers even if nothing is near"
        rows = await self.work.all(
            "names_of_units",
            NameKey,
            tenant_id=self.principal.tenant_id,
            unit_nos=Bigints(near.unit_nos),
            as_of=self.basis.as_of.time,
        )
        return [row.name_key for row in rows]


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """Where aliases lead from a name: the ends, the names and the beliefs on the way."""

    ends: tuple[str, ...]
    names: frozenset[str]
    aliases: tuple[UUID, ...]


async def follow(names: Names, key: str) -> Followed:
    """Follow a name's aliases to what they stand for; a circle ends where it began.

    Where a name is an alias of several, or of one that is, there are several ends.
    """
    aliases: list[UUID] = []
    seen, ends, frontier = {key}, set[str](), {key}
    while frontier:
        onward: dict[str, set[str]] = {}
        for row in await names.aliases(frontier):
            if row.alias_key in frontier and row.entity_key != row.alias_key:
                onward.setdefault(row.alias_key, set()).add(row.entity_key)
                aliases.append(row.memory_id)
        ends |= frontier - onward.keys()
        frontier = {target for targets in onward.values() for target in targets} - seen
        seen |= frontier
    return Followed(
        ends=tuple(sorted(ends)) or (key,),
        names=frozenset(seen),
        aliases=tuple(dict.fromkeys(aliases)),
    )


async def same_as(names: Names, key: str) -> frozenset[str]:
    """Return every name that stands for the same as one: along aliases, either way."""
    seen, frontier = {key}, {key}
    while frontier:
        rows = await names.aliases(frontier)
        met = {name for row in rows for name in (row.alias_key, row.entity_key)}
        frontier = met - seen
        seen |= frontier
    return frozenset(seen)


async def known_as(names: Names, key: str) -> frozenset[str]:
    """Return the names that an entity goes by: its own, its aliases, and theirs.

    A name that stands for somebody else besides is left out: it says of neither who is meant.
    """
    stands_for: defaultdict[str, set[str]] = defaultdict(set)
    seen, fresh = {key}, {key}
    while fresh:
        for row in await names.aliases(fresh):
            stands_for[row.alias_key].add(row.entity_key)
        fresh = {alias for alias, of in stands_for.items() if of & seen} - seen
        seen |= fresh
    keys = {key}
    while more := {alias for alias in seen - keys if stands_for[alias] <= keys}:
        keys |= more
    return frozenset(keys)


async def entities(store: Store, principal: Principal, request: GetEntities) -> Page[EntityEntry]:
    """Return the entities of what holds at a basis, the often named first, then by name.

    Raises:
        InvalidValue: the cursor is no good.
    """
    listing = Listing.of(_Cursor, request)
    place = (listing.as_of, request.namespace, request.containers)
    async with Known.at(store, principal, *place, valid_at=listing.valid_at) as known:
        await known.work.plan_anew()
        rows = await known.work.all(
            "entities_list",
            EntityFound,
            **known.holding,
            starts_with=None if request.starts_with is None else folded(request.starts_with),
            **listing.part,
        )
    return listing.page(
        rows,
        known.basis,
        shown=EntityFound.entry,
        place=lambda row: _Cursor.after(known.basis, row),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cursor(BasisPlace):
    """A place of a list of entities, the often named first."""

    valid_at: datetime
    after_count: int
    after_key: str

    @classmethod
    def after(cls, basis: Basis, row: EntityFound) -> _Cursor:
        return cls(
            as_of=basis.as_of.number,
            valid_at=basis.valid_at,
            after_count=row.as_subject + row.as_object,
            after_key=row.name_key,
        )


def written(keys: Collection[str], spelled: Mapping[str, str]) -> list[str]:
    """Return names as they are written, in the order of their keys."""
    return [spelled.get(key, key) for key in sorted(keys)]
