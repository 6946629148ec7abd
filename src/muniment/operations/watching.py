"""Watch whether the embedder was reached, for whoever asks whether it is fit, and for the log."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from muniment.errors import EmbedderUnavailable
from muniment.ports.embedder import Embedder, EmbedderIdentity, Matrix, Vector
from muniment.recall.troubles import Trouble


class WatchedEmbedder:
    """An embedder of which it is known how the last call went; nothing is asked for that."""

    def __init__(self, wrapped: Embedder) -> None:
        self.wrapped = wrapped
        self._trouble = Trouble("the embedder cannot be reached")

    @property
    def identity(self) -> EmbedderIdentity:
        """Return who embeds."""
        return self.wrapped.identity

    @property
    def unreached(self) -> str | None:
        """The code of the error that the last call ended with, None if it did not."""
        return self._trouble.code

    async def embed_query(self, text: str) -> Vector:
        """Embed a question.

        Raises:
            EmbedderUnavailable: as the embedder itself raises it.
        """
        async with self._watched():
            return await self.wrapped.embed_query(text)

    async def embed_documents(self, texts: Sequence[str]) -> Matrix:
        """Embed documents, in their order.

        Raises:
            EmbedderUnavailable: as the embedder itself raises it.
        """
        async with self._watched():
            return await self.wrapped.embed_documents(texts)

    async def aclose(self) -> None:
        """Close the embedder."""
        await self.wrapped.aclose()

    @asynccontextmanager
    async def _watched(self) -> AsyncIterator[None]:
        try:
            yield
        except EmbedderUnavailable as error:
            self._trouble.met(error.code, error.message)
            raise
        self._trouble.passed()
