"""Read pages as they were known at a basis, and never the words of what is gone by then."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from muniment.access.principal import Principal
from muniment.errors import InvalidValue, PageNotFound
from muniment.model.ids import PageId
from muniment.model.memory import Scope
from muniment.model.pages import (
    CompiledPage,
    PageDiff,
    PageEntry,
    PageKind,
    PageRevision,
    Sentence,
)
from muniment.model.reading import AsOf, Page
from muniment.model.sentences import read_sentences
from muniment.recall.lookup.asking import Known, ask, numbers_of, reader
from muniment.recall.lookup.cursor import Place, page_of
from muniment.recall.lookup.sources import read_sources
from muniment.store.pool import Store
from muniment.store.work import Work
from muniment.temporal.basis import Basis


@dataclass(frozen=True, slots=True, kw_only=True)
class GetPage:
    """Ask for a page by its id or its slug; `revision` None is the one known at the basis."""

    page_id: UUID | None
    slugs: tuple[str, ...]
    namespace: str
    containers: tuple[str, ...] = ()
    revision: int | None = None
    as_of: AsOf = None
    valid_at: datetime | None = None

    @property
    def named(self) -> str:
        """What was asked for."""
        return self.slugs[0] if self.page_id is None else str(self.page_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPages:
    """Ask for the pages of a namespace, by slug."""

    namespace: str
    containers: tuple[str, ...] = ()
    kind: PageKind | None = None
    as_of: AsOf = None
    limit: int = 100
    cursor: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryFound:
    """A page as a list shows it."""

    page_id: UUID
    kind: str
    slug: str
    title: str
    entity: str | None
    category: str | None
    scope: str
    namespace: str
    revision: int
    sentences: int
    derived_at: int
    known_from: datetime

    def entry(self) -> PageEntry:
        """Return it as the model has it."""
        return PageEntry(
            id=PageId(self.page_id),
            kind=PageKind(self.kind),
            slug=self.slug,
            title=self.title,
            entity=self.entity,
            category=self.category,
            scope=Scope(self.scope),
            namespace=self.namespace,
            revision=self.revision,
            sentences=self.sentences,
            derived_at=self.derived_at,
            known_from=self.known_from,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFound:
    """One revision of a page; its words are null where they were erased."""

    page_id: UUID
    kind: str
    slug: str | None
    title: str | None
    entity: str | None
    category: str | None
    scope: str
    namespace: str
    revision: int
    body: str | None
    note: str | None
    derived_at: int
    valid_at: datetime
    known_from: datetime
    known_until: datetime | None

    def page(self, sentences: Sequence[Sentence], basis: Basis) -> CompiledPage:
        """Return it as the model has it."""
        assert self.slug is not None
        assert self.title is not None
        return CompiledPage(
            id=PageId(self.page_id),
            kind=PageKind(self.kind),
            slug=self.slug,
            title=self.title,
            entity=self.entity,
            category=self.category,
            scope=Scope(self.scope),
            namespace=self.namespace,
            revision=self.revision,
            sentences=tuple(sentences),
            note=self.note,
            derived_at=self.derived_at,
            valid_at=self.valid_at,
            known_from=self.known_from,
            known_until=self.known_until,
            basis=basis,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cursor(Place):
    """The basis of a list of pages, and the last one that was given."""

    as_of: int
    slug: str
    page_id: UUID


async def pages_list(store: Store, principal: Principal, request: ListPages) -> Page[PageEntry]:
    """List the pages of a basis by slug: those of the user, of the tenant, of named containers.

    Raises:
        InvalidValue: the cursor is no good.
    """
    question = repr(replace(request, cursor=None, limit=1))
    after = _Cursor.read(request.cursor, question)
    as_of = request.as_of if after is None else after.as_of
    async with Known.at(store, principal, as_of, request.namespace, request.containers) as known:
        rows = await known.work.all(
            "pages_list",
            EntryFound,
            **known.where,
            kind=None if request.kind is None else request.kind.value,
            after_slug=None if after is None else after.slug,
            after_id=None if after is None else after.page_id,
            limit=request.limit + 1,
        )
    as_of = known.basis.as_of.number
    return page_of(
        rows,
        request.limit,
        known.basis,
        question,
        shown=EntryFound.entry,
        place=lambda row: _Cursor(as_of=as_of, slug=row.slug, page_id=row.page_id),
    )


async def page_get(store: Store, principal: Principal, request: GetPage) -> CompiledPage:
    """Return a page as it was known at a basis, each sentence with what became of its sources by then.

    Raises:
        PageNotFound: there is no such page, or none yet, or its words were erased.
    """
    principal = reader(principal, request.containers)
    async with store.reading(principal.as_setting()) as work:
        found, basis = await find_page(work, principal, request)
        return await read_page(work, principal, found, basis)


async def find_page(work: Work, principal: Principal, request: GetPage) -> tuple[PageFound, Basis]:
    """Find the revision of a page that a basis knows.

    Raises:
        PageNotFound: there is none.
    """
    namespace = request.namespace if request.page_id is None else None
    asked = await ask(work, principal, request.as_of, namespace)
    basis, partitions = await asked.answers(request.valid_at)
    for slug in request.slugs or ("",):
        rows = await work.all(
            "page_at",
            PageFound,
            tenant_id=principal.tenant_id,
            partition_nos=numbers_of(partitions),
            page_id=request.page_id,
            slug=None if request.page_id is not None else slug,
            revision=request.revision,
            as_of=basis.as_of.time,
        )
        if rows:
            return rows[0], basis
    which = "" if request.revision is None else f" with a revision {request.revision}"
    raise PageNotFound(
        f"there is no page {request.named!r:.80}{which} as of transaction {basis.as_of.number}. "
        "`muniment pages` lists those there are; `muniment compile-page` makes one."
    )


async def read_page(
    work: Work, principal: Principal, found: PageFound, basis: Basis
) -> CompiledPage:
    """Return a page with what became of its sources.

    Raises:
        PageNotFound: its words were erased.
    """
    if found.body is None or found.title is None:
        raise PageNotFound(f"the words of the page {found.page_id} were erased.")
    sentences = read_sentences(found.body)
    sources = await read_sources(work, principal.tenant_id, basis, sentences)
    return found.page(sources.read(sentences), basis)


async def page_revisions(
    store: Store, principal: Principal, request: GetPage
) -> tuple[PageRevision, ...]:
    """Return every revision of a page that was known at a basis, in order.

    Raises:
        PageNotFound: there is no such page.
    """
    principal = reader(principal, request.containers)
    async with store.reading(principal.as_setting()) as work:
        found, basis = await find_page(work, principal, request)
        rows = await work.all(
            "page_revisions_list",
            PageRevision,
            tenant_id=principal.tenant_id,
            page_id=found.page_id,
            as_of=basis.as_of.time,
        )
    return tuple(rows)


async def page_diff(
    store: Store, principal: Principal, request: GetPage, earlier: int | None, later: int | None
) -> PageDiff:
    """Return the sentences that a later revision of a page has and an earlier one has not, and the reverse.

    `later` None is the revision of the basis, `earlier` None the one before it. Both are told as
    they read at the basis.

    Raises:
        PageNotFound: there is no such page or revision.
        InvalidValue: the earlier revision is not the earlier one.
    """
    principal = reader(principal, request.containers)
    async with store.reading(principal.as_setting()) as work:
        found, basis = await find_page(work, principal, replace(request, revision=later))
        number = found.revision - 1 if earlier is None else earlier
        if not 0 <= number < found.revision:
            raise InvalidValue(
                f"the difference is asked from revision {number} to {found.revision}. Write an "
                "earlier one first; 0 is the empty page."
            )
        after = await read_page(work, principal, found, basis)
        before: tuple[Sentence, ...] = ()
        if number:
            at = replace(request, revision=number, page_id=found.page_id, slugs=())
            other, _ = await find_page(work, principal, at)
            before = (await read_page(work, principal, other, basis)).sentences
    said = {_key(each) for each in before}
    says = {_key(each) for each in after.sentences}
    return PageDiff(
        id=after.id,
        slug=after.slug,
        earlier=number,
        later=after.revision,
        added=tuple(each for each in after.sentences if _key(each) not in said),
        removed=tuple(each for each in before if _key(each) not in says),
    )


def _key(sentence: Sentence) -> str:
    """Return what two sentences share when they say the same of the same source."""
    return json.dumps(
        [
            str(sentence.source.id),
            sentence.text,
            sentence.mark.value,
            sentence.valid_from.isoformat(),
            None if sentence.valid_until is None else sentence.valid_until.isoformat(),
        ]
    )
