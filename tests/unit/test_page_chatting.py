"""A page quotes of what somebody said lately what says something."""

from __future__ import annotations

import pytest

from muniment.knowledge.pages.chatting import tells_nothing


@pytest.mark.parametrize(
    "text",
    [
        "Thanks, that helps!",
        "Great, much appreciated!",
        "thanks for listening x",
        "Good morning!",
        "How are you?",
        "haha ok",
        "Maybe. If the trains were cheaper we'd go to Porto.",
        "👍",
        "True. Perfect, thanks!",
        "If I won the lottery I'd buy a villa.",
        "If I saw one I'd probably faint.",
        "Imagine we opened a second shop in Whitby! A girl can dream.",
        "My boss would go mad if I were late again. Joking, she's lovely.",
    ],
)
def test_courtesy_and_what_is_supposed_tell_nothing(text: str) -> None:
    assert tells_nothing(text)


@pytest.mark.parametrize(
    "text",
    [
        "I'm vegetarian.",
        "Thanks to Ann I got the job.",
        "Ta. My neighbour borrowed the wheelbarrow again.",
        "Cheers, you're a star. Oh, and I'm allergic to penicillin.",
        "Thanks, it's at 6:40.",
        "I'm thinking about hiring someone for Saturdays.",
        "We might go to the lido in July.",
        "If I lived in Hull I'd see her more, but the jobs are here.",
        "What's the notice period usually?",
        "Ich wohne in Köln.",
        "Danke dir, das hilft!",
        "我住在北京",
    ],
)
def test_what_says_or_asks_something_is_quoted(text: str) -> None:
    assert not tells_nothing(text)
