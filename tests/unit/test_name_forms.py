"""Names are compared by their form, and numbers, titles, initials and other words keep them apart."""

from __future__ import annotations

import pytest

from muniment.knowledge.names.entities import alike
from muniment.knowledge.names.name_forms import (
    apart,
    is_initials_of,
    is_slip,
    trigram_likeness,
    words_of_name,
)
from muniment.model.entities import NamePath


@pytest.mark.parametrize(
    "name, words",
    [
        ("Ana Ruiz", ("ana", "ruiz")),
        ("Ruiz, Ana", ("ana", "ruiz")),
        ("ANA  RUIZ’s", ("ana", "ruiz")),
        ("José Łódź", ("jose", "lodz")),
        ("Room 101, second floor", ("room", "101", "second", "floor")),
        ("O'Brien", ("obrien",)),
        ("A.C. Milan", ("a", "c", "milan")),
        ("李小龍", ("李小龍",)),
        ("!?", ()),
    ],
)
def test_a_name_is_its_words(name: str, words: tuple[str, ...]) -> None:
    assert words_of_name(name) == words


@pytest.mark.parametrize(
    "one, other",
    [
        ("Michael Chen", "Micheal Chen"),
        ("Phillip", "Philip"),
        ("José Díaz", "Jose Diaz"),
        ("Dr. Ana Ruiz", "Ana Ruiz"),
        ("Acme, Inc.", "Acme Inc"),
        ("Ruiz, Ana", "Ana Ruiz"),
    ],
)
def test_a_slip_of_writing_is_the_same_name(one: str, other: str) -> None:
    words, others = words_of_name(one), words_of_name(other)
    assert is_slip(words, others)
    assert is_slip(others, words)
    assert apart(words, others) is None


@pytest.mark.parametrize(
    "one, other",
    [
        ("Ana", "Anna"),
        ("Maria", "Mario"),
        ("Marta", "Maria"),
        ("Iran", "Tigran"),
        ("Daniel", "Daniela"),
        ("Room 101", "Room 102"),
        ("Ana Ruiz", "Ana Rossi"),
        ("Mr Ruiz", "Mrs Ruiz"),
        ("UA123", "UA132"),
    ],
)
def test_another_letter_is_another_name(one: str, other: str) -> None:
    words, others = words_of_name(one), words_of_name(other)
    assert not is_slip(words, others)
    assert not is_slip(others, words)


@pytest.mark.parametrize(
    "one, other, reason",
    [
        ("Room 101", "Room 102", "numbers differ"),
        ("Room", "Room 101", "numbers differ"),
        ("UA123", "UA124", "numbers differ"),
        ("Henry VII", "Henry VIII", "numbers differ"),
        ("Ana Ruiz", "Ana Rossi", "a word of the name differs"),
        ("Ana Ruiz", "Eva Ruiz", "a word of the name differs"),
        ("A. Ruiz", "B. Ruiz", "initials differ"),
        ("A. Ruiz", "Eva Ruiz", "initials differ"),
        ("Mr Ruiz", "Mrs Ruiz", "titles differ"),
        ("A. Ruiz", "Ana Ruiz", None),
        ("Big Apple", "New York", None),
    ],
)
def test_what_keeps_two_names_apart_is_told(one: str, other: str, reason: str | None) -> None:
    assert apart(words_of_name(one), words_of_name(other)) == reason
    assert apart(words_of_name(other), words_of_name(one)) == reason


@pytest.mark.parametrize(
    "short, whole, is_short",
    [
        ("A. Ruiz", "Ana Ruiz", True),
        ("A. R.", "Ana Ruiz", False),
        ("E. Ruiz", "Ana Ruiz", False),
        ("A. Ruiz", "Ana Maria Ruiz", False),
        ("IBM", "International Business Machines", True),
        ("BoE", "Bank of England", True),
        ("BE", "Bank of England", True),
        ("IB", "International Business Machines", False),
        ("Ana", "Ana Ruiz", False),
        ("A. Ruiz", "A. Ruiz", False),
    ],
)
def test_initials_abbreviate_a_name_of_as_many_words(
    short: str, whole: str, is_short: bool
) -> None:
    assert is_initials_of(words_of_name(short), words_of_name(whole)) is is_short


def test_trigrams_tell_how_alike_two_names_are() -> None:
    assert trigram_likeness(("acme",), ("acme",)) == 1.0
    assert trigram_likeness(("acme",), ("acne",)) == 0.25
    assert trigram_likeness(("acme",), ("zoo",)) == 0.0
    assert trigram_likeness((), ()) == 0.0


def test_a_first_name_alone_is_a_candidate_and_no_answer() -> None:
    found = alike("ana", ["ana ruiz", "eva ruiz", "anna"])

    assert [(each.key, each.path, each.against) for each in found] == [
        ("anna", NamePath.TRIGRAMS, "other letters"),
        ("ana ruiz", NamePath.TRIGRAMS, "other letters"),
    ]


def test_slips_come_first_then_initials_then_the_likest() -> None:
    found = alike("phillip k", ["philip k", "philip kane", "phil k", "philippa k"])

    assert [(each.key, each.path, each.against) for each in found] == [
        ("philip k", NamePath.TRIGRAMS, None),
        ("phil k", NamePath.TRIGRAMS, "a word of the name differs"),
        ("philippa k", NamePath.TRIGRAMS, "a word of the name differs"),
        ("philip kane", NamePath.TRIGRAMS, "other letters"),
    ]
