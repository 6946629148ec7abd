"""Read tags off what a model tells of each token: pure arithmetic of small matrices.

Every word may begin the object of a claim of each predicate (22 independent probabilities). From
where one begins, pointers choose its last word, the first word of the subject (the token before
all others stands for the speaker) and of what it is of, and a small network the act. Pointers are
scaled products of a query and the keys of all words (pointer networks, https://arxiv.org/abs/1506.03134).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import pi, sqrt
from typing import Final, TypeAlias

import numpy
from numpy.typing import NDArray

from muniment.model.claims import WITH_OF, Act
from muniment.ports.tagger import Tag

Array: TypeAlias = NDArray[numpy.float32]
Mask: TypeAlias = NDArray[numpy.bool_]
Places: TypeAlias = NDArray[numpy.intp]
Seen: TypeAlias = Mapping[str, Array]
"""What the model tells of the tokens of a text, by the names of its outputs."""

PREDICATES: Final = (
    "lives_in", "from", "works_at", "works_as", "studies", "age", "born_on", "status", "diet",
    "condition", "likes", "dislikes", "favourite", "hobby", "skill", "owns", "relation", "plan",
    "event", "opinion", "count", "attribute",
)  # fmt: skip
"""The predicates in the order of the model's outputs."""

ACTS: Final = (Act.STATE, Act.CORRECT, Act.END, Act.DENY)
FLOOR: Final = 0.03
"""Beginnings that are less probable are not looked at."""

ASKED: Final = ("end", "sub", "of", "tail")
"""What a beginning points to, in the order of the keys and of the questions that go with them."""

KEY: Final = 128
OUTPUTS: Final = ("begins", "keys", "asks", "acts", "acts_of_all")
"""What the model tells of every token, and last of the first one alone."""

OBJECT_MAX: Final = 24
NAME_MAX: Final = 10
"""Tokens beyond the first one that an object, and a subject or what it is of, may have."""

SCALE: Final = 8


class Heads:
    """The matrices behind a model, by their names in the file, and the words of `of`.

    Raises:
        KeyError, ValueError: one of them is missing, or of another shape.
    """

    def __init__(self, weights: Mapping[str, Array], words: Sequence[str]) -> None:
        for name, shape in _shapes(len(words)):
            if weights[name].shape != shape:
                raise ValueError(f"{name} has the shape {weights[name].shape}, expected {shape}")
        self._weights = weights
        self._words = tuple(words)

    def tags(self, seen: Seen, body: Mask) -> Iterator[Tag]:
        """Yield the tags of a text by its tokens: of each part the first and the last.

        `seen` is what the model tells of the tokens, `body` which of them are the text's own.
        """
        begins = _sigmoid(seen["begins"])
        begins[~body] = 0
        first, predicate = numpy.nonzero(begins > FLOOR)
        if not first.size:
            return
        acts = _softmax(self._linear("act", _gelu(seen["acts"][first] + seen["acts_of_all"])))
        ends = self._ends(seen, first, predicate, body)
        whom = body.copy()
        whom[0] = True
        subjects = _softmax(_only(whom, self._meets("sub", seen, first, predicate)))
        written = _only(body, self._meets("of", seen, first, predicate))
        unwritten = self._linear("words", self._query("of", seen, first, predicate))
        ofs = _softmax(numpy.concatenate([written, unwritten], axis=1))
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
                    self._words[chosen - len(body)]
                    if chosen >= len(body)
                    else self._name(chosen, seen, body)
                )
            yield Tag(
                predicate=name,
                act=ACTS[act],
                object=(int(begin), int(end)),
                subject=self._name(subject, seen, body) if subject else None,
                of=of,
                score=float(score),
            )

    def _ends(self, seen: Seen, first: Places, predicate: Places, body: Mask) -> Array:
        scores = self._meets("end", seen, first, predicate)
        return _softmax(_only(_behind(first, OBJECT_MAX, body), scores))

    def _name(self, first: int, seen: Seen, body: Mask) -> tuple[int, int]:
        at = numpy.array([first])
        scores = _only(_behind(at, NAME_MAX, body), self._meets("tail", seen, at, None))
        return first, int(scores[0].argmax())

    def _query(self, head: str, seen: Seen, at: Places, predicate: Places | None) -> Array:
        place = ASKED.index(head)
        query = seen["asks"][at, place * KEY : (place + 1) * KEY]
        return query if predicate is None else query + self._weights["kinds"][place, predicate]

    def _meets(self, head: str, seen: Seen, at: Places, predicate: Places | None) -> Array:
        place = ASKED.index(head)
        keys = seen["keys"][:, place * KEY : (place + 1) * KEY]
        met: Array = self._query(head, seen, at, predicate) @ keys.T / numpy.float32(SCALE)
        return met

    def _linear(self, name: str, given: Array) -> Array:
        made: Array = given @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]
        return made


def _shapes(words: int) -> tuple[tuple[str, tuple[int, ...]], ...]:
    return (
        ("kinds", (len(ASKED), len(PREDICATES), KEY)),
        ("words.weight", (words, KEY)),
        ("words.bias", (words,)),
        ("act.weight", (len(ACTS), KEY)),
        ("act.bias", (len(ACTS),)),
    )


def _behind(first: Places, most: int, body: Mask) -> Mask:
    words = numpy.arange(len(body))
    behind: Mask = body & (words >= first[:, None]) & (words <= first[:, None] + most)
    return behind


def _only(allowed: Mask, scores: Array) -> Array:
    return numpy.where(allowed, scores, numpy.float32(-1e9))


def _sigmoid(given: Array) -> Array:
    made: Array = numpy.reciprocal(1 + numpy.exp(-given))
    return made


def _softmax(given: Array) -> Array:
    grown = numpy.exp(given - given.max(axis=1, keepdims=True))
    made: Array = grown / grown.sum(axis=1, keepdims=True)
    return made


def _gelu(given: Array) -> Array:
    inner = numpy.float32(sqrt(2 / pi)) * (given + numpy.float32(0.044715) * given**3)
    made: Array = given * (1 + numpy.tanh(inner)) / 2
    return made
