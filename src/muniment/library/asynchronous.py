"""Offer Muniment to asynchronous Python: each method is one operation of the catalogue."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Any, TypeVar
from uuid import UUID

from anyio import Lock

from muniment.audit.findings import Verification
from muniment.bootstrap.wiring import opened
from muniment.ledger.changing import UNSET, Unset
from muniment.model.memory import Episode, Memory, Metadata, Transaction, Version
from muniment.model.reading import Diff, Health, Page, Provenance, Stats, TimelineEntry
from muniment.model.recalled import ContextPack, Recalled, Receipt, Replayed
from muniment.model.writes import Healed, Ingested, Written
from muniment.operations import reads, writes
from muniment.operations.catalogue import Operation, perform
from muniment.operations.moments import BasisLike, Moment
from muniment.operations.services import Services
from muniment.operations.writes import NewMemory, NewTurn
from muniment.ports.embedder import Embedder
from muniment.settings import Settings

Request = TypeVar("Request")
Answer = TypeVar("Answer")
Window = Sequence[Moment | None]


class AsyncAgentMemory:
    """Shared memory for agents, on the bundled PostgreSQL or on your own.

    With no argument the bundled server of `settings.home` is started or joined. Every other
    setting can be given by name and goes before the environment and `~/.muniment.toml`:
    `AsyncAgentMemory(tenant="acme", user="anna")`. Use it as an async context manager, or call
    `open` and `close`. Times are aware datetimes, dates (midnight UTC) or ISO 8601 texts.

    Raises:
        UnknownSetting: a setting does not exist or its value is not allowed.
    """

    def __init__(
        self,
        database_url: str | None = None,
        *,
        settings: Settings | None = None,
        embedder: Embedder | None = None,
        adopting: bool = False,
        **configuration: Any,
    ) -> None:
        if database_url is not None:
            configuration["database_url"] = database_url
        self.settings = settings if settings is not None else Settings(**configuration)
        self._embedder = embedder
        self._adopting = adopting
        self._stack: AsyncExitStack | None = None
        self._services: Services | None = None
        self._opening = Lock()

    async def open(self) -> AsyncAgentMemory:
        """Connect, starting the bundled server if it is to be used; again is nothing.

        Raises:
            Unsupported, Unavailable, Conflict: the database cannot be used; the message says
                what to do.
        """
        await self._opened()
        return self

    async def close(self) -> None:
        """Let go of connections and model; the last process out stops the bundled server."""
        if self._stack is not None:
            stack, self._stack, self._services = self._stack, None, None
            await stack.aclose()

    async def __aenter__(self) -> AsyncAgentMemory:
        return await self.open()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def _opened(self) -> Services:
        async with self._opening:
            if self._services is None:
                async with AsyncExitStack() as stack:
                    self._services = await stack.enter_async_context(
                        opened(self.settings, embedder=self._embedder, adopting=self._adopting)
                    )
                    self._stack = stack.pop_all()
            return self._services

    async def perform(self, what: Operation[Request, Answer], request: Request) -> Answer:
        """Run any operation of the catalogue."""
        return await perform(await self._opened(), what, request)

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
        scope: str = "user",
        container: str | None = None,
        visibility: str = "team",
        standing: str = "held",
        episode_id: str | None = None,
        span: tuple[int, int] | None = None,
        source: str | None = None,
        reason: str | None = None,
    ) -> Written:
        """Add a belief: it is so from `valid_from` (default: now) until `valid_until` (default: open).

        With an entity and a category it has a slot; where the slot holds one belief, the latest
        to become valid holds. The same belief again is a NOOP that adds evidence.

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
        added = await self.perform(writes.memory_add, writes.Add(memories=(memory,), reason=reason))
        return added[0]

    async def add_many(
        self,
        memories: Iterable[NewMemory | Mapping[str, Any] | str],
        *,
        reason: str | None = None,
        embed: bool = True,
    ) -> list[Written]:
        """Add beliefs in one transaction, in order; a text stands for its content.

        `embed=False` leaves their vectors to `run_pending`.
        """
        request = writes.Add(
            memories=[_new_memory(memory) for memory in memories], reason=reason, embed=embed
        )
        return await self.perform(writes.memory_add, request)

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
        reason: str | None = None,
    ) -> Written:
        """Correct a memory: we had it wrong, it is so. What is left out stays.

        Raises:
            MemoryNotFound: there is none of this id, or only its history is left.
        """
        request = writes.Update(
            id=_id(id),
            content=content,
            object=object,
            tags=tags,
            metadata=metadata,
            confidence=confidence,
            valid_from=valid_from,
            valid_until=valid_until,
            reason=reason,
        )
        return await self.perform(writes.memory_update, request)

    async def end(
        self, id: str | UUID, at: Moment | None = None, *, reason: str | None = None
    ) -> Written:
        """Say that a memory stopped being so at an instant (default: now).

        Raises:
            AlreadyEnded: nothing of it holds at or after the instant.
        """
        return await self.perform(writes.memory_end, writes.End(id=_id(id), at=at, reason=reason))

    async def forget(self, id: str | UUID, *, reason: str | None = None) -> Written:
        """Do not use a memory any more; what it had displaced stays displaced and is named."""
        return await self.perform(writes.memory_forget, writes.Forget(id=_id(id), reason=reason))

    async def forget_episode(self, id: str | UUID, *, reason: str | None = None) -> int:
        """Hide a conversation turn from now on."""
        return await self.perform(writes.episode_forget, writes.Forget(id=_id(id), reason=reason))

    async def retract(self, id: str | UUID, *, reason: str | None = None) -> Written:
        """Say that a memory was never so; what it had displaced holds again."""
        return await self.perform(writes.memory_retract, writes.Forget(id=_id(id), reason=reason))

    async def ingest_turns(
        self,
        turns: Iterable[NewTurn | Mapping[str, Any]],
        *,
        reason: str | None = None,
        embed: bool = True,
    ) -> Ingested:
        """Store conversation turns verbatim in one transaction, each source id once."""
        made = [turn if isinstance(turn, NewTurn) else NewTurn(**turn) for turn in turns]
        request = writes.Ingest(turns=made, reason=reason, embed=embed)
        return await self.perform(writes.turns_ingest, request)

    async def recall(
        self,
        query: str,
        *,
        as_of: BasisLike | None = None,
        valid_at: Moment | None = None,
        time_window: Window | None = None,
        namespace: str | None = None,
        containers: Sequence[str] = (),
        budget: int | None = None,
        limit: int | None = None,
    ) -> Recalled:
        """Find what bears on a question, best first; `.receipt` says how.

        `as_of` is what was known then, `valid_at` what was true then; `time_window` is a pair of
        moments in valid time and replaces `valid_at`. `budget` is in tokens of four characters.
        The same question at the same basis gives the same answer, for ever.
        """
        request = reads.Recall(
            query=query,
            as_of=as_of,
            valid_at=valid_at,
            time_window=time_window,
            namespace=namespace,
            containers=containers,
            budget=budget,
            limit=limit,
        )
        return await self.perform(reads.recall, request)

    async def recall_as_pack(
        self,
        query: str,
        *,
        as_of: BasisLike | None = None,
        valid_at: Moment | None = None,
        time_window: Window | None = None,
        namespace: str | None = None,
        containers: Sequence[str] = (),
        budget: int | None = None,
        limit: int | None = None,
    ) -> ContextPack:
        """Recall, laid out for a language model's prompt: quoted data with ids, to be cited."""
        request = reads.Recall(
            query=query,
            as_of=as_of,
            valid_at=valid_at,
            time_window=time_window,
            namespace=namespace,
            containers=containers,
            budget=budget,
            limit=limit,
        )
        return await self.perform(reads.recall_pack, request)

    async def replay(self, recall: str | UUID | Receipt) -> Replayed:
        """Give a past answer again, named by its receipt or the id of its trace, and compare it.

        Raises:
            NotComparable: the embedder or the ranking version has changed since.
        """
        named = recall if isinstance(recall, Receipt) else str(recall)
        return await self.perform(reads.replay, reads.Replay(recall=named))

    async def get(
        self,
        id: str | UUID,
        *,
        as_of: BasisLike | None = None,
        valid_at: Moment | None = None,
        containers: Sequence[str] = (),
    ) -> Memory:
        """Give one memory as it stands at a basis."""
        request = reads.Get(id=str(id), as_of=as_of, valid_at=valid_at, containers=containers)
        return await self.perform(reads.memory_get, request)

    async def get_episode(self, id: str | UUID, *, as_of: BasisLike | None = None) -> Episode:
        """Give one conversation turn, verbatim."""
        return await self.perform(reads.episode_get, reads.Get(id=str(id), as_of=as_of))

    async def search(
        self,
        text: str | None = None,
        *,
        kind: str | None = None,
        status: str = "current",
        entity: str | None = None,
        category: str | None = None,
        tags: Sequence[str] = (),
        scope: str | None = None,
        standing: str | None = None,
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
    ) -> Page[Memory | Episode]:
        """List memories and turns by what they are, latest valid time first, without ranking.

        Every filter that is given must fit; `text` asks for all of its words. The page's
        `cursor` asks for the next one, at the same basis.
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
        return await self.perform(reads.memory_search, request)

    async def history(
        self, id: str | UUID, *, as_of: BasisLike | None = None, containers: Sequence[str] = ()
    ) -> tuple[Version, ...]:
        """Show every row of a memory: what it said, when it held, and while we thought so."""
        request = reads.History(id=str(id), as_of=as_of, containers=containers)
        return await self.perform(reads.memory_history, request)

    async def timeline(
        self,
        entity: str,
        *,
        category: str | None = None,
        objects: bool = False,
        as_of: BasisLike | None = None,
        namespace: str | None = None,
        containers: Sequence[str] = (),
    ) -> Page[TimelineEntry]:
        """Show one entity through valid time, earliest first, as it was known."""
        request = reads.Timeline(
            entity=entity,
            category=category,
            objects=objects,
            as_of=as_of,
            namespace=namespace,
            containers=containers,
        )
        return await self.perform(reads.entity_timeline, request)

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
        return await self.perform(reads.current_facts, request)

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
    ) -> Diff:
        """Show what was learnt, corrected, ended and forgotten between two moments."""
        request = reads.Difference(
            since=since,
            until=until,
            entity=entity,
            namespace=namespace,
            containers=containers,
            limit=limit,
            cursor=cursor,
        )
        return await self.perform(reads.diff, request)

    async def explain(
        self,
        id: str | UUID,
        *,
        as_of: BasisLike | None = None,
        valid_at: Moment | None = None,
        containers: Sequence[str] = (),
    ) -> Provenance:
        """Say why a memory is believed: its evidence down to the words of the turn."""
        request = reads.Get(id=str(id), as_of=as_of, valid_at=valid_at, containers=containers)
        return await self.perform(reads.explain, request)

    async def transactions(self, after: int = 0, *, limit: int = 100) -> tuple[Transaction, ...]:
        """List transactions: who did what, when and why."""
        return await self.perform(reads.transactions, reads.Transactions(after=after, limit=limit))

    async def stats(self) -> Stats:
        """Count what there is."""
        return await self.perform(reads.stats, reads.Nothing())

    async def health(self) -> Health:
        """Say of each part whether it is fit, and what mends it."""
        return await self.perform(reads.health, reads.Nothing())

    async def verify(self, anchor: tuple[int, str] | None = None) -> Verification:
        """Walk the ledger, recompute every digest, and name what was tampered with.

        An anchor is the number and the hash (hexadecimal) of a transaction noted earlier.
        """
        number, digest = anchor if anchor is not None else (None, None)
        request = reads.Verify(anchor_number=number, anchor_hash=digest)
        return await self.perform(reads.audit_verify, request)

    async def set_cardinality(
        self, category: str, cardinality: str, *, reason: str | None = None
    ) -> int | None:
        """Say whether the slots of a category hold `one` belief or `many`; later writes follow it."""
        request = writes.SetCardinality(category=category, cardinality=cardinality, reason=reason)
        return await self.perform(writes.cardinality_set, request)

    async def run_pending(self, *, units_max: int = 256) -> Healed:
        """Embed some of what was written while the embedder was away."""
        return await self.perform(writes.backlog_heal, writes.Heal(units_max=units_max))

    async def adopt_embedder(self, *, reason: str | None = None) -> int:
        """Use the configured embedder from now on; `run_pending` then embeds everything again."""
        return await self.perform(writes.embedder_adopt, writes.Adopt(reason=reason))


def _new_memory(given: NewMemory | Mapping[str, Any] | str) -> NewMemory:
    if isinstance(given, NewMemory):
        return given
    return NewMemory(content=given) if isinstance(given, str) else NewMemory(**given)


def _id(given: object) -> str:
    return str(given)
