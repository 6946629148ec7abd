"""Extraction never raises, says the same twice, and points at the very words."""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muniment.bench.gold import read_turns
from muniment.knowledge import reading_by_rules
from muniment.knowledge.extraction.rules import extract
from muniment.model.claims import PREDICATES, WITH_OF, Claim, Message, Role

_SAID = """
I we my sister Maria is am 's n't not no longer used to live lives in Porto work as a nurse at Acme
since May last Friday moved from to , . ? ! and but if who " ' ( ) 950 euros have two cats dog called
Rex rent birthday 3 March love hate can't was born the deadline on Monday İ ß 𝒳 Ǆ
"""
_WORDS = st.sampled_from([*_SAID.split(), "\n"])
TEXTS = st.one_of(st.text(max_size=200), st.lists(_WORDS, max_size=30).map(" ".join))
INSTANTS = st.datetimes(
    timezones=st.sampled_from([UTC, timezone(timedelta(hours=14)), timezone(timedelta(hours=-12))])
)
TOLD = Path(__file__).parents[2] / "benchmarks" / "extraction"
CLAUSE = re.compile(
    r"(?<=[.,;!?])\s+|\s+(?=(?:and|but|so|because|which|who|that|when|while|or|if)\b)"
)
PASTED = 10_000


def claims_of(text: str, at: datetime, role: Role = Role.USER) -> tuple[Claim, ...]:
    return extract(Message(text=text, speaker="Ines Costa", role=role, occurred_at=at))


@settings(max_examples=400, deadline=None)
@given(text=TEXTS, at=INSTANTS, role=st.sampled_from(Role))
def test_any_text_at_any_time_yields_sound_claims_or_none(
    text: str, at: datetime, role: Role
) -> None:
    claims = claims_of(text, at, role)
    assert claims == claims_of(text, at, role)
    for claim in claims:
        start, end = claim.span
        assert 0 <= start < end <= len(text)
        assert claim.predicate in PREDICATES
        assert (claim.of is not None) == (claim.predicate in WITH_OF)
        assert claim.subject.strip()
        assert claim.object.strip()
        assert claim.sentence.endswith((".", "!", "?"))
        for bound in (claim.valid_from, claim.valid_until):
            assert bound is None or bound.utcoffset() is not None
        if claim.valid_from is not None and claim.valid_until is not None:
            assert claim.valid_from < claim.valid_until
        if claim.time_words is not None:
            assert claim.time_words in text


def test_clauses_of_real_turns_in_any_company_are_read_without_an_error() -> None:
    drawn = random.Random(7)
    turns = [
        turn.message.text for path in sorted(TOLD.glob("*.jsonl")) for turn in read_turns(path)
    ]
    clauses = [clause for text in turns for clause in CLAUSE.split(text)]
    for _ in range(PASTED):
        text = " ".join(drawn.sample(clauses, drawn.randint(2, 4)))
        message = Message(
            text=text, speaker="Ines", role=Role.USER, occurred_at=datetime(2026, 5, 20, tzinfo=UTC)
        )
        for claim in reading_by_rules.read(message):
            start, end = claim.span
            assert 0 <= start < end <= len(text), text


@pytest.mark.parametrize(
    "text",
    [
        "I'm thirty-four but my back works for the council and retired in 2009.",
        "My product I hear you, I went natural in 2021. Favourite dear, is still plain shea.",
    ],
)
def test_a_clause_that_has_no_subject_of_its_own_is_read(text: str) -> None:
    claims_of(text, datetime(2026, 5, 20, tzinfo=UTC))
