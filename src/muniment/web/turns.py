"""Show what was said, and the pages that were compiled of it."""

from __future__ import annotations

from starlette.requests import Request

from muniment.operations.services import Services
from muniment.web.reads import ask, basis, given, number
from muniment.web.showing import Shown


async def conversations(services: Services, request: Request) -> Shown:
    """List turns, latest first."""
    found = await ask(
        services,
        "search",
        kind="episode",
        text=given(request, "text"),
        entity=given(request, "speaker"),
        cursor=given(request, "cursor"),
        **basis(request),
    )
    namespace = services.namespace_of(given(request, "namespace"))
    return Shown(title="Conversations", told={"found": found, "namespace": namespace})


async def turn(services: Services, request: Request) -> Shown:
    """Show one turn whole, with a span of it marked."""
    turn_id, as_of = request.path_params["id"], given(request, "as_of")
    found = await ask(services, "get_episode", id=turn_id, as_of=as_of)
    start, end = (number(request, name) for name in ("from", "until"))
    marked = (start, end) if isinstance(start, int) and isinstance(end, int) else (0, 0)
    decisions = await ask(services, "decisions", episode=turn_id, as_of=as_of)
    return Shown(
        title=f"{found.speaker or 'Somebody'} in {found.session}",
        told={"turn": found, "marked": marked, "decisions": decisions},
    )


async def compiled(services: Services, request: Request) -> Shown:
    """List the compiled pages."""
    found = await ask(
        services,
        "pages",
        cursor=given(request, "cursor"),
        as_of=given(request, "as_of"),
        namespace=given(request, "namespace"),
    )
    return Shown(title="Pages", told={"found": found})


async def compiled_page(services: Services, request: Request) -> Shown:
    """Show one compiled page as it was known, its revisions, and what one changed."""
    where = {
        "page": request.path_params["slug"],
        "as_of": given(request, "as_of"),
        "namespace": given(request, "namespace"),
    }
    found = await ask(services, "get_page", revision=number(request, "revision"), **where)
    earlier, later = number(request, "earlier"), number(request, "later")
    difference = None
    if later is not None:
        difference = await ask(services, "page_diff", earlier=earlier, later=later, **where)
    return Shown(
        title=found.title,
        told={
            "page": found,
            "revisions": await ask(services, "page_revisions", **where),
            "difference": difference,
        },
    )
