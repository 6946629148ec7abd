"""Read whose something is in a question: "my mother", "Mike's sister's boss", "the husband of Anna"."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from muniment.model.names import folded

OWNER_WORDS_MAX: Final = 4
OWNER_LETTERS_MIN: Final = 3
"""How many letters a word has at least that may be a name with an "s" behind it: "toms brother"."""
WORDS_MAX: Final = 200
"""Among how many words of a question somebody's somebody is looked for."""

_TOKEN: Final = re.compile(r"([^\W_]+(?:[-.&][^\W_]+)*)(['’]s\b|['’](?!\w))?")
OWN: Final = frozenset({"my", "our"})
_NO_OWNERS: Final = frozenset(
    ["who", "what", "where", "when", "how", "that", "it", "he", "she", "there", "here", "let"]
)
_ALSO: Final = {
    name: names
    for names in (("mother", "mum", "mom"), ("father", "dad"), ("boss", "manager"))
    for name in names
}
_ARTICLES: Final = frozenset({"the", "a", "an"})
_IS: Final = frozenset({"is", "was", "are", "were"})
_AFTER_IT: Final = frozenset(
    [
        "in",
        "on",
        "at",
        "since",
        "before",
        "after",
        "during",
        "until",
        "from",
        "by",
        "last",
        "this",
        "next",
        "now",
        "today",
        "then",
        "again",
    ]
)


class Token(NamedTuple):
    """A word of a question, folded, and whether something is said to be its: "Mike's"."""

    word: str
    owns: bool


class Owner(NamedTuple):
    """Who has something, the place behind the name, and the first of the words that name them."""

    place: int
    name: str
    first: int


class Link(NamedTuple):
    """That whoever is meant at one place has somebody who is meant at another: a "mother"."""

    place: int
    relation: str
    place_to: int
    first: int
    """Where the words of the relation begin."""


class Phrase(NamedTuple):
    """Words of a question that mean somebody by other names, the end exclusive."""

    first: int
    end: int
    names: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant:
    """Whom a question means by somebody's somebody, and in which words.

    `words` are those that only lead there, `pairs` the names that a fact on the way connects.
    """

    phrases: tuple[Phrase, ...] = ()
    words: frozenset[int] = frozenset()
    pairs: frozenset[frozenset[str]] = frozenset()

    @property
    def names(self) -> frozenset[str]:
        """All who are meant."""
        return frozenset(name for phrase in self.phrases for name in phrase.names)


@dataclass(frozen=True, slots=True, kw_only=True)
class Whose:
    """What a question says of somebody's somebody.

    A place is that behind a word, from 1; in "the husband of Anna" he is meant behind "of". `asks`
    says that the last one of a row is what is asked: "Who is Mike's sister?" is about Mike.
    """

    owners: tuple[Owner, ...] = ()
    links: tuple[Link, ...] = ()
    asks: frozenset[int] = frozenset()

    def meant(self, met: Mapping[int, Collection[MetRow]], known: Collection[str]) -> Meant:
        """Return who is meant, by who was met at which place: of a row the last one that was met.

        `known` are the names that somebody goes by, among which the owners are.
        """
        found = [link for link in self.links if link.place_to in met]
        ends = {link.place_to for link in found}
        phrases: list[Phrase] = []
        words: set[int] = set()
        pairs: set[frozenset[str]] = set()
        for start in sorted({owner.place for owner in self.owners} - ends):
            steps: list[list[Link]] = []
            places = {start}
            while onward := [link for link in found if link.place in places]:
                steps.append(onward)
                places = {link.place_to for link in onward}
            if steps and {link.place_to for link in steps[-1]} <= self.asks:
                steps.pop()
            if steps:
                named = [each for each in self.owners if each.place == start and each.name in known]
                phrases.append(_phrase(named, steps, met))
                words.update(word for each in named for word in range(each.first, each.place))
                ways = {link.place_to for step in steps for link in step}
                pairs.update(frozenset((row.via, row.name)) for place in ways for row in met[place])
        return Meant(phrases=tuple(phrases), words=frozenset(words), pairs=frozenset(pairs))


def _phrase(
    owners: Sequence[Owner], steps: Sequence[Sequence[Link]], met: Mapping[int, Collection[MetRow]]
) -> Phrase:
    links = [link for step in steps for link in step]
    bounds = [*(each.first for each in owners), *(link.first for link in links)]
    ends = [*(each.place for each in owners), *(link.place_to for link in links)]
    names = frozenset(row.name for link in steps[-1] for row in met[link.place_to])
    return Phrase(first=min(bounds), end=max(ends), names=names)


class MetRow(NamedTuple):
    """A name that was met at a place, by what is believed of another one; -1 is the place of who stands for whom."""

    place: int
    via: str
    name: str
    is_alias: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Met:
    """Whom a question means by somebody's somebody, and what else names stand for."""

    meant: Meant
    stands_for: Mapping[str, frozenset[str]]
    standing_in: Mapping[str, frozenset[str]]

    def others(self, name: str) -> frozenset[str]:
        """Return what else whoever goes by a name goes by.

        What the name stands for, however many that are; and the aliases that stand for nobody else.
        """
        seen = self._followed(name)
        aliases = {alias for alias, ends in self.standing_in.items() if ends <= seen}
        return frozenset((seen | aliases) - {name})

    def ends(self, name: str) -> frozenset[str]:
        """Return what a name stands for in the end; nothing if it stands for itself alone."""
        seen = self._followed(name) - {name}
        return frozenset(each for each in seen if each not in self.stands_for)

    def _followed(self, name: str) -> set[str]:
        seen, fresh = {name}, {name}
        while fresh:
            fresh = {end for each in fresh for end in self.stands_for.get(each, ())} - seen
            seen |= fresh
        return seen


NOBODY_MET: Final = Met(meant=Meant(), stands_for={}, standing_in={})


def met_by(rows: Collection[MetRow], known: Collection[str], read: Whose) -> Met:
    """Return who is meant in a question, by who was met and the names in it that are known."""
    met: defaultdict[int, list[MetRow]] = defaultdict(list)
    stands_for: defaultdict[str, set[str]] = defaultdict(set)
    standing_in: defaultdict[str, set[str]] = defaultdict(set)
    for row in rows:
        if row.place < 0:
            standing_in[row.via].add(row.name)
        elif row.is_alias:
            stands_for[row.via].add(row.name)
        else:
            met[row.place].append(row)
    return Met(
        meant=read.meant(met, known),
        stands_for={name: frozenset(ends) for name, ends in stands_for.items()},
        standing_in={name: frozenset(ends) for name, ends in standing_in.items()},
    )


def words_of(text: str) -> list[str]:
    """Return the words of a text, folded, without possessives."""
    return [token.word for token in tokens_of(text)]


def with_names(text: str, phrases: Sequence[Phrase]) -> str:
    """Return a text with those named whom phrases in it mean; what stands behind one belongs to them still."""
    found = list(_TOKEN.finditer(text))
    if [folded(each[1]) for each in found] != words_of(text):
        return text  # folding made other words of it
    left = text
    for first, end, names in sorted(phrases, reverse=True):
        begins = first - (first > 0 and folded(found[first - 1][1]) in _ARTICLES)
        name = " and ".join(sorted(names)) + (found[end - 1][2] or "")
        left = left[: found[begins].start()] + name + left[found[end - 1].end() :]
    return left


def whose(query: str, asker: str | None) -> Whose:
    """Read who has whom in a question; `asker` is who says "my" and "our" in it."""
    tokens = tokens_of(query)[:WORDS_MAX]
    owners: list[Owner] = []
    links: list[Link] = []
    for at, (word, owns) in enumerate(tokens):
        if word in OWN or (owns and word not in _NO_OWNERS):
            if word not in OWN:
                owners += _named(tokens, at)
            elif asker is not None:
                owners.append(Owner(at + 1, folded(asker), at))
            links += _had(tokens, at + 1, at + 1)
        elif word not in _NO_OWNERS and len(word) > OWNER_LETTERS_MIN and word.endswith("s"):
            bare = [*tokens[:at], Token(word[:-1], owns=True), *tokens[at + 1 :]]
            owners += _named(bare, at)
            links += _had(tokens, at + 1, at + 1)
        elif word == "of" and at:
            nearer, of = _belonging(tokens, at)
            owners += nearer
            links += of
    return Whose(owners=tuple(owners), links=tuple(links), asks=_asked(tokens, links))


def tokens_of(text: str) -> list[Token]:
    """Return the words of a text, folded, each with whether something is said to be its."""
    return [Token(found[1], found[2] is not None) for found in _TOKEN.finditer(folded(text))]


def _named(tokens: Sequence[Token], last: int) -> Iterator[Owner]:
    """Yield whom the words up to one may name: up to four of them, none of which owns another."""
    for first in range(last, max(last - OWNER_WORDS_MAX, -1), -1):
        if first < last and tokens[first].owns:
            return
        name = " ".join(token.word for token in tokens[first : last + 1])
        yield Owner(last + 1, name, first)


def _had(tokens: Sequence[Token], first: int, place: int) -> Iterator[Link]:
    """Yield what one or two words name that belong to whoever is meant at a place."""
    for size in (1, 2):
        words = tokens[first : first + size]
        if len(words) == size and not any(word.owns for word in words[:-1]):
            yield from _called(words, first, place, first + size)


def _called(words: Sequence[Token], first: int, place: int, place_to: int) -> Iterator[Link]:
    name = " ".join(each.word for each in words)
    for relation in _ALSO.get(name, (name,)):
        yield Link(place, relation, place_to, first)


def _belonging(tokens: Sequence[Token], of: int) -> tuple[list[Owner], list[Link]]:
    """Return what stands before an "of", and whose it may be: of up to four words, of "my boss", of another "of"."""
    first = of + 1 + (of + 1 < len(tokens) and tokens[of + 1].word in _ARTICLES)
    owners: list[Owner] = []
    links: list[Link] = []
    for last in range(first, min(first + OWNER_WORDS_MAX, len(tokens))):
        word, owns = tokens[last]
        if not owns and word not in OWN:
            name = " ".join(token.word for token in tokens[first : last + 1])
            owners.append(Owner(last + 1, name, first))
            for size in (1, 2):
                if of >= size and not any(each.owns for each in tokens[of - size : of]):
                    links += _called(tokens[of - size : of], of - size, last + 1, of + 1)
        if word == "of":
            break
    return owners, links


def _asked(tokens: Sequence[Token], links: Sequence[Link]) -> frozenset[int]:
    """Return the places that are what is asked: all of "Who is Mike's sister?", and nothing else."""
    first = 1 if tokens[:1] and tokens[0].owns else 2
    words = [token.word for token in tokens]
    if words[:1] not in (["who"], ["what"]) or (first == 2 and not _IS.intersection(words[1:2])):
        return frozenset()
    while first < len(words) and words[first] in _ARTICLES:
        first += 1
    of = {link.place_to for link in links if link.place_to < link.place and link.first <= first + 1}
    if of:
        return frozenset(of)
    if all(link.place > first + 2 for link in links):
        return frozenset()
    ends = {link.place_to for link in links}
    return frozenset(end for end in ends if end == len(words) or words[end] in _AFTER_IT)
