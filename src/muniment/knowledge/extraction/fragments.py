"""Read how people introduce themselves without verbs: "Fifty-eight, widowed, two sons"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.copula import is_year_of_study
from muniment.knowledge.extraction.phrases import is_name
from muniment.knowledge.extraction.properties import is_number
from muniment.knowledge.extraction.scene import Draft, Scene
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import before_preposition, prepositional, value
from muniment.knowledge.extraction.wordlists import words
from muniment.model.claims import Act


def read_fragments(
    scene: Scene, segments: Sequence[Sequence[Token]], *, least: int = 2
) -> Iterator[Draft]:
    """Yield what verbless phrases say of the speaker, if at `least` so many say something."""
    found = [list(_fragment(scene, tokens)) for tokens in segments if tokens]
    if sum(bool(drafts) for drafts in found) >= least:
        for drafts in found:
            yield from drafts


def _fragment(scene: Scene, tokens: Sequence[Token]) -> Iterator[Draft]:
    said = value(tokens, scene.timed)
    norms = [each.norm for each in said]
    if not norms or tokens[0].norm == "not":
        return
    if (
        is_number(norms[0])
        and (
            (len(norms) == 1 and len(tokens) == 1)
            or norms[1:3] == ["years", "old"]
            or norms[1:2] == ["yo"]
        )
        and norms[0] != "one"
    ):
        yield _draft(scene, "age", said[:1], said)
    elif norms[0] == "age" and len(norms) > 1 and is_number(norms[1]):
        yield _draft(scene, "age", said[1:2], said)
    elif " ".join(norms[:3]) in lexicon.STATUSES or norms[0] in lexicon.STATUSES:
        size = 3 if " ".join(norms[:3]) in lexicon.STATUSES else 1
        yield _draft(scene, "status", said[:size], said)
    elif tokens[0].norm == "no" and len(tokens) == 2:
        yield from _none(scene, tokens)
    elif is_year_of_study(norms):
        yield _draft(scene, "studies", said, said)
    elif norms[0] in lexicon.DIETS and len(norms) == 1:
        yield _draft(scene, "diet", said, said)
    elif norms[0] == "from" and len(said) > 1 and is_name(said[1]):
        yield _draft(scene, "from", said[1:], said)
    elif norms[0] in {"based", "living"} and len(said) > 2 and norms[1] == "in":
        yield _draft(scene, "lives_in", said[2:], said)
    elif (
        norms[0] in words("mother father mum mom dad")
        and norms[1:2] == ["of"]
        and is_number(norms[2] if len(norms) > 2 else "")
    ):
        yield _draft(scene, "count", said[2:3], said, of="child")
    else:
        yield from _counted_or_role(scene, said, norms)


def _none(scene: Scene, tokens: Sequence[Token]) -> Iterator[Draft]:
    """Read "no kids, no pets"."""
    head = lexicon.singular(tokens[1].norm)
    if head in lexicon.RELATIONS:
        yield replace(
            _draft(scene, "relation", tokens[1:], tokens, of=lexicon.standard(head)), act=Act.DENY
        )
    elif head in lexicon.POSSESSIONS | {"pet"}:
        yield replace(_draft(scene, "owns", tokens[1:], tokens), act=Act.DENY)


def _counted_or_role(scene: Scene, said: Sequence[Token], norms: Sequence[str]) -> Iterator[Draft]:
    noun = before_preposition(said)
    head = lexicon.singular(noun[-1].norm)
    before_name = next((i for i, each in enumerate(noun) if i and is_name(each)), len(noun))
    head = lexicon.singular(noun[before_name - 1].norm)
    if is_number(norms[0]) and len(noun) > 1 and head in lexicon.RELATIONS | lexicon.PETS:
        yield _draft(scene, "count", said[:1], noun[:before_name], of=head)
    elif lexicon.is_occupation(noun[-1].norm) and not is_number(norms[0]) and len(noun) <= 4:
        yield _draft(scene, "works_as", noun, noun)
        at = prepositional(said, {"at", "for"})
        if at:
            yield _draft(scene, "works_at", at, said)
        place = prepositional(said, {"in", "from"})
        if place and is_name(place[0]):
            where = "from" if "from" in norms else "lives_in"
            yield _draft(scene, where, place, said)


def _draft(
    scene: Scene,
    predicate: str,
    said: Sequence[Token],
    span: Sequence[Token],
    *,
    of: str | None = None,
) -> Draft:
    return Draft(
        subject=scene.speaker,
        predicate=predicate,
        object=scene.words(said),
        act=Act.STATE,
        span=(span[0].start, span[-1].end),
        of=of,
        timeless=True,
    )
