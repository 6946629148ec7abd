"""Tell who somebody's somebody is by a belief that was found and says so, pure, in English.

"Ann is Tom's older sister" and "Tom's older sister is Ann" say the same.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from muniment.knowledge.answering.findings import Finding
from muniment.knowledge.answering.ways import names_of
from muniment.knowledge.attributes import base, is_word_for
from muniment.knowledge.extraction import lexicon
from muniment.model.ids import MemoryId
from muniment.model.memory import Memory
from muniment.model.names import called, folded
from muniment.recall.question import QuestionRead, name_keys
from muniment.recall.whose import whose, words_of

_BETWEEN_MAX: Final = 2
"""How many words stand between an owner and a relation: "Tom's much older sister"."""
_CALLED: Final = rf"{{owning}} (?P<called>(?:[\w-]+ ){{{{0,{_BETWEEN_MAX}}}}}[\w-]+)"
_SURNAME: Final = r"(?-i:[^\W\d_a-z])[\w-]*"
_NAME: Final = r"(?P<name>[^\W\d_a-z][\w’'-]*(?: [^\W\d_a-z][\w’'-]*){0,2})"
_SELF: Final = frozenset({"i", "me", "my", "mine", "myself", "we", "us", "our", "ours"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Relative:
    """Who is meant by words for a relation to an owner, and the belief that says so."""

    names: frozenset[str]
    owner: str
    whole: str
    """The owner's name in the belief: of "Tom", "tom reed"."""
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
        if link.relation in lexicon.CLOSE
        and link.place == owner.place
        and link.place_to not in read.asks
    ]
    meant = [
        Relative(
            names=named[0],
            owner=owner.name,
            whole=named[1],
            words=tuple(words[owner.first : link.place_to]),
            fact=belief.id,
        )
        for owner, link in ways
        for belief in _beliefs(found)
        if (named := _named(belief, owner.name, asker, link.relation, found)) is not None
    ]
    return [each for each in meant if _is_the_only_one(each, meant)]


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


def _is_the_only_one(relative: Relative, meant: Sequence[Relative]) -> bool:
    """Tell whether nobody else of the owner's first name is told of, where the belief names them in full."""
    wholes = {each.whole for each in meant if each.owner == relative.owner}
    return relative.whole == relative.owner or len(wholes) == 1


def _beliefs(found: Sequence[Finding]) -> Iterator[Memory]:
    for each in found:
        if isinstance(each.said, Memory) and not each.is_over:
            yield each.said


def _owning(owner: str, asker: str | None) -> str:
    """Return a pattern of the words for what is an owner's: whoever asks may have written "our cat"."""
    named = rf"(?P<whole>{re.escape(owner)}(?: {_SURNAME}){{0,2}})['’]s?"
    return rf"(?:{named}|(?P<ours>my|our))" if owner == folded(asker or "") else named


def _speaks_for_another(belief: Memory, known: Collection[str]) -> bool:
    """Tell whether a belief is of a name that is none of these: "my sister" of Bob is Bob's."""
    return (belief.entity or "")[:1].isupper() and folded(belief.entity or "") not in known


def _named(
    belief: Memory, owner: str, asker: str | None, relation: str, found: Sequence[Finding]
) -> tuple[frozenset[str], str] | None:
    """Return how a belief names whom it calls an owner's relation, and the owner; after the relation stands a name if more is told by it."""
    called_so = _CALLED.format(owning=_owning(owner, asker))
    if belief.entity is not None:
        said = re.search(rf"\b(?i:{re.escape(belief.entity)}(?:,| is) {called_so})", belief.content)
        if said is not None and _has(said["called"], relation):
            return frozenset({folded(belief.entity)}), _whole(said, owner)
    said = re.search(rf"\b(?i:{called_so})(?:,| is(?: called)?) {_NAME}", belief.content)
    if said is None or not _has(said["called"], relation):
        return None
    if said.groupdict().get("ours") and _speaks_for_another(belief, {owner, *called(said["name"])}):
        return None
    told = {
        key
        for each in _beliefs(found)
        if each.id != belief.id
        for key in (*name_keys(each.content), *names_of(each))
    }
    names = frozenset(called(said["name"])) & told
    return (names, _whole(said, owner)) if names else None


def _whole(said: re.Match[str], owner: str) -> str:
    return folded(said["whole"] or owner)


def _has(called: str, relation: str) -> bool:
    return any(is_word_for(base(relation), base(word)) for word in folded(called).split())
