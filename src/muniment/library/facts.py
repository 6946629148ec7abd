"""Offer the operations on facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from muniment import operations
from muniment.library.connection import Performs
from muniment.library.context import AgentContext
from muniment.model.facts import Fact
from muniment.model.reading import Page
from muniment.model.writes import Written
from muniment.operations.fitting import read_each, read_request
from muniment.operations.moments import BasisLike, Moment

if TYPE_CHECKING:
    from muniment.operations.facts import NewFact


class Facts(Performs):
    """Facts of the user: subject, predicate and object."""

    async def append_facts(
        self,
        facts: Iterable[NewFact | Mapping[str, object]],
        *,
        namespace: str | None = None,
        reason: str | None = None,
        context: AgentContext | None = None,
    ) -> tuple[Written, ...]:
        """Record facts in one transaction; the same triple again adds its sources."""
        request = operations.facts.AppendFacts(
            facts=read_each(facts, "facts", partial(read_request, operations.facts.NewFact)),
            namespace=namespace,
            reason=reason,
        )
        return await self.perform(operations.facts.append_facts, request, context)

    async def facts(
        self,
        subject: str | None = None,
        *,
        predicate: str | None = None,
        object: str | None = None,
        text: str | None = None,
        always: bool = False,
        as_of: BasisLike | None = None,
        valid_at: Moment | None = None,
        namespace: str | None = None,
        limit: int = 100,
        cursor: str | None = None,
        context: AgentContext | None = None,
    ) -> Page[Fact]:
        """List the user's own facts at a basis; with a text, the best first."""
        request = operations.facts.ListFacts(
            subject=subject,
            predicate=predicate,
            object=object,
            text=text,
            always=always,
            as_of=as_of,
            valid_at=valid_at,
            namespace=namespace,
            limit=limit,
            cursor=cursor,
        )
        return await self.perform(operations.facts.facts, request, context)
