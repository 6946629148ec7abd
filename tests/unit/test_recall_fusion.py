"""How the lanes are weighed against each other."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest

from muniment.errors import UnknownSetting
from muniment.recall.candidates import Words
from muniment.recall.fusion import Weights, fuse, measure, standardised
from muniment.recall.question import QuestionRead
from muniment.temporal.period import Period
from tests.unit.recall_words import ANYTHING, ONE_RARE_WORD, belief, turn

MAY_1 = datetime(2026, 5, 1, tzinfo=UTC)
MAY_2 = datetime(2026, 5, 2, tzinfo=UTC)


def test_a_lane_of_many_is_standardised_to_its_own_deviation() -> None:
    scores = standardised(np.tile([1.0, 2.0, 3.0], 1000), 0.1)
    assert scores[:3].tolist() == pytest.approx([-1.22, 0.0, 1.22], abs=0.01)


def test_a_lane_of_few_is_standardised_to_the_usual_deviation() -> None:
    assert standardised(np.array([0.70, 0.72]), 0.1).tolist() == pytest.approx(
        [-0.11, 0.11], abs=0.01
    )


def test_a_lane_that_says_the_same_of_all_says_nothing() -> None:
    assert standardised(np.array([0.7, 0.7]), 0.1).tolist() == [0.0, 0.0]


def test_a_missing_value_counts_as_the_mean() -> None:
    scores = standardised(np.array([1.0, np.nan, 3.0]), 1.0)
    assert scores.tolist() == [-1.0, 0.0, 1.0]


def test_an_unknown_weight_is_refused_by_name() -> None:
    with pytest.raises(UnknownSetting, match="'luck'"):
        Weights().with_changes({"luck": 1.0})


def test_a_weight_can_be_replaced() -> None:
    assert Weights().with_changes({"time": 2.0}).time == 2.0


def test_a_date_in_the_question_counts_in_full_within_and_a_third_a_week_later() -> None:
    asked = replace(ANYTHING, windows=(Period(start=MAY_1, end=MAY_2),))
    found = [
        turn("a", "s", 1, valid_from=MAY_1),
        turn("b", "s", 2, valid_from=datetime(2026, 5, 9, tzinfo=UTC)),
        belief("c", valid_from=datetime(2020, 1, 1, tzinfo=UTC)),
    ]
    times = measure(found, asked, ONE_RARE_WORD).time
    assert times.tolist() == [1.0, pytest.approx(0.367879, abs=1e-6), 1.0]


def test_of_several_dates_in_the_question_the_nearest_counts() -> None:
    def may(day: int) -> datetime:
        return datetime(2026, 5, day, tzinfo=UTC)

    asked = replace(
        ANYTHING,
        windows=(
            Period(start=may(27), end=may(28)),
            Period(start=may(2), end=may(13)),
            Period(start=may(3), end=may(4)),
        ),
    )
    told = [turn(f"on {day}", "s", day, valid_from=may(day)) for day in (12, 20, 26, 27, 28)]
    ended = belief("ended", valid_from=datetime(2020, 1, 1, tzinfo=UTC))._replace(
        valid_until=may(1)
    )
    times = measure([*told, ended], asked, ONE_RARE_WORD).time
    a_day, a_week = pytest.approx(0.866878, abs=1e-6), pytest.approx(0.367879, abs=1e-6)
    assert times.tolist() == [1.0, a_week, a_day, 1.0, 1.0, a_week]


def test_a_question_that_names_somebody_marks_what_they_said_and_what_is_about_them() -> None:
    asked = QuestionRead(text="", topic="", names=frozenset({"ada"}))
    found = [turn("a", "s", 1, speaker="ADA"), belief("b", names=["Ada"]), belief("c")]
    assert measure(found, asked, ONE_RARE_WORD).named.tolist() == [1.0, 1.0, 0.0]


def test_a_turn_that_asks_ranks_below_its_equal_that_tells() -> None:
    found = [turn("a", "s", 1, asks=True), turn("b", "t", 1)]
    scores = fuse(measure(found, ANYTHING, ONE_RARE_WORD), Weights())
    assert (scores[1] - scores[0]).item() == pytest.approx(1.2)


def test_a_unit_without_a_vector_is_neither_lifted_nor_lowered_by_the_vector_lane() -> None:
    found = [belief("a", cosine=0.2), belief("b", cosine=None), belief("c", cosine=0.8)]
    scores = fuse(measure(found, ANYTHING, ONE_RARE_WORD), Weights())
    assert scores[1] == pytest.approx(0.0)
    assert scores[0] < scores[1] < scores[2]


JOB_OR_WORK = Words(terms=("job",), unit_counts=(1,), units=10, length_mean=10.0, telling=((1,),))


def test_a_belief_that_tells_what_a_word_asks_for_counts_as_having_it_and_a_turn_does_not() -> None:
    found = [
        belief("a")._replace(term_counts=(0, 2)),
        belief("b")._replace(term_counts=(1, 0)),
        turn("c", "s", 1)._replace(term_counts=(0, 2)),
    ]
    measured = measure(found, ANYTHING, JOB_OR_WORK)
    assert measured.words[0] == measured.words[1] > 0
    assert measured.words[2] == 0
    assert measured.covered.tolist() == [1.0, 1.0, 0.0]


def test_meaning_counts_for_more_in_a_belief_and_words_for_more_in_a_turn() -> None:
    near, said = belief("a", cosine=0.6), belief("b", cosine=0.45, heron=1)
    near_turn, said_turn = turn("a", "s", 1, cosine=0.6), turn("b", "t", 1, cosine=0.45, heron=1)
    beliefs = fuse(measure([near, said], ANYTHING, ONE_RARE_WORD), Weights())
    turns = fuse(measure([near_turn, said_turn], ANYTHING, ONE_RARE_WORD), Weights())
    assert beliefs[0] > beliefs[1]
    assert turns[0] < turns[1]
