"""Offer the verbs of reading."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from muniment import operations
from muniment.library.connection import Performs
from muniment.library.context import AgentContext
from muniment.model.memory import Episode, Memory, Metadata, Version
from muniment.model.reading import Health, KnownUser, Page, Provenance, Stats, TimelineEntry
from muniment.model.recalled import ContextPack, Recalled, Receipt, Replayed
from muniment.model.traces import TraceList
from muniment.operations import reads
from muniment.operations.moments import BasisLike, Moment
from muniment.operations.words import ScopeWord, StandingWord, StatusWord, UnitWord

Window = Sequence[Moment | None]


class Reads(Performs):
    """What only reads: each call is one snapshot."""

    async def recall(
        self,
        query: str,
        *,
        as_of: BasisLike | None = None,
        valid_at: Moment | None = None,
        time_window: Window | None = None,
        namespace: str | None = None,
        containers: Sequence[str] = (),
        speaker: str | None = None,
        budget: int | None = None,
        limit: int | None = None,
        full_receipt: bool = True,
        context: AgentContext | None = None,
    ) -> Recalled:
        """Find what bears on a question, best first; `.receipt` says how.

        `as_of` asks what was known then, `valid_at` what was true then; `time_window` is a pair of moments in valid
        time and replaces `valid_at`. `speaker` is who I and my refer to in the question; the user if left out.
        `budget` is in tokens of four characters. The same question at the same basis gives the same answer, for ever.
        Without `full_receipt` the receipt counts what was dropped but does not list it, which makes a service's
        answer smaller.
        """
        request = reads.RecallResults(
            query=query,
            as_of=as_of,
            valid_at=valid_at,
            time_window=time_window,
            namespace=namespace,
            containers=containers,
            speaker=speaker,
            budget=budget,
            limit=limit,
            full_receipt=full_receipt,
        )
        return await self.perform(reads.recall, request, context)

    async def recall_as_pack(
        self,
        query: str,
        *,
        as_of: BasisLike | None = None,
        valid_at: Moment | None = None,
        time_window: Window | None = None,
        namespace: str | None = None,
        containers: Sequence[str] = (),
        speaker: str | None = None,
        budget: int | None = None,
        limit: int | None = None,
        context: AgentContext | None = None,
    ) -> ContextPack:
        """Recall, laid out for a language model's prompt: quoted data with ids, to be cited."""
        request = reads.Recall(
            query=query,
            as_of=as_of,
            valid_at=valid_at,
            time_window=time_window,
            namespace=namespace,
            containers=containers,
            speaker=speaker,
            budget=budget,
            limit=limit,
        )
        return await self.perform(reads.recall_as_pack, request, context)

    async def replay(
        self, recall: str | UUID | Receipt, *, context: AgentContext | None = None
    ) -> Replayed:
        """Give a past answer again, named by its receipt or the id of its trace, and compare the two.

        Raises:
            NotComparable: the embedder or the ranking version has changed since.
        """
        named = recall if isinstance(recall, Receipt) else str(recall)
        return await self.perform(reads.replay, reads.Replay(recall=named), context)

    async def traces(
        self,
        text: str | None = None,
        *,
        asked_from: Moment | None = None,
        asked_until: Moment | None = None,
        key: str | UUID | None = None,
        rests_on: str | UUID | None = None,
        containers: Sequence[str] = (),
        limit: int = 100,
        cursor: str | None = None,
        context: AgentContext | None = None,
    ) -> TraceList:
        """List this user's recalls that were traced into the database, latest first.

        Those whose question has all words of `text`, asked from `asked_from` on and before `asked_until`. With `key`,
        those asked with the API key of this id. With `rests_on`, those whose answer rests on the memory or turn with
        this id, which is looked for in `containers` too: the receipt of each trace is read for it. With either, who
        governs sees the recalls of all users. `replay` gives the answer of any of them again.

        Raises:
            MemoryNotFound: there is no memory and no turn with the id in `rests_on`.
        """
        request = operations.traces.ListTraces(
            text=text,
            asked_from=asked_from,
            asked_until=asked_until,
            key=None if key is None else str(key),
            rests_on=None if rests_on is None else str(rests_on),
            containers=containers,
            limit=limit,
            cursor=cursor,
        )
        return await self.perform(operations.traces.traces, request, context)

    async def get(
        self,
        id: str | UUID,
        *,
        as_of: BasisLike | None = None,
        valid_at: Moment | None = None,
        containers: Sequence[str] = (),
        context: AgentContext | None = None,
    ) -> Memory:
        """Return one memory as it stands at a basis."""
        request = reads.Get(id=str(id), as_of=as_of, valid_at=valid_at, containers=containers)
        return await self.perform(reads.get, request, context)

    async def get_episode(
        self,
        id: str | UUID,
        *,
        as_of: BasisLike | None = None,
        valid_at: Moment | None = None,
        containers: Sequence[str] = (),
        context: AgentContext | None = None,
    ) -> Episode:
        """Return one conversation turn, verbatim: said by `valid_at`, stored by `as_of`."""
        request = reads.GetTurn(id=str(id), as_of=as_of, valid_at=valid_at, containers=containers)
        return await self.perform(reads.get_episode, request, context)

    async def search(
        self,
        text: str | None = None,
        *,
        kind: UnitWord | None = None,
        status: StatusWord = "current",
        entity: str | None = None,
        category: str | None = None,
        tags: Sequence[str] = (),
        scope: ScopeWord | None = None,
        standing: StandingWord | None = None,
        metadata: Metadata | None = None,
        created_from: Moment | None = None,
        created_until: Moment | None = None,
        as_of: BasisLike | None = None,
        valid_at: Moment | None = None,
        time_window: Window | None = None,
        namespace: str | None = None,
        containers: Sequence[str] = (),
        limit: int = 50,
        cursor: str | None = None,
        context: AgentContext | None = None,
    ) -> Page[Memory | Episode]:
        """List memories and turns that match filters, latest valid time first, without ranking.

        Every given filter must match, and all words of `text` must occur. The page's `cursor` asks for the next one,
        at the same basis.
        """
        request = reads.Search(
            text=text,
            kind=kind,
            status=status,
            entity=entity,
            category=category,
            tags=tags,
            scope=scope,
            standing=standing,
            metadata=metadata,
            created_from=created_from,
            created_until=created_until,
            as_of=as_of,
            valid_at=valid_at,
            time_window=time_window,
            namespace=namespace,
            containers=containers,
            limit=limit,
            cursor=cursor,
        )
        return await self.perform(reads.search, request, context)

    async def history(
        self,
        id: str | UUID,
        *,
        as_of: BasisLike | None = None,
        containers: Sequence[str] = (),
        limit: int | None = None,
        cursor: str | None = None,
        context: AgentContext | None = None,
    ) -> Page[Version]:
        """Show every row of a memory: what it said, when it held, and when we thought so."""
        request = reads.History(
            id=str(id), as_of=as_of, containers=containers, limit=limit, cursor=cursor
        )
        return await self.perform(reads.history, request, context)

    async def timeline(
        self,
        entity: str,
        *,
        category: str | None = None,
        objects: bool = False,
        as_of: BasisLike | None = None,
        namespace: str | None = None,
        containers: Sequence[str] = (),
        limit: int | None = None,
        cursor: str | None = None,
        context: AgentContext | None = None,
    ) -> Page[TimelineEntry]:
        """Show one entity through valid time, earliest first, as it was known."""
        request = reads.Timeline(
            entity=entity,
            category=category,
            objects=objects,
            as_of=as_of,
            namespace=namespace,
            containers=containers,
            limit=limit,
            cursor=cursor,
        )
        return await self.perform(reads.timeline, request, context)

    async def current_facts(
        self,
        entity: str | None = None,
        category: str | None = None,
        *,
        as_of: BasisLike | None = None,
        valid_at: Moment | None = None,
        namespace: str | None = None,
        containers: Sequence[str] = (),
        limit: int = 100,
        cursor: str | None = None,
        context: AgentContext | None = None,
    ) -> Page[Memory]:
        """List what holds at a basis."""
        request = reads.CurrentFacts(
            entity=entity,
            category=category,
            as_of=as_of,
            valid_at=valid_at,
            namespace=namespace,
            containers=containers,
            limit=limit,
            cursor=cursor,
        )
        return await self.perform(reads.current_facts, request, context)

    async def explain(
        self,
        id: str | UUID,
        *,
        as_of: BasisLike | None = None,
        valid_at: Moment | None = None,
        containers: Sequence[str] = (),
        context: AgentContext | None = None,
    ) -> Provenance:
        """Say why a memory is believed: its own words, and its evidence down to the words of the turn."""
        request = reads.Get(id=str(id), as_of=as_of, valid_at=valid_at, containers=containers)
        return await self.perform(reads.explain, request, context)

    async def stats(self, *, context: AgentContext | None = None) -> Stats:
        """Count what is stored."""
        return await self.perform(reads.stats, reads.Nothing(), context)

    async def health(self, *, context: AgentContext | None = None) -> Health:
        """Say whether each part is fit, and how to mend it if not."""
        return await self.perform(reads.health, reads.Nothing(), context)

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

    async def users(
        self,
        starts_with: str | None = None,
        *,
        after: str | None = None,
        limit: int = 100,
        context: AgentContext | None = None,
    ) -> tuple[KnownUser, ...]:
        """List the users that something was written for, by name; ask again after the last. For who governs."""
        request = operations.users.ListUsers(starts_with=starts_with, after=after, limit=limit)
        return await self.perform(operations.users.users, request, context)
