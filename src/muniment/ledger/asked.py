"""Read a memory and its rivals, as a change needs them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import datetime
from uuid import UUID

from muniment.ledger.group import Place, Rivals
from muniment.ledger.keys import searchable_text
from muniment.model.ids import MemoryId
from muniment.store.found import Key
from muniment.store.rows import Asserted, AssertionRow, MemoryRow, Revision, VersionRow
from muniment.store.work import Pending, Work
from muniment.temporal.holding import Assertion, Rank
from muniment.temporal.period import Period


@dataclass(frozen=True, slots=True, kw_only=True)
class RevisionRow(Revision):
    """The open revision of a memory."""

    number: int
    ordinal: int
    known_until: datetime | None

    @property
    def text(self) -> str:
        """What its words and its embedding are made from."""
        return searchable_text(self.content, self.entity, self.category, self.object)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenAssertion(Asserted):
    """An open assertion of a group."""

    number: int
    ordinal: int

    @property
    def key(self) -> Key:
        """The name of its row."""
        return Key(self.number, self.ordinal)

    @property
    def period(self) -> Period:
        """The period it asserts."""
        return Period(start=self.valid_from, end=self.valid_until)

    @property
    def rank(self) -> Rank:
        """Its place among its rivals."""
        return Rank(rank_from=self.rank_from, number=self.rank_number, ordinal=self.rank_ordinal)

    def pure(self) -> Assertion:
        """Return it as the holding function sees it."""
        return Assertion(
            assertion_id=str(self.key),
            memory_id=str(self.memory_id),
            period=self.period,
            rank=self.rank,
            gap=self.gap,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupVersion(VersionRow):
    """An open effective row of a group."""

    number: int
    ordinal: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceRow:
    """Where the rows of a group's memory go."""

    rivals_key: UUID
    memory_id: UUID
    unit_no: int
    partition_no: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedMemory:
    """The queued answers about a memory and its rivals."""

    revisions: Pending[RevisionRow]
    assertions: Pending[OpenAssertion]
    versions: Pending[GroupVersion]
    places: Pending[PlaceRow]


async def ask_memory(
    work: Work, tenant_id: UUID, memory_id: MemoryId, match: UUID | None
) -> AskedMemory:
    """Queue the reading of a memory, of its group, and of the group that a match key leads to."""
    named = {"tenant_id": tenant_id, "memory_id": memory_id}
    return AskedMemory(
        revisions=await work.send("memory_latest", RevisionRow, **named),
        assertions=await work.send("group_assertions", OpenAssertion, match_key=match, **named),
        versions=await work.send("group_versions", GroupVersion, match_key=match, **named),
        places=await work.send("group_places", PlaceRow, match_key=match, **named),
    )


def rivals_of(
    assertions: Iterable[OpenAssertion],
    versions: Iterable[GroupVersion],
    places: Iterable[PlaceRow],
) -> dict[UUID, Rivals]:
    """Return the groups that rows are of, whole."""
    found: dict[UUID, Rivals] = {}

    def group_of(rivals_key: UUID) -> Rivals:
        if rivals_key not in found:
            found[rivals_key] = Rivals.of(rivals_key)
        return found[rivals_key]

    for place in places:
        group_of(place.rivals_key).group.places[str(place.memory_id)] = Place(
            unit_no=place.unit_no, partition_no=place.partition_no
        )
    for row in versions:
        rivals, key = group_of(row.rivals_key), Key(row.number, row.ordinal)
        rivals.group.exclusive = rivals.group.exclusive or row.exclusive
        rivals.group.load(
            key,
            row.memory_id,
            Period(start=row.valid_from, end=row.valid_until),
            gap=row.gap,
            place=rivals.group.places[str(row.memory_id)],
        )
        rivals.stored[str(key)] = rivals.group.rows[str(key)]
    for each in assertions:
        group_of(each.rivals_key).assertions[str(each.key)] = each.pure()
    return found


def opened_assertion(key: Key, row: AssertionRow) -> OpenAssertion:
    """Return an assertion that is about to be written as it will be read."""
    said = {item.name: getattr(row, item.name) for item in fields(Asserted)}
    return OpenAssertion(number=key.number, ordinal=key.ordinal, **said)


def opened_revision(key: Key, row: MemoryRow) -> RevisionRow:
    """Return a revision that is about to be written as it will be read."""
    said = {item.name: getattr(row, item.name) for item in fields(Revision)}
    return RevisionRow(number=key.number, ordinal=key.ordinal, known_until=None, **said)
