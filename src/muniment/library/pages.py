"""Offer compiled knowledge: pages, their history and their flaws, and the snapshot of a user."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from muniment import operations
from muniment.library.connection import Performs
from muniment.library.context import AgentContext
from muniment.model.pages import (
    Compiled,
    CompiledPage,
    Lint,
    PageDiff,
    PageEntry,
    PageRevision,
    Snapshot,
)
from muniment.model.reading import Page
from muniment.operations.moments import BasisLike, Moment
from muniment.operations.words import PageKindWord, ScopeWord, VisibilityWord


class Pages(Performs):
    """What is compiled from beliefs, each sentence with its citations."""

    async def compile_page(
        self,
        topic: str,
        *,
        scope: ScopeWord = "user",
        container: str | None = None,
        namespace: str | None = None,
        visibility: VisibilityWord | None = None,
        reason: str | None = None,
        context: AgentContext | None = None,
    ) -> Compiled:
        """Compile the page of an entity or a category, or the page of a slug again.

        Raises:
            NothingToCompile: nothing is believed about it that such a page may quote.
            NotPermitted: the principal may not write there.
        """
        request = operations.pages.CompilePage(
            topic=topic,
            scope=scope,
            container=container,
            namespace=namespace,
            visibility=visibility,
            reason=reason,
        )
        return await self.perform(operations.pages.compile_page, request, context)

    async def compile_persona_page(
        self,
        topic: str,
        *,
        scope: ScopeWord = "user",
        container: str | None = None,
        namespace: str | None = None,
        visibility: VisibilityWord | None = None,
        reason: str | None = None,
        context: AgentContext | None = None,
    ) -> Compiled:
        """Compile the page of a person, even one whom the rules would not take for one.

        Raises:
            NothingToCompile: nothing is believed about it that such a page may quote.
            NotPermitted: the principal may not write there.
        """
        request = operations.pages.CompilePage(
            topic=topic,
            scope=scope,
            container=container,
            namespace=namespace,
            visibility=visibility,
            reason=reason,
        )
        return await self.perform(operations.pages.compile_persona_page, request, context)

    async def compile_bank(
        self,
        *,
        beliefs_min: int = 3,
        scope: ScopeWord = "user",
        container: str | None = None,
        namespace: str | None = None,
        visibility: VisibilityWord | None = None,
        reason: str | None = None,
        context: AgentContext | None = None,
    ) -> tuple[Compiled, ...]:
        """Compile every page that has enough beliefs or exists already, each in its own transaction."""
        request = operations.pages.CompileBank(
            beliefs_min=beliefs_min,
            scope=scope,
            container=container,
            namespace=namespace,
            visibility=visibility,
            reason=reason,
        )
        return await self.perform(operations.pages.compile_bank, request, context)

    async def index_page_vectors(
        self, *, pages_max: int = 256, context: AgentContext | None = None
    ) -> int:
        """Embed the pages that have no vector yet; return how many were.

        Raises:
            EmbedderUnavailable: the embedder is away.
        """
        return await self.perform(
            operations.pages.index_page_vectors,
            operations.pages.IndexPages(pages_max=pages_max),
            context,
        )

    async def pages(
        self,
        *,
        kind: PageKindWord | None = None,
        as_of: BasisLike | None = None,
        namespace: str | None = None,
        containers: Sequence[str] = (),
        limit: int = 100,
        cursor: str | None = None,
        context: AgentContext | None = None,
    ) -> Page[PageEntry]:
        """List the pages that were known at a basis, by slug."""
        request = operations.pages.ListPages(
            kind=kind,
            as_of=as_of,
            namespace=namespace,
            containers=containers,
            limit=limit,
            cursor=cursor,
        )
        return await self.perform(operations.pages.pages, request, context)

    async def get_page(
        self,
        page: str | UUID,
        *,
        revision: int | None = None,
        as_of: BasisLike | None = None,
        valid_at: Moment | None = None,
        namespace: str | None = None,
        containers: Sequence[str] = (),
        context: AgentContext | None = None,
    ) -> CompiledPage:
        """Show a page as it was known at a basis, and what had become of its sources by then.

        Raises:
            PageNotFound: there is none, or none yet.
        """
        request = operations.pages.GetPage(
            page=str(page),
            revision=revision,
            as_of=as_of,
            valid_at=valid_at,
            namespace=namespace,
            containers=containers,
        )
        return await self.perform(operations.pages.get_page, request, context)

    async def page_revisions(
        self,
        page: str | UUID,
        *,
        as_of: BasisLike | None = None,
        namespace: str | None = None,
        containers: Sequence[str] = (),
        context: AgentContext | None = None,
    ) -> tuple[PageRevision, ...]:
        """List the revisions of a page, and the transaction that each was derived from."""
        request = operations.pages.ListRevisions(
            page=str(page), as_of=as_of, namespace=namespace, containers=containers
        )
        return await self.perform(operations.pages.page_revisions, request, context)

    async def page_diff(
        self,
        page: str | UUID,
        earlier: int | None = None,
        later: int | None = None,
        *,
        as_of: BasisLike | None = None,
        namespace: str | None = None,
        containers: Sequence[str] = (),
        context: AgentContext | None = None,
    ) -> PageDiff:
        """Show which sentences differ between two revisions of a page."""
        request = operations.pages.DiffPage(
            page=str(page),
            earlier=earlier,
            later=later,
            as_of=as_of,
            namespace=namespace,
            containers=containers,
        )
        return await self.perform(operations.pages.page_diff, request, context)

    async def lint_pages(
        self,
        *,
        as_of: BasisLike | None = None,
        namespace: str | None = None,
        containers: Sequence[str] = (),
        context: AgentContext | None = None,
    ) -> Lint:
        """Find pages that are stale, orphaned or contradictory."""
        request = operations.pages.LintPages(
            as_of=as_of, namespace=namespace, containers=containers
        )
        return await self.perform(operations.pages.lint_pages, request, context)

    async def refresh_pages(
        self,
        *,
        namespace: str | None = None,
        containers: Sequence[str] = (),
        reason: str | None = None,
        context: AgentContext | None = None,
    ) -> tuple[Compiled, ...]:
        """Recompile stale pages, and close orphaned ones."""
        request = operations.pages.RefreshPages(
            namespace=namespace, containers=containers, reason=reason
        )
        return await self.perform(operations.pages.refresh_pages, request, context)

    async def take_snapshot(
        self,
        *,
        namespace: str | None = None,
        reason: str | None = None,
        context: AgentContext | None = None,
    ) -> Compiled:
        """Take a snapshot of the user, from the user's and the tenant's memory."""
        request = operations.pages.TakeSnapshot(namespace=namespace, reason=reason)
        return await self.perform(operations.pages.take_snapshot, request, context)

    async def get_snapshot(
        self,
        *,
        as_of: BasisLike | None = None,
        namespace: str | None = None,
        context: AgentContext | None = None,
    ) -> Snapshot:
        """Show the latest snapshot of the user that was known at a basis.

        Raises:
            PageNotFound: none had been taken by then.
        """
        request = operations.pages.GetSnapshot(as_of=as_of, namespace=namespace)
        return await self.perform(operations.pages.get_snapshot, request, context)
