"""Pair texts that share half of their words: only what meets at a rare word is compared, never all with all."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple
from uuid import UUID

import numpy as np
import numpy.typing as npt

BESIDE: Final = 12
"""With how many that stand beside it where they meet a text is compared."""

_BLOCK: Final = 200_000
"""How many meetings, or words of pairs, are looked at together: it bounds the memory."""
_MARKS: Final = 4
"""How many numbers of 64 bits mark which words a text has, each word by one bit."""

Numbers = npt.NDArray[np.int64]
Marks = npt.NDArray[np.uint64]


class Alike(NamedTuple):
    """Two texts by their units: how many words they share, and how many each has."""

    first_no: int
    second_no: int
    words: int
    first_words: int
    second_words: int


@dataclass(slots=True)
class Comparing:
    """Texts as the words they have, by what they are about, in the order of their units."""

    groups: dict[tuple[int, str], int] = field(default_factory=dict)
    terms: dict[str, int] = field(default_factory=dict)
    group_of: array[int] = field(default_factory=lambda: array("q"))
    unit_nos: array[int] = field(default_factory=lambda: array("q"))
    ids: bytearray = field(default_factory=bytearray)
    sizes: array[int] = field(default_factory=lambda: array("q"))
    words: array[int] = field(default_factory=lambda: array("q"))

    def __len__(self) -> int:
        return len(self.unit_nos)

    def take(
        self, unit_no: int, memory_id: UUID, partition_no: int, about: str, words: Sequence[str]
    ) -> None:
        """Take in a text, by its words, each once; texts come in the order of their units."""
        if not words:
            return
        terms = self.terms
        self.words.extend([terms.setdefault(word, len(terms)) for word in words])
        self.sizes.append(len(words))
        self.group_of.append(self.groups.setdefault((partition_no, about), len(self.groups)))
        self.unit_nos.append(unit_no)
        self.ids += memory_id.bytes

    def alike(self, limit: int) -> list[Alike]:
        """Return pairs of the same partition and about the same that share half of their words or more.

        Two texts that do share one of their rarest words: only what meets there is compared, each
        with the few that stand beside it when those that share the word are sorted by their other
        rare words. So the work grows as the texts do, and not as their pairs. The likest come
        first, then by the ids of their memories.
        """
        if not self.unit_nos:
            return []
        listed = Listed.of(self)
        near = [codes for codes in listed.met() if codes.size]
        if not near:
            return []
        codes = np.unique(np.concatenate(near))
        first, second = np.divmod(codes, len(self))
        words = listed.shared(first, second)
        sizes = listed.sizes[first] + listed.sizes[second]
        is_half = 3 * words >= sizes
        first, second, words, sizes = (x[is_half] for x in (first, second, words, sizes))
        high, low = np.frombuffer(bytes(self.ids), dtype=">u8").reshape(-1, 2).T
        likest = np.lexsort(
            (low[second], high[second], low[first], high[first], -(words / (sizes - words)))
        )[:limit]
        unit_nos = np.asarray(self.unit_nos)
        columns = (
            unit_nos[first],
            unit_nos[second],
            words,
            listed.sizes[first],
            listed.sizes[second],
        )
        told = (column[likest].tolist() for column in columns)
        return [Alike(*each) for each in zip(*told, strict=True)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """Texts, each with its words from the rarest to the commonest among those about the same."""

    sizes: Numbers
    starts: Numbers
    texts: Numbers
    """Of each word of each text, which text it is."""
    ranks: Numbers
    """Of each word of each text, its place in the alphabet."""
    keys: Numbers
    """Of each word of each text, which word of what group it is."""
    marks: Marks
    marked: Numbers
    """How many marks a text has."""

    @classmethod
    def of(cls, said: Comparing) -> Listed:
        """Sort the words of each text."""
        sizes = np.array(said.sizes, dtype=np.int64)
        starts = np.concatenate(([0], np.cumsum(sizes)[:-1]))
        texts = np.repeat(np.arange(sizes.size), sizes)
        alphabet = np.empty(len(said.terms), dtype=np.int64)
        alphabet[[said.terms[term] for term in sorted(said.terms)]] = np.arange(alphabet.size)
        ranks = alphabet[np.array(said.words, dtype=np.int64)]
        groups = np.array(said.group_of, dtype=np.int64)
        _, keys, units = np.unique(
            groups[texts] * alphabet.size + ranks, return_inverse=True, return_counts=True
        )
        order = np.lexsort((ranks, units[keys], texts))
        ranks, keys = ranks[order], keys[order]
        bits = np.left_shift(np.uint64(1), (ranks % 64).astype(np.uint64))
        places = ranks // 64 % _MARKS
        marks = np.stack(
            [
                np.bitwise_or.reduceat(np.where(places == place, bits, np.uint64(0)), starts)
                for place in range(_MARKS)
            ],
            axis=1,
        )
        return cls(
            sizes=sizes,
            starts=starts,
            texts=texts,
            ranks=ranks,
            keys=keys,
            marks=marks,
            marked=_count(marks),
        )

    def met(self) -> Iterator[Numbers]:
        """Return those that stand beside each other at a rare word and may share half of their words."""
        at = np.arange(self.texts.size) - self.starts[self.texts]
        sizes = self.sizes[self.texts]
        rare = at < sizes - (sizes + 1) // 2 + 1
        texts, keys = self.texts[rare], self.keys[rare]
        order = np.lexsort((self._turns()[texts], keys))
        texts, keys = texts[order], keys[order]
        for step in range(1, BESIDE + 1):
            meets = np.flatnonzero(keys[:-step] == keys[step:])
            for block in _blocks(meets):
                one, other = texts[block], texts[block + step]
                first, second = np.minimum(one, other), np.maximum(one, other)
                may = self._may_share_half(first, second)
                yield first[may] * self.sizes.size + second[may]

    def shared(self, first: Numbers, second: Numbers) -> Numbers:
        """Return how many words the texts of each pair share."""
        has = np.sort(self.texts * (self.ranks.max() + 1) + self.ranks)
        words = np.zeros(first.size, dtype=np.int64)
        ends = np.cumsum(self.sizes[first])
        cuts = np.searchsorted(ends, np.arange(0, ends[-1] + _BLOCK, _BLOCK))
        for low, high in pairwise(np.unique(np.append(cuts, first.size))):
            sizes = self.sizes[first[low:high]]
            pairs = np.repeat(np.arange(low, high), sizes)
            within = np.arange(pairs.size) - np.repeat(np.cumsum(sizes) - sizes, sizes)
            ranks = self.ranks[self.starts[first[pairs]] + within]
            sought = second[pairs] * (self.ranks.max() + 1) + ranks
            found = np.minimum(np.searchsorted(has, sought), has.size - 1)
            shared = pairs[has[found] == sought] - low
            words[low:high] = np.bincount(shared, minlength=high - low)
        return words

    def _turns(self) -> Numbers:
        """Return the place of each text where all are sorted by their words, from the rarest on."""
        ranks = self.ranks.tolist()
        starts = self.starts.tolist()
        lists = [
            ranks[start : start + size] for start, size in zip(starts, self.sizes, strict=True)
        ]
        turns = np.empty(self.sizes.size, dtype=np.int64)
        turns[sorted(range(len(lists)), key=lists.__getitem__)] = np.arange(turns.size)
        return turns

    def _may_share_half(self, first: Numbers, second: Numbers) -> npt.NDArray[np.bool_]:
        """Tell which pairs may share half of their words: a word without its mark there is not shared."""
        both = _count(self.marks[first] & self.marks[second])
        sizes = self.sizes
        most = np.minimum(
            sizes[first] - self.marked[first] + both, sizes[second] - self.marked[second] + both
        )
        may: npt.NDArray[np.bool_] = 3 * most >= sizes[first] + sizes[second]
        return may


def _count(marks: Marks) -> Numbers:
    counted: Numbers = np.bitwise_count(marks).sum(axis=1, dtype=np.int64)
    return counted


def _blocks(numbers: Numbers) -> Iterator[Numbers]:
    for start in range(0, numbers.size, _BLOCK):
        yield numbers[start : start + _BLOCK]
