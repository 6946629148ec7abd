"""Read what people say without verbs: "Fifty-eight, widowed, two sons", "New phone number: 0771 900"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.fitting import is_place
from muniment.knowledge.extraction.function_words import ADVERBS, FILLERS, MINE, NO_LONGER
from muniment.knowledge.extraction.phrases import is_name, is_number, is_numeral
from muniment.knowledge.extraction.properties import is_telling
from muniment.knowledge.extraction.scene import Draft, Scene
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import before_preposition, value, with_times
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act

_LEADS: Final = (FILLERS | ADVERBS) - words("once both no")
_NO_LABEL: Final = _LEADS | MINE | words("new the current ,")
_WEAK: Final = 0.5
"""The confidence of what could be said of anything: it counts only among others."""


_OF_THE_HOUSE: Final = lexicon.KIN | lexicon.PETS


def read_fragments(
    scene: Scene, segments: Sequence[Sequence[Token]], *, least: int = 2
) -> Iterator[Draft]:
    """Yield what verbless phrases say of the speaker.

    Those that could be said of anything count if at `least` so many say something; nobody is of
    two ages.
    """
    found = [list(_fragment(scene, tokens)) for tokens in segments if tokens]
    telling = [draft.predicate for drafts in found for draft in drafts[:1]]
    enough = len(telling) - max(telling.count("age") - 1, 0) >= least
    for index, drafts in enumerate(found):
        denied = index + 1 < len(segments) and segments[index + 1][0].norm == "not"
        for draft in drafts:
            right = scene.putting_right or (denied and draft.predicate in {"count", "age"})
            alone = right and draft.predicate != "age"
            if enough or draft.confidence > _WEAK or alone:
                act = Act.CORRECT if right and draft.act is Act.STATE else draft.act
                yield replace(draft, confidence=0.9, act=act)


def read_labelled(scene: Scene, tokens: Sequence[Token]) -> Iterator[Draft]:
    """Yield the value behind a label: "New phone number: 07700 900418", "Tracking number 1Z88"."""
    at = next((i for i, each in enumerate(tokens[:6]) if each.norm == ":"), None)
    behind = at
    if at is None:
        at = next((i for i, each in enumerate(tokens[:4]) if i and is_numeral(each)), None)
        if at is None or tokens[at - 1].norm not in {"number", "code"} or len(tokens) - at > 3:
            return
        behind = at - 1
    assert behind is not None
    label = [each for each in tokens[:at] if each.norm not in _NO_LABEL]
    said = with_times(tokens[behind + 1 :])
    if not label or not said or len(said) > 7 or (behind < at and len(label) == 1):
        return
    span = [*label, *said]
    of = " ".join(each.norm for each in label)
    if label[0].norm in lexicon.FAVOURITES and len(label) > 1:
        kind = lexicon.singular(of.split(" ", 1)[1])
        yield _draft(scene, "favourite", said, span, of=kind)
    elif label[-1].norm in lexicon.PROPERTIES and is_telling(said):
        draft = _draft(scene, "attribute", said, span, of=of)
        owner = scene.topic or scene.thing if scene.property is None else None
        yield replace(draft, subject=owner or scene.speaker)


def _fragment(scene: Scene, tokens: Sequence[Token]) -> Iterator[Draft]:
    said = value(tokens, scene.timed)
    norms = [each.norm for each in said]
    if not norms:
        return
    if tokens[0].norm == "not":
        yield from _no_more(scene, tokens)
    elif norms[0] == "no" and len(before_preposition(said)) == 2:
        yield from _none(scene, said[:2])
    elif is_number(norms[0]):
        yield from _numbered(scene, tokens, said)
    elif norms[-2:] in (["by", "trade"], ["by", "profession"]) and len(said) > 2:
        yield _draft(scene, "works_as", said[:-2], said)
    elif len(norms) == 1 and any(each.norm == "here" for each in tokens[1:3]):
        yield from _here(scene, said)
    elif norms[0] == "from" and len(said) > 1 and is_place(said[1:]):
        yield _weak(_draft(scene, "from", value(said[1:]), said))
    elif norms[0] == "allergic" and len(said) > 2:
        yield _draft(scene, "condition", said, said)
    else:
        yield from _state(scene, said, norms)


def _state(scene: Scene, said: Sequence[Token], norms: Sequence[str]) -> Iterator[Draft]:
    """Read "widowed", "vegan"."""
    size = next((n for n in (3, 2, 1) if " ".join(norms[:n]) in lexicon.STATUSES), 0)
    if size:
        yield _weak(_draft(scene, "status", said[:size], said))
    elif norms[0] in lexicon.DIETS and len(norms) == 1:
        yield _weak(_draft(scene, "diet", said, said))


def _numbered(scene: Scene, spoken: Sequence[Token], said: Sequence[Token]) -> Iterator[Draft]:
    """Read an age or a count: "sixty-one years old", "41", "two sons", "four grandchildren"."""
    norms = [each.norm for each in said]
    noun = before_preposition(said)
    until = next((i for i, each in enumerate(noun) if i and is_name(each)), len(noun))
    head = lexicon.singular(noun[until - 1].norm)
    if norms[1:3] == ["years", "old"]:
        yield _draft(scene, "age", said[:1], said)
    elif norms[0] != "one" and (len(norms) == len(spoken) == 1 or norms[1:2] == ["yo"]):
        yield _weak(_draft(scene, "age", said[:1], said))
    elif until > 1 and head in lexicon.CLOSE:
        draft = _draft(scene, "count", said[:1], noun[:until], of=lexicon.standard(head))
        yield draft if head in _OF_THE_HOUSE else _weak(draft)


def _here(scene: Scene, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "Coeliac here"."""
    norm = said[0].norm
    if norm in lexicon.AILING or lexicon.is_ailment(norm):
        yield _draft(scene, "condition", said, said)


def _no_more(scene: Scene, tokens: Sequence[Token]) -> Iterator[Draft]:
    """Read "not vegan anymore"."""
    if NO_LONGER & {each.norm for each in tokens}:
        for draft in _fragment(scene, tokens[1:]):
            yield replace(draft, act=Act.END, confidence=0.9)


def _none(scene: Scene, tokens: Sequence[Token]) -> Iterator[Draft]:
    """Read "no kids, no pets, no gluten"."""
    head = lexicon.singular(tokens[1].norm)
    if head in lexicon.RELATIONS:
        of = lexicon.standard(head)
        draft = _draft(scene, "relation", tokens[1:], tokens, of=of)
        yield _weak(replace(draft, act=Act.DENY))
    elif head in lexicon.POSSESSIONS:
        yield _weak(replace(_draft(scene, "owns", tokens[1:], tokens), act=Act.DENY))
    elif tokens[1].norm in lexicon.FOODS:
        yield _draft(scene, "diet", tokens, tokens)


def _weak(draft: Draft) -> Draft:
    return replace(draft, confidence=_WEAK)


def _draft(
    scene: Scene,
    predicate: str,
    said: Sequence[Token],
    span: Sequence[Token],
    *,
    of: str | None = None,
) -> Draft:
    return scene.aside(predicate, scene.words(said), (span[0].start, span[-1].end), of=of)
