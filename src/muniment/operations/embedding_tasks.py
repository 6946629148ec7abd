"""Embed the backlog in the background."""

from __future__ import annotations

from dataclasses import dataclass

from muniment.access.principal import Permission
from muniment.ledger.embedding import (
    EMBED_ATTEMPTS_MAX,
    EMBED_BACKLOG,
    EMBED_BACKOFF_MAX_S,
    EMBEDDED_AT_ONCE_MAX,
)
from muniment.ledger.upkeep import await_writes, heal
from muniment.model.writes import Healed
from muniment.operations.background import task_kind
from muniment.operations.catalogue import about
from muniment.operations.services import Services
from muniment.tasks.holding import Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedBacklog:
    """How much of the backlog to embed."""

    units_max: int = about(
        "The most memories and turns in one transaction.", 256, least=1, most=EMBEDDED_AT_ONCE_MAX
    )


@task_kind(
    EMBED_BACKLOG,
    Permission.WRITE,
    attempts_max=EMBED_ATTEMPTS_MAX,
    backoff_max_s=EMBED_BACKOFF_MAX_S,
)
async def embed_backlog(services: Services, request: EmbedBacklog, progress: Progress) -> Healed:
    """Embed what was written while the embedder was away, until nothing waits."""
    return await embed_waiting(services, request.units_max, progress)


async def embed_waiting(services: Services, units_max: int, progress: Progress) -> Healed:
    """Embed the backlog, so many units in one transaction, until nothing waits or nothing can be embedded.

    A write that found this task waiting enqueued no other; it may still be under way, and is waited for.
    """
    await await_writes(services.ledger, services.principal)
    embedded = 0
    while True:
        healed = await heal(services.ledger, services.principal, units_max=units_max)
        embedded += healed.embedded
        progress.told(embedded, embedded + healed.waiting)
        if healed.waiting == 0 or healed.embedded == 0:
            return Healed(embedded=embedded, waiting=healed.waiting)
