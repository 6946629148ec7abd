"""Read considered views: "I think remote work is great", "in my opinion the new office is too loud"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from muniment.knowledge.extraction.clauses import Sentence
from muniment.knowledge.extraction.function_words import ADVERBS, FILLERS, MINE, NAMELESS, SPEAKER
from muniment.knowledge.extraction.scene import Draft, Scene
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.wordlists import words

_THINKING: Final = words("think believe reckon feel find consider maintain")
_NO_TOPICS: Final = SPEAKER | NAMELESS | words("me us him her them he's she's")
_VIEWS: Final = words("opinion view experience book eyes mind")
_LENGTH_MAX: Final = 16


_BEFORE_VIEW: Final = {"that", ",", ":"} | FILLERS - {"this"}
_NO_VIEW: Final = words("of about so")
_VERBS: Final = words("is are was were isn't aren't has have needs should would can 's 're not")
"""What a view has that is felt: "I feel awful about it" is none."""


def read_opinions(scene: Scene, sentence: Sentence) -> Iterator[Draft]:
    """Yield the view that a sentence holds of something."""
    if sentence.mark == "?":
        return
    tokens = sentence.tokens
    start = _behind_view(sentence)
    if start is None:
        return
    said = list(tokens[start:])
    while said and said[0].norm in _BEFORE_VIEW:
        said = said[1:]
    said = _one_view(said)
    is_quoting = '"' in scene.words(said)
    if len(said) > 2 and said[0].norm not in _NO_TOPICS and not is_quoting:
        begin = min(tokens[max(0, start - 2)].start, said[0].start)
        yield scene.aside("opinion", scene.words(said), (begin, said[-1].end))


def _behind_view(sentence: Sentence) -> int | None:
    """Return where the view begins behind "I think" or "in my opinion"."""
    norms = [each.norm for each in sentence.tokens]
    if norms[0] in {"imo", "imho"}:
        return 1
    for index, norm in enumerate(norms[:-2]):
        if norm in _THINKING and index and _speaks(norms[:index]):
            feels = norm == "feel" and not _VERBS.intersection(norms[index + 1 :])
            return None if feels or norms[index + 1] in _NO_VIEW else index + 1
        if (
            norm in _VIEWS
            and index
            and norms[index - 1] in MINE
            and norms[index - 2 : index - 1] in (["in"], ["to"])
        ):
            return index + 1
        if norm == "me" and norms[index - 2 : index] == ["you", "ask"] and norms[0] == "if":
            return index + 1
    return None


def _speaks(norms: Sequence[str]) -> bool:
    """Tell whether a verb behind these words is the speaker's, and not denied."""
    before = [norm for norm in norms if norm not in ADVERBS]
    return before[-1:] == ["i"] and "not" not in norms[-3:] and "if" not in norms[-4:]


def _one_view(tokens: Sequence[Token]) -> list[Token]:
    """Cut a view where another clause begins that is no part of it."""
    for index, token in enumerate(tokens):
        if token.norm in {";", "-", "(", ":"} or (token.norm == "," and index > 2):
            return list(tokens[:index])
    return list(tokens[:_LENGTH_MAX])
