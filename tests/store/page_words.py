"""Write beliefs and compile pages in few words, for the tests of pages."""

from __future__ import annotations

from muniment.access.partition import PartitionKey, partition_for
from muniment.access.principal import Principal
from muniment.knowledge.pages.compiling import compile_page
from muniment.model.memory import Scope, Visibility
from muniment.model.names import slug_of
from muniment.model.pages import Compiled, CompiledPage
from muniment.model.reading import AsOf
from muniment.recall.lookup.pages import GetPage, page_get
from tests.database import Desk


def place(
    principal: Principal,
    scope: Scope = Scope.USER,
    container: str | None = None,
    visibility: Visibility = Visibility.TEAM,
) -> PartitionKey:
    """Return a place of the default namespace."""
    return partition_for(
        principal,
        scope=scope,
        container=container,
        namespace="default",
        visibility=visibility,
    )


async def compiled(
    desk: Desk,
    topic: str,
    principal: Principal | None = None,
    *,
    scope: Scope = Scope.USER,
    container: str | None = None,
    visibility: Visibility = Visibility.TEAM,
) -> Compiled:
    """Compile a page."""
    acting = principal or desk.principal
    where = place(acting, scope, container, visibility)
    return await compile_page(desk.ledger, acting, where, topic)


async def page(
    desk: Desk,
    topic: str,
    principal: Principal | None = None,
    *,
    as_of: AsOf = None,
    revision: int | None = None,
    containers: tuple[str, ...] = (),
    namespace: str = "default",
) -> CompiledPage:
    """Read a page."""
    request = GetPage(
        page_id=None,
        slugs=(topic, slug_of(topic)),
        namespace=namespace,
        as_of=as_of,
        revision=revision,
        containers=containers,
    )
    return await page_get(desk.store, principal or desk.principal, request)


def told(page: CompiledPage) -> list[tuple[str, str, str]]:
    """Return the sentences of a page: section, words and mark."""
    return [(each.section, each.text, each.mark.value) for each in page.sentences]
