"""The network of the tagger while it learns; `muniment.providers.tagger.heads` reads it afterwards."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional
from transformers import BertModel

from muniment.providers.tagger.heads import ACTS, NAME_MAX, OBJECT_MAX, PREDICATES, SCALE

WIDTH = 384
KEY = 128
_NEVER = -1e4


class Network(nn.Module):
    """An encoder, and on it what tells beginnings, ends, subjects, properties and acts."""

    def __init__(self, encoder: BertModel, words: int) -> None:
        super().__init__()
        self.bert = encoder
        self.drop = nn.Dropout(0.15)
        self.start = nn.Linear(WIDTH, len(PREDICATES))
        nn.init.constant_(self.start.bias, -4.0)
        for head in ("end", "sub", "of"):
            self.add_module(f"{head}q", nn.Linear(WIDTH, KEY))
            self.add_module(f"{head}k", nn.Linear(WIDTH, KEY))
            embedded = nn.Embedding(len(PREDICATES), KEY)
            nn.init.normal_(embedded.weight, std=0.05)
            self.add_module(f"{head}p", embedded)
        self.ofv = nn.Linear(KEY, words)
        self.eq = nn.Linear(WIDTH, KEY)
        self.ek = nn.Linear(WIDTH, KEY)
        self.act = nn.Sequential(
            nn.Linear(2 * WIDTH, KEY), nn.GELU(), nn.Dropout(0.1), nn.Linear(KEY, len(ACTS))
        )

    def encode(self, ids: Tensor, mask: Tensor, capitals: Tensor) -> Tensor:
        """Return the states of all tokens."""
        read = self.bert(input_ids=ids, attention_mask=mask, token_type_ids=capitals)
        return self.drop(read.last_hidden_state)

    def query(
        self, head: str, hidden: Tensor, row: Tensor, at: Tensor, predicate: Tensor
    ) -> Tensor:
        """Return what a beginning of a claim asks one head for."""
        asked = functional.gelu(self.get_submodule(f"{head}q")(hidden[row, at]))
        return asked + self.get_submodule(f"{head}p")(predicate)

    def meets(
        self, head: str, query: Tensor, hidden: Tensor, row: Tensor, allowed: Tensor
    ) -> Tensor:
        """Return how well each token answers; what is not allowed, not at all."""
        keys = self.get_submodule(f"{head}k")(hidden)[row]
        scores = torch.einsum("nd,ntd->nt", query, keys) / SCALE
        return scores.masked_fill(~allowed, _NEVER)

    def ends(
        self, hidden: Tensor, row: Tensor, at: Tensor, predicate: Tensor, mask: Tensor
    ) -> Tensor:
        """Return the scores of each token as the last one of an object."""
        query = self.query("end", hidden, row, at, predicate)
        return self.meets("end", query, hidden, row, _from(at, OBJECT_MAX, mask[row]))

    def tails(self, hidden: Tensor, row: Tensor, at: Tensor, mask: Tensor) -> Tensor:
        """Return the scores of each token as the last one of a name that begins somewhere."""
        query = functional.gelu(self.eq(hidden[row, at]))
        return self.meets("e", query, hidden, row, _from(at, NAME_MAX, mask[row]))

    def acts(self, hidden: Tensor, row: Tensor, at: Tensor) -> Tensor:
        """Return the scores of the acts."""
        return self.act(torch.cat([hidden[row, at], hidden[row, 0]], -1))


def _from(at: Tensor, most: int, mask: Tensor) -> Tensor:
    places = torch.arange(mask.shape[1])[None]
    return mask.bool() & (places >= at[:, None]) & (places <= at[:, None] + most)
