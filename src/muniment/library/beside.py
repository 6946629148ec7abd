"""Offer what a program asks its memory around a turn."""

from __future__ import annotations

from collections.abc import Sequence

from muniment import operations
from muniment.library.connection import Performs
from muniment.library.context import AgentContext
from muniment.model.memory import Metadata
from muniment.model.sidecar import DeepAnswer, Enhanced, TurnAccepted
from muniment.operations.moments import Moment
from muniment.operations.words import ReachWord, ReadModeWord, WriteWord


class Beside(Performs):
    """A context before a turn, learning after it, and answers with their evidence."""

    async def process_turn(
        self,
        user_message: str,
        assistant_response: str | None = None,
        *,
        containers: Sequence[str] = (),
        occurred_at: Moment | None = None,
        user_message_id: str | None = None,
        assistant_message_id: str | None = None,
        write_user: WriteWord = "auto",
        write_global: WriteWord = "auto",
        write_container: bool = True,
        metadata: Metadata | None = None,
        context: AgentContext | None = None,
    ) -> TurnAccepted:
        """Store a turn and, in the same transaction, enqueue the task that learns from it.

        Raises:
            InvalidValue: the turn may be written nowhere, or is wrong.
        """
        request = operations.sidecar.ProcessTurn(
            user_message=user_message,
            assistant_response=assistant_response,
            containers=tuple(containers),
            occurred_at=occurred_at,
            user_message_id=user_message_id,
            assistant_message_id=assistant_message_id,
            write_user=write_user,
            write_global=write_global,
            write_container=write_container,
            metadata=metadata,
        )
        return await self.perform(operations.sidecar.process_turn, request, context)

    async def enhance_context(
        self,
        message: str,
        *,
        containers: Sequence[str] = (),
        scope_level: ReachWord = "user_global",
        read_mode: ReadModeWord = "balanced",
        max_output_tokens: int = 400,
        max_candidate_memories: int | None = None,
        context: AgentContext | None = None,
    ) -> Enhanced:
        """Make a block of context for a message, or abstain where nothing bears on it."""
        request = operations.sidecar.EnhanceContext(
            message=message,
            containers=tuple(containers),
            scope_level=scope_level,
            read_mode=read_mode,
            max_output_tokens=max_output_tokens,
            max_candidate_memories=max_candidate_memories,
        )
        return await self.perform(operations.sidecar.enhance_context, request, context)

    async def deep_memory(
        self,
        query: str,
        *,
        containers: Sequence[str] = (),
        scope_level: ReachWord = "user_global",
        read_mode: ReadModeWord = "balanced",
        max_output_tokens: int = 500,
        max_candidate_memories: int | None = None,
        context: AgentContext | None = None,
    ) -> DeepAnswer:
        """Answer a question and give the evidence, or abstain."""
        request = operations.sidecar.AskDeeply(
            query=query,
            containers=tuple(containers),
            scope_level=scope_level,
            read_mode=read_mode,
            max_output_tokens=max_output_tokens,
            max_candidate_memories=max_candidate_memories,
        )
        return await self.perform(operations.sidecar.deep_memory, request, context)
