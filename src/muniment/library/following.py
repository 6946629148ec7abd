"""Offer what tells the ledger: its transactions, what they changed, and whether it is as it was written."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from muniment import operations
from muniment.audit.findings import Verification
from muniment.library.connection import Performs
from muniment.library.context import AgentContext
from muniment.model.feed import Feed
from muniment.model.memory import Transaction
from muniment.model.reading import Diff
from muniment.operations import reads
from muniment.operations.moments import BasisLike


class Follows(Performs):
    """What was done, in the order it was done."""

    async def transactions(
        self,
        after: int = 0,
        *,
        before: int | None = None,
        actor: str | None = None,
        key: str | UUID | None = None,
        latest_first: bool = False,
        limit: int = 100,
        context: AgentContext | None = None,
    ) -> tuple[Transaction, ...]:
        """List transactions: who did what, when and why; of another user's, what and when."""
        request = reads.Transactions(
            after=after,
            before=before,
            actor=actor,
            key=None if key is None else str(key),
            latest_first=latest_first,
            limit=limit,
        )
        return await self.perform(reads.transactions, request, context)

    async def changes(
        self,
        after: int = 0,
        *,
        limit: int = 100,
        cursor: str | None = None,
        containers: Sequence[str] = (),
        wait_s: float = 0.0,
        context: AgentContext | None = None,
    ) -> Feed:
        """Follow the ledger: the transactions after a number, each with what it changed.

        Ask again with the answer's `.cursor` for as long as there is one, then after its `.last`.
        With `wait_s` it waits for a transaction, at most so many seconds.
        """
        request = operations.feeding.Follow(
            after=after, limit=limit, cursor=cursor, containers=containers, wait_s=wait_s
        )
        return await self.perform(operations.feeding.changes, request, context)

    async def diff(
        self,
        since: BasisLike | None = None,
        until: BasisLike | None = None,
        *,
        entity: str | None = None,
        namespace: str | None = None,
        containers: Sequence[str] = (),
        limit: int = 100,
        cursor: str | None = None,
        context: AgentContext | None = None,
    ) -> Diff:
        """Show what was learnt, corrected, ended and forgotten between two moments."""
        request = operations.feeding.Difference(
            since=since,
            until=until,
            entity=entity,
            namespace=namespace,
            containers=containers,
            limit=limit,
            cursor=cursor,
        )
        return await self.perform(operations.feeding.diff, request, context)

    async def verify(
        self, anchor: str | None = None, *, context: AgentContext | None = None
    ) -> Verification:
        """Walk the ledger, recompute every digest and what holds, and name what is not so.

        An anchor is a transaction noted earlier, NUMBER:HASH, as `Verification.anchor` tells it.
        """
        request = operations.verifying.Verify(anchor=anchor)
        return await self.perform(operations.verifying.verify, request, context)
