"""Describe entities: what a name stands for, what there is to know of, and how facts connect it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from muniment.model.ids import MemoryId
from muniment.model.printed import Printed
from muniment.model.reading import AsOf
from muniment.temporal.basis import Basis
from muniment.temporal.period import Period


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveName:
    """Ask which entity a name stands for."""

    name: str
    namespace: str = "default"
    containers: tuple[str, ...] = ()
    as_of: AsOf = None
    valid_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GetEntities:
    """Ask for the entities of what holds, the often named first; `starts_with` is how their names begin."""

    starts_with: str | None = None
    namespace: str = "default"
    containers: tuple[str, ...] = ()
    as_of: AsOf = None
    valid_at: datetime | None = None
    limit: int = 100
    cursor: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GetGraph:
    """Ask what facts connect an entity with, at most `depth` steps and `edges_max` facts away."""

    entity: str
    depth: int = 2
    edges_max: int = 200
    namespace: str = "default"
    containers: tuple[str, ...] = ()
    as_of: AsOf = None
    valid_at: datetime | None = None
    window: Period | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GetMeasures:
    """Ask how central each entity is; `limit` is how many are told, `edges_max` how many facts are read."""

    namespace: str = "default"
    containers: tuple[str, ...] = ()
    as_of: AsOf = None
    valid_at: datetime | None = None
    limit: int = 100
    edges_max: int = 50_000


class NamePath(StrEnum):
    """How a name was found to be an entity's."""

    NAME = "name"
    ALIAS = "alias"
    INITIALS = "initials"
    TRIGRAMS = "trigrams"
    EMBEDDING = "embedding"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class NameCandidate(Printed):
    """An entity that a name may stand for, how alike the names are, from 0 to 1, and what speaks against it."""

    entity: str
    path: NamePath
    score: float
    against: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class NameResolved(Printed):
    """What a name stands for at a basis; where nothing is certain, `entity` is None and `candidates` are told.

    `aliases` are the beliefs that lead from the name to the entity.
    """

    name: str
    entity: str | None
    path: NamePath | None
    score: float | None
    aliases: tuple[MemoryId, ...]
    candidates: tuple[NameCandidate, ...]
    degraded: tuple[str, ...]
    basis: Basis


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class EntityEntry(Printed):
    """An entity: in how many beliefs that hold it is the subject, in how many the object, and its other names."""

    name: str
    as_subject: int
    as_object: int
    aliases: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class GraphNode(Printed):
    """An entity in a graph: how many steps from the start, and in how many of its edges."""

    name: str
    hops: int
    degree: int


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class GraphEdge(Printed):
    """A fact in a graph, with the period it holds for."""

    memory_id: MemoryId
    subject: str
    predicate: str
    object: str
    valid_from: datetime
    valid_until: datetime | None
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class EntityGraph(Printed):
    """What facts connect an entity with, at a basis; `is_cut` where the limit left something out."""

    entity: str
    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    is_cut: bool
    basis: Basis


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class NodeMeasure(Printed):
    """How central an entity is, from 0 to 1, all together 1; its facts; and its community, from 0."""

    name: str
    pagerank: float
    degree: int
    community: int


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class GraphMeasures(Printed):
    """The measures of a namespace's graph at a basis; `is_cut` where the limit left facts out."""

    nodes: tuple[NodeMeasure, ...]
    communities: int
    edges: int
    is_cut: bool
    basis: Basis
