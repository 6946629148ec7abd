"""Texts that share half of their words are found where they meet, as they would be one by one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import product
from random import Random
from uuid import UUID

import pytest

from muniment.recall.lookup.alike import BESIDE, Alike, Comparing, Listed

Text = tuple[int, UUID, int, str, list[str]]


def compared(texts: Sequence[Text]) -> Comparing:
    taken = Comparing()
    for text in texts:
        taken.take(*text)
    return taken


def one_by_one(texts: Sequence[Text]) -> list[Alike]:
    """Find the pairs word by word: what stands beside what is written out here."""
    rarity = Counter(
        (number, about, word) for _, _, number, about, words in texts for word in words
    )
    standing = defaultdict[tuple[int, str, str], list[tuple[list[str], int]]](list)
    said = {unit: (set(words), memory_id) for unit, memory_id, _, _, words in texts}
    for unit, _, number, about, words in texts:
        listed = sorted(words, key=lambda word: (rarity[number, about, word], word))
        for word in listed[: len(listed) // 2 + 1]:
            standing[number, about, word].append((listed, unit))
    met = set[tuple[int, int]]()
    for row in standing.values():
        units = [unit for _, unit in sorted(row)]
        for turn, unit in enumerate(units):
            met |= {
                (min(unit, other), max(unit, other))
                for other in units[turn + 1 : turn + 1 + BESIDE]
            }
    found = []
    for one, other in met:
        (first, first_id), (second, second_id) = said[one], said[other]
        share = len(first & second) / len(first | second)
        if share >= 0.5:
            pair = Alike(one, other, len(first & second), len(first), len(second))
            found.append(((-share, first_id, second_id), pair))
    return [pair for _, pair in sorted(found)]


@pytest.mark.parametrize("words_max, forms", [(4, 8), (9, 12), (14, 400), (300, 900)])
@pytest.mark.parametrize("seed", range(5))
def test_the_pairs_are_those_that_are_found_one_by_one(
    words_max: int, forms: int, seed: int
) -> None:
    chance = Random(seed)
    vocabulary = [f"{'aäzß'[n % 4]}{n}" for n in range(forms)]
    texts: list[Text] = []
    for number in range(150):
        words = chance.sample(vocabulary, chance.randint(1, words_max))
        if texts and chance.random() < 0.5:
            words = [*dict.fromkeys([*chance.choice(texts)[4][: words_max - 2], words[0]])]
        place = (chance.choice([1, 1, 2]), chance.choice(["", "mike", "ann"]))
        texts.append((3 * number + 5, UUID(int=chance.getrandbits(128)), *place, words))

    found = compared(texts).alike(10_000)

    assert found == one_by_one(texts)
    assert found
    assert compared(texts).alike(2) == found[:2]


def test_texts_that_say_little_and_no_texts_at_all_have_no_pairs() -> None:
    nothing = compared([(1, UUID(int=1), 1, "", []), (2, UUID(int=2), 1, "", [])])
    alone = compared([(1, UUID(int=1), 1, "", ["tea"])])

    assert Comparing().alike(5) == nothing.alike(5) == alone.alike(5) == []


def test_what_is_compared_grows_as_the_texts_do_and_not_as_their_pairs() -> None:
    things = ("tea", "rice", "fish", "corn", "salt", "milk", "wine", "beer", "soup")
    texts: list[Text] = [
        (number, UUID(int=number), 1, "mike", [*dict.fromkeys(["mike", "orders", *three])])
        for number, three in enumerate(product(things, repeat=3), start=1)
    ]

    met = sum(codes.size for codes in Listed.of(compared(texts)).met())

    rarest_each = 3
    assert 0 < met <= len(texts) * rarest_each * BESIDE < len(texts) * (len(texts) - 1) // 2
