"""Place compiled pages in the ledger: a new revision closes the one before it, and says what it came from."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, replace
from uuid import UUID

from pgvector import HalfVector

from muniment.access.partition import PartitionKey
from muniment.access.principal import Permission, Principal
from muniment.errors import EmbedderMismatch, WriteContention
from muniment.ledger.embedding import embeddings_of
from muniment.ledger.opening import Opening, ask_opening, open_change
from muniment.ledger.sealing import Sealed, make_up_later
from muniment.ledger.transacting import transact
from muniment.ledger.writer import Ledger
from muniment.model.ids import PageId
from muniment.model.memory import Outcome, Scope
from muniment.model.pages import Compiled, PageDraft
from muniment.model.sentences import cited, page_text, read_sentences, written
from muniment.ports.embedder import Vector
from muniment.store.arrays import Uuids
from muniment.store.found import Count, Key, NamedRow
from muniment.store.rows import PageRevisionRow, PageRow
from muniment.store.work import Work


@dataclass(frozen=True, slots=True, kw_only=True)
class LastPage(NamedRow):
    """The page that a slug was the last one of, and its last revision."""

    page_id: UUID
    partition_no: int
    is_open: bool
    kind: str
    title: str | None
    entity: str | None
    category: str | None
    terms: list[str]
    revision_number: int
    revision_ordinal: int
    revision: int
    derived_at: int
    body: str | None
    note: str | None

    def is_called(self, draft: PageDraft) -> bool:
        """Tell whether it is called as it is to be called."""
        subject = draft.subject
        return (self.kind, self.title, self.entity, self.category, self.terms) == (
            subject.kind.value,
            subject.title,
            subject.entity,
            subject.category,
            list(draft.terms),
        )

    def says(self, draft: PageDraft) -> bool:
        """Tell whether it says what it is to say."""
        return (self.body, self.note) == (written(draft.sentences), draft.note)


async def open_page(work: Work, tenant_id: UUID, place: PartitionKey, slug: str) -> LastPage | None:
    """Return the open page of a slug at a place."""
    return await work.one("page_of_place", LastPage, tenant_id=tenant_id, slug=slug, **place.where)


@dataclass(slots=True, kw_only=True)
class _Placing:
    """A draft, the change it becomes part of, and the page that is there already."""

    opening: Opening
    draft: PageDraft
    partition_no: int
    last: LastPage | None

    @property
    def open_page(self) -> LastPage | None:
        """The page, if it is open."""
        return self.last if self.last is not None and self.last.is_open else None

    @property
    def is_outdated(self) -> bool:
        """Whether a later state was compiled already: revisions never go back."""
        return self.last is not None and self.last.derived_at > self.draft.derived_at

    def write(self) -> Compiled:
        """Write what differs, and close what it takes the place of."""
        page = self.open_page
        is_called_so = page is not None and page.is_called(self.draft)
        if self.is_outdated or (page is not None and is_called_so and page.says(self.draft)):
            return _unwritten(self.draft, self.last)
        if page is not None:
            self._close(page, whole=not is_called_so or not self.draft.sentences)
        if not self.draft.sentences:
            closed_in = None if page is None else self.opening.change.number
            return _unwritten(self.draft, page, closed_in=closed_in)
        page_id = self.opening.new_id() if self.last is None else self.last.page_id
        revision = 1 if self.last is None else self.last.revision + 1
        self._open(page_id, revision, whole=not is_called_so)
        return Compiled(
            id=PageId(page_id),
            slug=self.draft.subject.slug,
            kind=self.draft.subject.kind,
            outcome=Outcome.ADD if page is None else Outcome.UPDATE,
            revision=revision,
            transaction=self.opening.change.number,
            sentences=len(self.draft.sentences),
        )

    def _close(self, page: LastPage, *, whole: bool) -> None:
        change = self.opening.change
        if whole:
            change.close("pages", page.key)
        change.close("page_revisions", Key(page.revision_number, page.revision_ordinal))

    def _open(self, page_id: UUID, revision: int, *, whole: bool) -> None:
        change, draft, subject = self.opening.change, self.draft, self.draft.subject
        if whole:
            change.write(
                PageRow(
                    page_id=page_id,
                    partition_no=self.partition_no,
                    kind=subject.kind.value,
                    slug=subject.slug,
                    title=subject.title,
                    entity=subject.entity,
                    entity_key=subject.entity_key,
                    category=subject.category,
                    category_key=subject.category_key,
                    terms=list(draft.terms),
                    salt=secrets.token_bytes(16),
                )
            )
        memory_ids, episode_ids = cited(draft.sentences)
        change.write(
            PageRevisionRow(
                page_id=page_id,
                partition_no=self.partition_no,
                revision=revision,
                derived_at=draft.derived_at,
                valid_at=draft.valid_at,
                memory_ids=list(memory_ids),
                episode_ids=list(episode_ids),
                body=written(draft.sentences),
                note=draft.note,
                salt=secrets.token_bytes(16),
            )
        )


async def write_page(
    ledger: Ledger,
    principal: Principal,
    place: PartitionKey,
    draft: PageDraft,
    *,
    reason: str | None = None,
) -> Compiled:
    """Make a draft the open revision of its page, in one transaction, or none if nothing changes.

    The tenant's lock is the lock of every page: two compilations of one page take turns, and the
    one that was derived from the earlier state changes nothing if the other was faster. A draft
    without sentences closes the page. No embedding happens under the lock.

    Raises:
        NotPermitted: the principal may not write, or not govern what is for the whole tenant.
        WriteContention: what it quotes was erased since it was drafted.
    """
    principal.require(Permission.WRITE)
    if place.scope is Scope.GLOBAL:
        principal.require(Permission.GOVERN)
    acting = principal.within(place.container_id)
    vector = await _vector_of(ledger, acting, place, draft)

    async def plan(work: Work) -> tuple[Compiled, Sealed | None]:
        asked_opening = await ask_opening(work, acting, ids=1, partition_keys=[place])
        asked = await work.send(
            "page_last", LastPage, tenant_id=acting.tenant_id, slug=draft.subject.slug
        )
        memory_ids, episode_ids = cited(draft.sentences)
        erased = await work.send(
            "page_cites_erased",
            Count,
            tenant_id=acting.tenant_id,
            memory_ids=Uuids(memory_ids),
            episode_ids=Uuids(episode_ids),
        )
        opening = await asked_opening.opened()
        if (await erased.all())[0].count:
            raise WriteContention("what the page quotes was erased meanwhile. Compile it again.")
        known = opening.partitions.get(place)
        last = [row for row in await asked.all() if row.partition_no == known]
        if not last and not draft.sentences:
            return _unwritten(draft, None), None
        placing = _Placing(
            opening=opening,
            draft=draft,
            partition_no=opening.partition_no(place),
            last=last[0] if last else None,
        )
        compiled = placing.write()
        if compiled.transaction is None:
            return compiled, None
        sealed = await ledger.seal(work, opening, "compile", reason)
        fitting = vector if ledger.embeds_for(opening) else None
        compiled = await _found_by(work, placing, compiled, fitting)
        if not compiled.embedded and opening.embedder is not None:
            await make_up_later(work, opening)
        return compiled, sealed

    return await transact(ledger.store, acting, plan)


async def _vector_of(
    ledger: Ledger, principal: Principal, place: PartitionKey, draft: PageDraft
) -> Vector | None:
    """Embed a draft, but for one that its page says already: nothing will be written."""
    if ledger.embedder is None or not draft.is_embedded:
        return None
    async with ledger.store.reading(principal.as_setting()) as work:
        page = await open_page(work, principal.tenant_id, place, draft.subject.slug)
    if page is not None and page.is_called(draft) and page.says(draft):
        return None
    text = page_text(draft.subject.title, draft.sentences)
    (vector,) = await embeddings_of(ledger.embedder, [text])
    return vector


def _unwritten(
    draft: PageDraft, page: LastPage | None, *, closed_in: int | None = None
) -> Compiled:
    """Say that there is no new revision: the page is as it was, or was closed in a transaction."""
    body = None if page is None or closed_in is not None else page.body
    return Compiled(
        id=None if page is None else PageId(page.page_id),
        slug=draft.subject.slug,
        kind=draft.subject.kind,
        outcome=Outcome.NOOP if closed_in is None else Outcome.INVALIDATE,
        revision=None if page is None else page.revision,
        transaction=closed_in,
        sentences=0 if body is None else len(json.loads(body)),
    )


async def _found_by(
    work: Work, placing: _Placing, compiled: Compiled, vector: Vector | None
) -> Compiled:
    """Queue the closing of the vectors of earlier revisions, and the vector of this one."""
    tenant_id, page = placing.opening.principal.tenant_id, placing.open_page
    if page is not None:
        await work.write(
            "page_vectors_close",
            tenant_id=tenant_id,
            partition_no=page.partition_no,
            page_id=page.page_id,
        )
    embedder = placing.opening.embedder
    if vector is None or embedder is None or compiled.id is None or compiled.revision is None:
        return replace(compiled, embedded=not placing.draft.is_embedded)
    await work.write(
        "page_vectors_write",
        tenant_id=tenant_id,
        embedder_no=embedder.embedder_no,
        partition_nos=[placing.partition_no],
        page_ids=[compiled.id],
        revisions=[compiled.revision],
        embeddings=[HalfVector(vector)],
    )
    return compiled


@dataclass(frozen=True, slots=True, kw_only=True)
class Unfound:
    """A revision of a page that has no vector yet, with its words."""

    page_id: UUID
    partition_no: int
    revision: int
    title: str
    body: str


async def index_pages(ledger: Ledger, principal: Principal, *, pages_max: int = 256) -> int:
    """Embed the pages that have no vector of the current embedder; return how many were.

    Who may govern does so for the whole tenant. Snapshots have none: nobody searches for them.

    Raises:
        EmbedderUnavailable: the embedder is away, or none is configured.
        EmbedderMismatch: the configured embedder is not the tenant's.
    """
    principal.require(Permission.WRITE)
    acting = principal.overseeing()
    needed = ledger.needed_embedder()
    named = {"tenant_id": acting.tenant_id}
    async with ledger.store.reading(acting.as_setting()) as work:
        waiting = await work.all("page_vectors_missing", Unfound, limit=pages_max, **named)
    if not waiting:
        return 0
    texts = [page_text(page.title, read_sentences(page.body)) for page in waiting]
    vectors = await needed.embed_documents(texts)

    async def plan(work: Work) -> tuple[int, Sealed]:
        opening = await open_change(work, acting)
        embedder = opening.embedder
        if embedder is None or not ledger.embeds_for(opening):
            raise EmbedderMismatch
        sealed = await ledger.seal(work, opening, "embed", None)
        await work.write(
            "page_vectors_write",
            embedder_no=embedder.embedder_no,
            partition_nos=[page.partition_no for page in waiting],
            page_ids=[page.page_id for page in waiting],
            revisions=[page.revision for page in waiting],
            embeddings=[HalfVector(vector) for vector in vectors],
            **named,
        )
        return len(waiting), sealed

    return await transact(ledger.store, acting, plan)
