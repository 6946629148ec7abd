"""Offer the operations that look back."""

from __future__ import annotations

from collections.abc import Sequence

from muniment import operations
from muniment.library.connection import Performs
from muniment.library.context import AgentContext
from muniment.model.consolidation import Consolidated, Proposed
from muniment.model.reflection import FadedBeliefs, Reflection
from muniment.model.similar import Pairs
from muniment.operations.moments import BasisLike, Moment


class Reflecting(Performs):
    """What is stable, what faded, what is said twice, what is in dispute."""

    async def reflect(
        self,
        *,
        episodes_min: int = 3,
        since: Moment | None = None,
        as_of: BasisLike | None = None,
        valid_at: Moment | None = None,
        namespace: str | None = None,
        containers: Sequence[str] = (),
        limit: int = 50,
        context: AgentContext | None = None,
    ) -> Reflection:
        """Look back: stable preferences and constraints, changed beliefs, contradictions for review.

        Stable is what holds and was said in at least `episodes_min` turns. Nothing is changed.
        """
        request = operations.reflecting.Reflect(
            episodes_min=episodes_min,
            since=since,
            as_of=as_of,
            valid_at=valid_at,
            namespace=namespace,
            containers=containers,
            limit=limit,
        )
        return await self.perform(operations.reflecting.reflect, request, context)

    async def faded(
        self,
        *,
        below: float = 0.5,
        as_of: BasisLike | None = None,
        valid_at: Moment | None = None,
        namespace: str | None = None,
        containers: Sequence[str] = (),
        limit: int = 100,
        context: AgentContext | None = None,
    ) -> FadedBeliefs:
        """List beliefs that hold but whose confidence has faded with age, most faded first."""
        request = operations.reflecting.ListFaded(
            below=below,
            as_of=as_of,
            valid_at=valid_at,
            namespace=namespace,
            containers=containers,
            limit=limit,
        )
        return await self.perform(operations.reflecting.faded, request, context)

    async def find_duplicates(
        self,
        entity: str | None = None,
        *,
        as_of: BasisLike | None = None,
        valid_at: Moment | None = None,
        namespace: str | None = None,
        containers: Sequence[str] = (),
        limit: int = 100,
        context: AgentContext | None = None,
    ) -> Pairs:
        """Find pairs of beliefs that say the same in other words."""
        request = operations.reflecting.FindPairs(
            entity=entity,
            as_of=as_of,
            valid_at=valid_at,
            namespace=namespace,
            containers=containers,
            limit=limit,
        )
        return await self.perform(operations.reflecting.find_duplicates, request, context)

    async def find_contradictions(
        self,
        entity: str | None = None,
        *,
        as_of: BasisLike | None = None,
        valid_at: Moment | None = None,
        namespace: str | None = None,
        containers: Sequence[str] = (),
        limit: int = 100,
        context: AgentContext | None = None,
    ) -> Pairs:
        """Find pairs of beliefs that hold, cannot both be so, and are not yet under review."""
        request = operations.reflecting.FindPairs(
            entity=entity,
            as_of=as_of,
            valid_at=valid_at,
            namespace=namespace,
            containers=containers,
            limit=limit,
        )
        return await self.perform(operations.reflecting.find_contradictions, request, context)

    async def propose_contradictions(
        self,
        entity: str | None = None,
        *,
        namespace: str | None = None,
        containers: Sequence[str] = (),
        limit: int = 100,
        reason: str | None = None,
        context: AgentContext | None = None,
    ) -> Proposed:
        """Find contradictions and put each under review, once; a person settles them."""
        request = operations.reflecting.ProposeContradictions(
            entity=entity, namespace=namespace, containers=containers, limit=limit, reason=reason
        )
        return await self.perform(operations.reflecting.propose_contradictions, request, context)

    async def consolidate(
        self,
        *,
        since: Moment | None = None,
        episodes_max: int = 100,
        assistants: Sequence[str] = ("assistant",),
        namespace: str | None = None,
        reason: str | None = None,
        context: AgentContext | None = None,
    ) -> Consolidated:
        """Read stored turns for claims: those not read yet, or read by another extractor."""
        request = operations.reflecting.Consolidate(
            since=since,
            episodes_max=episodes_max,
            assistants=assistants,
            namespace=namespace,
            reason=reason,
        )
        return await self.perform(operations.reflecting.consolidate, request, context)
