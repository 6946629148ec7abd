"""Make the pages for people, each shown to whoever is admitted, by a role that may only read."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

from starlette.applications import Starlette
from starlette.requests import Request

from muniment.access.principal import Permission
from muniment.bootstrap.wiring import seen_by, viewing
from muniment.errors import NotPermitted
from muniment.operations.services import Services
from muniment.rest.authenticating import Admitting
from muniment.web.app import create_ui
from muniment.web.reads import given

UI: Final = "/ui"
"""Where a service has its pages."""

Board = Callable[[Admitting], Starlette]
"""Make the pages from the way from a request to the services as its principal."""


@asynccontextmanager
async def boards(services: Services) -> AsyncIterator[dict[str, Board]]:
    """Open what the pages of a service need, and say where they go.

    Where the database names no role for them, each page says what to do about it.
    """
    async with AsyncExitStack() as stack:
        viewer: Services | str
        try:
            viewer = await stack.enter_async_context(viewing(services))
        except NotPermitted as refused:
            viewer = refused.message
        yield {UI: board_of(viewer, services.settings.web.prefix)}


def board_of(viewer: Services | str, prefix: str) -> Board:
    """Return how pages are made from a viewer, or from why there is none, and what their links begin with."""

    def made(admit: Admitting) -> Starlette:
        async def reach(request: Request) -> Services:
            admitted = await admit(request, Permission.READ, user=given(request, "user"))
            if isinstance(viewer, str):
                raise NotPermitted(viewer)
            return seen_by(viewer, admitted)

        return create_ui(reach, prefix)

    return made
