"""The network of the tagger while it learns; `muniment.providers.tagger.heads` reads it afterwards."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional
from transformers import BertModel

from muniment.providers.tagger.heads import (
    ACTS,
    ASKED,
    KEY,
    NAME_MAX,
    OBJECT_MAX,
    PREDICATES,
    SCALE,
)

WIDTH = 384
_NEVER = -1e4


class Network(nn.Module):
    """An encoder, and on it what tells beginnings, ends, subjects, properties and acts.

    Whatever depends on one token alone is `seen` of all tokens at once: that is what is written
    down with the encoder. What depends on a beginning and its predicate is small, and stays apart.
    """

    def __init__(self, encoder: BertModel, words: int) -> None:
        super().__init__()
        self.bert = encoder
        self.drop = nn.Dropout(0.15)
        self.begins = nn.Linear(WIDTH, len(PREDICATES))
        nn.init.constant_(self.begins.bias, -4.0)
        self.keys = nn.Linear(WIDTH, len(ASKED) * KEY)
        self.asks = nn.Linear(WIDTH, len(ASKED) * KEY)
        self.acts = nn.Linear(WIDTH, KEY)
        self.acts_of_all = nn.Linear(WIDTH, KEY, bias=False)
        self.kinds = nn.Parameter(torch.randn(len(ASKED), len(PREDICATES), KEY) * 0.05)
        self.words = nn.Linear(KEY, words)
        self.act = nn.Linear(KEY, len(ACTS))
        self.thin = nn.Dropout(0.1)

    def seen(self, hidden: Tensor) -> dict[str, Tensor]:
        """Return what is told of every token by itself, by the names of the outputs."""
        return {
            "begins": self.begins(hidden),
            "keys": self.keys(hidden),
            "asks": functional.gelu(self.asks(hidden)),
            "acts": self.acts(hidden),
            "acts_of_all": self.acts_of_all(hidden[:, 0]),
        }

    def encode(self, ids: Tensor, mask: Tensor, capitals: Tensor) -> dict[str, Tensor]:
        """Return what is seen of all tokens of some texts."""
        read = self.bert(input_ids=ids, attention_mask=mask, token_type_ids=capitals)
        return self.seen(self.drop(read.last_hidden_state))

    def query(self, head: str, seen: dict[str, Tensor], at: Tensor, predicate: Tensor) -> Tensor:
        """Return what beginnings (rows of row, token) ask one head for."""
        place = ASKED.index(head)
        asked = seen["asks"][at[:, 0], at[:, 1], place * KEY : (place + 1) * KEY]
        return asked if head == "tail" else asked + self.kinds[place, predicate]

    def meets(
        self, head: str, query: Tensor, seen: dict[str, Tensor], row: Tensor, allowed: Tensor
    ) -> Tensor:
        """Return how well each token answers; what is not allowed, not at all."""
        place = ASKED.index(head)
        keys = seen["keys"][row, :, place * KEY : (place + 1) * KEY]
        scores = torch.einsum("nd,ntd->nt", query, keys) / SCALE
        return scores.masked_fill(~allowed, _NEVER)

    def ends(self, seen: dict[str, Tensor], at: Tensor, predicate: Tensor, mask: Tensor) -> Tensor:
        """Return the scores of each token as the last one of an object."""
        query = self.query("end", seen, at, predicate)
        return self.meets("end", query, seen, at[:, 0], _from(at, OBJECT_MAX, mask))

    def tails(self, seen: dict[str, Tensor], at: Tensor, mask: Tensor) -> Tensor:
        """Return the scores of each token as the last one of a name that begins somewhere."""
        query = self.query("tail", seen, at, at[:, 1])
        return self.meets("tail", query, seen, at[:, 0], _from(at, NAME_MAX, mask))

    def chosen_acts(self, seen: dict[str, Tensor], at: Tensor) -> Tensor:
        """Return the scores of the acts."""
        both = seen["acts"][at[:, 0], at[:, 1]] + seen["acts_of_all"][at[:, 0]]
        return self.act(self.thin(functional.gelu(both, approximate="tanh")))


def _from(at: Tensor, most: int, mask: Tensor) -> Tensor:
    places = torch.arange(mask.shape[1])[None]
    first = at[:, 1:]
    return mask[at[:, 0]].bool() & (places >= first) & (places <= first + most)
