"""Draw what belongs to one entity: its facts around it, and its beliefs along valid time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from muniment.model.memory import Memory
from muniment.model.names import folded
from muniment.model.reading import TimelineEntry

WIDTH = 720.0
HEIGHT = 460.0
RADIUS = 170.0
LANE = 26.0
LABELS = 150.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """An entity or a value, in the picture's units."""

    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """A fact between the middle and a node."""

    memory: Memory
    to: Node
    is_inward: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """An entity in the middle and what it is linked to around it."""

    middle: Node
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
    """Beliefs along valid time, one lane for each category."""

    lanes: tuple[tuple[str, float], ...]
    bars: tuple[Bar, ...]
    now: float
    height: float
    width: float = WIDTH


def drawn(name: str, facts: Sequence[Memory]) -> Drawing:
    """Return the picture of an entity's facts, in their order, clockwise from the top."""
    middle = Node(name=name, x=WIDTH / 2, y=HEIGHT / 2)
    edges = []
    for place, memory in enumerate(facts):
        angle = 2 * math.pi * place / max(len(facts), 1) - math.pi / 2
        is_inward = memory.entity is not None and folded(memory.entity) != folded(name)
        other = memory.entity if is_inward else memory.object
        node = Node(
            name=other or "",
            x=round(middle.x + 1.5 * RADIUS * math.cos(angle), 1),
            y=round(middle.y + RADIUS * math.sin(angle), 1),
        )
        edges.append(Edge(memory=memory, to=node, is_inward=is_inward))
    return Drawing(middle=middle, edges=tuple(edges))


def strip(entries: Sequence[TimelineEntry], now: datetime) -> Strip:
    """Return the picture of a timeline; instants stand side by side in their order."""
    categories = sorted({each.memory.category or "" for each in entries})
    lanes = {category: 20 + LANE * place for place, category in enumerate(categories)}
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
            y=lanes[each.memory.category or ""],
            width=max(across(each.memory.valid_until) - across(each.memory.valid_from), 3.0),
        )
        for each in entries
    )
    return Strip(
        lanes=tuple((category or "no category", y) for category, y in lanes.items()),
        bars=bars,
        now=across(now),
        height=30 + LANE * max(len(categories), 1),
    )
