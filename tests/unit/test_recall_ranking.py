"""What a ranking answers, leaves out and says about it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from muniment.recall.candidates import Candidate
from muniment.recall.ranking import Ranked, Ranking, settle, told, weigh
from tests.unit.recall_words import ANYTHING, NOW, ONE_RARE_WORD, belief, toward, turn


def ranked(found: Sequence[Candidate], settings: Ranking | None = None) -> Ranked:
    ranking = settings or Ranking()
    weighed = weigh(found, question=ANYTHING, words=ONE_RARE_WORD, valid_at=NOW, settings=ranking)
    return told(settle(weighed, ranking))


def ids(answer: Ranked) -> list[str]:
    return [placed.candidate.item_id for placed in answer.results]


def test_nothing_found_is_an_abstention() -> None:
    assert ranked([]) == Ranked(abstention="nothing was found")


def test_the_order_of_arrival_does_not_matter() -> None:
    found = [belief(f"{i:02}", cosine=0.3 + (i * 7 % 11) / 20, heron=i % 2) for i in range(20)]
    assert ranked(found) == ranked(list(reversed(found)))


def test_equal_scores_are_ordered_by_id() -> None:
    assert ids(ranked([belief("c"), belief("a"), belief("b")])) == ["a", "b", "c"]


def test_the_nearer_meaning_ranks_first_and_a_shared_word_outweighs_a_little_of_it() -> None:
    found = [belief("a", cosine=0.3), belief("b", cosine=0.5), belief("c", cosine=0.46, heron=1)]
    assert ids(ranked(found)) == ["c", "b", "a"]


def test_a_question_about_something_unheard_of_is_not_answered_and_says_why() -> None:
    answer = ranked([belief("a", cosine=0.1), belief("b", cosine=0.2)])
    assert answer.results == ()
    assert answer.abstention is not None
    assert "relevance 0.20, at least 0.33" in answer.abstention
    assert [(d.candidate.item_id, d.reason) for d in answer.dropped] == [
        ("b", "the gate is closed"),
        ("a", "the gate is closed"),
    ]


def test_what_shares_nothing_with_the_question_is_left_out() -> None:
    answer = ranked([belief("a", cosine=0.6), belief("b", cosine=-0.1)])
    assert ids(answer) == ["a"]
    assert answer.dropped[0].reason == "shares no word, meaning or link with the question"


def test_a_belief_and_its_turn_are_one_result_and_the_other_is_named() -> None:
    answer = ranked(
        [belief("a", cosine=0.6, sources=["t"]), turn("t", "s", 1, cosine=0.4), belief("z")]
    )
    assert ids(answer) == ["a", "z"]
    assert answer.results[0].paired == ("t",)
    assert answer.dropped[0].reason == "one result with a"


def test_a_turn_whose_belief_was_superseded_is_marked_and_ranks_below_the_successor() -> None:
    answer = ranked(
        [turn("old", "s", 1, cosine=0.9, successors=["new"]), belief("new", cosine=0.4)]
    )
    assert ids(answer) == ["new", "old"]
    assert [placed.superseded for placed in answer.results] == [False, True]


def test_a_contested_belief_ranks_just_below_what_is_held_in_its_slot() -> None:
    contested = belief("contested", cosine=0.9)._replace(successors=("held",))
    answer = ranked([contested, belief("other", cosine=0.8), belief("held", cosine=0.2)])
    assert ids(answer) == ["held", "contested", "other"]
    assert not any(placed.superseded for placed in answer.results)


def test_variety_changes_what_is_packed() -> None:
    found = [
        belief("a", cosine=0.80, vector=toward(1, 0)),
        belief("b", cosine=0.79, vector=toward(1, 0)),
        belief("c", cosine=0.70, vector=toward(0, 1)),
        belief("d", cosine=0.30, vector=toward(1, 1)),
    ]
    assert ids(ranked(found, Ranking(limit=2))) == ["a", "c"]
    assert ids(ranked(found, Ranking(limit=2, mmr_lambda=1.0))) == ["a", "b"]


def test_the_scores_of_the_results_fall_and_are_rounded_to_six_decimals() -> None:
    found = [turn(f"{i:02}", f"s{i % 3}", i, cosine=0.3 + i / 50) for i in range(20)]
    scores = [placed.score for placed in ranked(found).results]
    assert scores == sorted(scores, reverse=True)
    assert scores == [round(score, 6) for score in scores]


def test_every_candidate_is_a_result_or_dropped_with_a_reason() -> None:
    found = [turn(f"{i:02}", f"s{i % 3}", i, cosine=0.3 + i / 50) for i in range(20)]
    answer = ranked(found, Ranking(limit=4))
    assert len(answer.results) == 4
    assert len(answer.dropped) == 16
    assert {dropped.reason for dropped in answer.dropped} == {"beyond the limit of 4 results"}


def test_doubt_lowers_a_belief() -> None:
    assert ids(ranked([belief("a", confidence=0.4), belief("b", confidence=0.9)])) == ["b", "a"]


def test_a_store_without_vectors_still_ranks_by_words() -> None:
    found = [belief("a", cosine=None), belief("b", cosine=None, heron=1)]
    assert ids(ranked(found)) == ["b"]


def test_a_ranking_takes_a_thousand_candidates() -> None:
    found = [belief(f"{i:04}", cosine=float(np.float64(i) / 1000)) for i in range(1_000)]
    assert ids(ranked(found, Ranking(mmr_lambda=1.0)))[:2] == ["0999", "0998"]
