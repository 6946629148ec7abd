"""What somebody only supposed, guessed, quoted or joked about does not tell what is so."""

from __future__ import annotations

import pytest

from muniment.knowledge.earnest import Mood, earnest, mood_of


@pytest.mark.parametrize(
    "question, mood",
    [
        ("Where do I live?", Mood.WHAT),
        ("Which bank am I with?", Mood.WHAT),
        ("Do I live in Leicester?", Mood.WHETHER),
        ("Has Ann passed?", Mood.WHETHER),
        ("Do I want a dog?", Mood.WHATEVER),
        ("Where would I live if I could?", Mood.WHATEVER),
        ("Can I eat prawns?", Mood.WHATEVER),
        ("Which offer did you tell me to wait for?", Mood.WHATEVER),
    ],
)
def test_a_question_asks_what_is_so_or_whether_it_is_or_what_is_supposed(
    question: str, mood: Mood
) -> None:
    assert mood_of(question) is mood


@pytest.mark.parametrize(
    "text",
    [
        "If I won the lottery I'd buy a villa.",
        "i'd buy a wetsuit if they weren't so dear",
        "Imagine we opened a second shop in Whitby!",
        "I dreamt that we had moved to Bath.",
    ],
)
def test_what_is_supposed_tells_nothing_that_is_so(text: str) -> None:
    spoken = [each for said in earnest(text, Mood.WHAT) for each in said.split() if each.isalpha()]

    assert {"villa", "buy", "wetsuit", "shop", "Whitby", "moved"}.isdisjoint(spoken)
    assert earnest(text, Mood.WHATEVER) == (text,)


@pytest.mark.parametrize(
    "text, what, whether",
    [
        ("I might move to Hull.", "I might move to Hull.", "."),
        ("I should take two a day.", "I should take two a day.", "."),
        ("She's probably ill.", "She's probably ill.", "She's probably ill."),
        ("Marrow wants 40 plates.", "Marrow wants 40 plates.", "Marrow wants 40 plates."),
        ("I want to move to Hull.", "I want to move to Hull.", "."),
        ("If all goes well we'll move in May.", "If all goes well we'll move in May.", "If all goes well we'll move in May."),
    ],
)  # fmt: skip
def test_a_guess_tells_what_but_not_whether(text: str, what: str, whether: str) -> None:
    assert earnest(text, Mood.WHAT) == (what,)
    assert earnest(text, Mood.WHETHER) == (whether,)


def test_what_stands_beside_a_supposition_is_told() -> None:
    (said,) = earnest("If I lived in Hull I'd see her more, but the jobs are here.", Mood.WHAT)

    assert "Hull" not in said
    assert said.endswith("the jobs are here.")


def test_others_words_and_jokes_do_not_tell_whether() -> None:
    quoted = 'Rob said "get a knee brace and run it off", as ever.'
    joked = "I own a castle, just kidding."

    assert "brace" in earnest(quoted, Mood.WHAT)[0]
    assert "brace" not in earnest(quoted, Mood.WHETHER)[0]
    assert earnest(joked, Mood.WHETHER) == ()


def test_what_asks_tells_nothing() -> None:
    assert earnest("Could I swim with it?", Mood.WHATEVER) == ()
    assert earnest("TOBIAS. what does he do", Mood.WHATEVER) == ("TOBIAS.",)
    assert earnest("are you still doing pottery", Mood.WHAT) == ()
    assert earnest("What he does is baking", Mood.WHAT) == ("What he does is baking",)
