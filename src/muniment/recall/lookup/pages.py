"""Read pages as they were known at a basis, and never the words of what is gone by then."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from muniment.access.partition import quotable
from muniment.access.principal import Principal
from muniment.errors import InvalidValue, PageNotFound
from muniment.model.ids import PageId
from muniment.model.memory import Scope
from muniment.model.names import folded, slug_of
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
from muniment.recall.lookup.cursor import BasisPlace, Listing
from muniment.recall.lookup.entities import Names, follow
from muniment.recall.lookup.opening import Known, numbers_of
from muniment.recall.lookup.sources import read_sources
from muniment.store.pool import Store
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

    page_id: PageId
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
            id=self.page_id,
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

    page_id: PageId
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
    partition_no: int

    def page(self, sentences: Sequence[Sentence], basis: Basis) -> CompiledPage:
        """Return it as the model has it."""
        assert self.slug is not None
        assert self.title is not None
        return CompiledPage(
            id=self.page_id,
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
class _Cursor(BasisPlace):
    """A place of a list of pages, by slug."""

    after_slug: str
    after_id: UUID


async def pages_list(store: Store, principal: Principal, request: ListPages) -> Page[PageEntry]:
    """List the pages of a basis by slug: those of the user, of the tenant, of named containers.

    Raises:
        InvalidValue: the cursor is no good.
    """
    listing = Listing.of(_Cursor, request)
    place = (listing.as_of, request.namespace, request.containers)
    async with Known.at(store, principal, *place) as known:
        rows = await known.work.all(
            "pages_list",
            EntryFound,
            **known.where,
            kind=None if request.kind is None else request.kind.value,
            **listing.part,
        )
    as_of = known.basis.as_of.number
    return listing.page(
        rows,
        known.basis,
        shown=EntryFound.entry,
        place=lambda row: _Cursor(as_of=as_of, after_slug=row.slug, after_id=row.page_id),
    )


async def page_get(store: Store, principal: Principal, request: GetPage) -> CompiledPage:
    """Return a page as it was known at a basis, each sentence with what became of its sources by then.

    Raises:
        PageNotFound: there is no such page, or none yet, or its words were erased.
    """
    async with _known(store, principal, request) as known:
        return await read_page(known, await find_page(known, request))


def _known(
    store: Store, principal: Principal, request: GetPage
) -> AbstractAsyncContextManager[Names]:
    """Open what a page is sought in: its namespace, or for an id all of them."""
    namespace = request.namespace if request.page_id is None else None
    place = (request.as_of, namespace, request.containers)
    return Names.at(store, principal, *place, valid_at=request.valid_at)


async def find_page(names: Names, request: GetPage) -> PageFound:
    """Find the revision of a page that a basis knows, by an alias of what it is about too.

    Raises:
        PageNotFound: there is none.
    """
    for slug in (None,) if request.page_id is not None else request.slugs:
        found = await page_at(names, request, slug)
        if found is not None:
            return found
    if request.page_id is None:
        ends = (await follow(names, folded(request.named))).ends
        found = await page_at(names, request, slug_of(ends[0])) if len(ends) == 1 else None
        if found is not None:
            return found
    which = "" if request.revision is None else f" with a revision {request.revision}"
    raise PageNotFound(
        f"there is no page {request.named!r:.80}{which} as of transaction "
        f"{names.basis.as_of.number}. "
        "`pages` lists the pages there are; `compile_page` makes one."
    )


async def page_at(known: Known, request: GetPage, slug: str | None) -> PageFound | None:
    """Find the revision of a page by its id or just this slug; None: there is none."""
    return await known.work.one(
        "page_at",
        PageFound,
        **known.where,
        page_id=request.page_id,
        slug=slug,
        revision=request.revision,
    )


async def read_page(known: Known, found: PageFound) -> CompiledPage:
    """Return a page with what became of its sources.

    Raises:
        PageNotFound: its words were erased.
    """
    if found.body is None or found.title is None:
        raise PageNotFound(f"the words of the page {found.page_id} were erased.")
    sentences = read_sentences(found.body)
    sources = await read_sources(known.work, known.principal.tenant_id, known.basis, sentences)
    (place,) = (each for each in known.partitions if each.partition_no == found.partition_no)
    quotable_nos = numbers_of(quotable(known.partitions, place.key))
    return found.page(sources.read(sentences, quotable_nos), known.basis)


async def page_revisions(
    store: Store, principal: Principal, request: GetPage
) -> tuple[PageRevision, ...]:
    """Return every revision of a page that was known at a basis, in order.

    Raises:
        PageNotFound: there is no such page.
    """
    async with _known(store, principal, request) as known:
        found = await find_page(known, request)
        rows = await known.work.all(
            "page_revisions_list", PageRevision, page_id=found.page_id, **known.where
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
    async with _known(store, principal, request) as known:
        found = await find_page(known, replace(request, revision=later))
        number = found.revision - 1 if earlier is None else earlier
        if not 0 <= number < found.revision:
            raise InvalidValue(
                f"the difference is asked from revision {number} to {found.revision}. Write the earlier one first; 0 is the empty page."
            )
        after = await read_page(known, found)
        before: tuple[Sentence, ...] = ()
        if number:
            at = replace(request, revision=number, page_id=found.page_id, slugs=())
            before = (await read_page(known, await find_page(known, at))).sentences
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
