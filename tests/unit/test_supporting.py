"""Which words ask for one attribute, and which of them tell it."""

from __future__ import annotations

import pytest

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
