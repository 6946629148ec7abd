"""Add beliefs: find each one's rivals, decide what holds, and place the rows."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from muniment.access.partition import PartitionKey
from muniment.ledger.change import Key, Unit
from muniment.ledger.drafts import metadata_text
from muniment.ledger.group import Group, Place, period_of
from muniment.ledger.keys import match_key
from muniment.ledger.opening import Opening
from muniment.model.ids import MemoryId
from muniment.model.memory import Cardinality, Outcome, Standing
from muniment.model.names import folded
from muniment.model.writes import Draft, Written
from muniment.ports.embedder import Vector
from muniment.settings import LimitSettings
from muniment.store.rows import AssertionRow, MemoryRow
from muniment.store.work import Pending, Work
from muniment.temporal.holding import Assertion, Claim, Rank, Row, claim
from muniment.temporal.holding import Outcome as ClaimOutcome
from muniment.temporal.period import Period


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A draft with the keys it is found by and the vector it was given."""

    draft: Draft
    partition: PartitionKey
    entity_key: str | None
    category_key: str | None
    object_key: str | None
    text: str
    embedding: Vector | None
    slot_match: UUID | None
    """The key shared with rivals in a slot of cardinality one; None without a slot."""
    content_match: UUID
    """The key shared with rivals elsewhere."""

    @property
    def has_slot(self) -> bool:
        """Whether it is about a slot at all."""
        return self.slot_match is not None

    def match(self, cardinality: Cardinality | None) -> UUID:
        """Return the key shared with rivals under a cardinality."""
        if cardinality is Cardinality.ONE and self.slot_match is not None:
            return self.slot_match
        return self.content_match


def prepare(draft: Draft, partition: PartitionKey, text: str, embedding: Vector | None) -> Prepared:
    """Return a checked draft with its keys."""
    entity_key = None if draft.entity is None else folded(draft.entity)
    category_key = None if draft.category is None else folded(draft.category)
    object_key = None if draft.object is None else folded(draft.object)

    def match(cardinality: Cardinality) -> UUID:
        return match_key(
            partition,
            entity_key=entity_key,
            category_key=category_key,
            cardinality=cardinality,
            content=draft.content,
            object_key=object_key,
        )

    has_slot = entity_key is not None and category_key is not None
    return Prepared(
        draft=draft,
        partition=partition,
        entity_key=entity_key,
        category_key=category_key,
        object_key=object_key,
        text=text,
        embedding=embedding,
        slot_match=match(Cardinality.ONE) if has_slot else None,
        content_match=match(Cardinality.MANY),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RivalRow:
    """A group that an asked key belongs to, and one of its rows."""

    match_key: UUID
    rivals_key: UUID
    number: int | None
    ordinal: int | None
    memory_id: UUID | None
    unit_no: int | None
    partition_no: int | None
    exclusive: bool | None
    gap: bool | None
    valid_from: datetime | None
    valid_until: datetime | None
    content: str | None
    object: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BeaterRow:
    """An assertion that outranks an asked one."""

    rivals_key: UUID
    number: int
    ordinal: int
    memory_id: UUID
    gap: bool
    valid_from: datetime
    valid_until: datetime | None
    rank_from: datetime
    rank_number: int
    rank_ordinal: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The queued answers about rivals."""

    rivals: Pending[RivalRow]
    beaters: Pending[BeaterRow]


async def ask_rivals(work: Work, tenant_id: UUID, prepared: Sequence[Prepared]) -> Asked:
    """Queue the reading of every group that the drafts could meet, each once, for all its drafts."""
    drafts: dict[UUID, list[Draft]] = {}
    for item in prepared:
        if item.draft.standing is Standing.HELD:
            for match in (item.slot_match, item.content_match):
                if match is not None:
                    drafts.setdefault(match, []).append(item.draft)
    starts = [[d.valid_from for d in group] for group in drafts.values()]
    ends = [[d.valid_until for d in group] for group in drafts.values()]
    columns = {
        "tenant_id": tenant_id,
        "match_keys": list(drafts),
        "valid_froms": [
            min((at for at in each if at is not None), default=None) for each in starts
        ],
        "include_now": [None in each for each in starts],
        "valid_untils": [
            None if None in each else max(at for at in each if at is not None) for each in ends
        ],
    }
    return Asked(
        rivals=await work.send("rivals_read", RivalRow, **columns),
        beaters=await work.send("beaters_read", BeaterRow, **columns),
    )


@dataclass(slots=True, kw_only=True)
class Adding:
    """The groups that a batch of drafts meets, and what became of each draft."""

    opening: Opening
    limits: LimitSettings
    groups: dict[UUID, Group] = field(default_factory=dict)
    stored: dict[UUID, dict[str, Row]] = field(default_factory=dict)
    by_match: dict[UUID, UUID] = field(default_factory=dict)
    placed: list[tuple[MemoryId, Outcome, UUID]] = field(default_factory=list)

    async def load(self, asked: Asked) -> None:
        """Take in what the ledger says of the rivals."""
        for row in await asked.rivals.all():
            self.by_match[row.match_key] = row.rivals_key
            group = self._group(row.rivals_key, exclusive=bool(row.exclusive))
            if row.number is None or row.ordinal is None or row.memory_id is None:
                continue
            assert row.valid_from is not None
            assert row.unit_no is not None
            assert row.partition_no is not None
            assert row.content is not None
            group.exclusive = bool(row.exclusive)
            group.load(
                Key(row.number, row.ordinal),
                row.memory_id,
                period_of(row.valid_from, row.valid_until),
                gap=bool(row.gap),
                place=Place(unit_no=row.unit_no, partition_no=row.partition_no),
            )
            group.note_content(str(row.memory_id), row.content, row.object)
        for beater in await asked.beaters.all():
            self._take_beater(beater)
        self.stored = {key: dict(group.rows) for key, group in self.groups.items()}

    def _take_beater(self, row: BeaterRow) -> None:
        key = str(Key(row.number, row.ordinal))
        beater = Assertion(
            assertion_id=key,
            memory_id=str(row.memory_id),
            period=period_of(row.valid_from, row.valid_until),
            rank=Rank(rank_from=row.rank_from, number=row.rank_number, ordinal=row.rank_ordinal),
            gap=row.gap,
        )
        self._group(row.rivals_key, exclusive=False).note_beater(beater)

    def _group(self, rivals_key: UUID, *, exclusive: bool) -> Group:
        return self.groups.setdefault(rivals_key, Group(rivals_key=rivals_key, exclusive=exclusive))

    def add(self, item: Prepared, ordinal: int) -> None:
        """Place one draft."""
        change, draft = self.opening.change, item.draft
        cardinality = (
            self.opening.cardinality_of(draft.category, item.category_key)
            if item.has_slot
            else None
        )
        partition_no = self.opening.partition_no(item.partition)
        memory_id = self.opening.new_id()
        match = item.match(cardinality)
        exclusive = cardinality is Cardinality.ONE and draft.standing is Standing.HELD
        if draft.standing is Standing.HELD:
            rivals_key = self.by_match.setdefault(match, memory_id)
        else:
            rivals_key = memory_id
        group = self._group(rivals_key, exclusive=exclusive)
        group.exclusive = group.exclusive or exclusive
        start = draft.valid_from if draft.valid_from is not None else change.recorded_at
        claimant = Assertion(
            assertion_id=f"new.{ordinal}",
            memory_id=str(memory_id),
            period=Period(start=start, end=draft.valid_until),
            rank=Rank(rank_from=start, number=change.number, ordinal=ordinal),
        )
        made = claim(
            group.near(claimant.period),
            group.above(claimant.rank),
            claimant,
            group.twins(draft.content, draft.object),
        )
        group.apply(made.splice)
        group.note_beater(claimant)
        if made.outcome is ClaimOutcome.ADDED:
            self._write_memory(item, memory_id, match, group, partition_no, cardinality)
        self._write_assertion(item, made, claimant, rivals_key, partition_no)
        outcome = Outcome.NOOP if made.outcome is ClaimOutcome.COVERED else Outcome.ADD
        self.placed.append((MemoryId(UUID(made.memory_id)), outcome, rivals_key))

    def _write_memory(
        self,
        item: Prepared,
        memory_id: UUID,
        match: UUID,
        group: Group,
        partition_no: int,
        cardinality: Cardinality | None,
    ) -> None:
        change, draft = self.opening.change, item.draft
        unit_no = change.next_unit_no()
        group.places[str(memory_id)] = Place(unit_no=unit_no, partition_no=partition_no)
        group.note_content(str(memory_id), draft.content, draft.object)
        change.write(
            MemoryRow(
                memory_id=memory_id,
                unit_no=unit_no,
                partition_no=partition_no,
                rivals_key=group.rivals_key,
                match_key=match,
                cardinality=None if cardinality is None else cardinality.value,
                standing=draft.standing.value,
                content=draft.content,
                entity=draft.entity,
                entity_key=item.entity_key,
                category=draft.category,
                category_key=item.category_key,
                object=draft.object,
                object_key=item.object_key,
                tags=list(draft.tags),
                metadata=metadata_text(draft.metadata, self.limits),
                confidence=draft.confidence,
                agent=self.opening.principal.agent,
                salt=secrets.token_bytes(16),
            )
        )
        change.opened_units.append(
            unit_of(
                unit_no,
                partition_no,
                item.text,
                draft.tags,
                (item.entity_key, item.object_key),
                item.embedding,
            )
        )

    def _write_assertion(
        self, item: Prepared, made: Claim, claimant: Assertion, rivals_key: UUID, partition_no: int
    ) -> None:
        draft = item.draft
        self.opening.change.write(
            AssertionRow(
                memory_id=UUID(made.memory_id),
                partition_no=partition_no,
                rivals_key=rivals_key,
                gap=False,
                valid_from=claimant.period.start,
                valid_until=claimant.period.end,
                rank_from=claimant.rank.rank_from,
                rank_number=claimant.rank.number,
                rank_ordinal=claimant.rank.ordinal,
                confidence=draft.confidence,
                actor=self.opening.principal.actor,
                episode_id=draft.episode_id,
                span_from=None if draft.span is None else draft.span[0],
                span_until=None if draft.span is None else draft.span[1],
                source=draft.source,
                salt=secrets.token_bytes(16),
            )
        )

    def finish(self) -> list[Written]:
        """Write the rows of every group and say what became of each draft, in order."""
        change = self.opening.change
        lost = {
            key: group.write(change, self.stored.get(key, {})) for key, group in self.groups.items()
        }
        embedded = {unit.unit_no for unit in change.opened_units if unit.embedding is not None}
        return [
            Written(
                id=memory_id,
                outcome=outcome,
                transaction=change.number,
                known_from=change.recorded_at,
                displaced=tuple(
                    MemoryId(UUID(other)) for other in sorted(lost[key]) if other != str(memory_id)
                ),
                embedded=self._unit_of(key, memory_id) in embedded or outcome is Outcome.NOOP,
            )
            for memory_id, outcome, key in self.placed
        ]

    def _unit_of(self, rivals_key: UUID, memory_id: UUID) -> int:
        return self.groups[rivals_key].places[str(memory_id)].unit_no


def unit_of(
    unit_no: int,
    partition_no: int,
    text: str,
    tags: Sequence[str],
    entities: Sequence[str | None],
    embedding: Vector | None,
) -> Unit:
    """Return the searchable unit of a memory."""
    return Unit(
        unit_no=unit_no,
        partition_no=partition_no,
        text=text,
        tags=tuple(folded(tag) for tag in tags),
        entities=tuple(entity for entity in entities if entity is not None),
        embedding=embedding,
    )
