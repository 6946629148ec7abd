"""Find the ways from the names of a question to what was found: directly, by alias, by facts, by a page."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from muniment.knowledge.extraction import lexicon
from muniment.model.answers import EvidencePath
from muniment.model.entities import GetGraph, GraphEdge
from muniment.model.memory import Episode, Memory
from muniment.model.names import called, folded
from muniment.model.recalled import Recalled
from muniment.recall.lookup.entities import Names, follow
from muniment.recall.lookup.graph import graph_around
from muniment.recall.question import name_keys

NAMES_MAX: Final = 3
"""How many names of a question are followed through the graph."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFound:
    """A page that fits a question, and what it cites."""

    page_id: UUID
    cited: list[UUID]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ways:
    """The ways from the names of a question to what is known.

    `named` are the known names it has but for states and illnesses, `plain` those that are written small, `aliases` the
    entities that they stand for, each with the alias beliefs; `edges` the facts around them;
    `pages` those that fit.
    """

    named: frozenset[str]
    plain: frozenset[str]
    aliases: Mapping[str, tuple[UUID, ...]]
    edges: Sequence[GraphEdge]
    pages: Sequence[PageFound]

    def to(self, said: Memory | Episode) -> tuple[EvidencePath, tuple[UUID, ...]] | None:
        """Return how something is reached from the names, None if it is not."""
        about = names_of(said)
        if about & self.named or self._mentions(said):
            return EvidencePath.DIRECT, ()
        stands_for = sorted(about & self.aliases.keys())
        if stands_for:
            return EvidencePath.ALIAS, self.aliases[stands_for[0]]
        linked = _path(self.edges, self.named | self.aliases.keys(), about)
        if linked:
            return EvidencePath.EDGE, linked
        pages = [page.page_id for page in self.pages if said.id in page.cited]
        return (EvidencePath.PAGE, tuple(pages)) if pages else None

    def _mentions(self, said: Memory | Episode) -> bool:
        return not self.named.isdisjoint(name_keys(said.content))


async def find_ways(names: Names, recalled: Recalled) -> Ways:
    """Find the ways from the names of a recall's question, at its basis."""
    question = recalled.receipt.question
    keys = name_keys(question.query)
    spelled = await names.spelled(keys)
    speakers = {
        name
        for each in recalled
        if isinstance(each.memory, Episode) and each.memory.speaker is not None
        for name in called(each.memory.speaker)
    }
    plain = frozenset(name for name, written in spelled.items() if written == written.lower())
    states = {name for name in plain if _is_state(name)}
    named = frozenset(spelled.keys() - states) | speakers.intersection(keys)
    aliases: dict[str, tuple[UUID, ...]] = {}
    edges: list[GraphEdge] = []
    for name in sorted(named, key=lambda each: (-len(each), each))[:NAMES_MAX]:
        followed = await follow(names, name)
        if followed.aliases:
            aliases |= dict.fromkeys(followed.ends, followed.aliases)
        edges += (await graph_around(names, GetGraph(entity=name))).edges
    pages = await names.work.all(
        "answer_pages",
        PageFound,
        **names.where,
        ids=[id_ for each in recalled for id_ in (each.memory.id, *each.evidence)],
        names=sorted({*named, *aliases}),
        question=question.query,
    )
    return Ways(named=named, plain=plain, aliases=aliases, edges=edges, pages=pages)


def _is_state(name: str) -> bool:
    """Tell whether what is known by a name is how somebody is, or an illness, and nobody: "married", "angina"."""
    last = name.rpartition(" ")[2]
    return name in lexicon.STATUSES or last in lexicon.AILING or lexicon.is_ailment(last)


def names_of(said: Memory | Episode) -> frozenset[str]:
    """Return whom a belief is about, or who said a turn, folded."""
    if isinstance(said, Episode):
        return frozenset() if said.speaker is None else frozenset(called(said.speaker))
    return frozenset(folded(name) for name in (said.entity, said.object) if name is not None)


def _path(
    edges: Sequence[GraphEdge], start: Collection[str], goal: Collection[str]
) -> tuple[UUID, ...]:
    """Return the facts of a shortest way between names, the earlier ones where several are as short."""
    beside: defaultdict[str, list[tuple[str, UUID]]] = defaultdict(list)
    for edge in edges:
        one, other = folded(edge.subject), folded(edge.object)
        beside[one].append((other, edge.memory_id))
        beside[other].append((one, edge.memory_id))
    waiting = deque((name, tuple[UUID, ...]()) for name in sorted(start))
    seen = set(start)
    while waiting:
        name, way = waiting.popleft()
        if name in goal:
            return way
        for onward, fact in beside[name]:
            if onward not in seen:
                seen.add(onward)
                waiting.append((onward, (*way, fact)))
    return ()
