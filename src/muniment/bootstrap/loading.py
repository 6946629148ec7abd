"""Load the model that embeds before anybody waits for it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress

from anyio import create_task_group

from muniment.errors import EmbedderUnavailable
from muniment.operations.services import Services
from muniment.settings import EmbedderName


async def load_model(services: Services) -> None:
    """Let the embedder embed a word, unless it is one on a server; where it cannot, its health says so from now on."""
    if services.embedder is None or services.settings.embedder.name is EmbedderName.OPENAI:
        return
    with suppress(EmbedderUnavailable):
        await services.embedder.embed_query("ready")


@asynccontextmanager
async def loading(opening: AbstractAsyncContextManager[Services]) -> AsyncIterator[Services]:
    """Open services, and load their model while the block lasts already."""
    async with opening as services, create_task_group() as tasks:
        tasks.start_soon(load_model, services)
        yield services
        tasks.cancel_scope.cancel()
