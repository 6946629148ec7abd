"""Say what an embedder is: texts in, unit vectors out, and an identity that never lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

Vector: TypeAlias = "NDArray[numpy.float32]"
"""One embedding: float32, shape (d,), of length one."""

Matrix: TypeAlias = "NDArray[numpy.float32]"
"""Embeddings row by row: float32, shape (n, d), each row of length one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderIdentity:
    """Tell embedders apart: vectors of two identities are never compared.

    `digest` is the hexadecimal sha256 of everything that decides the vectors: model, tokenizer,
    pooling, length.
    """

    name: str
    dimensions: int
    digest: str


class Embedder(Protocol):
    """Turn texts into unit vectors whose dot product says how alike they are.

    Questions and documents may be embedded differently. A document's vector depends on its text
    alone, not on what is embedded beside it.
    """

    @property
    def identity(self) -> EmbedderIdentity:
        """Return who embeds; known without loading a model or reaching a server."""

    async def embed_query(self, text: str) -> Vector:
        """Embed a question.

        Raises:
            EmbedderUnavailable: the model or its server cannot be used now.
            UnstorableText: the text holds a NUL or a lone surrogate.
        """

    async def embed_documents(self, texts: Sequence[str]) -> Matrix:
        """Embed documents, in their order; no text gives shape (0, d).

        Raises:
            EmbedderUnavailable: the model or its server cannot be used now; nothing is returned.
            UnstorableText: a text holds a NUL or a lone surrogate.
        """

    async def aclose(self) -> None:
        """Let go of the model or the connections; closing twice is allowed."""
