"""Cut the words behind a verb into the value, its prepositional phrases and what is no part of either."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile

from muniment.knowledge.extraction.function_words import (
    ADVERBS,
    ARTICLES,
    MARKS,
    OPENING,
    PREPOSITIONS,
    STOPS,
    TAILS,
)
from muniment.knowledge.extraction.phrases import without_articles
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.verbs import is_form
from muniment.knowledge.wordlists import phrases, words

_CUTS = phrases(
    "any more, any longer, no more, these days, at all, so much, a lot, very much, as well, of course, for good, right now,"
    " in fact, after all, for now, at least, i think, by myself, if that, like crazy, once a, pretty much, more or,"
    " thank god, thank goodness, thank heavens, thank heaven"
)
"""Two words that no value has in it."""
_NO_ADVERBS = words(
    "family italy july jelly fly ally belly assembly butterfly monopoly sicily bully reply supply lily gully holly elderly weekly daily monthly"
)
_LOOSE = words("with for since by")
_LONGER_CUTS = phrases(
    "at this point, at the moment, at the minute, at the time, by the way, on my own, all the time, to be honest, to be fair, to be precise,"
    " to be exact, more than anything, more than ever, all my life, my whole life, most of my, most of the, in the end"
)


_LEADING = ADVERBS - {"about"}
_TRAILING = TAILS | PREPOSITIONS | ARTICLES


def value(tokens: Sequence[Token], timed: frozenset[int] = frozenset()) -> list[Token]:
    """Return the words of a value: up to where the clause goes on, without fillers at either end."""
    kept: list[Token] = []
    for index, token in enumerate(tokens):
        is_time = token.start in timed
        if is_time and not kept:
            continue
        if is_time or token.norm in MARKS or _stops(tokens, index) or _cuts(tokens, index):
            break
        kept.append(token)
    return _trimmed(kept)


def _stops(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether a clause goes on with a word; what a value begins with is no such word."""
    norm = tokens[index].norm
    if index == 0:
        return norm in {"since", "until"}
    if norm == "that" and tokens[index - 1].norm in PREPOSITIONS:
        return False
    return norm in STOPS or norm in {"i", "we", "he", "she", "they"}


def _trimmed(kept: list[Token]) -> list[Token]:
    """Return a value without what may stand around it."""
    while kept and kept[0].norm in _LEADING:
        kept = kept[1:]
    if len(kept) > 3 and [each.norm for each in kept[:3]] == ["a", "bit", "of"]:
        kept = kept[3:]
    while kept and (
        kept[-1].norm in _TRAILING
        or (len(kept) > 1 and _is_adverb(kept[-1].norm) and kept[-2].norm not in OPENING)
        or not (kept[-1].is_word or kept[-1].norm == "'s")
    ):
        kept = kept[:-1]
    kept = without_articles(kept)
    return kept[1:] if len(kept) > 1 and kept[0].text in _DETERMINING else kept


_DETERMINING = words("new brand-new own")
"""What stands before a value and is no part of it; "New" in "New York" is."""


def _is_adverb(norm: str) -> bool:
    return norm.endswith("ly") and norm not in _NO_ADVERBS


def _cuts(tokens: Sequence[Token], index: int) -> bool:
    if index + 1 >= len(tokens):
        return False
    first, second, *third = [each.norm for each in tokens[index : index + 3]]
    pair = f"{first} {second}"
    return second == "times" or pair in _CUTS or " ".join([pair, *third]) in _LONGER_CUTS


def before_preposition(tokens: Sequence[Token]) -> list[Token]:
    """Return the words before the first preposition but "of"."""
    for index, token in enumerate(tokens):
        if index and token.norm in PREPOSITIONS and token.norm != "of":
            return list(tokens[:index])
    return list(tokens)


def prepositional(
    tokens: Sequence[Token], prepositions: Iterable[str], timed: frozenset[int] = frozenset()
) -> list[Token]:
    """Return the words behind the first of some prepositions, up to the next preposition."""
    inner = _behind(tokens, prepositions, timed)
    timeless = takewhile(lambda each: each.start not in timed, inner)
    return value(before_preposition(list(timeless)), timed)


def whole_prepositional(
    tokens: Sequence[Token], prepositions: Iterable[str], timed: frozenset[int] = frozenset()
) -> list[Token]:
    """Return the words behind the first of some prepositions, as far as the value goes."""
    said = value(_behind(tokens, prepositions, timed), timed)
    cut = next((i for i in range(1, len(said)) if _is_loose(said, i)), len(said))
    return said[:cut]


def _behind(
    tokens: Sequence[Token], prepositions: Iterable[str], timed: frozenset[int]
) -> Sequence[Token]:
    wanted = set(prepositions)
    for index, token in enumerate(tokens):
        if token.norm in wanted and token.start not in timed:
            return tokens[index + 1 :]
    return ()


def _is_loose(said: Sequence[Token], index: int) -> bool:
    """Tell whether something else than the value begins there: for whom, with whom, to do what."""
    begins = said[index].norm
    behind = said[index + 1].norm if index + 1 < len(said) else ""
    return begins in _LOOSE or (begins == "to" and is_form(behind, "base"))


def with_times(rest: Sequence[Token]) -> list[Token]:
    """Return a value, dates included, without the preposition before it."""
    said = value(rest)
    cut = said[1:] if said and said[0].norm in {"on", "at", "in"} and len(said) > 1 else said
    return without_articles(cut)
