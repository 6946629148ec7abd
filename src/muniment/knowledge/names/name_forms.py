"""Compare names by their form: slips of writing, initials, trigrams, and what keeps two names apart."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from unicodedata import category, normalize

from muniment.model.names import folded

OTHER_WORD: Final = "a word of the name differs"
SLIP_LETTERS_MIN: Final = 5
"""Shorter words differ by a letter without meaning the same: Ana and Anna, Jon and Joan."""

_WORD: Final = re.compile(r"[^\W_]+")
_POSSESSIVE: Final = re.compile(r"['’]s\b|['’]")
_ROMAN: Final = re.compile(r"(?=.)x{0,3}(ix|iv|v?i{0,3})")
_TITLES: Final = frozenset({"dr", "mr", "mrs", "ms", "miss", "prof", "professor", "sir", "dame"})
_SUFFIXES: Final = frozenset({"co", "corp", "gmbh", "inc", "jr", "llc", "ltd", "md", "phd", "sr"})
_SMALL: Final = frozenset({"and", "for", "of", "the"})


def words_of_name(name: str) -> tuple[str, ...]:
    """Return the words of a name, folded, without accents and possessives; "Ruiz, Ana" is Ana Ruiz."""
    return words_of_folded(folded(name))


def words_of_folded(name: str) -> tuple[str, ...]:
    """Return the words of a name that is folded already, as all are that are known."""
    text = _POSSESSIVE.sub("", name)
    first, comma, last = text.partition(",")
    after = _WORD.findall(last)
    if comma and after and after[0] not in _SUFFIXES and len(_WORD.findall(first)) == 1:
        text = f"{last} {first}"
    return tuple(_WORD.findall(without_accents(text)))


def without_accents(text: str) -> str:
    """Return a text without the marks that are written over letters."""
    if text.isascii():
        return text
    plain = "".join(letter for letter in normalize("NFD", text) if category(letter) != "Mn")
    return plain.translate(_STROKED)


def parts_of(name: str) -> tuple[str, ...]:
    """Return the words of a name, and those that a hyphen joins also by themselves."""
    words = name.split()
    return (*words, *(part for word in words if "-" in word for part in word.split("-")))


_STROKED: Final = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ı": "i"})


def trigrams(words: Iterable[str]) -> frozenset[str]:
    """Return the runs of three letters of words, each begun by two spaces and ended by one."""
    return frozenset(
        padded[place : place + 3]
        for word in words
        for padded in (f"  {word} ",)
        for place in range(len(padded) - 2)
    )


def have_trigrams(words: Iterable[str], sought: Iterable[str]) -> int:
    """Return how many of some trigrams occur in words: none has a letter before two spaces, so they are read in one text."""
    text = "".join(f"  {word} " for word in words)
    return sum(trigram in text for trigram in sought)


def trigram_likeness(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    """Return the share of their trigrams that two names have in common, from 0 to 1."""
    ours, theirs = trigrams(one), trigrams(other)
    shared = len(ours | theirs)
    return round(len(ours & theirs) / shared, 4) if shared else 0.0


def is_slip(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Tell whether two names are one but for slips: two letters swapped, a doubled one, a title."""
    one, other = _without_title(one, other), _without_title(other, one)
    return len(one) == len(other) > 0 and all(map(_same_but_for_a_slip, one, other))


def _without_title(words: tuple[str, ...], beside: tuple[str, ...]) -> tuple[str, ...]:
    """Take a title off one name where the other has none; Mr and Mrs Ruiz are two."""
    titled = len(words) > 1 and words[0] in _TITLES
    return words[1:] if titled and beside[:1] and beside[0] not in _TITLES else words


def _same_but_for_a_slip(one: str, other: str) -> bool:
    if one == other:
        return True
    if min(len(one), len(other)) < SLIP_LETTERS_MIN or not (one + other).isalpha():
        return False
    if len(one) == len(other):
        return _is_swap(one, other)
    short, long = sorted((one, other), key=len)
    return len(long) == len(short) + 1 and any(
        long[place] == long[place - 1] and long[:place] + long[place + 1 :] == short
        for place in range(1, len(long))
    )


def _is_swap(one: str, other: str) -> bool:
    differing = [place for place, letter in enumerate(one) if letter != other[place]]
    if len(differing) != 2 or differing[1] != differing[0] + 1:
        return False
    first, second = differing
    return one[first] == other[second] and one[second] == other[first]


def is_initials_of(short: tuple[str, ...], whole: tuple[str, ...]) -> bool:
    """Tell whether one name abbreviates another: A. Ruiz of Ana Ruiz, IBM of its three words."""
    if len(short) == 1 and len(short[0]) > 1:
        meant = tuple(word for word in whole if word not in _SMALL)
        spelled = {"".join(word[0] for word in words) for words in (meant, whole) if words}
        return len(meant) > 1 and short[0] in spelled
    return (
        len(short) == len(whole) > 1
        and any(len(word) > 1 for word in short)
        and any(len(word) < len(full) for word, full in zip(short, whole, strict=True))
        and all(
            word == full or (len(word) == 1 and len(full) > 1 and full[0] == word)
            for word, full in zip(short, whole, strict=True)
        )
    )


def apart(one: tuple[str, ...], other: tuple[str, ...]) -> str | None:
    """Return what shows that two names are not one, or None if nothing does.

    Numbers are the same ones or the names are two: Room 101 is not Room 102, nor Room. Of names of
    several words that share one, the others must be slips or initials of each other.
    """
    if sorted(_numbers(one)) != sorted(_numbers(other)):
        return "numbers differ"
    one, other = _without_title(one, other), _without_title(other, one)
    if one and other and one[0] in _TITLES and other[0] in _TITLES and one[0] != other[0]:
        return "titles differ"
    if len(one) != len(other) or len(one) < 2:
        return None
    pairs = list(zip(one, other, strict=True))
    agreeing = [a == b or _same_but_for_a_slip(a, b) for a, b in pairs]
    if not any(agreeing):
        return None
    rest = [pair for pair, agrees in zip(pairs, agreeing, strict=True) if not agrees]
    if any(min(len(a), len(b)) == 1 and a[0] != b[0] for a, b in rest):
        return "initials differ"
    if any(min(len(a), len(b)) > 1 for a, b in rest):
        return OTHER_WORD
    return None


def _numbers(words: tuple[str, ...]) -> list[str]:
    """Return the words that count: with a digit, or Roman numerals behind a name."""
    counting = [word for word in words if any(letter.isdigit() for letter in word)]
    return counting + [word for word in words[1:] if _ROMAN.fullmatch(word)]
