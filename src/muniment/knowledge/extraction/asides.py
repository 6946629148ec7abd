"""Read what is said by the way with "my" and "me": pets, names, ages, blows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.function_words import MINE, SPEAKER
from muniment.knowledge.extraction.phrases import is_name, name_end
from muniment.knowledge.extraction.scene import Draft, Scene
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.verbs import is_form
from muniment.knowledge.wordlists import words

_NOUN_LENGTH_MAX: Final = 4


_NOT_ASKED_BY: Final = words("to will 'd you not they he she")


def read_owned(scene: Scene, tokens: Sequence[Token], index: int) -> None:
    """Draft the pet that a phrase with "my" names: "my dog Bruno"."""
    for at in range(index + 1, min(len(tokens), index + 1 + _NOUN_LENGTH_MAX)):
        token = tokens[at]
        if not token.norm[0].isalpha() or is_name(token):
            return
        if token.norm in lexicon.PETS:
            _pet(scene, tokens, index, at)
            return


def read_age(scene: Scene, tokens: Sequence[Token], index: int) -> None:
    """Read "passed my driving test, at 52": how old the speaker was then; no time of day is so late."""
    if index == 0 or not _is_ones_own(tokens[:index]):
        return
    begins = not tokens[index - 1].is_word or tokens[index - 1].norm == "single"
    ends = index + 2 == len(tokens) and tokens[-1].norm.isdigit()
    if begins and ends and _CLOCK_MAX < int(tokens[-1].norm) < _AGE_MAX:
        scene.drafts.append(_draft(scene, "age", tokens[-1:], tokens[index].start))


def _is_ones_own(tokens: Sequence[Token]) -> bool:
    """Tell whether words are about their speaker, who may be left out: "Ran the parkrun"."""
    spoken, left_out = {each.norm for each in tokens}, is_form(tokens[0].norm, "past")
    return (left_out or not spoken.isdisjoint(SPEAKER | MINE)) and spoken.isdisjoint(_OTHERS)


_OTHERS: Final = words("he she they his her their")
_CLOCK_MAX: Final = 24
_AGE_MAX: Final = 110


def read_since(scene: Scene, tokens: Sequence[Token], index: int, owner: str) -> None:
    """Read "since my fall in January": it happened."""
    if index == 0 or tokens[index - 1].norm not in {"since", "after"}:
        return
    for at in range(index + 1, min(len(tokens), index + _NOUN_LENGTH_MAX)):
        if tokens[at].norm in _BLOWS:
            times = scene.times_between(tokens[at].end, tokens[at].end + 4)
            draft = _draft(scene, "event", tokens[index + 1 : at + 1], tokens[index].start)
            time = next(iter(times), None)
            scene.drafts.append(replace(draft, subject=owner, time=time, timeless=False))
            return


_BLOWS: Final = words("fall operation surgery stroke accident divorce retirement injury")


def _pet(scene: Scene, tokens: Sequence[Token], index: int, at: int) -> None:
    end = name_end(tokens, at + 1)
    if end > at + 1:
        scene.meet(scene.words(tokens[at + 1 : end]))
        scene.drafts.append(_draft(scene, "owns", tokens[index + 1 : end], tokens[index].start))


def read_called(scene: Scene, tokens: Sequence[Token], index: int) -> None:
    """Draft how one calls the speaker: "always call me Teddy"."""
    end = name_end(tokens, index + 1)
    asks = index < 2 or tokens[index - 2].norm not in _NOT_ASKED_BY
    if tokens[index - 1].norm == "call" and end > index + 1 and asks:
        said = tokens[index + 1 : end]
        start = tokens[index - 1].start
        scene.drafts.append(_draft(scene, "attribute", said, start, of="nickname"))


def _draft(
    scene: Scene, predicate: str, said: Sequence[Token], start: int, *, of: str | None = None
) -> Draft:
    return scene.aside(predicate, scene.words(said), (start, said[-1].end), of=of)
