"""The operations of compiled knowledge: pages, their history and their flaws, and the snapshot of a user."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from muniment.access.partition import PartitionKey, partition_for
from muniment.access.principal import Permission
from muniment.knowledge.pages import compiling, linting, snapshots
from muniment.ledger.drafts import checked_name
from muniment.ledger.embedding import EMBEDDED_AT_ONCE_MAX
from muniment.ledger.pages import index_pages
from muniment.model.memory import Scope
from muniment.model.names import slug_of
from muniment.model.pages import (
    Compiled,
    CompiledPage,
    Lint,
    PageDiff,
    PageEntry,
    PageKind,
    PageRevision,
    Snapshot,
)
from muniment.model.reading import AsOf, Page
from muniment.operations.catalogue import Effect, about, about_readers, operation
from muniment.operations.moments import BasisLike, Moment, as_of, instant
from muniment.operations.services import Services
from muniment.ports.language_model import ModelRole
from muniment.recall.lookup import pages as reading
from muniment.recall.lookup.opening import PAGE_MAX


@dataclass(frozen=True, slots=True, kw_only=True)
class CompilePage:
    """What to compile a page of, and for whom."""

    topic: str = about("An entity, a category, or the slug or id of a page.")
    scope: str = about("Who it is for: global, user or container.", "user", words=Scope)
    container: str | None = about("The thread, project or session it is for.", None)
    namespace: str | None = about("Namespace; the configured one if left out.", None)
    visibility: str | None = about_readers()
    reason: str | None = about("Why, for the ledger.", None)


@dataclass(frozen=True, slots=True, kw_only=True)
class CompileBank:
    """Whose pages to compile."""

    beliefs_min: int = about(
        "How many beliefs it takes to make a page.", compiling.BELIEFS_MIN, least=1
    )
    scope: str = about("Who it is for: global, user or container.", "user", words=Scope)
    container: str | None = about("The thread, project or session they are for.", None)
    namespace: str | None = about("Namespace; the configured one if left out.", None)
    visibility: str | None = about_readers()
    reason: str | None = about("Why, for the ledger.", None)


def place(services: Services, request: CompilePage | CompileBank) -> PartitionKey:
    """Read for whom to compile."""
    return partition_for(
        services.principal,
        scope=Scope(request.scope),
        container=checked_name(request.container, "container", services.ledger.limits),
        namespace=services.namespace_of(request.namespace),
        visibility=services.visibility_of(request.visibility),
    )


def place_and_topic(services: Services, request: CompilePage) -> tuple[PartitionKey, str]:
    """Read for whom to compile a page, and of what."""
    topic = checked_name(request.topic, "topic", services.ledger.limits)
    return place(services, request), topic


async def _compiled(
    services: Services, request: CompilePage, *, as_persona: bool = False
) -> Compiled:
    return await compiling.compile_page(
        services.ledger,
        services.principal,
        *place_and_topic(services, request),
        as_persona=as_persona,
        reason=request.reason,
        writer=services.models.get(ModelRole.PAGE_WRITER),
    )


@operation(Effect.WRITES, Permission.WRITE, topic="Mike")
async def compile_page(services: Services, request: CompilePage) -> Compiled:
    """Compile the page of an entity or a category from its beliefs: grouped, quoted, each with citations.

    It quotes only what all of its readers may read. A page that did not change is not written again. A page with
    nothing left is closed.
    """
    return await _compiled(services, request)


@operation(Effect.WRITES, Permission.WRITE, topic="Mike")
async def compile_persona_page(services: Services, request: CompilePage) -> Compiled:
    """Compile the page of a person, even one whom the rules would not take for one."""
    return await _compiled(services, request, as_persona=True)


@operation(Effect.WRITES, Permission.WRITE, beliefs_min=1)
async def compile_bank(services: Services, request: CompileBank) -> tuple[Compiled, ...]:
    """Compile every page that has enough beliefs or exists already, by slug.

    That is a persona for each entity that is like a person, a topic for each other entity, and a topic for each
    category in which several entities have beliefs; of entities and of categories, the 500 with the most beliefs.
    """
    return await compiling.compile_bank(
        services.ledger,
        services.principal,
        place(services, request),
        beliefs_min=request.beliefs_min,
        reason=request.reason,
        writer=services.models.get(ModelRole.PAGE_WRITER),
        seen=services.seen,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexPages:
    """How much to embed at once."""

    pages_max: int = about("The most pages to embed.", 256, least=1, most=EMBEDDED_AT_ONCE_MAX)


@operation(Effect.WRITES, Permission.WRITE)
async def index_page_vectors(services: Services, request: IndexPages) -> int:
    """Embed the pages that have no vector yet, so that questions find them by meaning; return how many."""
    return await index_pages(services.ledger, services.principal, pages_max=request.pages_max)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPages:
    """Which pages to list."""

    kind: str | None = about("topic, persona or snapshot; all if left out.", None, words=PageKind)
    as_of: BasisLike | None = about("As known at this time or transaction number.", None)
    namespace: str | None = about("Namespace; the configured one if left out.", None)
    containers: Sequence[str] = about("Containers to read too.", ())
    limit: int = about("The most entries on a page.", 100, least=1, most=PAGE_MAX)
    cursor: str | None = about("Cursor of the previous page.", None)


@operation(Effect.READS, Permission.READ)
async def pages(services: Services, request: ListPages) -> Page[PageEntry]:
    """List the pages that were known at a basis, by slug."""
    asked = reading.ListPages(
        namespace=services.namespace_of(request.namespace),
        containers=tuple(request.containers),
        kind=None if request.kind is None else PageKind(request.kind),
        as_of=as_of(request.as_of),
        limit=request.limit,
        cursor=request.cursor,
    )
    return await reading.pages_list(services.store, services.principal, asked)


@dataclass(frozen=True, slots=True, kw_only=True)
class GetPage:
    """One page at a basis."""

    page: str = about("Its slug, its id, or the name of what it is about.")
    revision: int | None = about(
        "One of its revisions; the one known then if left out.", None, least=1
    )
    as_of: BasisLike | None = about("As known at this time or transaction number.", None)
    valid_at: Moment | None = about("What was true then; as_of or now if left out.", None)
    namespace: str | None = about("Namespace; the configured one if left out.", None)
    containers: Sequence[str] = about("Containers to read too.", ())


def _asked(services: Services, request: GetPage) -> reading.GetPage:
    name = checked_name(request.page, "page", services.ledger.limits)
    try:
        page_id = UUID(name)
    except ValueError:
        page_id = None
    return reading.GetPage(
        page_id=page_id,
        slugs=() if page_id is not None else tuple(dict.fromkeys((name, slug_of(name)))),
        namespace=services.namespace_of(request.namespace),
        containers=tuple(request.containers),
        revision=request.revision,
        as_of=as_of(request.as_of),
        valid_at=instant(request.valid_at, "valid_at"),
    )


@operation(Effect.READS, Permission.READ, page="")
async def get_page(services: Services, request: GetPage) -> CompiledPage:
    """Show a page as it was known at a basis, and what had become of its sources by then.

    The words of what was forgotten, retracted, hidden or erased are not shown, even if the page was not compiled
    again.
    """
    return await reading.page_get(services.store, services.principal, _asked(services, request))


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRevisions:
    """Of which page to list the revisions."""

    page: str = about("Its slug, its id, or the name of what it is about.")
    as_of: BasisLike | None = about("As known at this time or transaction number.", None)
    namespace: str | None = about("Namespace; the configured one if left out.", None)
    containers: Sequence[str] = about("Containers to read too.", ())


@operation(Effect.READS, Permission.READ, page="")
async def page_revisions(services: Services, request: ListRevisions) -> tuple[PageRevision, ...]:
    """List the revisions of a page, and the transaction that each was derived from."""
    asked = _asked(
        services,
        GetPage(
            page=request.page,
            as_of=request.as_of,
            namespace=request.namespace,
            containers=request.containers,
        ),
    )
    return await reading.page_revisions(services.store, services.principal, asked)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffPage:
    """Two revisions of a page."""

    page: str = about("Its slug, its id, or the name of what it is about.")
    earlier: int | None = about(
        "The earlier revision, 0 for the empty page; the previous one if left out.", None
    )
    later: int | None = about("The later revision; the one known then if left out.", None, least=1)
    as_of: BasisLike | None = about("As known at this time or transaction number.", None)
    namespace: str | None = about("Namespace; the configured one if left out.", None)
    containers: Sequence[str] = about("Containers to read too.", ())


@operation(Effect.READS, Permission.READ, page="")
async def page_diff(services: Services, request: DiffPage) -> PageDiff:
    """Show which sentences differ between two revisions of a page."""
    asked = GetPage(
        page=request.page,
        revision=request.later,
        as_of=request.as_of,
        namespace=request.namespace,
        containers=request.containers,
    )
    return await reading.page_diff(
        services.store, services.principal, _asked(services, asked), request.earlier, request.later
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LintPages:
    """Whose pages to look at."""

    as_of: BasisLike | None = about("As known at this time or transaction number.", None)
    namespace: str | None = about("Namespace; the configured one if left out.", None)
    containers: Sequence[str] = about("Containers to read too.", ())


def namespace_and_basis(services: Services, request: LintPages) -> tuple[str, AsOf]:
    """Read where to look at pages, and at which basis."""
    return services.namespace_of(request.namespace), as_of(request.as_of)


@operation(Effect.READS, Permission.READ)
async def lint_pages(services: Services, request: LintPages) -> Lint:
    """Find pages that are stale, orphaned or contradictory, and the sources that make them so."""
    namespace, basis = namespace_and_basis(services, request)
    return await linting.lint_pages(
        services.store,
        services.principal,
        namespace,
        containers=tuple(request.containers),
        as_of=basis,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RefreshPages:
    """Whose pages to mend."""

    namespace: str | None = about("Namespace; the configured one if left out.", None)
    containers: Sequence[str] = about("Containers whose pages to refresh as well.", ())
    reason: str | None = about("Why, for the ledger.", None)


@operation(Effect.WRITES, Permission.WRITE)
async def refresh_pages(services: Services, request: RefreshPages) -> tuple[Compiled, ...]:
    """Recompile stale pages, close orphaned ones, and say what was done.

    Pages of the whole tenant are left to whoever governs it.
    """
    return await linting.refresh_pages(
        services.ledger,
        services.principal,
        services.namespace_of(request.namespace),
        containers=tuple(request.containers),
        reason=request.reason,
        writer=services.models.get(ModelRole.PAGE_WRITER),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeSnapshot:
    """Where to take a snapshot."""

    namespace: str | None = about("Namespace; the configured one if left out.", None)
    reason: str | None = about("Why, for the ledger.", None)


@operation(Effect.WRITES, Permission.WRITE)
async def take_snapshot(services: Services, request: TakeSnapshot) -> Compiled:
    """Take a snapshot of the user: what matters most in the user's and the tenant's memory.

    It never draws on a container's memory. A snapshot that did not change is not written again.
    """
    return await snapshots.snapshot_take(
        services.ledger,
        services.principal,
        services.namespace_of(request.namespace),
        reason=request.reason,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class GetSnapshot:
    """The snapshot of the user at a basis."""

    as_of: BasisLike | None = about("As known at this time or transaction number.", None)
    namespace: str | None = about("Namespace; the configured one if left out.", None)


@operation(Effect.READS, Permission.READ)
async def get_snapshot(services: Services, request: GetSnapshot) -> Snapshot:
    """Show the latest snapshot of the user that was known at a basis."""
    return await snapshots.snapshot_get(
        services.store,
        services.principal,
        services.namespace_of(request.namespace),
        as_of=as_of(request.as_of),
    )
