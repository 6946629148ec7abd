"""How likely something answers rises with how far it is ahead, and falls where it has not what is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.knowledge.answering.findings import Finding
from muniment.knowledge.answering.likelihood import OTHERS_MIN, Ahead, ahead, is_of_kind, least
from muniment.model.ids import EpisodeId, MemoryId
from muniment.model.memory import Episode, Memory

WHEN = datetime(2026, 1, 1, tzinfo=UTC)
BY = st.floats(-1.0, 1.0)


def found(place: int, category: str | None = None, *, cosine: float, score: float) -> Finding:
    said = Memory(
        id=MemoryId(UUID(int=place)),
        content=f"belief {place}",
        valid_from=WHEN,
        valid_until=None,
        known_from=WHEN,
        known_until=None,
        entity="Ann",
        category=category,
    )
    return Finding(said=said, place=place, strength=1.0, cosine=cosine, score=score)


def belief(content: str) -> Finding:
    said = Memory(
        id=MemoryId(UUID(int=7)), content=content, valid_from=WHEN, valid_until=None, known_from=WHEN,
        known_until=None, entity="Ann",
    )  # fmt: skip
    return Finding(said=said, place=0, strength=1.0, cosine=0.5)


def turn(content: str) -> Finding:
    said = Episode(
        id=EpisodeId(UUID(int=7)), content=content, speaker="Ann", occurred_at=WHEN,
        session="s", position=0, source_id=None, namespace="default", caption=None,
        known_from=WHEN, known_until=None,
    )  # fmt: skip
    return Finding(said=said, place=0, strength=1.0, cosine=0.5)


TOLD = pytest.mark.parametrize("told", [belief, turn])

OTHERS = [found(place, cosine=0.2, score=1.0) for place in range(1, OTHERS_MIN + 1)]
FIRST = found(0, "hobby", cosine=0.5, score=3.0)


@TOLD
@given(cosine=BY, further=st.floats(0.01, 1.0), score=BY, says=st.booleans())
def test_what_is_further_ahead_is_likelier(
    told: Callable[[str], Finding], cosine: float, further: float, score: float, says: bool
) -> None:
    said = told("Ann")
    near = Ahead(cosine=cosine, score=score)
    for far in (replace(near, cosine=cosine + further), replace(near, score=score + further)):
        assert far.likelihood("Who?", said, says=says) > near.likelihood("Who?", said, says=says)


@TOLD
@given(cosine=BY, score=BY)
def test_what_says_it_is_likelier_and_what_is_of_another_kind_less_likely(
    told: Callable[[str], Finding], cosine: float, score: float
) -> None:
    counted, uncounted = told("There are 3 bikes."), told("The bikes are red.")
    lead = Ahead(cosine=cosine, score=score)
    unsaid = lead.likelihood("How many bikes are there?", counted, says=False)
    assert lead.likelihood("How many bikes are there?", counted, says=True) > unsaid
    assert lead.likelihood("How many bikes are there?", uncounted, says=False) < unsaid


@pytest.mark.parametrize(
    "question, said, expected",
    [
        ("How old is Rex?", "Rex is a whippet.", False),
        ("How old is Rex?", "Rex is eleven.", True),
        ("How old is Ned?", "Ned has turned eighty.", True),
        ("What's the gate code?", "The gate is green.", False),
        ("When do we meet?", "We meet on Tuesdays.", True),
        ("When do we meet?", "We meet in the hall.", False),
        ("How many of us are there?", "We meet on Tuesdays.", False),
        ("Where do we meet?", "We meet in the hall.", True),
    ],
)
def test_a_number_or_a_time_is_asked_for_and_said(question: str, said: str, expected: bool) -> None:
    assert is_of_kind(question, said) is expected


def test_it_is_ahead_of_the_best_of_the_others_in_each() -> None:
    others = [*OTHERS, found(9, cosine=0.4, score=0.0), found(10, cosine=0.0, score=2.0)]
    lead = ahead(FIRST, others)
    assert lead is not None
    assert [lead.cosine, lead.score] == pytest.approx([0.1, 1.0])


def test_what_stands_in_its_slot_is_no_rival() -> None:
    assert ahead(FIRST, [*OTHERS, found(9, "hobby", cosine=0.9, score=9.0)]) == ahead(FIRST, OTHERS)


def test_among_too_few_and_of_what_came_with_something_else_nothing_is_told() -> None:
    assert ahead(FIRST, OTHERS) is not None
    assert ahead(FIRST, OTHERS[1:]) is None
    assert ahead(replace(FIRST, score=None), OTHERS) is None


def test_more_is_asked_of_a_belief_whose_words_do_not_say_it_than_of_one_whose_words_do() -> None:
    assert least(belief("Ann"), says=True) < least(belief("Ann"), says=False)


def test_what_was_learnt_from_a_turn_is_as_likely_as_the_turn() -> None:
    learnt = replace(belief("We meet."), turns=frozenset({UUID(int=8)}))
    lead = Ahead(cosine=-0.12, score=2.6)
    asked, turned = "What is it?", turn("We meet.")
    assert lead.likelihood(asked, learnt, says=True) == lead.likelihood(asked, turned, says=True)
    assert lead.likelihood(asked, learnt, says=True) >= least(learnt, says=True)
    assert lead.likelihood(asked, belief("We meet."), says=True) < least(learnt, says=True)
