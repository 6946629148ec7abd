"""Hold a draft that is ready to be placed, and write the rows that it becomes."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from muniment.access.partition import PartitionKey
from muniment.ledger.change import Unit
from muniment.ledger.drafts import metadata_written
from muniment.ledger.keys import match_key
from muniment.ledger.opening import Opening
from muniment.model.memory import Cardinality
from muniment.model.names import folded
from muniment.model.writes import Draft
from muniment.ports.embedder import Vector
from muniment.store.found import Key
from muniment.store.rows import AssertionRow, MemoryRow
from muniment.temporal.holding import Rank
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


def write_memory(
    opening: Opening,
    item: Prepared,
    memory_id: UUID,
    rivals_key: UUID,
    partition_no: int,
    cardinality: Cardinality | None,
) -> int:
    """Write the first revision of a memory and open its unit; return the unit's number."""
    change, draft = opening.change, item.draft
    unit_no = change.next_unit_no()
    change.write(
        MemoryRow(
            memory_id=memory_id,
            unit_no=unit_no,
            partition_no=partition_no,
            rivals_key=rivals_key,
            match_key=item.match(cardinality),
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
            metadata=None if draft.metadata is None else metadata_written(draft.metadata),
            confidence=draft.confidence,
            agent=opening.principal.agent,
            salt=secrets.token_bytes(16),
        )
    )
    entities = (item.entity_key, item.object_key)
    change.opened_units.append(
        unit_of(unit_no, partition_no, item.text, draft.tags, entities, item.embedding)
    )
    return unit_no


def write_assertion(
    opening: Opening,
    item: Prepared,
    memory_id: UUID,
    rivals_key: UUID,
    partition_no: int,
    period: Period,
    rank: Rank,
) -> Key:
    """Write that somebody said so; return the row's name."""
    draft = item.draft
    return opening.change.write(
        AssertionRow(
            memory_id=memory_id,
            partition_no=partition_no,
            rivals_key=rivals_key,
            gap=False,
            valid_from=period.start,
            valid_until=period.end,
            rank_from=rank.rank_from,
            rank_number=rank.number,
            rank_ordinal=rank.ordinal,
            confidence=draft.confidence,
            actor=opening.principal.actor,
            episode_id=draft.episode_id,
            span_from=None if draft.span is None else draft.span[0],
            span_until=None if draft.span is None else draft.span[1],
            source=draft.source,
            salt=secrets.token_bytes(16),
        )
    )


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
