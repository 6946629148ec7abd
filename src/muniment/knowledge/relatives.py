"""Tell who somebody's somebody is by a belief that was found and says so: "Ann is Tom's older sister"; pure, in English."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from muniment.knowledge.attributes import base, is_word_for
from muniment.knowledge.extraction import lexicon
from muniment.knowledge.findings import Finding
from muniment.model.ids import MemoryId
from muniment.model.memory import Memory
from muniment.model.names import folded
from muniment.recall.possessing import whose, words_of
from muniment.recall.question import QuestionRead

_BETWEEN_MAX: Final = 2
"""How many words stand between an owner and a relation: "Tom's much older sister"."""
_SELF: Final = frozenset({"i", "me", "my", "mine", "myself", "we", "us", "our", "ours"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Relative:
    """Who is meant by words for a relation to an owner, and the belief that says so."""

    name: str
    owner: str
    words: tuple[str, ...]
    fact: MemoryId


def relatives(question: str, asker: str | None, found: Sequence[Finding]) -> list[Relative]:
    """Return who is meant in a question by a relation that is not itself what it asks: "Where does my sister work?"."""
    read = whose(question, asker)
    owners = {each.place: each.name for each in read.owners}
    words = words_of(question)
    links = [
        each
        for each in read.links
        if each.relation in lexicon.RELATIONS
        and each.place in owners
        and each.place_to not in read.asks
    ]
    return [
        Relative(
            name=folded(belief.entity),
            owner=owners[link.place],
            words=tuple(words[link.first : link.place_to]),
            fact=belief.id,
        )
        for link in links
        for belief in _beliefs(found)
        if belief.entity is not None
        and _is_said(belief.content, belief.entity, owners[link.place], link.relation)
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
        names=(read.names - only) | {each.name for each in meant},
        meant=(*read.meant, *((frozenset(each.words), frozenset({each.name})) for each in meant)),
    )


def _beliefs(found: Sequence[Finding]) -> Iterator[Memory]:
    for each in found:
        if isinstance(each.said, Memory) and not each.is_over:
            yield each.said


def _is_said(content: str, name: str, owner: str, relation: str) -> bool:
    """Tell whether a belief calls whom it is about an owner's relation."""
    said = re.search(
        rf"\b{re.escape(folded(name))}(?:,| is) {re.escape(owner)}['’]s? ((?:[\w-]+ ){{0,{_BETWEEN_MAX}}}[\w-]+)",
        folded(content),
    )
    return said is not None and any(
        is_word_for(base(relation), base(word)) for word in said[1].split()
    )
