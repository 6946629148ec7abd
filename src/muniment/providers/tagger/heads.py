"""Read tags off the hidden states of an encoder: pure arithmetic of small matrices.

Every word may begin the object of a claim of each predicate (22 independent probabilities). From
where one begins, pointers choose its last word, the first word of the subject (the token before
all others stands for the speaker) and of what it is of, and a small network the act. Pointers are
scaled products of a query and the keys of all words (pointer networks, https://arxiv.org/abs/1506.03134).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import erf
from typing import Final, TypeAlias

import numpy
from numpy.typing import NDArray

from muniment.model.claims import WITH_OF, Act
from muniment.ports.tagger import Tag

Array: TypeAlias = NDArray[numpy.float32]

PREDICATES: Final = (
    "lives_in", "from", "works_at", "works_as", "studies", "age", "born_on", "status", "diet",
    "condition", "likes", "dislikes", "favourite", "hobby", "skill", "owns", "relation", "plan",
    "event", "opinion", "count", "attribute",
)  # fmt: skip
"""The predicates in the order of the model's outputs."""

ACTS: Final = (Act.STATE, Act.CORRECT, Act.END, Act.DENY)
FLOOR: Final = 0.3
"""Beginnings that are less probable are not looked at."""

OBJECT_MAX: Final = 24
NAME_MAX: Final = 10
"""Tokens beyond the first one that an object, and a subject or what it is of, may have."""

SCALE: Final = 8
_erf = numpy.vectorize(erf, otypes=[numpy.float32])


class Heads:
    """The matrices behind an encoder, by their names in the file, and the words of `of`."""

    def __init__(self, weights: Mapping[str, Array], words: Sequence[str]) -> None:
        self._weights = weights
        self._words = tuple(words)

    def read(self, hidden: Array, body: NDArray[numpy.bool_]) -> Iterator[Tag]:
        """Yield the tags of a text by its tokens: of each part the first and the last.

        `hidden` has the shape (tokens, width), `body` tells which tokens are the text's own.
        """
        begins = _sigmoid(self._linear("start", hidden))
        begins[~body] = 0
        first, predicate = numpy.nonzero(begins > FLOOR)
        if not first.size:
            return
        words = numpy.arange(len(hidden))
        at = hidden[first]
        acts = _softmax(self._act(at, hidden[0]))
        ends = _softmax(
            numpy.where(
                body & (words >= first[:, None]) & (words <= first[:, None] + OBJECT_MAX),
                self._points("end", at, predicate, hidden),
                -numpy.inf,
            )
        )
        whom = body.copy()
        whom[0] = True
        subjects = _softmax(
            numpy.where(whom, self._points("sub", at, predicate, hidden), -numpy.inf)
        )
        query = self._query("of", at, predicate)
        ofs = _softmax(
            numpy.concatenate(
                [
                    numpy.where(body, self._meets("of", query, hidden), -numpy.inf),
                    self._linear("ofv", query),
                ],
                axis=1,
            )
        )
        for row, (begin, which) in enumerate(zip(first, predicate, strict=True)):
            name = PREDICATES[which]
            end, act, subject = ends[row].argmax(), acts[row].argmax(), int(subjects[row].argmax())
            score = begins[begin, which] * acts[row, act] * subjects[row, subject]
            score *= ends[row, end] ** 0.5
            of: tuple[int, int] | str | None = None
            if name in WITH_OF:
                chosen = int(ofs[row].argmax())
                score *= ofs[row, chosen]
                of = (
                    self._words[chosen - len(hidden)]
                    if chosen >= len(hidden)
                    else self._span(chosen, hidden, body)
                )
            yield Tag(
                predicate=name,
                act=ACTS[act],
                object=(int(begin), int(end)),
                subject=self._span(subject, hidden, body) if subject else None,
                of=of,
                score=float(score),
            )

    def _span(self, first: int, hidden: Array, body: NDArray[numpy.bool_]) -> tuple[int, int]:
        words = numpy.arange(len(hidden))
        scores = self._meets("e", _gelu(self._linear("eq", hidden[first : first + 1])), hidden)[0]
        near = body & (words >= first) & (words <= first + NAME_MAX)
        return first, int(numpy.where(near, scores, -numpy.inf).argmax())

    def _points(self, head: str, at: Array, predicate: NDArray[numpy.intp], hidden: Array) -> Array:
        return self._meets(head, self._query(head, at, predicate), hidden)

    def _query(self, head: str, at: Array, predicate: NDArray[numpy.intp]) -> Array:
        query: Array = (
            _gelu(self._linear(f"{head}q", at)) + self._weights[f"{head}p.weight"][predicate]
        )
        return query

    def _meets(self, head: str, query: Array, hidden: Array) -> Array:
        met: Array = query @ self._linear(f"{head}k", hidden).T / numpy.float32(SCALE)
        return met

    def _act(self, at: Array, whole: Array) -> Array:
        both = numpy.concatenate([at, numpy.broadcast_to(whole, at.shape)], axis=1)
        return self._linear("act.3", _gelu(self._linear("act.0", both)))

    def _linear(self, name: str, given: Array) -> Array:
        made: Array = given @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]
        return made


def _sigmoid(given: Array) -> Array:
    made: Array = numpy.reciprocal(1 + numpy.exp(-given))
    return made


def _softmax(given: Array) -> Array:
    grown = numpy.exp(given - given.max(axis=1, keepdims=True))
    made: Array = grown / grown.sum(axis=1, keepdims=True)
    return made


def _gelu(given: Array) -> Array:
    made: Array = given * (1 + _erf(given / numpy.float32(2**0.5))) / 2
    return made
