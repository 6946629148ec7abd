"""Offer the verbs of writing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from uuid import UUID

from muniment.ledger.changing import UNSET, Unset
from muniment.library.connection import Performs
from muniment.library.context import AgentContext
from muniment.model.erasing import Purged
from muniment.model.memory import Metadata
from muniment.model.writes import EpisodeHidden, Ingested, Written
from muniment.operations import erasing, writes
from muniment.operations.fitting import read_each, read_request
from muniment.operations.moments import Moment
from muniment.operations.reads import Nothing
from muniment.operations.words import CardinalityWord, ScopeWord, StandingWord, VisibilityWord
from muniment.operations.writes import NewMemory, NewTurn


class Writes(Performs):
    """What changes the ledger: each call is one transaction, or none."""

    async def add(
        self,
        content: str | None = None,
        *,
        entity: str | None = None,
        category: str | None = None,
        namespace: str | None = None,
        tags: Sequence[str] = (),
        valid_from: Moment | None = None,
        valid_until: Moment | None = None,
        confidence: float = 1.0,
        metadata: Metadata | None = None,
        subject: str | None = None,
        predicate: str | None = None,
        object: str | None = None,
        scope: ScopeWord = "user",
        container: str | None = None,
        visibility: VisibilityWord | None = None,
        standing: StandingWord = "held",
        episode_id: str | None = None,
        span: tuple[int, int] | None = None,
        source: str | None = None,
        reason: str | None = None,
        context: AgentContext | None = None,
    ) -> Written:
        """Add a belief, so from `valid_from` (default: now) until `valid_until` (default: open).

        With an entity and a category it has a slot; if the slot holds one belief, the latest to become valid holds.
        The same belief again is a NOOP that adds evidence.

        Raises:
            Incorrect: content, period, confidence or another argument is wrong; nothing is written.
            NotPermitted: the principal may not write.
        """
        memory = NewMemory(
            content=content,
            entity=entity,
            category=category,
            namespace=namespace,
            tags=tags,
            valid_from=valid_from,
            valid_until=valid_until,
            confidence=confidence,
            metadata=metadata,
            subject=subject,
            predicate=predicate,
            object=object,
            scope=scope,
            container=container,
            visibility=visibility,
            standing=standing,
            episode_id=episode_id,
            span=span,
            source=source,
        )
        added = await self.perform(
            writes.add_many, writes.Add(memories=(memory,), reason=reason), context
        )
        return added[0]

    async def add_many(
        self,
        memories: Iterable[NewMemory | Mapping[str, object] | str],
        *,
        reason: str | None = None,
        embed: bool = True,
        context: AgentContext | None = None,
    ) -> tuple[Written, ...]:
        """Add beliefs in one transaction, in order; a text stands for its content.

        `embed=False` leaves their vectors to `run_pending`.
        """
        request = writes.Add(
            memories=read_each(memories, "memories", _new_memory),
            reason=reason,
            embed=embed,
        )
        return await self.perform(writes.add_many, request, context)

    async def update(
        self,
        id: str | UUID,
        content: str | Unset = UNSET,
        *,
        object: str | Unset = UNSET,
        tags: Sequence[str] | Unset = UNSET,
        metadata: Metadata | Unset | None = UNSET,
        confidence: float | Unset = UNSET,
        valid_from: Moment | Unset = UNSET,
        valid_until: Moment | Unset | None = UNSET,
        containers: Sequence[str] = (),
        reason: str | None = None,
        context: AgentContext | None = None,
    ) -> Written:
        """Correct a memory: we had it wrong, and this is so. What is left out stays.

        Correct the sentence and the object of a fact together; a sentence that merely states the triple follows its
        object. A memory in a container is found only if the container is named.

        Raises:
            MemoryNotFound: there is none with this id, or only its history is left.
        """
        request = writes.Update(
            id=str(id),
            content=content,
            object=object,
            tags=tags,
            metadata=metadata,
            confidence=confidence,
            valid_from=valid_from,
            valid_until=valid_until,
            containers=containers,
            reason=reason,
        )
        return await self.perform(writes.update, request, context)

    async def end(
        self,
        id: str | UUID,
        at: Moment | None = None,
        *,
        containers: Sequence[str] = (),
        reason: str | None = None,
        context: AgentContext | None = None,
    ) -> Written:
        """Say that a memory stopped being so at an instant (default: now).

        Raises:
            AlreadyEnded: nothing of it holds at or after the instant.
        """
        request = writes.End(id=str(id), at=at, containers=containers, reason=reason)
        return await self.perform(writes.end, request, context)

    async def forget(
        self,
        id: str | UUID,
        *,
        containers: Sequence[str] = (),
        reason: str | None = None,
        context: AgentContext | None = None,
    ) -> Written:
        """Stop using a memory; what it had displaced stays displaced and is named."""
        request = writes.Forget(id=str(id), containers=containers, reason=reason)
        return await self.perform(writes.forget, request, context)

    async def forget_episode(
        self,
        id: str | UUID,
        *,
        with_beliefs: bool = False,
        containers: Sequence[str] = (),
        reason: str | None = None,
        context: AgentContext | None = None,
    ) -> EpisodeHidden:
        """Hide a conversation turn from now on; `.beliefs` rest on nothing else and are still believed.

        With `with_beliefs` they are forgotten in the same transaction. If the turn is hidden already, they can still
        be forgotten.
        """
        request = writes.ForgetEpisode(
            id=str(id), with_beliefs=with_beliefs, containers=containers, reason=reason
        )
        return await self.perform(writes.forget_episode, request, context)

    async def retract(
        self,
        id: str | UUID,
        *,
        containers: Sequence[str] = (),
        reason: str | None = None,
        context: AgentContext | None = None,
    ) -> Written:
        """Say that a memory was never so; what it had displaced holds again."""
        request = writes.Forget(id=str(id), containers=containers, reason=reason)
        return await self.perform(writes.retract, request, context)

    async def purge(
        self,
        *,
        memories: Sequence[str | UUID] = (),
        episodes: Sequence[str | UUID] = (),
        everything_of: str | None = None,
        keep_beliefs: bool = False,
        dry_run: bool = False,
        reason: str | None = None,
        context: AgentContext | None = None,
    ) -> Purged:
        """Erase by law: remove words from the ledger and from all that was derived from them. This cannot be undone.

        Give ids of memories and turns, or a user of whom to erase everything. The ledger verifies as before, and
        `.certificates` name the transactions that show what was erased. `dry_run` tells what would be erased, and erases
        nothing; everything else needs a reason, which is kept for ever.

        Raises:
            MemoryNotFound, EpisodeNotFound: one of the ids does not exist; nothing was erased.
            NotPermitted: the principal may not govern the tenant.
        """
        request = erasing.Purge(
            reason=reason,
            memories=[str(each) for each in memories],
            episodes=[str(each) for each in episodes],
            keep_beliefs=keep_beliefs,
            everything_of=everything_of,
            dry_run=dry_run,
        )
        return await self.perform(erasing.purge, request, context)

    async def ingest_turns(
        self,
        turns: Iterable[NewTurn | Mapping[str, object]],
        *,
        reason: str | None = None,
        embed: bool = True,
        context: AgentContext | None = None,
    ) -> Ingested:
        """Store conversation turns verbatim in one transaction, each source id once."""
        made = read_each(turns, "turns", partial(read_request, NewTurn))
        request = writes.Ingest(turns=made, reason=reason, embed=embed)
        return await self.perform(writes.ingest_turns, request, context)

    async def set_cardinality(
        self,
        category: str,
        cardinality: CardinalityWord,
        *,
        reason: str | None = None,
        context: AgentContext | None = None,
    ) -> int | None:
        """Say whether the slots of a category hold `one` belief or `many`; later writes follow it."""
        request = writes.SetCardinality(category=category, cardinality=cardinality, reason=reason)
        return await self.perform(writes.set_cardinality, request, context)

    async def adopt_embedder(
        self, *, reason: str | None = None, context: AgentContext | None = None
    ) -> int:
        """Use the configured embedder from now on; `run_pending` then embeds everything again."""
        return await self.perform(writes.adopt_embedder, writes.Adopt(reason=reason), context)

    async def rebuild_indexes(self, *, context: AgentContext | None = None) -> int:
        """Rebuild words, labels and totals from the ledger; every answer stays as it was."""
        return await self.perform(writes.rebuild_indexes, Nothing(), context)


def _new_memory(given: NewMemory | Mapping[str, object] | str) -> NewMemory:
    return NewMemory(content=given) if isinstance(given, str) else read_request(NewMemory, given)
