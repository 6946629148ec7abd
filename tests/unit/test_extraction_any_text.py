"""Extraction never raises, says the same twice, and points at the very words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

from hypothesis import given, settings
from hypothesis import strategies as st

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
