"""Check vectors before they are believed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from muniment.errors import EmbedderUnavailable
from muniment.ports.embedder import Vector

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


def unit(vector: NDArray[numpy.floating], dimensions: int, model: str) -> Vector:
    """Return a vector of length one in float32.

    Raises:
        EmbedderUnavailable: the model gave another length than its dimensions, or a vector
            without direction.
    """
    import numpy

    if vector.shape != (dimensions,):
        raise EmbedderUnavailable(
            f"The embedder {model!r} answered with a vector of shape {vector.shape}, expected "
            f"({dimensions},). Set embedder.dimensions, or choose another model."
        )
    wide = vector.astype(numpy.float64)
    length = float(numpy.linalg.norm(wide))
    if not (numpy.isfinite(length) and length > 0):
        raise EmbedderUnavailable(
            f"The embedder {model!r} answered with a vector that has no direction."
        )
    return (wide / length).astype(numpy.float32)
