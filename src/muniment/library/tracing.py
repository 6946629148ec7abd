"""Offer the verb that lists past recalls."""

from __future__ import annotations

from muniment import operations
from muniment.library.connection import Connection
from muniment.library.context import AgentContext
from muniment.model.traces import TraceList
from muniment.operations.moments import Moment


class Traces(Connection):
    """What was asked before."""

    async def traces(
        self,
        text: str | None = None,
        *,
        asked_from: Moment | None = None,
        asked_until: Moment | None = None,
        limit: int = 100,
        cursor: str | None = None,
        context: AgentContext | None = None,
    ) -> TraceList:
        """List this user's recalls that were traced into the database, latest first.

        Those whose question has all words of `text`, asked from `asked_from` on and before
        `asked_until`. `replay` gives the answer of one again.
        """
        request = operations.traces.ListTraces(
            text=text, asked_from=asked_from, asked_until=asked_until, limit=limit, cursor=cursor
        )
        return await self.perform(operations.traces.traces, request, context)
