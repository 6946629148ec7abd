"""Offer answers by rules, and what is lacking."""

from __future__ import annotations

from collections.abc import Sequence

from muniment import operations
from muniment.library.connection import Performs
from muniment.library.context import AgentContext
from muniment.model.answers import Answer
from muniment.model.lacks import Lacks
from muniment.operations.moments import BasisLike, Moment


class Answers(Performs):
    """What is put together from recall and beliefs, and never invented."""

    async def answer(
        self,
        question: str,
        *,
        as_of: BasisLike | None = None,
        valid_at: Moment | None = None,
        time_window: Sequence[Moment | None] | None = None,
        namespace: str | None = None,
        containers: Sequence[str] = (),
        speaker: str | None = None,
        limit: int = 5,
        context: AgentContext | None = None,
    ) -> Answer:
        """Answer by rules: quote beliefs and turns that bear on the question, or say why there are none.

        `.statements` say what they quote, the words of the turns they rest on, and how they were reached.
        `.abstained` says why there are none.
        """
        request = operations.answers.AskForAnswer(
            question=question,
            as_of=as_of,
            valid_at=valid_at,
            time_window=time_window,
            namespace=namespace,
            containers=containers,
            speaker=speaker,
            limit=limit,
        )
        return await self.perform(operations.answers.answer, request, context)

    async def audit_gaps(
        self,
        entity: str | None = None,
        *,
        question: str | None = None,
        as_of: BasisLike | None = None,
        valid_at: Moment | None = None,
        namespace: str | None = None,
        containers: Sequence[str] = (),
        limit: int = 100,
        context: AgentContext | None = None,
    ) -> Lacks:
        """List what memory lacks on an entity, for a question, or (given neither) in the namespace.

        `.coverage` is None where there is nothing to compute it from; `.coverage_note` says what it was computed
        from. In a namespace only the fifty entities with the most beliefs are examined: `.is_of_a_part` says whether
        there are more.
        """
        request = operations.answers.AskForGaps(
            entity=entity,
            question=question,
            as_of=as_of,
            valid_at=valid_at,
            namespace=namespace,
            containers=containers,
            limit=limit,
        )
        return await self.perform(operations.answers.audit_gaps, request, context)
