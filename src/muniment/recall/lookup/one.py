"""Get one memory or one turn by its id, as it stands at a basis."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from uuid import UUID

from muniment.access.principal import Principal
from muniment.errors import EpisodeNotFound, MemoryNotFound
from muniment.model.ids import MemoryId
from muniment.model.memory import Episode, Memory, no_memory
from muniment.model.reading import GetEpisode, GetMemory
from muniment.recall.lookup.opening import Reading, reading_at
from muniment.recall.lookup.rows import EpisodeFound, MemoryFound
from muniment.store.arrays import Uuids
from muniment.store.pool import Store
from muniment.store.work import Pending


@dataclass(frozen=True, slots=True, kw_only=True)
class LastSaid:
    """What became of a memory by a transaction."""

    memory_id: UUID
    erased: bool
    is_open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Erased:
    """A turn whose words were erased."""

    episode_id: UUID


async def get(store: Store, principal: Principal, request: GetMemory) -> Memory:
    """Return a memory at a basis.

    Where it holds at `valid_at`, the row that holds; else, of the rows known at `as_of`, the one
    that ended last: its period tells that it does not hold.

    Raises:
        MemoryNotFound: it is unknown, of another tenant, not to be read by the principal, was
            forgotten, retracted or erased, or another memory displaced it altogether.
    """
    place = (request.as_of, request.containers)
    async with reading_at(store, principal, *place, valid_at=request.valid_at) as at:
        row = await (await ask_memories(at, [request.memory_id])).one()
        if row is not None and row.content is not None:
            return row.memory()
        raise await memory_missing(at, request.memory_id)


async def ask_memories(at: Reading, ids: Collection[UUID]) -> Pending[MemoryFound]:
    """Queue the question what some memories are at a basis, each as `get` reads it."""
    return await at.work.send("memories_at", MemoryFound, memory_ids=Uuids([*ids]), **at.holding)


async def memories_at(at: Reading, ids: Collection[UUID]) -> dict[UUID, Memory]:
    """Return those of some memories that are there at a basis, by their ids. One round trip, none for none."""
    return standing(await (await ask_memories(at, ids)).all()) if ids else {}


def standing(rows: Iterable[MemoryFound]) -> dict[UUID, Memory]:
    """Return the memories that some rows tell, by their ids; what was erased is none."""
    return {row.memory_id: row.memory() for row in rows if row.content is not None}


async def ask_episodes(at: Reading, ids: Collection[UUID]) -> Pending[EpisodeFound]:
    """Queue the question what some turns are at a basis, each as `get_episode` reads it."""
    return await at.work.send("episodes_at", EpisodeFound, episode_ids=Uuids([*ids]), **at.holding)


async def memory_missing(at: Reading, memory_id: MemoryId) -> MemoryNotFound:
    """Return the error that says why a memory is not there at a basis."""
    said = await at.work.one("memory_last_said", LastSaid, memory_id=memory_id, **at.where)
    if said is None:
        return no_memory(memory_id)
    return MemoryNotFound(why_missing(memory_id, erased=said.erased, is_open=said.is_open))


def why_missing(memory_id: MemoryId, *, erased: bool, is_open: bool) -> str:
    """Return why a memory that was known once does not stand at a basis."""
    if erased:
        return f"the memory {memory_id} was erased."
    if is_open:
        return (
            f"the memory {memory_id} was displaced by another for all the time it was said to hold; "
            "if it ever held, its history tells by which, else the slot's timeline."
        )
    return f"the memory {memory_id} was forgotten or retracted; only its history is left."


async def get_episode(store: Store, principal: Principal, request: GetEpisode) -> Episode:
    """Return a turn at a basis: said by `valid_at`, stored by `as_of`.

    Raises:
        EpisodeNotFound: it is unknown, of another tenant, not to be read by the principal, was
            hidden or erased, or lies after the basis.
    """
    place = (request.as_of, request.containers)
    async with reading_at(store, principal, *place, valid_at=request.valid_at) as at:
        row = await (await ask_episodes(at, [request.episode_id])).one()
        if row is not None and row.content is not None:
            return row.episode()
        asked = {"episode_id": request.episode_id}
        erased = await at.work.one("episode_erased", Erased, **asked, **at.where)
    if erased is None:
        raise EpisodeNotFound(f"there is no episode {request.episode_id}.")
    raise EpisodeNotFound(f"the episode {request.episode_id} was erased.")
