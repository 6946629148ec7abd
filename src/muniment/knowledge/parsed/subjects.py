"""Resolve what a clause is about: the speaker, a relative, a thing, a property of one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.scene import Entity, Scene
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.parsed.clauses import Clause
from muniment.knowledge.parsed.nouns import singular
from muniment.knowledge.parsed.tree import Tree
from muniment.model.claims import Role
from muniment.ports.parser import Word

_WITHIN: Final = frozenset({"relcl", "advcl", "acl", "cc", "conj", "parataxis", "ccomp", "dep"})
_INDEPENDENT: Final = frozenset({"ROOT", "conj", "ccomp", "parataxis", "dep"})
_SELF: Final = frozenset({"me", "i", "we"})


def subject_of(scene: Scene, clause: Clause, tokens: Sequence[Token]) -> Entity | None:
    """Return what a clause is about; None where that is nobody known."""
    subject = clause.subject
    if subject is None:
        return _left_out(scene, clause)
    if subject.norm in _SELF or {e.norm for e in clause.tree.kids(subject, "conj")} & _SELF:
        return scene.self()
    run = _around(clause.tree.below(subject, _WITHIN), subject)
    first, last = run[0].start, run[-1].end
    inside = [
        each for each in tokens if first <= each.start < last and each.start not in scene.timed
    ]
    while inside and not inside[-1].is_word and inside[-1].norm != "'s":
        inside.pop()
    found = scene.entity(inside, introduces=False) if inside else None
    if found is None and subject.norm in {"it", "that"}:
        return scene.property
    if found is not None and not found.is_person and found.of is None and _is_human(subject):
        return replace(found, is_person=True)
    return found


def _left_out(scene: Scene, clause: Clause) -> Entity | None:
    """Return the speaker, who is left out of "Moved to Ghent last week"."""
    head, tree = clause.head, clause.tree
    auxiliaries = tree.kids(head, "aux", "auxpass")
    third = any(each.tag == "VBZ" for each in (head, *auxiliaries))
    loose = head.dep == "advcl" and head.tag in {"VBD", "VBN"} and not tree.kids(head, "mark")
    if scene.role is Role.ASSISTANT or third or not (loose or head.dep in _INDEPENDENT):
        return None
    return None if head.tag == "VBG" and head.dep != "ROOT" else scene.self()


def _around(run: list[Word], head: Word) -> list[Word]:
    """Return the words around the head without a gap or a mark."""
    indices = {each.index for each in run if each.dep != "punct" or each.text == "."}
    first = last = head.index
    while first - 1 in indices:
        first -= 1
    while last + 1 in indices:
        last += 1
    return [each for each in run if first <= each.index <= last]


def _is_human(noun: Word) -> bool:
    """Tell whether a noun names people."""
    return noun.tag in {"NN", "NNS"} and bool({noun.norm, singular(noun)} & lexicon.PEOPLE)


def meet_named(scene: Scene, tree: Tree, until: int) -> None:
    """Note the people whom the words before an offset name, so that "she" can mean them."""
    known = {each[0] for each in scene.people}
    for word in tree.words:
        if word.start >= until:
            return
        if word.entity != "PERSON" or word.pos != "PROPN" or tree.kids(word, "case"):
            continue
        following = tree.words[word.index + 1 : word.index + 2]
        if following and following[0].entity == "PERSON":
            continue
        first = word.index
        while (
            first
            and tree.words[first - 1].pos == "PROPN"
            and tree.words[first - 1].end + 2 > tree.words[first].start
        ):
            first -= 1
        name = tree.text[tree.words[first].start : word.end]
        if name != scene.speaker and name not in known:
            scene.meet(name)
