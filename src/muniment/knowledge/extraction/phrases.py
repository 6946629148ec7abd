"""Read noun phrases: whose they are, what their head is, which names they hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.function_words import (
    DETERMINERS,
    FILLERS,
    MINE,
    NOBODY,
    OPENING,
    PREPOSITIONS,
    SPEAKER,
    THEIRS,
)
from muniment.knowledge.extraction.lexicon import NATIONALITIES
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.verbs import form_of
from muniment.knowledge.wordlists import NUMBERS, words
from muniment.model.claims import MANY_RELATIONS

_NO_NAMES = words(
    "i monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december mr mrs ms dr ok okay god christmas easter"
    " it he she they we you that there here what who how when where why which let lets these those so oh hey yes no not"
    " according home work life school everyone everybody mine yours ours hers theirs and but also then now well since as if or"
)
_NEVER_NAMES = _NO_NAMES | DETERMINERS | NATIONALITIES
TITLES = words("mr mrs ms dr miss prof sir mr. mrs. ms. dr. prof.")


_WITHIN = words("in at from on to")


_BEFORE_NOUNS: Final = MINE | THEIRS | TITLES | {"the"}
_INTRODUCING: Final = OPENING | {"some", "this", "that", "any", "his", "her", "their"}
_POSSESSIVES: Final = MINE | THEIRS | {"your"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Nominal:
    """A noun phrase in parts.

    `owner` is what stands before a possessive 's, `possessive` a "my" or "her". `name` are the
    capitalised words at its end ("my sister Maria"), `words` the others without articles.
    """

    possessive: str | None
    owner: Nominal | None
    words: tuple[Token, ...]
    name: tuple[Token, ...]
    definite: bool
    tokens: tuple[Token, ...]

    @property
    def head(self) -> str:
        """The lower-case head noun, before any preposition."""
        before = head_words(self.words)
        return before[-1].norm if before else ""

    @property
    def relation(self) -> str | None:
        """Which relation it names, such as "sister" or "best friend"."""
        return relation_in(self.words)


def head_words(words: Sequence[Token]) -> Sequence[Token]:
    """Return the words before the first preposition."""
    for index, word in enumerate(words):
        if index and word.norm in PREPOSITIONS:
            return words[:index]
    return words


_OF_LIFE = words(
    "my our his her their new old former current ex long-term long-time longtime life domestic civil the a lovely dear then own late same-sex"
)
KEPT_MODIFIERS: Final = words(
    "best line team driving piano business tennis personal yoga music family"
)
_TAUGHT: Final = lexicon.PRACTICES | lexicon.TAUGHT
_TEACHING: Final = words("teacher tutor instructor lecturer coach trainer")
"""Who is another one for each thing that they teach: a "swimming coach" is no "running coach"."""
_POSTED: Final = words("manager lead assistant director officer supervisor coordinator")
_KINDS_OF_POST: Final = words(
    "account project product office property sales marketing case shift site store branch teaching research lab technical support"
)
"""What makes a post of its own: an account manager is nobody's manager."""
_RANKS: Final = words(
    "main chief primary principal first second third fourth other next previous former backup interim acting temporary"
)
"""What tells one of several apart; superlatives do so too."""
_NO_RANKS: Final = words("honest modest earnest")


_POSTS = lexicon.OCCUPATIONS - words(
    "head lead model chair cook operator controller buyer representative guard mason chief smith officer ranger porter"
)
_RELATED: Final = lexicon.RELATIONS | _POSTS

_NO_PERSONS = words(
    "favourite favorite fav fave dream password package window file task download travel virtual voice"
)


def relation_in(words: Sequence[Token]) -> str | None:
    """Return the relation that words end in, with the modifier that belongs to it."""
    if not words:
        return None
    last = words[-1].norm
    if last not in _RELATED or any(each.norm in _NO_PERSONS for each in words[:-1]):
        return None
    if len(words) > 1 and (
        words[-2].norm in KEPT_MODIFIERS
        or (last in _POSTED and (words[-2].norm in _KINDS_OF_POST or _is_acronym(words[-2])))
        or (last in _TEACHING and words[-2].norm in _TAUGHT)
        or (_is_one(last) and (_ranks(words[-2].norm) or words[-2].norm == "old"))
        or (last == "partner" and words[-2].is_word and words[-2].norm not in _OF_LIFE)
    ):
        return f"{words[-2].norm} {last}"
    return last


def apart_in(words: Sequence[Token]) -> str:
    """Return the word before a relation that tells one of several apart, and a space behind it: "other ", "younger "."""
    if len(words) < 2 or words[-1].norm not in _RELATED:
        return ""
    return f"{words[-2].norm} " if words[-2].norm in _APART or _ranks(words[-2].norm) else ""


def without_apart(relation: str) -> str:
    """Return a relation without what only tells one of several apart: "younger brother" is a brother."""
    first, _, last = relation.partition(" ")
    is_apart = first in _APART or (last in lexicon.KIN and _ranks(first))
    return last if last and is_apart else relation


_APART: Final = words("younger older elder little big kid twin half ex old new")


def ranked_relation(words: Sequence[Token]) -> str | None:
    """Return the relation that words end in with what makes it one of several: "youngest son".

    Who is not the youngest son may be a son.
    """
    relation = relation_in(words)
    if relation is None or len(words) < 2 or not _ranks(words[-2].norm):
        return relation
    return f"{words[-2].norm} {words[-1].norm}"


def _is_one(relation: str) -> bool:
    """Tell whether one has one of a relation that is no kin: a boss, not a friend."""
    return relation not in MANY_RELATIONS and relation not in lexicon.KIN


def _ranks(norm: str) -> bool:
    is_superlative = norm.endswith("est") and norm not in _NO_RANKS
    return norm in _RANKS or (is_superlative and len(norm) > 5)


def _is_acronym(token: Token) -> bool:
    return len(token.text) > 1 and token.text.isupper()


def is_name(token: Token) -> bool:
    """Tell whether a word is written like a name."""
    return token.text[0].isupper() and token.norm not in _NEVER_NAMES


def is_named(tokens: Sequence[Token]) -> bool:
    """Tell whether tokens are a name, perhaps with a title: "Mrs. Halloran"."""
    return any(is_name(each) for each in tokens) and all(
        is_name(each)
        or each.norm in TITLES
        or each.norm in {"de", "van", "von", "da", "el", "al", "bin", "del", "la", "der"}
        for each in tokens
    )


def is_numeral(token: Token) -> bool:
    """Tell whether a word has a digit in it."""
    return not token.norm.isalpha() and any(each.isdigit() for each in token.norm)


def nominal(tokens: Sequence[Token]) -> Nominal | None:
    """Read tokens as one noun phrase; None if they cannot be one."""
    whole = tuple(tokens)
    if not whole:
        return None
    for index in range(len(whole) - 1, 0, -1):
        if whole[index].norm == "'s" and index + 1 < len(whole):
            owner = nominal(whole[:index])
            rest = nominal(whole[index + 1 :])
            if owner is None or rest is None:
                return None
            return Nominal(
                possessive=None,
                owner=owner,
                words=rest.words,
                name=rest.name,
                definite=True,
                tokens=whole,
            )
    inner = [each for each in whole if each.is_word]
    possessive = None
    definite = False
    while inner and inner[0].norm in DETERMINERS:
        definite = definite or inner[0].norm not in {"a", "an", "some", "any", "no"}
        if inner[0].norm in _POSSESSIVES:
            possessive = inner[0].norm
        inner = inner[1:]
    if not inner:
        return None
    inside = next((i for i, each in enumerate(inner) if i and each.norm in _WITHIN), len(inner))
    coded = inside and is_numeral(inner[inside - 1]) and not is_numeral(inner[0])
    if inside < len(inner) and (is_named(inner[:inside]) or coded) and inner[0].norm != "the":
        inner = inner[:inside]
    cut = len(inner)
    while cut > 0 and _names(inner[cut - 1]):
        cut -= 1
    return Nominal(
        possessive=possessive,
        owner=None,
        words=tuple(inner[:cut]),
        name=tuple(inner[cut:]),
        definite=definite or (cut == 0),
        tokens=whole,
    )


def _names(token: Token) -> bool:
    """Tell whether a word is a part of a name: "GP" is none."""
    if token.text.isupper() and token.norm in lexicon.RELATIONS:
        return False
    return is_name(token) or token.norm in TITLES


def written(tokens: Sequence[Token], text: str) -> str:
    """Return the words of the text that tokens span."""
    return text[tokens[0].start : tokens[-1].end] if tokens else ""


def without_articles(tokens: Sequence[Token]) -> list[Token]:
    """Return tokens without what only introduces them."""
    left = list(tokens)
    while left and left[0].norm in _INTRODUCING:
        left = left[1:]
    return left


def untitled(name: Sequence[Token]) -> Sequence[Token]:
    """Return a name without its title, where a first name and a surname are left."""
    bare = [each for each in name if each.norm not in TITLES]
    return bare if len(bare) > 1 and name[0].norm in TITLES else name


def may_begin_subject(token: Token) -> bool:
    """Tell whether a clause may begin with a word."""
    norm = token.norm
    return (
        norm in SPEAKER
        or norm in NOBODY
        or norm in {"he", "she", "they", "it"}
        or norm in _BEFORE_NOUNS
        or (is_name(token) and norm not in FILLERS and form_of(norm) is None)
    )


def name_end(tokens: Sequence[Token], start: int) -> int:
    """Return where the name ends that begins at an index."""
    at = start
    while (
        at < len(tokens) and (is_name(tokens[at]) or tokens[at].norm in TITLES) and at - start < 4
    ):
        at += 1
    return at


def status_in(said: Sequence[Token]) -> Sequence[Token]:
    """Return the longest status that words begin with."""
    norms = [each.norm for each in said[:4]]
    for size in range(len(norms), 0, -1):
        if " ".join(norms[:size]) in lexicon.STATUSES:
            return said[:size]
    return ()


def is_number(word: str) -> bool:
    """Tell whether a lower-case word is a number up to 110 or so."""
    if word in NUMBERS or word.isdigit():
        return True
    if "-" not in word:
        return False
    parts = word.split("-")
    return all(part in NUMBERS for part in parts) and len(parts) <= 2
