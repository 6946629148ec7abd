"""Offer what learns from conversation, and what shows why something is believed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING
from uuid import UUID

from muniment import operations
from muniment.library.connection import Performs
from muniment.library.context import AgentContext
from muniment.model.decisions import Decided, RoundIngested
from muniment.model.memory import Metadata
from muniment.model.reading import Page
from muniment.model.reviews import Review, Settled
from muniment.operations.fitting import read_each, read_request
from muniment.operations.moments import BasisLike, Moment
from muniment.operations.words import ResultWord, RoleWord, ScopeWord, SideWord, VisibilityWord

if TYPE_CHECKING:
    from muniment.operations.rounds import NewRound


class Learns(Performs):
    """What turns conversation into beliefs."""

    async def ingest_round(
        self,
        user_message: str | None,
        assistant_message: str | None = None,
        *,
        session: str | None = None,
        occurred_at: Moment | None = None,
        speaker: str | None = None,
        assistant: str = "assistant",
        assistant_role: RoleWord = "assistant",
        user_message_id: str | None = None,
        assistant_message_id: str | None = None,
        caption: str | None = None,
        namespace: str | None = None,
        scope: ScopeWord = "user",
        container: str | None = None,
        visibility: VisibilityWord | None = None,
        metadata: Metadata | None = None,
        reason: str | None = None,
        embed: bool = True,
        context: AgentContext | None = None,
    ) -> RoundIngested:
        """Store a round of conversation and learn from it, in one transaction.

        Each claim of each speaker is judged against what is believed: ADD, UPDATE, INVALIDATE or NOOP. `.decisions`
        says which, and why. `assistant_role="user"` is for a conversation of two persons. The same round again writes
        nothing and gets the same answer. A round with neither a time nor message ids is a new one each time.

        Raises:
            Incorrect: a message, a time or a name is wrong; nothing is written.
            NotPermitted: the principal may not write.
        """
        request = operations.rounds.IngestRound(
            user_message=user_message,
            assistant_message=assistant_message,
            session=session,
            occurred_at=occurred_at,
            speaker=speaker,
            assistant=assistant,
            assistant_role=assistant_role,
            user_message_id=user_message_id,
            assistant_message_id=assistant_message_id,
            caption=caption,
            namespace=namespace,
            scope=scope,
            container=container,
            visibility=visibility,
            metadata=metadata,
            reason=reason,
            embed=embed,
        )
        return await self.perform(operations.rounds.ingest_round, request, context)

    async def ingest_rounds(
        self,
        rounds: Iterable[NewRound | Mapping[str, object]],
        *,
        namespace: str | None = None,
        scope: ScopeWord = "user",
        container: str | None = None,
        visibility: VisibilityWord | None = None,
        reason: str | None = None,
        embed: bool = True,
        context: AgentContext | None = None,
    ) -> tuple[RoundIngested, ...]:
        """Store rounds of conversation in one transaction and learn from each, in order."""
        request = operations.rounds.IngestRounds(
            rounds=read_each(rounds, "rounds", partial(read_request, operations.rounds.NewRound)),
            namespace=namespace,
            scope=scope,
            container=container,
            visibility=visibility,
            reason=reason,
            embed=embed,
        )
        return await self.perform(operations.rounds.ingest_rounds, request, context)

    async def decisions(
        self,
        *,
        memory: str | UUID | None = None,
        episode: str | UUID | None = None,
        transaction: int | None = None,
        outcome: ResultWord | None = None,
        as_of: BasisLike | None = None,
        namespace: str | None = None,
        containers: Sequence[str] = (),
        limit: int = 100,
        cursor: str | None = None,
        context: AgentContext | None = None,
    ) -> Page[Decided]:
        """List the decisions on what turns claim, and the reasons, in ledger order."""
        request = operations.rounds.Decisions(
            memory=memory,
            episode=episode,
            transaction=transaction,
            outcome=outcome,
            as_of=as_of,
            namespace=namespace,
            containers=containers,
            limit=limit,
            cursor=cursor,
        )
        return await self.perform(operations.rounds.decisions, request, context)

    async def review(
        self,
        *,
        as_of: BasisLike | None = None,
        namespace: str | None = None,
        containers: Sequence[str] = (),
        limit: int = 20,
        cursor: str | None = None,
        context: AgentContext | None = None,
    ) -> Page[Review]:
        """List the contradictions that wait for a person, with both beliefs and their evidence."""
        request = operations.rounds.Reviews(
            as_of=as_of, namespace=namespace, containers=containers, limit=limit, cursor=cursor
        )
        return await self.perform(operations.rounds.review, request, context)

    async def settle_review(
        self,
        id: str | UUID,
        keep: SideWord,
        *,
        containers: Sequence[str] = (),
        reason: str | None = None,
        context: AgentContext | None = None,
    ) -> Settled:
        """Settle a contradiction as a person decides: keep the `first`, the `second`, or `both`.

        Raises:
            ContradictionNotFound, AlreadySettled: there is none to settle.
            NotPermitted: an agent acts, or the principal may not forget. What is private to an
                agent is settled by a person who opens the memory with the agent's name and no role.
        """
        request = operations.rounds.Settle(
            id=str(id), keep=keep, containers=containers, reason=reason
        )
        return await self.perform(operations.rounds.settle_review, request, context)
