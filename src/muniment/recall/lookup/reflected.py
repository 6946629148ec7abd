"""Read what a look back is made of: what is said again and again, what changed, what has faded."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from muniment.access.principal import Principal
from muniment.model.ids import EpisodeId, MemoryId
from muniment.model.reflection import (
    ChangedBelief,
    FadedBelief,
    FadedBeliefs,
    GetFaded,
    GetReflection,
)
from muniment.recall.decay import HALF_LIFE
from muniment.recall.lookup.opening import Known
from muniment.store.pool import Store
from muniment.temporal.basis import Basis


@dataclass(frozen=True, slots=True, kw_only=True)
class Supported:
    """A belief, and the turns that it rests on."""

    memory_id: UUID
    content: str
    entity: str | None
    category: str
    category_key: str
    valid_from: datetime
    episode_ids: list[UUID]


class Changed(NamedTuple):
    """A belief and its successor."""

    old_id: MemoryId
    new_id: MemoryId
    old_content: str
    new_content: str
    entity: str | None
    category: str | None
    changed_at: datetime
    known_from: datetime


class Rested(NamedTuple):
    """That a memory rests on a turn."""

    memory_id: UUID
    episode_id: EpisodeId
    occurred_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class LookedBack:
    """What was read for a look back; of the changes one more than the limit, if there is one."""

    supported: tuple[Supported, ...]
    changed: tuple[ChangedBelief, ...]
    basis: Basis


async def look_back(store: Store, principal: Principal, request: GetReflection) -> LookedBack:
    """Return the beliefs that rest on many turns, and the changes of belief, at a basis."""
    place = (request.as_of, request.namespace, request.containers)
    async with Known.at(store, principal, *place, valid_at=request.valid_at) as known:
        where = known.holding
        asked_supported = await known.work.send(
            "beliefs_supported", Supported, episodes_min=request.episodes_min, **where
        )
        changed = await known.work.all(
            "beliefs_changed", Changed, since=request.since, limit=request.limit + 1, **where
        )
        supported = await asked_supported.all()
        changed_ids = {each for row in changed for each in (row.old_id, row.new_id)}
        episodes = await _episodes(known, changed_ids)
    return LookedBack(
        supported=tuple(supported),
        changed=tuple(
            ChangedBelief(
                old_id=row.old_id,
                new_id=row.new_id,
                old_content=row.old_content,
                new_content=row.new_content,
                entity=row.entity,
                category=row.category,
                changed_at=row.changed_at,
                known_from=row.known_from,
                old_episodes=episodes.get(row.old_id, ()),
                new_episodes=episodes.get(row.new_id, ()),
            )
            for row in changed
        ),
        basis=known.basis,
    )


async def _episodes(known: Known, memory_ids: Iterable[UUID]) -> dict[UUID, tuple[EpisodeId, ...]]:
    rows = await known.work.all(
        "episodes_of", Rested, memory_ids=sorted(memory_ids), **known.holding
    )
    found: dict[UUID, tuple[EpisodeId, ...]] = {}
    for row in rows:
        found[row.memory_id] = (*found.get(row.memory_id, ()), row.episode_id)
    return found


async def faded_beliefs(store: Store, principal: Principal, request: GetFaded) -> FadedBeliefs:
    """Return the beliefs that hold and have faded, as recall weighs them at the basis.

    Nothing is stored: any basis gives the same again.
    """
    place = (request.as_of, request.namespace, request.containers)
    async with Known.at(store, principal, *place, valid_at=request.valid_at) as known:
        rows = await known.work.all(
            "beliefs_faded",
            FadedBelief,
            **known.holding,
            half_life_s=HALF_LIFE.total_seconds(),
            below=float(request.below),
            limit=request.limit + 1,
        )
    return FadedBeliefs(
        items=tuple(rows[: request.limit]),
        is_cut=len(rows) > request.limit,
        basis=known.basis,
    )
