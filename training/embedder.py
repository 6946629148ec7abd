"""Train MiniLM further on questions about what was said, and write it where the package carries it.

A question's vector is drawn to that of the turn or sentence that answers it, and away from those of the other questions in
the batch (InfoNCE, https://arxiv.org/abs/1807.03748); how near what was said is to one another stays as MiniLM has it, because
the thresholds that compare two beliefs or two names rest on that.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy
import onnx
import torch
from onnx import numpy_helper
from rich.console import Console
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn import functional
from transformers import BertModel

from muniment.providers.minilm import packaged_model, packaged_tokenizer
from training.encoder import encoder

PACKAGED = Path(__file__).parents[1] / "src/muniment/providers/trained/model.onnx"
BATCH, TOGETHER = 64, 16
RATE, TEMPERATURE = 8e-5, 0.05
TOKENS_MAX = 96
TRAINED = 0.8
"""How much of each weight is the trained one, the rest being as published: nearly all is kept of what was learnt, and
more of what was known (https://arxiv.org/abs/2109.01903)."""

_TOLD = Console()


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question, and what answers it: what was said, and how another would write it down."""

    question: str
    answers: tuple[str, ...]
    turn: int

    @classmethod
    def read(cls, line: str) -> Asked:
        """Return what a line of JSON holds."""
        row = json.loads(line)
        return cls(
            question=row["question"], answers=(row["said"], row["written"]), turn=row["turn"]
        )


def main() -> None:
    """Read the files, train, and write the model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--epochs", type=float, default=2.5)
    parser.add_argument("--into", type=Path, default=PACKAGED)
    given = parser.parse_args()
    torch.manual_seed(1)
    asked = [Asked.read(line) for path in given.files for line in path.open(encoding="utf-8")]
    _TOLD.print(f"{len(asked)} questions")
    model = encoder()
    model.embeddings.word_embeddings.weight.requires_grad_(requires_grad=False)
    before = encoder().eval()
    _train(_Vectors(model), _Vectors(before), asked, given.epochs)
    weights = {
        name: TRAINED * each + (1 - TRAINED) * before.state_dict()[name]
        for name, each in model.state_dict().items()
    }
    _write({name: each.numpy() for name, each in weights.items()}, given.into)


class _Vectors:
    """A model that turns texts into vectors of length 1."""

    def __init__(self, model: BertModel) -> None:
        self.model = model
        self._tokenizer: Tokenizer = packaged_tokenizer(TOKENS_MAX)

    def of(self, texts: Sequence[str]) -> Tensor:
        """Return the vectors of some texts, those of about one length made together."""
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        found = torch.cat(
            [
                self._together([texts[place] for place in order[first : first + TOGETHER]])
                for first in range(0, len(order), TOGETHER)
            ]
        )
        return found[torch.tensor(order).argsort()]

    def _together(self, texts: Sequence[str]) -> Tensor:
        rows = [torch.tensor(self._tokenizer.encode(text).ids) for text in texts]
        ids = nn.utils.rnn.pad_sequence(rows, batch_first=True)
        mask = nn.utils.rnn.pad_sequence([torch.ones_like(row) for row in rows], batch_first=True)
        hidden = self.model(input_ids=ids, attention_mask=mask).last_hidden_state
        mean = (hidden * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        return functional.normalize(mean, dim=-1)


def _train(learning: _Vectors, before: _Vectors, asked: Sequence[Asked], epochs: float) -> None:
    parameters = [each for each in learning.model.parameters() if each.requires_grad]
    optimizer = torch.optim.AdamW(parameters, lr=RATE, weight_decay=0.01)
    steps = int(len(asked) * epochs / BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, RATE, total_steps=steps + 1, pct_start=0.1
    )
    began, losses = time.monotonic(), []
    learning.model.train()
    for step, batch in zip(range(1, steps + 1), _batches(asked), strict=False):
        loss = _loss(learning, before, batch)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(parameters, 1.0)
        optimizer.step()
        schedule.step()
        losses.append(loss.item())
        if step % 20 == 0:
            mean = sum(losses[-20:]) / 20
            _TOLD.print(f"{step} of {steps}: {mean:.3f} after {time.monotonic() - began:.0f} s")
    learning.model.eval()


def _batches(asked: Sequence[Asked]) -> Iterator[list[tuple[str, str, int]]]:
    """Yield questions, an answer of each and its turn, without end; in each round another answer by chance."""
    chance = random.Random(3)
    while True:
        order = list(asked)
        chance.shuffle(order)
        for first in range(0, len(order) - BATCH + 1, BATCH):
            yield [
                (each.question, chance.choice(each.answers), each.turn)
                for each in order[first : first + BATCH]
            ]


def _loss(learning: _Vectors, before: _Vectors, batch: Sequence[tuple[str, str, int]]) -> Tensor:
    questions, answers, turns = zip(*batch, strict=True)
    asking, said = learning.of(questions), learning.of(answers)
    with torch.no_grad():
        was = before.of(answers)
    turn = torch.tensor(turns)
    same = (turn[:, None] == turn[None]) & ~torch.eye(len(batch), dtype=torch.bool)
    likeness = (asking @ said.T / TEMPERATURE).masked_fill(same, -1e4)
    own = torch.arange(len(batch))
    found = functional.cross_entropy(likeness, own) + functional.cross_entropy(likeness.T, own)
    moved = ((said @ said.T - was @ was.T) ** 2).mean() * len(batch)
    return found / 2 + moved


def _write(weights: Mapping[str, numpy.ndarray], into: Path) -> None:
    """Write the weights into the graph of the packaged MiniLM, matrices as whole numbers of 8 bits with a scale a column."""
    graph = onnx.load(packaged_model())
    matrices = {name: each for name, each in weights.items() if each.ndim == 2}
    stored = {tensor.name: tensor for tensor in graph.graph.initializer}
    for name, tensor in stored.items():
        if name.endswith("_q"):
            scale = stored[f"{name.removesuffix('_q')}_scale"]
            numbers = numpy_helper.to_array(tensor) * numpy_helper.to_array(scale)
            _put_whole(tensor, scale, _nearest(numbers, matrices))
        elif (own := name.removeprefix("inner.")) in weights:
            tensor.CopyFrom(numpy_helper.from_array(weights[own], name))
    onnx.save(graph, into)


def _nearest(numbers: numpy.ndarray, matrices: Mapping[str, numpy.ndarray]) -> numpy.ndarray:
    """Return the matrix, laid as another is, that the other was before it was trained: by far the nearest."""
    laid = [turned for each in matrices.values() for turned in (each, each.T)]
    fitting = [each for each in laid if each.shape == numbers.shape]
    return min(fitting, key=lambda each: float(((each - numbers) ** 2).sum()))


def _put_whole(numbers: onnx.TensorProto, scale: onnx.TensorProto, matrix: numpy.ndarray) -> None:
    axis = tuple(scale.dims).index(1)
    scales = numpy.abs(matrix).max(axis=axis, keepdims=True) / 127
    whole = numpy.rint(matrix / scales).astype(numpy.int8)
    numbers.CopyFrom(numpy_helper.from_array(whole, numbers.name))
    scale.CopyFrom(numpy_helper.from_array(scales.astype(numpy.float32), scale.name))


if __name__ == "__main__":
    main()
