"""Which other words a question is searched by."""

from __future__ import annotations

import pytest

from muniment.recall.thesaurus import Related, Wording, worded


def telling(query: str, word: str) -> tuple[str, ...]:
    return {each.asked: each.telling for each in worded(query, "english").related}.get(word, ())


@pytest.mark.parametrize(
    "query, asked, told",
    [
        ("What's my job?", "job", "works"),
        ("What do I do for a living?", "job", "works"),
        ("What does Ann do?", "job", "profession"),
        ("Who's my manager?", "manager", "boss"),
        ("Do I have any pets?", "pets", "cat"),
        ("Do I have siblings?", "siblings", "sister"),
        ("Where is Ann from?", "hometown", "born"),
        ("Am I seeing someone?", "partner", "husband"),
    ],
)
def test_a_question_is_searched_by_the_words_that_tell_what_it_asks_for(
    query: str, asked: str, told: str
) -> None:
    assert told in telling(query, asked)


def test_a_pet_may_be_a_cat_and_a_cat_is_no_dog() -> None:
    assert "cat" in telling("Has she a pet?", "pet")
    assert telling("Has she a cat?", "cat") == ()


def test_who_lives_for_a_living_is_not_asked_where() -> None:
    assert "living" not in worded("What do I do for a living?", "english").text


def test_only_english_words_are_known() -> None:
    assert worded("Welche pets habe ich?", "german") == Wording("Welche pets habe ich?")


def test_stems_are_told_apart_by_the_term_that_asks_for_them() -> None:
    wording = Wording("job or pet", (Related("job", ("works", "the")), Related("pet", ("cat",))))
    assert wording.words == ["job", "works", "the", "pet", "cat"]
    found = wording.by_term(["job", "work", "", "pet", "cat"], ["job", "pet"])
    assert found == {"job": ["work"], "pet": ["cat"]}


def test_a_word_that_is_no_term_of_the_question_asks_for_nothing() -> None:
    wording = Wording("job", (Related("job", ("works",)),))
    assert wording.by_term(["job", "work"], ["other"]) == {}
