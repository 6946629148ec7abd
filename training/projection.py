"""Find the dimensions in which texts differ most, and write the projection to them where the package carries it.

They are the principal components of the vectors of what `questions.jsonl` asks and answers, without taking the mean away, so
that inner products stay as near as so many dimensions let them (Eckart and Young, 1936). It runs after `training.embedder`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

import numpy
from rich.console import Console

from muniment.providers.minilm import minilm_embedder

TRAINED = Path(__file__).parents[1] / "src/muniment/providers/trained"
DIMENSIONS = 256


def main() -> None:
    """Read the files, embed what they hold, and write the projection."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--into", type=Path, default=TRAINED / "projection.npy")
    given = parser.parse_args()
    vectors = asyncio.run(_vectors(sorted(_texts(given.files))))
    energies, axes = numpy.linalg.eigh(vectors.T @ vectors)
    kept = energies[-DIMENSIONS:].sum() / energies.sum()
    Console().print(f"{len(vectors)} texts; {kept:.4f} of their squares are kept")
    numpy.save(given.into, axes[:, : -DIMENSIONS - 1 : -1].astype(numpy.float16))


def _texts(files: Sequence[Path]) -> set[str]:
    rows = [json.loads(line) for path in files for line in path.open(encoding="utf-8")]
    return {row[name] for row in rows for name in ("question", "said", "written")}


async def _vectors(texts: Sequence[str]) -> numpy.ndarray:
    """Embed with the trained model as it is, in all of its dimensions."""
    embedder = minilm_embedder("minilm", model_path=TRAINED / "model.onnx")
    return (await embedder.embed_documents(texts)).astype(numpy.float64)


if __name__ == "__main__":
    main()
