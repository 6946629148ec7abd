"""Offer the verb that lists past recalls."""

from __future__ import annotations

from muniment import operations
from muniment.library.connection import Connection
from muniment.library.context import AgentContext
from muniment.model.traces import TraceList


class Traces(Connection):
    """What was asked before."""

    async def traces(
        self,
        *,
        limit: int = 100,
        cursor: str | None = None,
        context: AgentContext | None = None,
    ) -> TraceList:
        """List this user's recalls that were traced into the database, latest first.

        `replay` gives the answer of one again.
        """
        request = operations.traces.ListTraces(limit=limit, cursor=cursor)
        return await self.perform(operations.traces.traces, request, context)
