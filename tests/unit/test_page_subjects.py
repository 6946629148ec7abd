"""What pages are called, where a belief stands on them, and that their words survive being kept."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.knowledge.pages.sections import ORDER, PERSONAL, section_of
from muniment.knowledge.pages.subjects import category_subject, entity_subject, is_person
from muniment.model.claims import PREDICATES
from muniment.model.names import folded, slug_of
from muniment.model.pages import Citation, Mark, PageKind, Sentence
from muniment.model.sentences import cited, page_text, read_sentences, written

NAMES = st.text(
    alphabet=st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), min_size=1, max_size=120
)


@pytest.mark.parametrize(
    "name, slug",
    [
        ("Mike", "mike"),
        ("  Mike   JONES ", "mike-jones"),
        ("Straße 7", "strasse-7"),
        ("李小龙", "李小龙"),
        ("a-b", "a-b-d44362d6"),
        ("a b", "a-b"),
        ("🦊", "0a9f72e8"),
    ],
)
def test_a_slug_is_the_folded_name_with_hyphens(name: str, slug: str) -> None:
    assert slug_of(name) == slug


@given(NAMES, NAMES)
def test_two_names_never_share_a_slug_and_two_spellings_do(one: str, other: str) -> None:
    assert (slug_of(one) == slug_of(other)) == (folded(one) == folded(other))


@given(NAMES)
def test_a_slug_is_short_and_safe_in_an_address(name: str) -> None:
    slug = slug_of(name)
    assert len(slug) <= 90
    assert all(letter.isalnum() or letter == "-" for letter in slug)


def test_entity_and_category_of_one_name_have_pages_of_their_own() -> None:
    assert entity_subject("Hobby", is_person=False).slug == "hobby"
    assert category_subject("Hobby").slug == "category:hobby"
    assert entity_subject("Mike", is_person=True).kind is PageKind.PERSONA


@pytest.mark.parametrize(
    "category, section",
    [
        ("lives_in", "Home"),
        ("works_at", "Work and study"),
        ("sister", "People"),
        ("favourite food", "Likes and habits"),
        ("number of cats", "Belongings"),
        ("number of child", "People"),
        ("number of children", "People"),
        ("number of project", "Work and study"),
        ("number of windows", "Belongings"),
        ("profession", "Work and study"),
        ("working hours", "Work and study"),
        ("phone", "Contact"),
        ("phone_number", "Contact"),
        ("email", "Contact"),
        ("work email", "Contact"),
        ("email address", "Contact"),
        ("home address", "Home"),
        ("bank", "Money"),
        ("monthly rent", "Money"),
        ("phone bill", "Money"),
        ("accountant", "People"),
        ("second dentist", "People"),
        ("owners", "People"),
        ("shoe size", "Identity"),
        ("name", "Identity"),
        ("wifi name", "Other"),
        ("yoga class", "Likes and habits"),
        ("favourite_food", "Likes and habits"),
        ("blood pressure", "Health"),
        ("laptop", "Belongings"),
        ("flight number", "Plans"),
        ("wedding date", "Plans"),
        ("trip", "Events"),
        ("model", "Other"),
        ("weather", "Other"),
        ("not condition", "Health"),
        ("not weather", "Other"),
        (None, "Other"),
    ],
)
def test_a_category_stands_under_one_heading(category: str | None, section: str) -> None:
    assert section_of(category) == section


def test_every_predicate_of_a_claim_has_a_heading_of_its_own_but_those_that_say_what_they_are_of() -> (
    None
):
    without = {each for each in PREDICATES if section_of(each) == "Other"}
    assert without == {"attribute", "count", "favourite", "relation"}
    assert section_of("pet") == "Belongings"


def test_the_order_of_sections_is_fixed() -> None:
    assert list(ORDER) == [
        "Identity", "Contact", "Home", "Work and study", "Money", "People", "Likes and habits",
        "Health", "Belongings", "Plans", "Events", "Opinions", "Other", "Connections", "What changed", "Contested",
        "Said lately",
    ]  # fmt: skip


def test_who_speaks_or_has_what_persons_have_is_a_person() -> None:
    assert is_person([], speaks=True)
    assert is_person(["office", "born_on"], speaks=False)
    assert is_person(["favourite film"], speaks=False)
    assert not is_person(["office", "founded_in"], speaks=False)
    assert "general" not in PERSONAL


def test_sentences_are_read_back_as_they_were_written() -> None:
    sentences = (
        Sentence(
            section="Home",
            text='Mike "lives"\nin Straße, 7 🦊',
            mark=Mark.HOLDS,
            valid_from=datetime(2026, 3, 1, 9, 30, tzinfo=UTC),
            valid_until=None,
            source=Citation(id=UUID(int=1), kind="memory"),
            further=(
                Citation(id=UUID(int=2), kind="episode", span=(0, 4)),
                Citation(id=UUID(int=3), kind="episode"),
            ),
        ),
        Sentence(
            section="Said lately",
            text="Hello",
            mark=Mark.SAID,
            valid_from=datetime(2026, 3, 2, tzinfo=UTC),
            valid_until=datetime(2026, 3, 3, tzinfo=UTC),
            source=Citation(id=UUID(int=3), kind="episode"),
        ),
    )

    assert read_sentences(written(sentences)) == sentences
    assert cited(sentences) == ((UUID(int=1),), (UUID(int=2), UUID(int=3)))
    assert page_text("Mike", sentences) == 'Mike\nMike "lives"\nin Straße, 7 🦊\nHello'


def test_a_sentence_without_a_source_cannot_be_made() -> None:
    with pytest.raises(TypeError, match="source"):
        Sentence(  # type: ignore[call-arg]  # that is what is tried
            section="Home",
            text="Mike is rich",
            mark=Mark.HOLDS,
            valid_from=datetime(2026, 3, 1, tzinfo=UTC),
            valid_until=None,
        )
