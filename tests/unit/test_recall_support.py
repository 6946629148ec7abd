"""What a turn inherits from the turns around it."""

from __future__ import annotations

import numpy as np
import pytest

from muniment.recall.support import around, bm25, cosine_around, rarity, words_around
from tests.unit.recall_words import ONE_RARE_WORD, belief, turn


def test_a_window_holds_the_turn_itself_and_its_neighbours_of_the_same_session_only() -> None:
    found = [turn("a", "s", 4), turn("b", "s", 5), turn("c", "t", 6), belief("d")]
    assert around(found, 1).tolist() == [[0, 4, 1], [1, 0, 4], [2, 4, 4], [3, 4, 4]]


def test_a_word_that_one_unit_in_ten_holds_weighs_the_logarithm_of_22_thirds() -> None:
    assert rarity(ONE_RARE_WORD).tolist() == [pytest.approx(1.992430, abs=1e-6)]


def test_a_text_of_mean_length_with_the_word_once_scores_the_rarity_of_the_word() -> None:
    scores = bm25(np.array([[1.0], [2.0], [0.0]]), np.full(3, 10.0), np.array([1.0]), 10.0)
    assert scores.tolist() == [pytest.approx(1.0), pytest.approx(1.375), 0.0]


def test_a_question_without_searchable_words_scores_nothing() -> None:
    assert bm25(np.zeros((2, 0)), np.full(2, 10.0), np.zeros(0), 10.0).tolist() == [0.0, 0.0]


@pytest.mark.parametrize("texts", [2, 7, 50])
def test_texts_of_the_same_words_score_alike_to_the_last_bit_wherever_they_stand(
    texts: int,
) -> None:
    counts, rarities = np.tile(np.arange(9.0), (texts, 1)), np.log1p(np.arange(1.0, 10.0))
    alone = bm25(counts[:1], np.full(1, 7.0), rarities, 11.0)
    assert set(bm25(counts, np.full(texts, 7.0), rarities, 11.0).tolist()) == set(alone.tolist())


def test_a_turn_scores_by_its_neighbours_words_and_a_belief_by_its_own_alone() -> None:
    found = [turn("a", "s", 1, heron=0), turn("b", "s", 2, heron=1), belief("c", heron=1)]
    scores = words_around(
        np.array([[0.0], [1.0], [1.0]]),
        np.full(3, 10.0),
        np.array([1.0]),
        10.0,
        around(found, 2),
        np.array([0.0, 0.0, 1.0]),
    )
    assert scores[0] == scores[1] == pytest.approx(2.2 / 1.66)
    assert scores[2] == pytest.approx(1.0)


def test_the_cosine_of_a_window_is_the_mean_of_those_that_are_there() -> None:
    found = [turn("a", "s", 1), turn("b", "s", 2), belief("c")]
    means = cosine_around(np.array([0.2, 0.4, 0.9]), around(found, 1))
    assert means.tolist() == [pytest.approx(0.3), pytest.approx(0.3), pytest.approx(0.9)]
