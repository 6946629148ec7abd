"""Embed with WordLlama's static word vectors: 256 dimensions, very fast, weaker ranking."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from muniment.errors import EmbedderUnavailable
from muniment.ports.embedder import EmbedderIdentity, Vector
from muniment.providers.offline import OfflineEmbedder
from muniment.providers.packaged import ChosenFile, ModelFile, chosen_file, digest_of
from muniment.providers.tokenizer import tokenizer_of

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray
    from tokenizers import Tokenizer

_DIMENSIONS = 256
_TENSOR = "embedding.weight"
_HEADER_BYTES_MAX = 100_000_000
_REQUIREMENT = "muniment[wordllama]"
_MODEL = ModelFile(
    package="wordllama",
    inside="weights/l2_supercat_256.safetensors",
    sha256="64b47a2dc493cb8e85944076601189739852d7b64e0e1eedcb1937a251cd9fd5",
    requirement=_REQUIREMENT,
)
_TOKENIZER = ModelFile(
    package="wordllama",
    inside="tokenizers/l2_supercat_tokenizer_config.json",
    sha256="93248f2a9ec36c7b35f700a033d5f36228aae48db61aee31007fa49062cdeb68",
    requirement=_REQUIREMENT,
)


def wordllama_embedder(
    *, model_path: Path | None = None, tokenizer_path: Path | None = None
) -> OfflineEmbedder:
    """Return the static embedder: the mean of the word pieces' vectors, whatever their order.

    The package's files are read directly. Its own code looks for the tokenizer in a folder it
    does not ship, would then download one, and reconfigures the process's logging on import.

    Raises:
        UnknownSetting: a path is given and cannot be read.
    """
    model = chosen_file("embedder.model_path", model_path, _MODEL)
    tokenizer = chosen_file("embedder.tokenizer_path", tokenizer_path, _TOKENIZER)
    digest = digest_of(model.sha256, tokenizer.sha256, "mean of tokens", "no limit")
    identity = EmbedderIdentity(name="wordllama", dimensions=_DIMENSIONS, digest=digest)
    return OfflineEmbedder(identity, lambda: _loaded(model, tokenizer))


class _WordLlama:
    def __init__(self, table: NDArray[numpy.float16], tokenizer: Tokenizer) -> None:
        self._table = table
        self._tokenizer = tokenizer

    def vector(self, text: str, *, is_query: bool) -> Vector:
        import numpy

        tokens = self._tokenizer.encode(text, add_special_tokens=False).ids
        rows = numpy.minimum(numpy.array(tokens, dtype=numpy.int64), len(self._table) - 1)
        total: Vector = self._table[rows].astype(numpy.float32).sum(axis=0, dtype=numpy.float32)
        return total


def _loaded(model: ChosenFile, tokenizer: ChosenFile) -> _WordLlama:
    table = _table_of(model.verified())
    return _WordLlama(table, tokenizer_of(tokenizer, tokens_max=None))


def _table_of(path: Path) -> NDArray[numpy.float16]:
    """Map the table of a safetensors file: length of the header, header, tensors.

    Format: https://github.com/huggingface/safetensors#format
    """
    import numpy

    try:
        with path.open("rb") as file:
            header_bytes = int.from_bytes(file.read(8), "little")
            tensor = json.loads(file.read(min(header_bytes, _HEADER_BYTES_MAX)))[_TENSOR]
        rows, columns = tensor["shape"]
        start = 8 + header_bytes + tensor["data_offsets"][0]
        if (tensor["dtype"], columns) != ("F16", _DIMENSIONS):
            raise ValueError
        table: NDArray[numpy.float16] = numpy.memmap(
            path, dtype="<f2", mode="r", offset=start, shape=(rows, columns)
        )
    except (ValueError, TypeError, KeyError):
        raise EmbedderUnavailable(
            f"{path} cannot be loaded: it holds no {_TENSOR!r} of {_DIMENSIONS} half-precision "
            "columns in the safetensors format."
        ) from None
    return table
