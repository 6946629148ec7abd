"""What was replaced of a turn counts where it is asked for, and not where the rest of the turn alone is."""

from __future__ import annotations

import pytest

from muniment.recall.parts import is_asked
from tests.unit.recall_words import belief, turn

TERMS = ("rent", "mat", "bring")


@pytest.mark.parametrize(
    "said, whole, held, is_so",
    [
        ((1, 0, 0), (1, 1, 1), (0, 0, 0), True),  # its words say something of the question
        ((0, 0, 0), (0, 0, 0), (0, 0, 0), True),  # nothing of the turn does
        ((0, 0, 0), (0, 1, 0), (0, 0, 0), True),  # the rest says only a little of it
        ((0, 0, 0), (0, 1, 1), (0, 1, 0), True),  # what holds in its place says something
        ((0, 0, 0), (0, 1, 1), (0, 0, 0), False),  # the rest alone says most of it
        ((0, 0, 0), (0, 1, 1), (1, 0, 0), False),  # what holds in its place is named so
    ],
)
def test_a_part_is_asked_for_unless_the_rest_of_the_turn_alone_says_most_of_it(
    said: tuple[int, ...], whole: tuple[int, ...], held: tuple[int, ...], *, is_so: bool
) -> None:
    told = turn("t", "s", 1)._replace(term_counts=whole)
    successor = belief("new")._replace(term_counts=held, names=("Rent",))
    assert is_asked(said, told, successor, TERMS) is is_so


def test_a_part_counts_by_its_own_words_where_what_holds_in_its_place_was_not_found() -> None:
    told = turn("t", "s", 1)._replace(term_counts=(1, 1, 1))
    assert is_asked((1, 0, 0), told, None, TERMS)
    assert not is_asked((0, 0, 0), told, None, TERMS)
