"""Which words ask for one attribute, and which of them tell it."""

from __future__ import annotations

import pytest

from muniment.knowledge.answering.polarity import is_contrary
from muniment.knowledge.attributes import base, content_words, is_same
from muniment.recall.thesaurus import asks_for_job


@pytest.mark.parametrize(
    "asked, told",
    [
        ("live", "moved"),
        ("job", "nurse"),
        ("nurse", "job"),
        ("pet", "dog"),
        ("dog", "greyhound"),
        ("married", "husband"),
        ("children", "daughter"),
        ("travelling", "trip"),
        ("bought", "buying"),
        ("play", "plays"),
        ("enjoy", "enjoyed"),
        ("study", "studies"),
        ("tablets", "medication"),
        ("computer", "macbook"),
        ("scared", "terrified"),
    ],
)
def test_a_word_tells_what_another_one_asks_for(asked: str, told: str) -> None:
    assert is_same(base(asked), base(told))


@pytest.mark.parametrize(
    "asked, told",
    [
        ("dog", "cat"),
        ("nurse", "carpenter"),
        ("wife", "family"),
        ("wife", "husband"),
        ("age", "job"),
        ("car", "owner"),
        ("angina", "condition"),
        ("chess", "hobby"),
        ("partner", "mother"),
    ],
)
def test_a_word_does_not_tell_what_another_one_asks_for(asked: str, told: str) -> None:
    assert not is_same(base(asked), base(told))


def test_words_that_ask_for_nothing_do_not_count() -> None:
    assert content_words("How old is she, and what does he do for a living?") == {"age", "job"}


@pytest.mark.parametrize(
    "text, words",
    [
        ("Who looks after it?", {"owner"}),
        ("She is in charge of it.", {"owner"}),
        ("Who do I live with?", {"flatmate"}),
        ("He works from Lisbon.", {"based", "lisbon"}),
        ("Her father passed away.", {"father", "dead"}),
        ("She has a three-year-old.", {"age"}),
        ("The living room is warm.", {"lounge", "warm"}),
        ("It went live on Monday.", {"release", "monday"}),
    ],
)
def test_several_words_ask_for_or_tell_one_thing_together(text: str, words: set[str]) -> None:
    assert content_words(text) == {base(word) for word in words}


@pytest.mark.parametrize(
    "text, question, is_so",
    [
        ("I'm not allergic to cats.", "What am I allergic to?", True),
        ("I'm not allergic to cats but I am allergic to nuts.", "What am I allergic to?", False),
        ("I'm not allergic to cats.", "Am I allergic to cats?", False),
        ("I'm not allergic to cats.", "What am I not allergic to?", False),
        ("I don't play chess any more.", "What do I play?", False),
    ],
)
def test_what_is_denied_is_contrary_to_what_is_asked_for(
    text: str, question: str, *, is_so: bool
) -> None:
    assert is_contrary(text, question) is is_so


@pytest.mark.parametrize(
    "question, is_asked",
    [
        ("What does Mike do?", True),
        ("What's Mike do?", True),
        ("What does Mike do on Sundays?", False),
        ("What did Mike do?", False),
    ],
)
def test_what_somebody_does_and_no_more_asks_for_the_job(question: str, *, is_asked: bool) -> None:
    assert asks_for_job(question) is is_asked
