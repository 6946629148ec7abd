"""Train the tagger on files of turns and write it where the package carries it."""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Sequence
from pathlib import Path

import numpy
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from rich.console import Console
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn import functional
from transformers import BertModel

from muniment.bench.gold import GoldTurn, read_turns
from muniment.providers.minilm import packaged_tokenizer
from muniment.providers.tagger.heads import OUTPUTS
from training.encoder import encoder
from training.network import Network
from training.turns import Example, Target, example_of, properties_of
from training.varying import values_of, varied

PACKAGED = Path(__file__).parents[1] / "src/muniment/providers/tagger"
BATCH = 24
RATE_ENCODER, RATE_HEADS = 8e-5, 1e-3
_TOLD = Console()
DOUBTFUL = 0.3
"""What a turn weighs whose claims are not all in its words: a word there may begin one unseen."""


def main() -> None:
    """Read the files, train, and write the encoder, the matrices and the words."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--into", type=Path, default=PACKAGED)
    given = parser.parse_args()
    torch.manual_seed(1)
    tokenizer: Tokenizer = packaged_tokenizer(256)
    turns = [turn for path in given.files for turn in read_turns(path)]
    words = properties_of(turns)
    _TOLD.print(f"{len(turns)} turns, {len(words)} properties by name")
    network = Network(_encoder(), len(words))
    _train(network, _Course(turns, tokenizer, words), given.epochs)
    _write(network.eval(), words, given.into)


class _Course:
    """What is learnt in an epoch: every turn, half of them with other values."""

    def __init__(
        self, turns: Sequence[GoldTurn], tokenizer: Tokenizer, words: Sequence[str]
    ) -> None:
        self._turns, self._tokenizer, self._words = turns, tokenizer, words
        self._values = values_of(turns)
        self._chance = random.Random(1)

    def epoch(self) -> list[list[Example]]:
        """Return batches of examples of about one length, in an order by chance."""
        said = (
            varied(each, self._values, self._chance) if self._chance.random() < 0.5 else each
            for each in self._turns
        )
        examples = [example_of(each, self._tokenizer, self._words) for each in said]
        order = sorted(examples, key=lambda each: len(each.ids) // 6 + self._chance.random() * 2)
        batches = [order[index : index + BATCH] for index in range(0, len(order), BATCH)]
        self._chance.shuffle(batches)
        return batches


def _encoder() -> BertModel:
    model = encoder()
    kinds = model.embeddings.token_type_embeddings.weight
    with torch.no_grad():
        kinds[1] = kinds[0]  # the kind of a token is whether it is written with a capital
    model.embeddings.word_embeddings.weight.requires_grad_(False)
    return model


def _train(network: Network, course: _Course, epochs: int) -> None:
    learning = {name: each for name, each in network.named_parameters() if each.requires_grad}
    groups = [
        {"params": [each for name, each in learning.items() if name.startswith("bert") == inner]}
        for inner in (True, False)
    ]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
    batches = course.epoch()
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer,
        [RATE_ENCODER, RATE_HEADS],
        total_steps=round(epochs * len(batches) * 1.05),
        pct_start=0.1,
    )
    began = time.monotonic()
    network.train()
    for epoch in range(epochs):
        losses = []
        for batch in batches:
            loss = _loss(network, batch)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
        mean = sum(losses) / len(losses)
        _TOLD.print(f"epoch {epoch + 1}: {mean:.3f} after {time.monotonic() - began:.0f} s")
        batches = course.epoch()


def _loss(network: Network, batch: Sequence[Example]) -> Tensor:
    ids = _padded([each.ids for each in batch])
    capitals = _padded([each.capitals for each in batch])
    mask = _padded([[1] * len(each.ids) for each in batch])
    seen = network.encode(ids, mask, capitals)
    wanted = torch.zeros_like(seen["begins"])
    weight = torch.zeros_like(wanted)
    rows: list[tuple[int, Target]] = []
    for row, example in enumerate(batch):
        body = torch.tensor(example.body, dtype=torch.float)
        weight[row, : len(body)] = body[:, None] * (1 if example.is_whole else DOUBTFUL)
        for target in example.targets:
            place = (row, target.object[0], target.predicate)
            if target.optional:
                weight[place] = 0
                continue
            wanted[place] = weight[place] = 1
            rows.append((row, target))
    begins = functional.binary_cross_entropy_with_logits(seen["begins"], wanted, reduction="none")
    loss = (begins * weight).sum() / len(batch)
    return loss + _pointing(network, seen, mask, rows) if rows else loss


def _pointing(
    network: Network,
    seen: dict[str, Tensor],
    mask: Tensor,
    rows: Sequence[tuple[int, Target]],
) -> Tensor:
    at = torch.tensor([(row, target.object[0]) for row, target in rows])
    predicate = torch.tensor([target.predicate for _, target in rows])
    chosen = functional.cross_entropy
    loss = chosen(
        network.ends(seen, at, predicate, mask),
        torch.tensor([target.object[1] for _, target in rows]),
    )
    loss += chosen(network.chosen_acts(seen, at), torch.tensor([target.act for _, target in rows]))
    known = [n for n, (_, target) in enumerate(rows) if target.subject is not None]
    if known:
        query = network.query("sub", seen, at[known], predicate[known])
        scores = network.meets("sub", query, seen, at[known, 0], mask[at[known, 0]].bool())
        loss += chosen(scores, torch.tensor([rows[n][1].subject[0] for n in known]))
    known = [n for n, (_, target) in enumerate(rows) if target.of is not None]
    if known:
        query = network.query("of", seen, at[known], predicate[known])
        written = network.meets("of", query, seen, at[known, 0], mask[at[known, 0]].bool())
        wanted = [
            of[0] if isinstance(of := rows[n][1].of, tuple) else mask.shape[1] + of for n in known
        ]
        loss += 0.7 * chosen(torch.cat([written, network.words(query)], 1), torch.tensor(wanted))
    names = [
        (row, *span)
        for row, target in rows
        for span in (target.subject, target.of)
        if isinstance(span, tuple) and span[0]
    ]
    if names:
        scores = network.tails(seen, torch.tensor([each[:2] for each in names]), mask)
        loss += 0.5 * chosen(scores, torch.tensor([each[2] for each in names]))
    return loss


def _padded(rows: Sequence[Sequence[int]]) -> Tensor:
    return nn.utils.rnn.pad_sequence(
        [torch.tensor(row, dtype=torch.long) for row in rows], batch_first=True
    )


class _Seeing(nn.Module):
    """What is seen of all tokens, with named inputs, as it is written down."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network

    def forward(
        self, input_ids: Tensor, attention_mask: Tensor, token_type_ids: Tensor
    ) -> tuple[Tensor, ...]:
        return tuple(self.network.encode(input_ids, attention_mask, token_type_ids).values())


def _write(network: Network, words: Sequence[str], into: Path) -> None:
    inputs = ["input_ids", "attention_mask", "token_type_ids"]
    whole = into / "whole.onnx"
    some = torch.ones(2, 12, dtype=torch.long)
    by_token = [*inputs, *OUTPUTS[:-1]]
    torch.onnx.export(
        _Seeing(network),
        (some, some, some * 0),
        str(whole),
        input_names=inputs,
        output_names=list(OUTPUTS),
        dynamic_axes={
            **{name: {0: "texts", 1: "tokens"} for name in by_token},
            OUTPUTS[-1]: {0: "texts"},
        },
        opset_version=17,
        dynamo=False,
    )
    # Of 7 bits, so that no processor's instructions saturate, and all reach the same sums.
    quantize_dynamic(
        whole, into / "model.onnx", per_channel=True, reduce_range=True, weight_type=QuantType.QInt8
    )
    whole.unlink()
    numpy.savez_compressed(
        into / "heads.npz",
        **{
            name: each.numpy().astype(numpy.float16)
            for name, each in network.state_dict().items()
            if name.partition(".")[0] in ("kinds", "words", "act")
        },
    )
    (into / "words.json").write_text(json.dumps({"ofs": list(words)}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
