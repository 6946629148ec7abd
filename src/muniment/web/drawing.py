"""Draw what belongs to one entity: the graph around it, and its beliefs along valid time."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from muniment.model.entities import EntityGraph, GraphEdge
from muniment.model.names import folded
from muniment.model.reading import TimelineEntry

WIDTH = 720.0
HEIGHT = 460.0
RADIUS = 195.0
LANE = 26.0
LABELS = 150.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """An entity or a value, in the picture's units, and how many steps from the middle it is."""

    name: str
    x: float
    y: float
    hops: int

    @property
    def anchor(self) -> str:
        """Which part of its name stands at it: near a side the name goes towards the middle."""
        aside = (self.x - WIDTH / 2) / WIDTH
        return "start" if aside < -0.25 else "end" if aside > 0.25 else "middle"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """A fact between two nodes; its predicate is written `along` its line, from 0 to 1."""

    fact: GraphEdge
    subject: Node
    object: Node
    along: float

    @property
    def label(self) -> tuple[float, float]:
        """Where its predicate is written."""
        start, end = self.subject, self.object
        return (
            round(start.x + self.along * (end.x - start.x), 1),
            round(start.y + self.along * (end.y - start.y), 1),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """An entity in the middle and what it is linked to around it."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    width: float = WIDTH
    height: float = HEIGHT


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A belief on its lane of the strip."""

    entry: TimelineEntry
    x: float
    y: float
    width: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Strip:
    """Beliefs along valid time: a lane for each category, and more where several hold at once."""

    lanes: tuple[tuple[str, float], ...]
    bars: tuple[Bar, ...]
    now: float
    height: float
    width: float = WIDTH


def drawn(graph: EntityGraph) -> Drawing:
    """Return the picture of a graph: the entity in the middle, what is one step away around it, and so on.

    Names stand on a ring in the order of what they hang on, so that few lines cross.
    """
    middle = Node(name=graph.entity, x=WIDTH / 2, y=HEIGHT / 2, hops=0)
    placed = {folded(each.name): middle for each in graph.nodes if each.hops == 0}
    angles = dict.fromkeys(placed, 0.0)
    rings = max((each.hops for each in graph.nodes), default=0)
    for hops in range(1, rings + 1):
        ring = [each.name for each in graph.nodes if each.hops == hops]
        inner = _neighbours(graph, placed)
        ring.sort(key=lambda name: (angles[inner[folded(name)]], folded(name)))
        for place, name in enumerate(ring):
            angle = 2 * math.pi * place / len(ring) - math.pi / 2
            reach = RADIUS * hops / rings
            angles[folded(name)] = angle
            placed[folded(name)] = Node(
                name=name,
                x=round(middle.x + 1.6 * reach * math.cos(angle), 1),
                y=round(middle.y + reach * math.sin(angle), 1),
                hops=hops,
            )
    nodes = dict.fromkeys(placed.values())
    return Drawing(nodes=tuple(nodes), edges=tuple(_edges(graph, placed)))


def _edges(graph: EntityGraph, placed: Mapping[str, Node]) -> Iterator[Edge]:
    """Yield the facts; where several join the same two, their predicates share the line."""
    joined = [frozenset((folded(each.subject), folded(each.object))) for each in graph.edges]
    facts, so_far = Counter(joined), Counter[frozenset[str]]()
    for fact, pair in zip(graph.edges, joined, strict=True):
        so_far[pair] += 1
        share = so_far[pair] / (facts[pair] + 1)
        yield Edge(
            fact=fact,
            subject=placed[folded(fact.subject)],
            object=placed[folded(fact.object)],
            along=share if folded(fact.subject) == min(pair) else 1 - share,
        )


def _neighbours(graph: EntityGraph, placed: Mapping[str, Node]) -> dict[str, str]:
    """Return, of each name that has no place yet, one that has and that a fact links it with."""
    found: dict[str, str] = {}
    for each in graph.edges:
        ends = folded(each.subject), folded(each.object)
        for one, other in (ends, ends[::-1]):
            if one not in placed and other in placed:
                found.setdefault(one, other)
    return found


def strip(entries: Sequence[TimelineEntry], now: datetime) -> Strip:
    """Return the picture of a timeline; instants stand side by side in their order."""
    rows = _rows(entries)
    lanes = {row: 20 + LANE * place for place, row in enumerate(sorted(set(rows)))}
    moments = {now}
    for each in entries:
        moments.add(each.memory.valid_from)
        if each.memory.valid_until is not None:
            moments.add(each.memory.valid_until)
    ranks = {moment: rank for rank, moment in enumerate(sorted(moments))}
    step = (WIDTH - LABELS - 10) / (len(ranks) + 1)

    def across(moment: datetime | None) -> float:
        return round(
            LABELS + step * (len(ranks) + 0.9 if moment is None else ranks[moment] + 0.5), 1
        )

    bars = tuple(
        Bar(
            entry=each,
            x=across(each.memory.valid_from),
            y=lanes[row],
            width=max(across(each.memory.valid_until) - across(each.memory.valid_from), 3.0),
        )
        for each, row in zip(entries, rows, strict=True)
    )
    return Strip(
        lanes=tuple((name or "no category", y) for (name, row), y in lanes.items() if row == 0),
        bars=bars,
        now=across(now),
        height=30 + LANE * max(len(lanes), 1),
    )


def _rows(entries: Sequence[TimelineEntry]) -> list[tuple[str, int]]:
    """Return of each entry its category, and the first row of it that is free when it begins."""
    ends: dict[str, list[datetime | None]] = {}
    found = []
    for memory in (each.memory for each in entries):
        taken = ends.setdefault(memory.category or "", [])
        free = (row for row, end in enumerate(taken) if end and end <= memory.valid_from)
        row = next(free, len(taken))
        taken[row : row + 1] = [memory.valid_until]
        found.append((memory.category or "", row))
    return found
