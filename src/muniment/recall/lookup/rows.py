"""Map the rows that readings answer to the model."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from muniment.model.ids import EpisodeId, MemoryId
from muniment.model.memory import Episode, Memory, Scope, Standing, Visibility


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryFound:
    """A memory as one of its rows tells it."""

    memory_id: MemoryId
    content: str | None
    valid_from: datetime
    valid_until: datetime | None
    known_from: datetime
    entity: str | None
    category: str | None
    object: str | None
    tags: list[str]
    metadata: str | None
    confidence: float
    standing: str
    agent: str | None
    scope: str
    namespace: str
    visibility: str
    under_review: bool

    def memory(self) -> Memory:
        """Return the memory as it stands at the basis: what was known there is known until further notice."""
        assert self.content is not None, "the reading passes over what was erased"
        return Memory(
            id=self.memory_id,
            content=self.content,
            valid_from=self.valid_from,
            valid_until=self.valid_until,
            known_from=self.known_from,
            known_until=None,
            entity=self.entity,
            category=self.category,
            object=self.object,
            tags=tuple(self.tags),
            metadata=metadata_of(self.metadata),
            confidence=self.confidence,
            scope=Scope(self.scope),
            namespace=self.namespace,
            visibility=Visibility(self.visibility),
            standing=Standing(self.standing),
            under_review=self.under_review,
            agent=self.agent,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeFound:
    """A turn."""

    episode_id: EpisodeId
    content: str | None
    speaker: str | None
    caption: str | None
    occurred_at: datetime
    session: str | None
    position: int
    source_id: str | None
    known_from: datetime
    metadata: str | None
    namespace: str

    def episode(self) -> Episode:
        """Return the turn as it stands at the basis."""
        assert self.content is not None, "the reading passes over what was erased"
        return Episode(
            id=self.episode_id,
            content=self.content,
            speaker=self.speaker,
            caption=self.caption,
            occurred_at=self.occurred_at,
            session=self.session or "",
            position=self.position,
            source_id=self.source_id,
            known_from=self.known_from,
            known_until=None,
            metadata=metadata_of(self.metadata),
            namespace=self.namespace,
        )


def metadata_of(text: str | None) -> Mapping[str, object] | None:
    """Return stored metadata."""
    return None if text is None else cast("dict[str, object]", json.loads(text))


def span_of(start: int | None, end: int | None) -> tuple[int, int] | None:
    """Return where in a turn its words are, if that was told."""
    return None if start is None or end is None else (start, end)
