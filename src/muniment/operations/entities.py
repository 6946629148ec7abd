"""The operations on entities: what a name stands for, and how facts connect what there is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from anyio import to_thread

from muniment.access.principal import Permission
from muniment.knowledge.names.aliases import NewAlias
from muniment.knowledge.names.aliases import add_alias as link_names
from muniment.knowledge.names.entities import resolve_name
from muniment.model.entities import (
    EntityEntry,
    EntityGraph,
    GetEntities,
    GetGraph,
    GetMeasures,
    GraphMeasures,
    NameResolved,
    NodeMeasure,
    ResolveName,
)
from muniment.model.ids import EpisodeId, read_uuid
from muniment.model.reading import Page
from muniment.model.writes import Written
from muniment.operations.catalogue import Effect, about, operation
from muniment.operations.moments import BasisLike, Moment, as_of, instant, window
from muniment.operations.services import Services
from muniment.projections.graph_measures import measure
from muniment.recall.lookup.entities import entities as read_entities
from muniment.recall.lookup.graph import DEPTH_MAX, EDGES_MAX, WHOLE_MAX, whole_graph
from muniment.recall.lookup.graph import entity_graph as read_graph
from muniment.recall.lookup.opening import PAGE_MAX


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolve:
    """A name to resolve."""

    mention: str = about("The name, as somebody wrote it.")
    as_of: BasisLike | None = about("As known at this time or transaction number.", None)
    valid_at: Moment | None = about("What was true then; as_of or now if left out.", None)
    namespace: str | None = about("Namespace; the configured one if left out.", None)
    containers: Sequence[str] = about("Containers to read too.", ())


@operation(Effect.READS, Permission.READ, mention="Mike")
async def resolve_entity(services: Services, request: Resolve) -> NameResolved:
    """Find which entity a name stands for: by name, alias, initials, trigrams or embedding.

    If that is not certain, the answer lists candidates, each with what speaks against it. Nothing is merged.
    """
    asked = ResolveName(
        name=request.mention,
        namespace=services.namespace_of(request.namespace),
        containers=tuple(request.containers),
        as_of=as_of(request.as_of),
        valid_at=instant(request.valid_at, "valid_at"),
    )
    return await resolve_name(services.store, services.principal, asked, services.embedder)


@dataclass(frozen=True, slots=True, kw_only=True)
class AddAlias:
    """A name that stands for an entity."""

    alias: str = about("The other name.")
    entity: str = about("The entity it stands for.")
    episode_id: str | UUID = about("The id of the turn that says so.")
    span: tuple[int, int] | None = about(
        "Where in the turn, as character offsets; the whole turn if left out.", None
    )
    valid_from: Moment | None = about(
        "When it became so; when the turn was said if left out.", None
    )
    confidence: float = about("How sure the writer is, from 0 to 1.", 1.0, least=0, most=1)
    namespace: str | None = about("Namespace; the configured one if left out.", None)
    reason: str | None = about("Why, for the ledger.", None)


@operation(Effect.WRITES, Permission.WRITE, alias="Mickey", entity="Mike", episode_id="")
async def add_alias(services: Services, request: AddAlias) -> Written:
    """Record that a name stands for an entity, citing words that name both.

    A speaker's own words prove an alias of the speaker. An alias is a fact; `retract` undoes it.
    """
    new = NewAlias(
        alias=request.alias,
        entity=request.entity,
        episode_id=EpisodeId(read_uuid(request.episode_id, field="episode_id")),
        span=request.span,
        valid_from=instant(request.valid_from, "valid_from"),
        confidence=float(request.confidence),
        namespace=services.namespace_of(request.namespace),
        visibility=services.visibility_of(),
    )
    return await link_names(services.ledger, services.principal, new, reason=request.reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEntities:
    """Which entities to list."""

    starts_with: str | None = about("What their names start with.", None)
    as_of: BasisLike | None = about("As known at this time or transaction number.", None)
    valid_at: Moment | None = about("What was true then; as_of or now if left out.", None)
    namespace: str | None = about("Namespace; the configured one if left out.", None)
    containers: Sequence[str] = about("Containers to read too.", ())
    limit: int = about("The most entries on a page.", 100, least=1, most=PAGE_MAX)
    cursor: str | None = about("Cursor of the previous page.", None)


@operation(Effect.READS, Permission.READ)
async def entities(services: Services, request: ListEntities) -> Page[EntityEntry]:
    """List the entities of what holds, most often named first, with counts and aliases."""
    asked = GetEntities(
        starts_with=request.starts_with,
        namespace=services.namespace_of(request.namespace),
        containers=tuple(request.containers),
        as_of=as_of(request.as_of),
        valid_at=instant(request.valid_at, "valid_at"),
        limit=request.limit,
        cursor=request.cursor,
    )
    return await read_entities(services.store, services.principal, asked)


@dataclass(frozen=True, slots=True, kw_only=True)
class Graph:
    """Where to walk."""

    entity: str = about("The entity to start from, or one of its aliases.")
    depth: int = about("The most steps.", 2, least=1, most=DEPTH_MAX)
    edges_max: int = about("The most facts.", 200, least=1, most=EDGES_MAX)
    as_of: BasisLike | None = about("As known at this time or transaction number.", None)
    valid_at: Moment | None = about("What was true then; as_of or now if left out.", None)
    time_window: Sequence[Moment | None] | None = about(
        "What was true at any time in this window.", None
    )
    namespace: str | None = about("Namespace; the configured one if left out.", None)
    containers: Sequence[str] = about("Containers to read too.", ())


@operation(Effect.READS, Permission.READ, entity="Mike")
async def graph(services: Services, request: Graph) -> EntityGraph:
    """Show what facts connect an entity to, in both directions, up to a few steps away."""
    asked = GetGraph(
        entity=request.entity,
        depth=request.depth,
        edges_max=request.edges_max,
        namespace=services.namespace_of(request.namespace),
        containers=tuple(request.containers),
        as_of=as_of(request.as_of),
        valid_at=instant(request.valid_at, "valid_at"),
        window=window(request.time_window),
    )
    return await read_graph(services.store, services.principal, asked)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """Which graph to measure."""

    as_of: BasisLike | None = about("As known at this time or transaction number.", None)
    valid_at: Moment | None = about("What was true then; as_of or now if left out.", None)
    namespace: str | None = about("Namespace; the configured one if left out.", None)
    containers: Sequence[str] = about("Containers to read too.", ())
    limit: int = about("The most entities to list.", 100, least=1, most=PAGE_MAX)
    edges_max: int = about("The most facts to read.", 50_000, least=1, most=WHOLE_MAX)


@operation(Effect.READS, Permission.READ)
async def graph_measures(services: Services, request: Measures) -> GraphMeasures:
    """Measure the graph of facts: how central each entity is (PageRank), and its community.

    It needs networkx: pip install 'muniment[graph]'.
    """
    asked = GetMeasures(
        namespace=services.namespace_of(request.namespace),
        containers=tuple(request.containers),
        as_of=as_of(request.as_of),
        valid_at=instant(request.valid_at, "valid_at"),
        limit=request.limit,
        edges_max=request.edges_max,
    )
    whole = await whole_graph(services.store, services.principal, asked)
    pairs = [(link.subject_key, link.object_key) for link in whole.links]
    measured = await to_thread.run_sync(measure, pairs, abandon_on_cancel=True)
    written = {
        key: name
        for link in reversed(whole.links)
        for key, name in ((link.subject_key, link.subject), (link.object_key, link.object))
    }
    ordered = sorted(measured.items(), key=lambda each: (-each[1].pagerank, each[0]))
    return GraphMeasures(
        nodes=tuple(
            NodeMeasure(
                name=written[key],
                pagerank=each.pagerank,
                degree=each.degree,
                community=each.community,
            )
            for key, each in ordered[: request.limit]
        ),
        communities=len({each.community for each in measured.values()}),
        edges=len(whole.links),
        is_cut=whole.is_cut,
        basis=whole.basis,
    )
