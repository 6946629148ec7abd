"""Read turns that use one size of letters alone: "i live in leeds", "I LIVE IN LEEDS"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from muniment.knowledge.extraction.function_words import (
    ADVERBS,
    ANAPHORS,
    CONJUNCTIONS,
    DETERMINERS,
    NOBODY,
    PREPOSITIONS,
    TAILS,
)
from muniment.knowledge.extraction.lexicon import FIELDS, POSSESSIONS, singular
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.verbs import form_of
from muniment.knowledge.wordlists import words

_PLACED: Final = words("live base relocate")
"""Not *move*, which one does to anything: "we moved to postgres last week"."""
_TO_PLACES: Final = words("in to near")
_NO_NAMES: Final = (
    ADVERBS | ANAPHORS | CONJUNCTIONS | DETERMINERS | NOBODY | PREPOSITIONS | FIELDS | POSSESSIONS
    | words("""
fear peace sin hope debt pain denial hell town limbo poverty harmony bed me us them him
""")
    | words("comfort luxury silence solitude squalor misery exile denim lycra campus downtown uptown nature")
)  # fmt: skip
_LIKE_PLURALS: Final = words(
    "leeds athens brussels naples dallas lagos caracas hastings wells tours cannes nantes rennes reims arles antibes"
    " limoges poitiers chartres calais cairns wales texas kansas honduras flanders"
)
"""Places whose name ends like that of several things; of others, "i live in jeans" is meant."""
_BEHIND: Final = TAILS | PREPOSITIONS | CONJUNCTIONS | words("last this yesterday")

_SENTENCE: Final = re.compile(r"[^.!?\n]+")
_LARGE: Final = re.compile(r"[^\W\d_]{2,}")
_SHOUTED_MIN: Final = 3
"""How many words of two letters or more make a sentence, and not a list of acronyms."""


def unshouted(text: str) -> str:
    """Return a text of the same length, its sentences in capitals in small letters: no capital there tells a name."""
    return _SENTENCE.sub(lambda sentence: _lowered(sentence[0]), text)


def _lowered(sentence: str) -> str:
    small = sentence.lower()
    shouts = sentence.isupper() and len(_LARGE.findall(sentence)) >= _SHOUTED_MIN
    return small if shouts and len(small) == len(sentence) else sentence


def with_names(tokens: Sequence[Token], text: str) -> list[Token]:
    """Return tokens, a town that somebody lives in or relocated to written large in them.

    Only where the whole text has no capital: who writes one leaves it out of no name.
    """
    if any(each.isupper() for each in text):
        return list(tokens)
    return [
        token._replace(text=token.text.capitalize()) if _is_town(tokens, index) else token
        for index, token in enumerate(tokens)
    ]


def _is_town(tokens: Sequence[Token], index: int) -> bool:
    if index < 2 or tokens[index - 1].norm not in _TO_PLACES:
        return False
    verb, token = form_of(tokens[index - 2].norm), tokens[index]
    if verb is None or verb.lemma not in _PLACED or token.norm in _NO_NAMES:
        return False
    if token.norm not in _LIKE_PLURALS and singular(token.norm) != token.norm:
        return False
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    is_whole = following is None or not following.is_word or following.norm in _BEHIND
    return is_whole and token.norm.isalpha() and form_of(token.norm) is None
