"""Offer the verb that follows the ledger as it grows."""

from __future__ import annotations

from collections.abc import Sequence

from muniment import operations
from muniment.library.connection import Connection
from muniment.library.context import AgentContext
from muniment.model.feed import Feed


class Follows(Connection):
    """What goes on where an earlier answer ended."""

    async def changes(
        self,
        after: int = 0,
        *,
        limit: int = 100,
        containers: Sequence[str] = (),
        wait_s: float = 0.0,
        context: AgentContext | None = None,
    ) -> Feed:
        """Follow the ledger: the transactions after a number, each with what it changed.

        With `wait_s` it waits for one, at most so many seconds; ask again after `.last`.
        """
        request = operations.feeding.Follow(
            after=after, limit=limit, containers=containers, wait_s=wait_s
        )
        return await self.perform(operations.feeding.changes, request, context)
