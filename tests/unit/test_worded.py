"""Counts and long texts are worded as people read them: one of a thing is no plural, what is cut says so."""

from __future__ import annotations

import pytest

from muniment.model.worded import counted, cut, named, running


@pytest.mark.parametrize(
    "number, told",
    [(0, "0 memories"), (1, "1 memory"), (2, "2 memories"), (1001, "1001 memories")],
)
def test_only_one_of_a_thing_is_singular(number: int, told: str) -> None:
    assert counted(number, "memory", "memories") == told


def test_a_plural_that_is_not_given_has_an_s() -> None:
    assert (counted(1, "turn"), counted(3, "turn")) == ("1 turn", "3 turns")
    assert (named(1, "is", "are"), named(0, "is", "are")) == ("is", "are")


@pytest.mark.parametrize(
    "text, most, told",
    [
        ("Bath", 4, "Bath"),
        ("Bathampton", 5, "Bath…"),
        ("Bath", 1, "…"),
        ("Bath", 0, "…"),
        ("", 0, ""),
        ("Mike lives in Bath", 17, "Mike lives in…"),
        ("Mike lives in Bath", 14, "Mike lives in…"),
        ("Mike lives in Bath", 15, "Mike lives in…"),
        ("A Bathampton", 9, "A Batham…"),
    ],
)
def test_a_text_that_is_cut_ends_in_an_ellipsis_and_is_no_longer_than_told(
    text: str, most: int, told: str
) -> None:
    assert cut(text, most) == told


@pytest.mark.parametrize(
    "texts, told",
    [
        ((), ""),
        (("Mike rows.",), "Mike rows."),
        (("Mike rows.", "Ann sings", "Bo?"), "Mike rows. Ann sings; Bo?"),
    ],
)
def test_texts_in_a_row_have_a_semicolon_only_behind_what_ends_no_sentence(
    texts: tuple[str, ...], told: str
) -> None:
    assert running(texts) == told
