"""Tell who somebody's somebody is by a belief that was found and says so, pure, in English.

"Ann is Tom's older sister" and "Tom's older sister is Ann" say the same.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from muniment.knowledge.attributes import base, is_word_for
from muniment.knowledge.extraction import lexicon
from muniment.knowledge.findings import Finding
from muniment.knowledge.ways import names_of
from muniment.model.ids import MemoryId
from muniment.model.memory import Memory
from muniment.model.names import called, folded
from muniment.recall.possessing import whose, words_of
from muniment.recall.question import QuestionRead, name_keys

_BETWEEN_MAX: Final = 2
"""How many words stand between an owner and a relation: "Tom's much older sister"."""
_CALLED: Final = rf"{{owning}} (?P<called>(?:[\w-]+ ){{{{0,{_BETWEEN_MAX}}}}}[\w-]+)"
_NAME: Final = r"(?P<name>[^\W\d_a-z][\w’'-]*(?: [^\W\d_a-z][\w’'-]*){0,2})"
_RELATED: Final = lexicon.RELATIONS | lexicon.PETS
_SELF: Final = frozenset({"i", "me", "my", "mine", "myself", "we", "us", "our", "ours"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Relative:
    """Who is meant by words for a relation to an owner, and the belief that says so."""

    names: frozenset[str]
    owner: str
    words: tuple[str, ...]
    fact: MemoryId


def relatives(question: str, asker: str | None, found: Sequence[Finding]) -> list[Relative]:
    """Return who is meant in a question by a relation that is not itself what it asks: "Where does my sister work?"."""
    read = whose(question, asker)
    words = words_of(question)
    ways = [
        (owner, link)
        for link in read.links
        for owner in read.owners
        if link.relation in _RELATED
        and link.place == owner.place
        and link.place_to not in read.asks
    ]
    return [
        Relative(
            names=names,
            owner=owner.name,
            words=tuple(words[owner.first : link.place_to]),
            fact=belief.id,
        )
        for owner, link in ways
        for belief in _beliefs(found)
        if (names := _named(belief, owner.name, asker, link.relation, found))
    ]


def about_relatives(
    read: QuestionRead, asker: str | None, meant: Sequence[Relative]
) -> QuestionRead:
    """Return a question as about those whom it means, and about an owner only where it says more of that one."""
    words = words_of(read.text)
    spoken = {
        each.owner: sum(
            word in _SELF if each.owner == folded(asker or "") else word == each.owner
            for word in words
        )
        for each in meant
    }
    ways = {owner: len({each.words for each in meant if each.owner == owner}) for owner in spoken}
    only = {owner for owner, count in spoken.items() if count <= ways[owner]}
    return replace(
        read,
        names=(read.names - only).union(*(each.names for each in meant)),
        meant=(*read.meant, *((frozenset(each.words), each.names) for each in meant)),
    )


def _beliefs(found: Sequence[Finding]) -> Iterator[Memory]:
    for each in found:
        if isinstance(each.said, Memory) and not each.is_over:
            yield each.said


def _owning(owner: str, asker: str | None) -> str:
    """Return a pattern of the words for what is an owner's: whoever asks may have written "our cat"."""
    named = rf"{re.escape(owner)}['’]s?"
    return rf"(?:{named}|(?P<ours>my|our))" if owner == folded(asker or "") else named


def _speaks_for_another(belief: Memory, known: Collection[str]) -> bool:
    """Tell whether a belief is of a name that is none of these: "my sister" of Bob is Bob's."""
    return (belief.entity or "")[:1].isupper() and folded(belief.entity or "") not in known


def _named(
    belief: Memory, owner: str, asker: str | None, relation: str, found: Sequence[Finding]
) -> frozenset[str]:
    """Return how a belief names whom it calls an owner's relation; after the relation stands a name if more is told by it."""
    called_so = _CALLED.format(owning=_owning(owner, asker))
    if belief.entity is not None:
        said = re.search(
            rf"\b{re.escape(folded(belief.entity))}(?:,| is) {called_so}", folded(belief.content)
        )
        if said is not None and _has(said["called"], relation):
            return frozenset({folded(belief.entity)})
    said = re.search(rf"\b(?i:{called_so})(?:,| is(?: called)?) {_NAME}", belief.content)
    if said is None or not _has(said["called"], relation):
        return frozenset()
    if said.groupdict().get("ours") and _speaks_for_another(belief, {owner, *called(said["name"])}):
        return frozenset()
    told = {
        key
        for each in _beliefs(found)
        if each.id != belief.id
        for key in (*name_keys(each.content), *names_of(each))
    }
    return frozenset(called(said["name"])) & told


def _has(called: str, relation: str) -> bool:
    return any(is_word_for(base(relation), base(word)) for word in folded(called).split())
