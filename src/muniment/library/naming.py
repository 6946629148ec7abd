"""Offer the verb that lists namespaces."""

from __future__ import annotations

from collections.abc import Sequence

from muniment import operations
from muniment.library.connection import Connection
from muniment.library.context import AgentContext
from muniment.operations.moments import BasisLike


class Namespaces(Connection):
    """What memories are parted into."""

    async def namespaces(
        self,
        starts_with: str | None = None,
        *,
        after: str | None = None,
        as_of: BasisLike | None = None,
        containers: Sequence[str] = (),
        limit: int = 100,
        context: AgentContext | None = None,
    ) -> tuple[str, ...]:
        """List the namespaces that something was written into, by name; ask again after the last."""
        request = operations.namespaces.ListNamespaces(
            starts_with=starts_with, after=after, as_of=as_of, containers=containers, limit=limit
        )
        return await self.perform(operations.namespaces.namespaces, request, context)
