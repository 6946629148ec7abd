"""The packaged tagger: what it says of plain English, of any text, and of what its files are."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muniment.model.claims import PREDICATES, WITH_OF, Act, Role
from muniment.ports.tagger import Tag
from muniment.providers.tagger import heads
from muniment.providers.tagger.packaged import PackagedTagger

TAGGER = PackagedTagger()
_SAID = """
I we my sister Maria is am 's n't not no longer used to live lives in Porto work as a nurse at Acme
since May last Friday moved from to , . ? ! and but if who " ' ( ) 950 euros have two cats dog called
Rex rent birthday 3 March love hate can't was born the deadline on Monday im dont btw & İ ß 𝒳 Ǆ
"""
_WORDS = st.sampled_from([*_SAID.split(), "\n"])
TEXTS = st.one_of(st.text(max_size=120), st.lists(_WORDS, max_size=30).map(" ".join))


def best(text: str, predicate: str, role: Role = Role.USER) -> tuple[Tag, str]:
    """Return the surest tag of a predicate, and the words of its object."""
    tags = [each for each in TAGGER.tags(text, role) if each.predicate == predicate]
    tag = max(tags, key=lambda each: each.score)
    return tag, text[slice(*tag.object)]


def test_what_is_plainly_said_is_tagged_where_it_stands() -> None:
    home, city = best("I live in Porto and like it here.", "lives_in")
    assert (city, home.subject, home.act) == ("Porto", None, Act.STATE)
    assert home.score > 0.3

    text = "My sister Maria moved to Lyon last month."
    hers, there = best(text, "lives_in")
    assert hers.subject is not None
    assert (there, text[slice(*hers.subject)]) == ("Lyon", "Maria")

    over, pastime = best("I no longer play chess.", "hobby")
    assert (over.act, "chess" in pastime) == (Act.END, True)

    text = "My rent went up to 980 euros."
    price, amount = best(text, "attribute")
    assert isinstance(price.of, tuple)
    assert (amount, text[slice(*price.of)]) == ("980 euros", "rent")


def test_a_question_is_nothing_sure() -> None:
    assert all(tag.score < 0.2 for tag in TAGGER.tags("Do you live in Porto?", Role.USER))


def test_a_long_text_is_read_to_its_end() -> None:
    text = "It rained and nobody came. " * 120 + "I live in Porto."
    home, city = best(text, "lives_in")

    assert (city, home.score > 0.3) == ("Porto", True)
    assert home.object[0] == text.index("Porto")


@settings(max_examples=60, deadline=None)
@given(text=TEXTS, role=st.sampled_from(Role))
def test_any_text_yields_sound_tags_or_none(text: str, role: Role) -> None:
    tags = TAGGER.tags(text, role)

    assert tags == TAGGER.tags(text, role)
    for tag in tags:
        assert tag.predicate in PREDICATES
        assert (tag.of is None) == (tag.predicate not in WITH_OF)
        assert 0 < tag.score <= 1
        for span in (tag.object, tag.subject, tag.of):
            if isinstance(span, tuple):
                assert 0 <= span[0] < span[1] <= len(text)


@pytest.mark.parametrize("text", ["", " ", "\n\n", "?", "\ud800 I live in Porto.", "x" * 20_000])
def test_odd_texts_are_read(text: str) -> None:
    TAGGER.tags(text, Role.USER)


def test_the_name_is_that_of_the_files() -> None:
    assert PackagedTagger().name == TAGGER.name
    assert TAGGER.name.startswith("tagger ")


def test_every_predicate_has_its_output() -> None:
    assert frozenset(heads.PREDICATES) == PREDICATES
