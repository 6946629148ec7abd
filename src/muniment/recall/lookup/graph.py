"""Walk the graph of facts from an entity, in both directions, a bounded way, at a basis."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from muniment.access.principal import Principal
from muniment.model.entities import EntityGraph, GetGraph, GetMeasures, GraphEdge, GraphNode
from muniment.model.ids import MemoryId
from muniment.recall.lane_rows import Span
from muniment.recall.lookup.entities import Names, follow, same_as
from muniment.recall.lookup.opening import Known, key_named
from muniment.store.pool import Store
from muniment.temporal.basis import Basis

DEPTH_MAX: Final = 3
EDGES_MAX: Final = 2_000
WHOLE_MAX: Final = 200_000


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeFound:
    """A fact as an edge."""

    memory_id: MemoryId
    subject: str
    subject_key: str
    predicate: str
    object: str
    object_key: str
    valid_from: datetime
    valid_until: datetime | None
    confidence: float

    @property
    def ends(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """The two names, folded and as written."""
        return (self.subject_key, self.subject), (self.object_key, self.object)

    def edge(self) -> GraphEdge:
        """Return it as an edge."""
        return GraphEdge(
            memory_id=self.memory_id,
            subject=self.subject,
            predicate=self.predicate,
            object=self.object,
            valid_from=self.valid_from,
            valid_until=self.valid_until,
            confidence=self.confidence,
        )


class Link(NamedTuple):
    """That a fact connects two entities."""

    subject: str
    subject_key: str
    object: str
    object_key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeGraph:
    """Every connection at a basis, as far as it was read."""

    links: tuple[Link, ...]
    is_cut: bool
    basis: Basis


async def entity_graph(store: Store, principal: Principal, request: GetGraph) -> EntityGraph:
    """Return the facts at most some steps from an entity, and what they connect.

    The walk starts from the entity and all its aliases. Each step takes the latest facts first,
    until `edges_max`. Nodes are in the order of their steps and names, edges in that of their
    periods and ids.

    Raises:
        InvalidValue: the entity is blank.
    """
    async with Names.at(
        store,
        principal,
        request.as_of,
        request.namespace,
        request.containers,
        valid_at=request.valid_at,
        window=request.window,
    ) as names:
        return await graph_around(names, request)


async def graph_around(names: Names, request: GetGraph) -> EntityGraph:
    """Return the graph around an entity, on a basis that is open; that of the request is not read."""
    start = (await follow(names, key_named(request.entity, "entity"))).ends[0]
    hops = dict.fromkeys(await same_as(names, start), 0)
    found, is_cut = await _walk(names, request, hops)
    begun_with = {key for key, hop in hops.items() if hop == 0}
    spelled = {start: request.entity} | await names.spelled(begun_with)
    return EntityGraph(
        entity=spelled[start],
        nodes=_nodes(hops, found, spelled),
        edges=tuple(
            row.edge() for row in sorted(found, key=lambda row: (row.valid_from, row.memory_id))
        ),
        is_cut=is_cut,
        basis=names.basis,
    )


async def _walk(
    names: Names, request: GetGraph, hops: dict[str, int]
) -> tuple[list[EdgeFound], bool]:
    """Take step after step, noting how far each name is; return the facts met."""
    span = Span.of(names.basis)
    found: dict[UUID, EdgeFound] = {}
    frontier, is_cut = set(hops), False
    for step in range(1, request.depth + 1):
        rows = await names.work.all(
            "graph_around",
            EdgeFound,
            **names.where,
            valid_first=span.first,
            valid_last=span.last,
            name_keys=sorted(frontier),
            limit=request.edges_max + len(found) + 1,
        )
        fresh = [row for row in rows if row.memory_id not in found]
        room = request.edges_max - len(found)
        is_cut = is_cut or len(fresh) > room
        found |= {row.memory_id: row for row in fresh[:room]}
        frontier = {key for row in fresh[:room] for key, _ in row.ends} - hops.keys()
        hops |= dict.fromkeys(frontier, step)
        if not frontier or is_cut:
            break
    return list(found.values()), is_cut


def _nodes(
    hops: Mapping[str, int], found: Sequence[EdgeFound], spelled: Mapping[str, str]
) -> tuple[GraphNode, ...]:
    degrees = Counter(key for row in found for key in {key for key, _ in row.ends})
    written = dict(spelled)
    written |= {key: name for row in found for key, name in sorted(row.ends, reverse=True)}
    return tuple(
        GraphNode(name=written[key], hops=hop, degree=degrees[key])
        for key, hop in sorted(hops.items(), key=lambda each: (each[1], each[0]))
    )


async def whole_graph(store: Store, principal: Principal, request: GetMeasures) -> WholeGraph:
    """Return every connection between entities at a basis, the latest facts first."""
    place = (request.as_of, request.namespace, request.containers)
    async with Known.at(store, principal, *place, valid_at=request.valid_at) as known:
        rows = await known.work.all(
            "graph_whole", Link, **known.holding, limit=request.edges_max + 1
        )
    is_cut = len(rows) > request.edges_max
    return WholeGraph(links=tuple(rows[: request.edges_max]), is_cut=is_cut, basis=known.basis)
