"""Get one memory or one turn by its id, as it stands at a basis."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from muniment.access.principal import Principal
from muniment.errors import EpisodeNotFound, MemoryNotFound
from muniment.model.ids import MemoryId
from muniment.model.memory import Episode, Memory, no_memory
from muniment.model.reading import GetEpisode, GetMemory
from muniment.recall.basis import resolve_basis
from muniment.recall.lookup.asking import reader
from muniment.recall.lookup.rows import EpisodeFound, MemoryFound
from muniment.store.pool import Store
from muniment.store.work import Work
from muniment.temporal.basis import Basis


@dataclass(frozen=True, slots=True, kw_only=True)
class LastSaid:
    """What became of a memory by a transaction."""

    memory_id: UUID
    erased: bool
    is_open: bool


async def get(store: Store, principal: Principal, request: GetMemory) -> Memory:
    """Return a memory at a basis.

    Where it holds at `valid_at`, the row that holds; else, of the rows known at `as_of`, the one
    that ended last: its period tells that it does not hold.

    Raises:
        MemoryNotFound: it is unknown, of another tenant, not to be read by the principal, was
            forgotten, retracted or erased, or another memory displaced it altogether.
    """
    principal = reader(principal, request.containers)
    async with store.reading(principal.as_setting()) as work:
        basis = await resolve_basis(work, principal, request.as_of, request.valid_at)
        row = await work.one(
            "memory_at",
            MemoryFound,
            tenant_id=principal.tenant_id,
            memory_id=request.memory_id,
            as_of=basis.as_of.time,
            valid_at=basis.valid_at,
        )
        if row is not None and row.content is not None:
            return row.memory()
        raise await memory_missing(work, principal, request.memory_id, basis)


async def memory_missing(
    work: Work, principal: Principal, memory_id: MemoryId, basis: Basis
) -> MemoryNotFound:
    """Return the error that says why a memory is not there at a basis."""
    said = await work.one(
        "memory_last_said",
        LastSaid,
        tenant_id=principal.tenant_id,
        memory_id=memory_id,
        as_of=basis.as_of.time,
    )
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
            "its history tells by which."
        )
    return f"the memory {memory_id} was forgotten or retracted; only its history is left."


async def get_episode(store: Store, principal: Principal, request: GetEpisode) -> Episode:
    """Return a turn at a basis: said by `valid_at`, stored by `as_of`.

    Raises:
        EpisodeNotFound: it is unknown, of another tenant, not to be read by the principal, was
            hidden or erased, or lies after the basis.
    """
    principal = reader(principal, request.containers)
    async with store.reading(principal.as_setting()) as work:
        basis = await resolve_basis(work, principal, request.as_of, request.valid_at)
        row = await work.one(
            "episode_at",
            EpisodeFound,
            tenant_id=principal.tenant_id,
            episode_id=request.episode_id,
            as_of=basis.as_of.time,
            valid_at=basis.valid_at,
        )
    if row is None or row.content is None:
        raise EpisodeNotFound(f"there is no episode {request.episode_id}.")
    return row.episode()
