"""Tell whether a turn says nothing that a page need quote: thanks, greetings, what is only supposed; pure, in English."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from muniment.knowledge.attributes import base, content_words
from muniment.knowledge.earnest import Mood, asks, earnest, sentences_in
from muniment.knowledge.extraction.clauses import sentences_of
from muniment.knowledge.extraction.function_words import FILLERS, UNSURE
from muniment.knowledge.extraction.phrases import is_name
from muniment.knowledge.extraction.tokens import Token, tokens_of
from muniment.knowledge.wordlists import words

_THANKING: Final = words("thank thanks thx cheers ta")
_POINTING: Final = words("you that this it")
_COURTEOUS: Final = (
    FILLERS
    | UNSURE
    | _THANKING
    | words("""
    help helps helped helpful appreciate appreciated grateful great good lovely perfect brilliant awesome nice fine cool
    amazing sound sounds star legend welcome bye goodbye night morning afternoon evening weekend see later soon worry
    worries problem done luck listening fair enough makes sense true exactly agreed
    """)
)
_COURTESIES: Final = frozenset(base(each) for each in _COURTEOUS)


def tells_nothing(text: str) -> bool:
    """Tell whether all of a turn is courtesy or supposed, and beside that a guess, a quotation or a joke; what it asks counts as said."""
    is_thanks = not _THANKING.isdisjoint(each.norm for each in tokens_of(text))
    supposes = earnest(text, Mood.WHAT) != earnest(text, Mood.WHATEVER)
    asked = (each for each in sentences_in(text) if asks(each))
    said = (*earnest(text, Mood.WHETHER if supposes else Mood.WHAT), *asked)
    return all(_is_idle(each, is_thanks=is_thanks) for one in said for each in _pieces(one))


def _pieces(said: str) -> Iterator[Sequence[Token]]:
    """Yield the words of each clause of a text, and those joined to it."""
    for sentence in sentences_of(tokens_of(said), frozenset()):
        for clause in sentence.clauses:
            yield clause.tokens
            yield from (each.tokens for each in clause.tail)


def _is_idle(piece: Sequence[Token], *, is_thanks: bool) -> bool:
    norms = [each.norm for each in piece]
    if content_words(" ".join(norms)) <= _COURTESIES:
        return True
    if any(each.norm[0].isdigit() or is_name(each) for each in piece[1:]):
        return False
    thanks = norms[0] in _THANKING and norms[1:2] != ["to"]
    return thanks or (is_thanks and norms[0] in _POINTING)
