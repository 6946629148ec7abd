"""What affinity, decay, diversity, the gate, pairing and the budget each do."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from muniment.model.tokens import tokens_estimated
from muniment.recall.affinity import affinity
from muniment.recall.budget import packed
from muniment.recall.decay import ages_at, doubt, recency
from muniment.recall.diversity import marginal, seated
from muniment.recall.fusion import measure
from muniment.recall.gate import Gate, abstention
from muniment.recall.pairing import below_successors, paired
from muniment.recall.question import QuestionRead
from tests.unit.recall_words import ANYTHING, NOW, ONE_RARE_WORD, belief, toward, turn


def test_nearness_in_the_graph_adds_a_step_for_each_hop_and_distance_costs() -> None:
    found = [belief(str(i), hops=hops) for i, hops in enumerate([0, 1, 2, 3, None])]
    assert affinity(found).tolist() == [0.30, 0.20, 0.10, -0.05, -0.05]


def test_where_the_graph_reaches_nothing_nobody_is_punished() -> None:
    assert affinity([belief("a"), belief("b")]).tolist() == [0.0, 0.0]


def test_certainty_does_not_fade_and_doubt_grows_with_age() -> None:
    old = NOW - timedelta(days=180)
    found = [
        belief("a", confidence=1.0, valid_from=old),
        belief("b", confidence=0.5, valid_from=NOW),
        belief("c", confidence=0.5, valid_from=old),
    ]
    assert doubt(found, ages_at(found, NOW)).tolist() == [0.0, 0.5, 0.75]


def test_recency_halves_every_180_days_and_the_future_is_not_more_recent_than_now() -> None:
    found = [
        belief("a", valid_from=NOW + timedelta(days=3)),
        belief("b", valid_from=NOW - timedelta(days=180)),
    ]
    assert recency(ages_at(found, NOW)).tolist() == [1.0, 0.5]


def test_a_repetition_falls_behind_a_lesser_candidate_that_says_something_else() -> None:
    found = [
        belief("a", vector=toward(1, 0)),
        belief("b", vector=toward(1, 0)),
        belief("c", vector=toward(0, 1)),
        belief("d", vector=toward(1, 0)),
    ]
    scores = np.array([1.0, 0.9, 0.8, 0.0])
    order = np.array([0, 1, 2, 3])
    assert [index for index, _ in marginal(scores, found, order, 0.7)] == [0, 2, 1, 3]
    assert [index for index, _ in marginal(scores, found, order, 1.0)] == [0, 1, 2, 3]


def test_the_marginal_scores_never_rise() -> None:
    found = [belief(str(i), vector=toward(1, i % 3)) for i in range(60)]
    scores = np.linspace(2.0, -1.0, 60)
    given = [score for _, score in marginal(scores, found, np.arange(60), 0.7)]
    assert given == sorted(given, reverse=True)


def test_the_order_of_the_dimensions_changes_no_marginal_score() -> None:
    drawn = np.random.default_rng(7)
    vectors = drawn.normal(0, 0.05, (50, 384)).astype(np.float16)
    shuffled = vectors[:, drawn.permutation(384)]
    scores = np.linspace(2.0, -1.0, 50)

    given, again = (
        marginal(scores, [belief(str(i), vector=v) for i, v in enumerate(them)], np.arange(50), 0.7)
        for them in (vectors, shuffled)
    )

    assert given == again


def test_a_turn_gives_way_to_one_of_another_session_that_is_hardly_behind_and_the_scores_still_fall() -> (
    None
):
    found = [turn("a", "s", 1), turn("b", "s", 2), belief("c"), turn("d", "t", 1)]
    near = [(0, 5.0), (1, 4.0), (2, 3.9), (3, 3.5)]
    assert seated(near, found) == [(0, 5.0), (3, 4.0), (2, 3.9), (1, 3.5)]


def test_three_turns_of_one_session_come_first_where_they_are_far_ahead_and_no_more_of_them() -> (
    None
):
    found = [*(turn(str(at), "s", at) for at in range(5)), turn("t", "t", 1), turn("u", "u", 1)]
    far = [(0, 9.0), (1, 8.0), (2, 7.0), (3, 6.0), (4, 5.0), (5, 1.0), (6, 0.5)]
    assert [index for index, _ in seated(far, found)] == [0, 1, 2, 5, 6, 3, 4]


def test_where_there_is_one_session_its_turns_keep_their_places_among_beliefs() -> None:
    found = [turn("a", "s", 1), turn("b", "s", 2), belief("c"), belief("d"), belief("e")]
    ranked = [(0, 5.0), (1, 4.0), (2, 3.0), (3, 2.0), (4, 1.0)]
    assert seated(ranked, found) == ranked


@pytest.mark.parametrize(
    "cosine, heron, passes",
    [(0.40, 0, True), (0.10, 1, True), (0.10, 0, False), (None, 1, True), (None, 0, False)],
)
def test_the_gate_opens_for_a_near_meaning_or_a_known_word(
    cosine: float | None, heron: int, *, passes: bool
) -> None:
    found = [belief("a", cosine=cosine, heron=heron)]
    reason = abstention(found, measure(found, ANYTHING, ONE_RARE_WORD), Gate())
    assert (reason is None) is passes


def test_the_reason_for_an_abstention_says_what_was_measured_and_what_was_asked() -> None:
    found = [belief("a", cosine=0.1)]
    assert abstention(found, measure(found, ANYTHING, ONE_RARE_WORD), Gate()) == (
        "nothing is close to the question: relevance 0.10, at least 0.33 is asked "
        "(best cosine 0.10, words 0.00)"
    )


def test_a_turn_is_one_result_with_the_belief_that_ranks_above_it() -> None:
    found = [belief("a", sources=["t"]), belief("b", sources=["t"]), turn("t", "s", 1)]
    assert paired([0, 1, 2], found) == ([0, 1], {0: [2]})


def test_a_belief_is_one_result_with_the_turn_that_ranks_above_it() -> None:
    found = [turn("t", "s", 1), belief("a", sources=["t"]), belief("b")]
    assert paired([0, 1, 2], found) == ([0, 2], {0: [1]})


def test_what_replaced_all_that_a_turn_led_to_comes_up_to_its_place_and_the_turn_below_it() -> None:
    found = [turn("old", "s", 1, successors=["new"]), belief("new"), belief("other")]
    placed = dict(below_successors([(0, 3.0), (2, 2.0), (1, 1.0)], found))
    assert placed == {0: pytest.approx(2.999999), 1: 3.0, 2: 2.0}


def test_a_turn_that_led_to_what_still_holds_falls_just_below_the_successor_of_the_rest() -> None:
    told = turn("t", "s", 1, successors=["new"])._replace(still_tells=True)
    lowered = dict(below_successors([(0, 3.0), (1, 1.0)], [told, belief("new")]))
    assert lowered == {0: pytest.approx(0.999999), 1: 1.0}


def test_a_turn_stays_below_its_successor_that_has_to_stand_below_another_one() -> None:
    contested = belief("contested")._replace(successors=("held",))
    found = [turn("old", "s", 1, successors=["contested"]), contested, belief("held")]
    placed = dict(below_successors([(0, 3.0), (1, 2.0), (2, 1.0)], found))
    assert placed[0] < placed[1] < placed[2] == 3.0


def test_a_turn_stays_where_it_is_if_the_successor_was_not_found_or_ranks_above() -> None:
    found = [turn("old", "s", 1, successors=["new"]), belief("new")]
    assert below_successors([(1, 3.0), (0, 1.0)], found) == [(1, 3.0), (0, 1.0)]
    assert below_successors([(0, 3.0)], found) == [(0, 3.0)]


def test_what_does_not_fit_is_passed_over_with_its_reason_and_a_shorter_one_still_fits() -> None:
    found = [belief("a", tokens=60), belief("b", tokens=50), belief("c", tokens=40)]
    assert packed([0, 1, 2], found, budget_tokens=100, limit=10) == (
        [0, 2],
        {1: "needs 50 tokens, 40 of 100 are left"},
    )


def test_no_more_than_the_limit_is_packed() -> None:
    found = [belief("a"), belief("b")]
    assert packed([0, 1], found, budget_tokens=100, limit=1) == (
        [0],
        {1: "beyond the limit of 1 results"},
    )


@pytest.mark.parametrize("characters, tokens", [(0, 0), (4, 1), (5, 2)])
def test_four_characters_are_estimated_as_one_token(characters: int, tokens: int) -> None:
    assert tokens_estimated(characters) == tokens


def test_the_age_of_a_belief_is_measured_at_the_basis() -> None:
    found = [belief("a", valid_from=datetime(2026, 1, 1, tzinfo=UTC))]
    assert recency(ages_at(found, datetime(2026, 6, 30, tzinfo=UTC))).tolist() == [0.5]


def test_the_gate_opens_sooner_for_what_is_about_whom_is_asked() -> None:
    ada = QuestionRead(
        text="What does Ada do?", topic="What does Ada do?", names=frozenset({"ada"})
    )
    near = [belief("a", cosine=0.25)]
    hers = [belief("a", cosine=0.25, names=["ada"])]
    assert abstention(near, measure(near, ada, ONE_RARE_WORD), Gate()) is not None
    assert abstention(hers, measure(hers, ada, ONE_RARE_WORD), Gate()) is None


def test_an_abstention_about_somebody_known_says_so() -> None:
    ada = QuestionRead(
        text="What does Ada do?", topic="What does Ada do?", names=frozenset({"ada"})
    )
    found = [belief("a", cosine=0.1, names=["ada"])]
    reason = abstention(found, measure(found, ada, ONE_RARE_WORD), Gate())
    assert reason is not None
    assert "relevance 0.22" in reason
    assert reason.endswith("words 0.00, about whom is asked)")
