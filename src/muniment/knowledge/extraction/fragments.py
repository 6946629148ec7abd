"""Read what people say without verbs: "Fifty-eight, widowed, two sons", "New phone number: 0771 900"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.copula import is_year_of_study
from muniment.knowledge.extraction.function_words import ADVERBS, FILLERS, MINE
from muniment.knowledge.extraction.phrases import is_name, is_number, is_numeral
from muniment.knowledge.extraction.placing import is_drug
from muniment.knowledge.extraction.properties import KNOWN, is_telling
from muniment.knowledge.extraction.scene import Draft, Scene
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import (
    before_preposition,
    prepositional,
    value,
    with_times,
)
from muniment.knowledge.extraction.wordlists import words
from muniment.model.claims import Act

_LEADS: Final = FILLERS | ADVERBS
_PARENTS: Final = words("mother father mum mom dad parent parents")
_TOWNS: Final = words("town village city island farm suburb")
_LABELS: Final = lexicon.PROPERTIES | words("phone mobile cell mail job hours nationality")


def read_fragments(
    scene: Scene, segments: Sequence[Sequence[Token]], *, least: int = 2
) -> Iterator[Draft]:
    """Yield what verbless phrases say of the speaker.

    Those that could be said of anything count if at `least` so many say something.
    """
    found = [list(_fragment(scene, tokens)) for tokens in segments if tokens]
    enough = sum(bool(drafts) for drafts in found) >= least
    for index, drafts in enumerate(found):
        denied = index + 1 < len(segments) and segments[index + 1][0].norm == "not"
        for draft in drafts:
            right = scene.putting_right or (denied and draft.predicate in {"count", "age"})
            if enough or draft.confidence > _WEAK or right:
                act = Act.CORRECT if right and draft.act is Act.STATE else draft.act
                yield replace(draft, confidence=0.9, act=act)


_WEAK: Final = 0.5
"""The confidence of a fragment that says something only among others."""


def read_labelled(scene: Scene, tokens: Sequence[Token]) -> Iterator[Draft]:
    """Yield the value behind a label: "New phone number: 07700 900418", "Tracking number 1Z88"."""
    at = next((i for i, each in enumerate(tokens[:6]) if each.norm == ":"), None)
    if at is None:
        number = next((i for i, each in enumerate(tokens[:4]) if is_numeral(each)), None)
        alone = number is not None and len(tokens) - number <= 3
        at = number if alone and number and tokens[number - 1].norm in {"number", "code"} else None
        behind = tokens[at:] if at is not None else ()
    else:
        behind = tokens[at + 1 :]
    label = [
        each
        for each in tokens[:at]
        if each.norm not in _LEADS | MINE | {"new", "the", "current", ","}
    ]
    said = with_times(behind)
    if at is None or not label or not said or len(said) > 7:
        return
    free = label[-1].norm in KNOWN or label[0].norm in {"favourite", "favorite"}
    if not free and (label[-1].norm not in _LABELS or not is_telling(said)):
        return
    owner = scene.topic or scene.thing if scene.property is None else None
    known = KNOWN.get(label[-1].norm)
    if known is not None:
        yield _draft(scene, known, said, [*label, *said])
        return
    if label[0].norm in {"favourite", "favorite"} and len(label) > 1:
        kind = lexicon.singular(" ".join(each.norm for each in label[1:]))
        yield _draft(scene, "favourite", said, [*label, *said], of=kind)
        return
    yield replace(
        _draft(scene, "attribute", said, [*label, *said], of=" ".join(e.norm for e in label)),
        subject=owner or scene.speaker,
    )


def _fragment(scene: Scene, tokens: Sequence[Token]) -> Iterator[Draft]:
    spoken = list(tokens)
    while spoken and spoken[0].norm in _LEADS - {"once", "both", "no"}:
        spoken = spoken[1:]
    said = value(spoken, scene.timed)
    norms = [each.norm for each in said]
    if not norms or norms[0] in {"'s", "is", "are", "was"}:
        return
    if spoken[0].norm == "not":
        yield from _no_more(scene, spoken)
    elif is_number(norms[0]) and norms[0] != "one" and norms[1:3] == ["years", "old"]:
        yield _draft(scene, "age", said[:1], said)
    elif (
        is_number(norms[0])
        and norms[0] != "one"
        and (len(norms) == len(spoken) == 1 or norms[1:2] == ["yo"])
    ):
        yield _weak(_draft(scene, "age", said[:1], said))
    elif norms[0] == "age" and len(norms) > 1 and is_number(norms[1]):
        yield _weak(_draft(scene, "age", said[1:2], said))
    elif " ".join(norms[:3]) in lexicon.STATUSES or norms[0] in lexicon.STATUSES:
        size = 3 if " ".join(norms[:3]) in lexicon.STATUSES else 1
        yield _weak(_draft(scene, "status", said[:size], said))
        if norms[size : size + 1] == ["at"] and is_number(norms[-1]):
            yield _weak(_draft(scene, "age", said[-1:], said))
    elif norms[0] == "no" and len(before_preposition(said)) == 2:
        yield from _none(scene, said[:2])
    elif is_year_of_study(norms):
        yield _weak(_draft(scene, "studies", said, said))
    elif norms[0] in lexicon.DIETS and len(norms) == 1:
        yield _weak(_draft(scene, "diet", said, said))
    else:
        yield from _placed(scene, tokens, said, norms)


def _placed(
    scene: Scene, tokens: Sequence[Token], said: Sequence[Token], norms: Sequence[str]
) -> Iterator[Draft]:
    at_home = len(said) > 1 and (is_name(said[1]) or bool(_TOWNS & set(norms[1:4])))
    if norms[0] == "from" and at_home:
        draft = _draft(scene, "from", value(said[1:]), said)
        yield draft if tokens[0].norm == "originally" else _weak(draft)
    elif norms[0] in {"based", "living"} and len(said) > 2 and norms[1] == "in":
        yield _weak(_draft(scene, "lives_in", said[2:], said))
    elif len(norms) == 1 and any(each.norm == "here" for each in tokens[1:3]):
        yield from _here(scene, said)
    elif any(each.norm == "since" for each in tokens) and any(is_drug(each) for each in said):
        yield _draft(scene, "attribute", said, said, of="medication")
    elif norms[-2:] in (["by", "trade"], ["by", "profession"]) and len(said) > 2:
        yield _draft(scene, "works_as", said[:-2], said)
    elif norms[0] in _PARENTS and norms[1:2] == ["of"] and is_number("".join(norms[2:3])):
        yield _weak(_draft(scene, "count", said[2:3], said, of="child"))
    else:
        yield from _counted_or_role(scene, said, norms)


def _here(scene: Scene, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "Coeliac here", "teacher here"."""
    norm = said[0].norm
    if norm in lexicon.AILING or lexicon.is_ailment(norm):
        yield _draft(scene, "condition", said, said)
    elif norm in lexicon.DIETS:
        yield _draft(scene, "diet", said, said)
    elif lexicon.is_occupation(norm):
        yield _draft(scene, "works_as", said, said)


def _no_more(scene: Scene, tokens: Sequence[Token]) -> Iterator[Draft]:
    """Read "not vegan anymore"."""
    norms = [each.norm for each in tokens]
    if not {"anymore", "more", "longer"} & set(norms):
        return
    for draft in _fragment(scene, tokens[1:]):
        yield replace(draft, act=Act.END, confidence=0.9)


def _none(scene: Scene, tokens: Sequence[Token]) -> Iterator[Draft]:
    """Read "no kids, no pets"."""
    head = lexicon.singular(tokens[1].norm)
    if head in lexicon.RELATIONS:
        draft = _draft(scene, "relation", tokens[1:], tokens, of=lexicon.standard(head))
    elif head in lexicon.POSSESSIONS | {"pet"}:
        draft = _draft(scene, "owns", tokens[1:], tokens)
    elif tokens[1].norm in lexicon.FOODS:
        yield _draft(scene, "diet", tokens, tokens)
        return
    else:
        return
    yield _weak(replace(draft, act=Act.DENY))


def _counted_or_role(scene: Scene, said: Sequence[Token], norms: Sequence[str]) -> Iterator[Draft]:
    noun = before_preposition(said)
    before_name = next((i for i, each in enumerate(noun) if i and is_name(each)), len(noun))
    head = lexicon.singular(noun[before_name - 1].norm)
    if (
        is_number(norms[0])
        and len(noun) > 1
        and head in lexicon.RELATIONS | lexicon.PETS | {"hive"}
    ):
        draft = _draft(scene, "count", said[:1], noun[:before_name], of=head)
        yield draft if head in lexicon.KIN | lexicon.PETS | {"hive"} else _weak(draft)
    elif lexicon.is_occupation(noun[-1].norm) and not is_number(norms[0]) and len(noun) <= 4:
        yield _weak(_draft(scene, "works_as", noun, noun))
        at = prepositional(said, {"at", "for"})
        if at:
            yield _weak(_draft(scene, "works_at", at, said))
        place = prepositional(said, {"in", "from"})
        if place and is_name(place[0]):
            where = "from" if "from" in norms else "lives_in"
            yield _weak(_draft(scene, where, place, said))


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
    return Draft(
        subject=scene.speaker,
        predicate=predicate,
        object=scene.words(said),
        act=Act.STATE,
        span=(span[0].start, span[-1].end),
        of=of,
        timeless=True,
    )
