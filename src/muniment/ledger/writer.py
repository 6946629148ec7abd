"""Offer the verbs of writing: each call is one transaction, or none."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from muniment.access.partition import PartitionFound, partition_for
from muniment.access.principal import Permission, Principal
from muniment.errors import EmbedderUnavailable, EpisodeNotFound, InvalidValue, WriteContention
from muniment.ledger import verbs
from muniment.ledger.adding import Adding, ask_rivals
from muniment.ledger.asked import RevisionRow, ask_memory
from muniment.ledger.changing import (
    Changing,
    Correction,
    corrected_object_key,
    given,
    of_one_mind,
)
from muniment.ledger.drafts import checked_draft, each_checked, refuse_many
from muniment.ledger.embedding import embeddings_of
from muniment.ledger.keys import match_key, searchable_text
from muniment.ledger.opening import Opening, ask_opening
from muniment.ledger.prepared import Prepared, prepare
from muniment.ledger.sealing import Sealed, seal
from muniment.ledger.transacting import transact
from muniment.model.ids import MemoryId
from muniment.model.memory import Cardinality, gone_memory, no_memory
from muniment.model.writes import Draft, Written
from muniment.ports.embedder import Embedder, EmbedderIdentity
from muniment.settings import LimitSettings
from muniment.store.pool import Store
from muniment.store.work import Work


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeLength:
    """That an episode is there, and how long it is."""

    episode_id: UUID
    characters: int


class Ledger:
    """The writing side of one store."""

    def __init__(
        self, store: Store, embedder: Embedder | None, limits: LimitSettings, language: str
    ) -> None:
        self.store = store
        self.embedder = embedder
        self.limits = limits
        self.language = language

    def speaking(self, language: str) -> Ledger:
        """Return a ledger for a tenant of another language."""
        return Ledger(self.store, self.embedder, self.limits, language)

    async def seal(
        self, work: Work, opening: Opening, operation: str, reason: str | None
    ) -> Sealed:
        """Queue what an opened change writes, chained to the head; the caller's commit sends it.

        Raises:
            QuotaExceeded: the user would write or keep more than its quota allows.
        """
        return await seal(work, opening, operation, reason, self.language)

    @property
    def identity(self) -> EmbedderIdentity | None:
        """The identity of the embedder, None if none is configured."""
        return None if self.embedder is None else self.embedder.identity

    def needed_embedder(self) -> Embedder:
        """Return the embedder.

        Raises:
            EmbedderUnavailable: none is configured.
        """
        if self.embedder is None:
            raise EmbedderUnavailable("no embedder is configured: set embedder.name.")
        return self.embedder

    def embeds_for(self, opening: Opening) -> bool:
        """Tell, under the lock, whether our vectors may stand beside the tenant's.

        They may not if another embedder was adopted meanwhile: the units then wait in the backlog.
        """
        ours, theirs = self.identity, opening.embedder
        return ours is None or theirs is None or ours.digest == theirs.digest

    async def add_many(
        self,
        principal: Principal,
        drafts: Sequence[Draft],
        *,
        reason: str | None = None,
        embed: bool = True,
        under_lock: Callable[[Work, Opening], Awaitable[None]] | None = None,
    ) -> list[Written]:
        """Add beliefs in one transaction, in order; later ones win ties.

        `under_lock` is asked before anything is written, and raises if the drafts no longer fit.

        Raises:
            Incorrect: a draft is wrong; nothing of the batch is written.
            NotPermitted: the principal may not write.
        """
        principal.require(Permission.WRITE)
        if not drafts:
            return []
        refuse_many(len(drafts), "memories", self.limits.batch_max)
        prepared = await self._prepared(principal, drafts, embed=embed)
        acting = principal.within(*(item.partition.container_id for item in prepared))

        async def plan(work: Work) -> tuple[list[Written], Sealed]:
            return await self._add(work, acting, prepared, reason, under_lock)

        return await transact(self.store, acting, plan)

    async def _prepared(
        self, principal: Principal, drafts: Sequence[Draft], *, embed: bool
    ) -> list[Prepared]:
        checked = each_checked("memories", drafts, lambda draft: checked_draft(draft, self.limits))
        texts = [
            searchable_text(draft.content, draft.entity, draft.category, draft.object)
            for draft in checked
        ]
        vectors = await embeddings_of(self.embedder if embed else None, texts)
        return [
            prepare(
                draft,
                partition_for(
                    principal,
                    scope=draft.scope,
                    container=draft.container,
                    namespace=draft.namespace,
                    visibility=draft.visibility,
                ),
                text,
                vector,
            )
            for draft, text, vector in zip(checked, texts, vectors, strict=True)
        ]

    async def _add(
        self,
        work: Work,
        principal: Principal,
        prepared: Sequence[Prepared],
        reason: str | None,
        under_lock: Callable[[Work, Opening], Awaitable[None]] | None,
    ) -> tuple[list[Written], Sealed]:
        asked_opening = await ask_opening(
            work,
            principal,
            ids=len(prepared),
            partition_keys=[item.partition for item in prepared],
            category_keys=list({item.category_key for item in prepared if item.category_key}),
        )
        asked = await ask_rivals(work, principal.tenant_id, prepared)
        opening = await asked_opening.opened()
        if under_lock is not None:
            await under_lock(work, opening)
        if not self.embeds_for(opening):
            prepared = [replace(item, embedding=None) for item in prepared]
        await self._refuse_unknown_episodes(work, principal, prepared)
        adding = Adding(opening=opening)
        await adding.load(asked)
        for ordinal, item in enumerate(prepared, 1):
            adding.add(item, ordinal)
        written = adding.finish()
        sealed = await self.seal(work, opening, "add", reason)
        return written, sealed

    async def _refuse_unknown_episodes(
        self, work: Work, principal: Principal, prepared: Sequence[Prepared]
    ) -> None:
        named = {item.draft.episode_id for item in prepared if item.draft.episode_id is not None}
        if not named:
            return
        rows = await work.all(
            "episodes_there", EpisodeLength, tenant_id=principal.tenant_id, episode_ids=list(named)
        )
        lengths = {row.episode_id: row.characters for row in rows}
        for item in prepared:
            episode_id, span = item.draft.episode_id, item.draft.span
            if episode_id is None:
                continue
            if episode_id not in lengths:
                raise EpisodeNotFound(f"there is no episode {episode_id}.")
            if span is not None and not 0 <= span[0] < span[1] <= lengths[episode_id]:
                raise InvalidValue(f"the span {span} is not in the episode {episode_id}.")

    async def update(
        self,
        principal: Principal,
        memory_id: MemoryId,
        correction: Correction,
        *,
        reason: str | None = None,
    ) -> Written:
        """Correct a memory: we had it wrong, and this is so."""
        principal.require(Permission.WRITE)
        if not (correction.names_content or correction.names_period):
            raise InvalidValue(
                "an update must say what to correct: content, object, period, tags, metadata or confidence."
            )
        before, partition = await self._before(principal, memory_id)
        whole = of_one_mind(correction, before)
        text = _corrected_text(whole, before)
        vector = (
            (await embeddings_of(self.embedder, [text]))[0] if correction.names_content else None
        )
        match = _corrected_match(whole, before, partition)

        def act(changing: Changing) -> Written:
            whole = of_one_mind(correction, changing.revision)
            if _corrected_match(whole, changing.revision, partition) != match:
                raise WriteContention
            fresh = _corrected_text(whole, changing.revision)
            fits = fresh == text and self.embeds_for(changing.opening)
            return verbs.update(changing, whole, fresh, vector if fits else None, match)

        return await self._change(principal, memory_id, "update", reason, act, match=match)

    async def end(
        self,
        principal: Principal,
        memory_id: MemoryId,
        *,
        at: datetime | None = None,
        reason: str | None = None,
    ) -> Written:
        """Say that a memory stopped being so, at an instant (None: now)."""
        principal.require(Permission.WRITE)
        return await self._change(
            principal, memory_id, "end", reason, lambda changing: verbs.end(changing, at)
        )

    async def forget(
        self, principal: Principal, memory_id: MemoryId, *, reason: str | None = None
    ) -> Written:
        """Do not use a memory any more; a gap stays where it held."""
        principal.require(Permission.FORGET)
        return await self._change(principal, memory_id, "forget", reason, verbs.forget)

    async def retract(
        self, principal: Principal, memory_id: MemoryId, *, reason: str | None = None
    ) -> Written:
        """Say that a memory was never so; what it had displaced holds again."""
        principal.require(Permission.FORGET)
        return await self._change(principal, memory_id, "retract", reason, verbs.retract)

    async def _before(
        self, principal: Principal, memory_id: MemoryId
    ) -> tuple[RevisionRow, PartitionFound]:
        async with self.store.reading(principal.as_setting()) as work:
            named = {"tenant_id": principal.tenant_id, "memory_id": memory_id}
            asked = await work.send("memory_latest", RevisionRow, **named)
            partition = await work.one("partition_of_memory", PartitionFound, **named)
            before = await asked.one()
        if before is None or partition is None:
            raise no_memory(memory_id)
        if before.known_until is not None:
            raise gone_memory(memory_id)
        return before, partition

    async def _change(
        self,
        principal: Principal,
        memory_id: MemoryId,
        operation: str,
        reason: str | None,
        act: Callable[[Changing], Written],
        match: UUID | None = None,
    ) -> Written:
        async def plan(work: Work) -> tuple[Written, Sealed]:
            asked_opening = await ask_opening(work, principal, ids=1)
            asked = await ask_memory(work, principal.tenant_id, memory_id, match)
            opening = await asked_opening.opened()
            revision = await asked.revisions.one()
            if revision is None:
                raise no_memory(memory_id)
            written = act(await Changing.read(opening, revision, asked))
            sealed = await self.seal(work, opening, operation, reason)
            return written, sealed

        return await transact(self.store, principal, plan)


def _corrected_text(correction: Correction, before: RevisionRow) -> str:
    return searchable_text(
        given(correction.content, before.content),
        before.entity,
        before.category,
        given(correction.object, before.object),
    )


def _corrected_match(
    correction: Correction, before: RevisionRow, partition: PartitionFound
) -> UUID:
    return match_key(
        partition.key,
        entity_key=before.entity_key,
        category_key=before.category_key,
        cardinality=None if before.cardinality is None else Cardinality(before.cardinality),
        content=given(correction.content, before.content),
        object_key=corrected_object_key(correction, before),
    )
