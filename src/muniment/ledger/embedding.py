"""Embed before anything is locked; without an embedder the write lands and waits in the backlog."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muniment.access.principal import Permission, Principal
from muniment.errors import EmbedderUnavailable
from muniment.ports.embedder import Embedder, Vector

EMBED_BACKLOG: Final = "embed_backlog"
"""The kind of task that embeds what waits."""

EMBED_BACKOFF_MAX_S: Final = 60.0
"""The most seconds that it waits between attempts: what is not embedded is not found by its meaning."""

EMBED_ATTEMPTS_MAX: Final = 10_000
"""How often it is begun: an embedder may be away for a week, and each attempt asks it once."""

EMBEDDED_AT_ONCE_MAX: Final = 10_000
"""The most texts that may be embedded for one transaction: they are all in memory."""


def backlog_key(principal: Principal) -> str:
    """Name what a principal embeds: what it reads, or the whole tenant's if it governs."""
    if Permission.GOVERN in principal.permissions:
        return EMBED_BACKLOG
    return f"{EMBED_BACKLOG} {principal.reach}"


async def embeddings_of(embedder: Embedder | None, texts: Sequence[str]) -> list[Vector | None]:
    """Return one vector per text, or None for each where the embedder cannot be reached."""
    if embedder is None or not texts:
        return [None] * len(texts)
    try:
        matrix = await embedder.embed_documents(texts)
    except EmbedderUnavailable:
        return [None] * len(texts)
    return list(matrix)
