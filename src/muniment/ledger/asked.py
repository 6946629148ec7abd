"""Read a memory and its rivals, as a change needs them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from muniment.ledger.change import Key
from muniment.ledger.group import Place, Rivals, period_of
from muniment.ledger.keys import searchable_text
from muniment.model.ids import MemoryId
from muniment.store.rows import AssertionRow, MemoryRow
from muniment.store.work import Pending, Work
from muniment.temporal.holding import Assertion, Rank
from muniment.temporal.period import Period


@dataclass(frozen=True, slots=True, kw_only=True)
class RevisionRow:
    """The open revision of a memory."""

    number: int
    ordinal: int
    memory_id: UUID
    unit_no: int
    partition_no: int
    rivals_key: UUID
    match_key: UUID
    cardinality: str | None
    standing: str
    content: str
    entity: str | None
    entity_key: str | None
    category: str | None
    category_key: str | None
    object: str | None
    object_key: str | None
    tags: list[str]
    metadata: str | None
    confidence: float
    agent: str | None
    known_until: datetime | None

    @property
    def text(self) -> str:
        """What its words and its embedding are made from."""
        return searchable_text(self.content, self.entity, self.object)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenAssertion:
    """An open assertion of a group."""

    number: int
    ordinal: int
    memory_id: UUID
    partition_no: int
    rivals_key: UUID
    gap: bool
    valid_from: datetime
    valid_until: datetime | None
    rank_from: datetime
    rank_number: int
    rank_ordinal: int
    confidence: float
    actor: str
    episode_id: UUID | None
    span_from: int | None
    span_until: int | None
    source: str | None

    @property
    def key(self) -> Key:
        """The name of its row."""
        return Key(self.number, self.ordinal)

    @property
    def period(self) -> Period:
        """The period it asserts."""
        return period_of(self.valid_from, self.valid_until)

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
class GroupVersion:
    """An open effective row of a group."""

    number: int
    ordinal: int
    rivals_key: UUID
    memory_id: UUID
    unit_no: int
    partition_no: int
    exclusive: bool
    gap: bool
    valid_from: datetime
    valid_until: datetime | None


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
            period_of(row.valid_from, row.valid_until),
            gap=row.gap,
            place=rivals.group.places[str(row.memory_id)],
        )
        rivals.stored[str(key)] = rivals.group.rows[str(key)]
    for each in assertions:
        group_of(each.rivals_key).assertions[str(each.key)] = each.pure()
    return found


def opened_assertion(key: Key, row: AssertionRow) -> OpenAssertion:
    """Return an assertion that is about to be written as it will be read."""
    return OpenAssertion(
        number=key.number,
        ordinal=key.ordinal,
        memory_id=row.memory_id,
        partition_no=row.partition_no,
        rivals_key=row.rivals_key,
        gap=row.gap,
        valid_from=row.valid_from,
        valid_until=row.valid_until,
        rank_from=row.rank_from,
        rank_number=row.rank_number,
        rank_ordinal=row.rank_ordinal,
        confidence=row.confidence,
        actor=row.actor,
        episode_id=row.episode_id,
        span_from=row.span_from,
        span_until=row.span_until,
        source=row.source,
    )


def opened_revision(key: Key, row: MemoryRow) -> RevisionRow:
    """Return a revision that is about to be written as it will be read."""
    return RevisionRow(
        number=key.number,
        ordinal=key.ordinal,
        memory_id=row.memory_id,
        unit_no=row.unit_no,
        partition_no=row.partition_no,
        rivals_key=row.rivals_key,
        match_key=row.match_key,
        cardinality=row.cardinality,
        standing=row.standing,
        content=row.content,
        entity=row.entity,
        entity_key=row.entity_key,
        category=row.category,
        category_key=row.category_key,
        object=row.object,
        object_key=row.object_key,
        tags=row.tags,
        metadata=row.metadata,
        confidence=row.confidence,
        agent=row.agent,
        known_until=None,
    )
