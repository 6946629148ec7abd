"""A claim is right if it says what a wanted one says; each pairs with one at most."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from muniment.bench.gold import GoldClaim, GoldTurn
from muniment.bench.matching import is_right, judged, overlap
from muniment.model.claims import Act, Claim, Message, Role

GOLD = GoldClaim(
    subject="The grant", predicate="attribute", predicates=frozenset({"attribute", "plan"}),
    of="due date", object="the 14th of November", act=Act.CORRECT, span=(10, 40), optional=False,
    period=(None, None),
)  # fmt: skip
MADE = Claim(
    subject="grant", predicate="attribute", of="date", object="14th of November",
    act=Act.CORRECT, sentence="The grant's date is the 14th of November.", span=(30, 50),
)  # fmt: skip
TURN = GoldTurn(
    id="t",
    kind="correction",
    message=Message(
        text="x" * 60, speaker="Sam", role=Role.USER, occurred_at=datetime(2026, 1, 1, tzinfo=UTC)
    ),
    claims=(),
)


def test_a_claim_may_differ_in_case_articles_and_the_modifier_of_what_it_is_of() -> None:
    assert is_right(MADE, GOLD)


@pytest.mark.parametrize(
    "made, wanted, is_same",
    [
        ("Sam’s grant", "grant", True),
        ("grant", "Sam's grant", True),
        ("Ines's grant", "grant", False),
        ("Sam", "grant", False),
    ],
)
def test_what_the_speaker_has_goes_by_its_noun_too(made: str, wanted: str, is_same: bool) -> None:
    claim, gold = replace(MADE, subject=made), replace(GOLD, subject=wanted)
    assert is_right(claim, gold, speaker="Sam") is is_same


@pytest.mark.parametrize(
    "wrong",
    [
        replace(MADE, subject="rent"),
        replace(MADE, act=Act.STATE),
        replace(MADE, predicate="event", of=None),
        replace(MADE, of="deadline"),
        replace(MADE, object="4th of May 2027"),
        replace(MADE, span=(40, 50)),
    ],
)
def test_a_claim_that_differs_otherwise_is_wrong(wrong: Claim) -> None:
    assert not is_right(wrong, GOLD)


@pytest.mark.parametrize(
    "made, wanted, is_same",
    [
        ("phone", "phone number", True),
        ("lease end", "lease end date", True),
        ("mum", "mother", True),
        ("best friend", "friend", True),
        ("start time", "end", False),
        ("number of rooms", "room", False),
    ],
)
def test_what_two_claims_are_of_shares_a_head_word(made: str, wanted: str, is_same: bool) -> None:
    assert is_right(replace(MADE, of=made), replace(GOLD, of=wanted)) is is_same


def test_another_predicate_that_would_do_needs_no_of() -> None:
    assert is_right(replace(MADE, predicate="plan", of=None), GOLD)


def test_values_are_compared_by_their_words() -> None:
    assert overlap("known allergies", "no known allergies") == pytest.approx(0.8)
    assert overlap("the sixth floor", "Sixth floor") == 1.0
    assert overlap("tea", "coffee") == 0.0


def test_each_claim_counts_once() -> None:
    outcome = judged(replace(TURN, claims=(GOLD,)), [MADE, MADE])
    assert (len(outcome.right), len(outcome.wrong), len(outcome.missed)) == (1, 1, 0)


def test_an_optional_claim_is_neither_missed_nor_wrong_nor_right() -> None:
    turn = replace(TURN, claims=(replace(GOLD, optional=True),))
    made, silent = judged(turn, [MADE]), judged(turn, [])
    assert (made.right, made.wrong, made.missed) == ((), (), ())
    assert (silent.right, silent.wrong, silent.missed) == ((), (), ())


def test_claims_are_paired_so_that_most_wanted_ones_are_met() -> None:
    wide = replace(GOLD, object="14th of November 2026")
    narrow = replace(GOLD, object="the 14th")
    short = replace(MADE, object="14th")
    outcome = judged(replace(TURN, claims=(wide, narrow)), [MADE, short])
    assert len(outcome.right) == 2
