"""Offer the operations on entities."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from muniment import operations
from muniment.library.connection import Performs
from muniment.library.context import AgentContext
from muniment.model.entities import EntityEntry, EntityGraph, GraphMeasures, NameResolved
from muniment.model.reading import Page
from muniment.model.writes import Written
from muniment.operations.moments import BasisLike, Moment


class Entities(Performs):
    """Whom and what there is, by which names, and how it is connected."""

    async def resolve_entity(
        self,
        mention: str,
        *,
        as_of: BasisLike | None = None,
        valid_at: Moment | None = None,
        namespace: str | None = None,
        containers: Sequence[str] = (),
        context: AgentContext | None = None,
    ) -> NameResolved:
        """Find which entity a name stands for, or candidates where that is not certain."""
        request = operations.entities.Resolve(
            mention=mention,
            as_of=as_of,
            valid_at=valid_at,
            namespace=namespace,
            containers=containers,
        )
        return await self.perform(operations.entities.resolve_entity, request, context)

    async def add_alias(
        self,
        alias: str,
        entity: str,
        *,
        episode_id: str | UUID,
        span: tuple[int, int] | None = None,
        valid_from: Moment | None = None,
        confidence: float = 1.0,
        namespace: str | None = None,
        reason: str | None = None,
        context: AgentContext | None = None,
    ) -> Written:
        """Record that a name stands for an entity; the words of the turn prove it. `retract` undoes it.

        Raises:
            AliasUnproven: the words do not name both.
        """
        request = operations.entities.AddAlias(
            alias=alias,
            entity=entity,
            episode_id=str(episode_id),
            span=span,
            valid_from=valid_from,
            confidence=confidence,
            namespace=namespace,
            reason=reason,
        )
        return await self.perform(operations.entities.add_alias, request, context)

    async def entities(
        self,
        starts_with: str | None = None,
        *,
        as_of: BasisLike | None = None,
        valid_at: Moment | None = None,
        namespace: str | None = None,
        containers: Sequence[str] = (),
        limit: int = 100,
        cursor: str | None = None,
        context: AgentContext | None = None,
    ) -> Page[EntityEntry]:
        """List the entities of what holds, most often named first."""
        request = operations.entities.ListEntities(
            starts_with=starts_with,
            as_of=as_of,
            valid_at=valid_at,
            namespace=namespace,
            containers=containers,
            limit=limit,
            cursor=cursor,
        )
        return await self.perform(operations.entities.entities, request, context)

    async def graph(
        self,
        entity: str,
        *,
        depth: int = 2,
        edges_max: int = 200,
        as_of: BasisLike | None = None,
        valid_at: Moment | None = None,
        time_window: Sequence[Moment | None] | None = None,
        namespace: str | None = None,
        containers: Sequence[str] = (),
        context: AgentContext | None = None,
    ) -> EntityGraph:
        """Show what facts connect an entity to, in both directions, up to a few steps away."""
        request = operations.entities.Graph(
            entity=entity,
            depth=depth,
            edges_max=edges_max,
            as_of=as_of,
            valid_at=valid_at,
            time_window=time_window,
            namespace=namespace,
            containers=containers,
        )
        return await self.perform(operations.entities.graph, request, context)

    async def graph_measures(
        self,
        *,
        as_of: BasisLike | None = None,
        valid_at: Moment | None = None,
        namespace: str | None = None,
        containers: Sequence[str] = (),
        limit: int = 100,
        edges_max: int = 50_000,
        context: AgentContext | None = None,
    ) -> GraphMeasures:
        """Measure how central each entity is, and which belong together; needs `muniment[graph]`."""
        request = operations.entities.Measures(
            as_of=as_of,
            valid_at=valid_at,
            namespace=namespace,
            containers=containers,
            limit=limit,
            edges_max=edges_max,
        )
        return await self.perform(operations.entities.graph_measures, request, context)
