"""Give the bulk of a benchmark's beliefs made-up vectors, and everything else the real ones."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from muniment.ports.embedder import Embedder, EmbedderIdentity, Matrix, Vector


class BulkEmbedder:
    """Embed with the real embedder, or, while `made_up` is set, with unit vectors drawn by text.

    It bears the real embedder's name, so that both kinds may be compared in one store: a search
    costs the same whatever the vectors say.
    """

    def __init__(self, real: Embedder) -> None:
        self._real = real
        self.made_up = False
        self._ready: dict[str, Vector] = {}

    @property
    def identity(self) -> EmbedderIdentity:
        """Return who embeds: the real one."""
        return self._real.identity

    async def embed_query(self, text: str) -> Vector:
        """Embed a question, always for real."""
        return await self._real.embed_query(text)

    async def embed_documents(self, texts: Sequence[str]) -> Matrix:
        """Embed documents, shape (n, d)."""
        if not self.made_up:
            return await self._real.embed_documents(texts)
        if not all(text in self._ready for text in texts):
            self.make_up(texts)
        return np.stack([self._ready[text] for text in texts])

    def make_up(self, texts: Sequence[str]) -> None:
        """Draw the vectors of texts that are embedded next, instead of those drawn before."""
        matrix = np.empty((len(texts), self.identity.dimensions), dtype=np.float32)
        for row, text in enumerate(texts):
            seed = hashlib.blake2b(text.encode(), digest_size=8).digest()
            chance = np.random.Generator(np.random.SFC64(int.from_bytes(seed, "big")))
            matrix[row] = chance.standard_normal(matrix.shape[1], dtype=np.float32)
        matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
        self._ready = dict(zip(texts, matrix, strict=True))

    async def aclose(self) -> None:
        """Close the real embedder."""
        await self._real.aclose()
