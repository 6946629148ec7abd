"""Embed without a model, and fail on demand."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

import numpy

from muniment.errors import EmbedderUnavailable
from muniment.model.storable import refuse_unstorable
from muniment.ports.embedder import Embedder, EmbedderIdentity, Matrix, Vector

_WORD = re.compile(r"\w+")


class HashedEmbedder:
    """Embed a text as its bag of hashed words: texts that share words are alike.

    Each word adds one to the dimension that blake2b gives it, so every number is exact and the
    dot product is the cosine of the word counts (up to collisions). Another `salt` is another
    embedder, with another identity.
    """

    def __init__(self, *, dimensions: int = 384, salt: str = "") -> None:
        self._salt = salt.encode()
        digest = hashlib.sha256(f"bag of hashed words\n{dimensions}\n{salt}".encode()).hexdigest()
        self._identity = EmbedderIdentity(name="hashed", dimensions=dimensions, digest=digest)

    @property
    def identity(self) -> EmbedderIdentity:
        """Return who embeds."""
        return self._identity

    async def embed_query(self, text: str) -> Vector:
        """Embed a question, as a document would be."""
        return self._vector(text)

    async def embed_documents(self, texts: Sequence[str]) -> Matrix:
        """Embed documents in their order, shape (n, d)."""
        matrix = numpy.zeros((len(texts), self._identity.dimensions), dtype=numpy.float32)
        for row, text in enumerate(texts):
            matrix[row] = self._vector(text)
        return matrix

    async def aclose(self) -> None:
        """Do nothing: there is nothing to let go of."""

    def _vector(self, text: str) -> Vector:
        refuse_unstorable(text)
        counts = numpy.zeros(self._identity.dimensions, dtype=numpy.float64)
        for word in _WORD.findall(text.casefold()) or [text]:
            hashed = hashlib.blake2b(self._salt + b"\n" + word.encode(), digest_size=8).digest()
            counts[int.from_bytes(hashed, "big") % len(counts)] += 1.0
        length = numpy.sqrt((counts * counts).sum())
        vector: Vector = (counts / length).astype(numpy.float32)
        return vector


class FailingEmbedder:
    """Wrap an embedder that can be switched off: while `is_down`, every text is refused.

    `texts_left` refuses later: after that many further texts, in the middle of a batch too.
    """

    def __init__(
        self, wrapped: Embedder, *, is_down: bool = False, texts_left: int | None = None
    ) -> None:
        self._wrapped = wrapped
        self.is_down = is_down
        self.texts_left = texts_left

    @property
    def identity(self) -> EmbedderIdentity:
        """Return who embeds, down or not."""
        return self._wrapped.identity

    async def embed_query(self, text: str) -> Vector:
        """Embed a question.

        Raises:
            EmbedderUnavailable: it is down.
        """
        self._spend(1)
        return await self._wrapped.embed_query(text)

    async def embed_documents(self, texts: Sequence[str]) -> Matrix:
        """Embed documents.

        Raises:
            EmbedderUnavailable: it is down, or goes down before the last one.
        """
        self._spend(len(texts))
        return await self._wrapped.embed_documents(texts)

    async def aclose(self) -> None:
        """Close the wrapped embedder."""
        await self._wrapped.aclose()

    def _spend(self, texts: int) -> None:
        if self.texts_left is not None:
            self.is_down = self.is_down or texts > self.texts_left
            self.texts_left = max(0, self.texts_left - texts)
        if self.is_down:
            raise EmbedderUnavailable
