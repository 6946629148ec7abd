"""Run a model in this process, off the event loop, one text at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Protocol

import anyio
import anyio.to_thread
from anyio.lowlevel import RunVar

from muniment.model.storable import refuse_unstorable
from muniment.ports.embedder import EmbedderIdentity, Matrix, Vector
from muniment.providers.vectors import unit


class TextModel(Protocol):
    """A loaded model: one text in, one vector of any length out, blocking."""

    def vector(self, text: str, *, is_query: bool) -> Vector:
        """Return the vector of one text, shape (d,)."""


class OfflineEmbedder:
    """Embed with a model in this process; it is loaded when the first text comes.

    Texts are embedded one at a time, so that no vector can depend on what is embedded beside it
    (models that quantise activations do that in a batch), no time goes into padding, a question
    waits for one document at most, and cancellation takes effect between texts.
    The same text gives the same bytes with the same runtime on the same kind of processor; others
    may round differently.
    """

    def __init__(self, identity: EmbedderIdentity, load: Callable[[], TextModel]) -> None:
        self._identity = identity
        self._load = load
        self._model: TextModel | None = None
        # Event loops of several threads may share this object, and a limiter belongs to one loop.
        self._turn = threading.Lock()
        self._limiter: RunVar[anyio.CapacityLimiter] = RunVar("one text at a time")

    @property
    def identity(self) -> EmbedderIdentity:
        """Return who embeds; no model is loaded for it."""
        return self._identity

    async def embed_query(self, text: str) -> Vector:
        """Embed a question.

        Raises:
            EmbedderUnavailable: the model is not installed or not the expected one.
            UnstorableText: the text holds a NUL or a lone surrogate.
        """
        refuse_unstorable(text)
        return await self._embed(text, is_query=True)

    async def embed_documents(self, texts: Sequence[str]) -> Matrix:
        """Embed documents in their order, shape (n, d); cancellable between two of them.

        Raises:
            EmbedderUnavailable: the model is not installed or not the expected one.
            UnstorableText: a text holds a NUL or a lone surrogate.
        """
        import numpy

        for text in texts:
            refuse_unstorable(text)
        matrix = numpy.empty((len(texts), self._identity.dimensions), dtype=numpy.float32)
        for row, text in enumerate(texts):
            matrix[row] = await self._embed(text, is_query=False)
        return matrix

    async def aclose(self) -> None:
        """Let go of the model; the next text loads it again."""
        await anyio.to_thread.run_sync(self._release)

    async def _embed(self, text: str, *, is_query: bool) -> Vector:
        limiter = self._limiter.get(None)
        if limiter is None:
            limiter = anyio.CapacityLimiter(1)
            self._limiter.set(limiter)
        return await anyio.to_thread.run_sync(self._embed_blocking, text, is_query, limiter=limiter)

    def _embed_blocking(self, text: str, is_query: bool) -> Vector:
        with self._turn:
            if self._model is None:
                self._model = self._load()
            vector = self._model.vector(text, is_query=is_query)
        return unit(vector, self._identity.dimensions, self._identity.name)

    def _release(self) -> None:
        with self._turn:
            self._model = None
