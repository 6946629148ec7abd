"""Put the pages together: routes, static files, security headers, and errors as pages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from muniment.errors import MunimentError, http_status_of
from muniment.operations.services import Services
from muniment.web import beliefs, entities, ledger_pages, questions, turns, upkeep
from muniment.web.showing import Shown, page

STATIC: Final = Path(__file__).parent / "static"
POLICY: Final = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
_HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}

View = Callable[[Services, Request], Awaitable[Shown]]
Reach = Callable[[Request], Awaitable[Services]]
"""Return the services of a viewer, who can only read, as whoever sends a request."""

VIEWS: Final[dict[str, View]] = {
    "/": upkeep.overview,
    "/memories": beliefs.memories,
    "/memories/{id}": beliefs.memory,
    "/entities": entities.entities,
    "/entities/{name:path}": entities.entity,
    "/graph": entities.graph,
    "/ask": questions.ask,
    "/conversations": turns.conversations,
    "/conversations/{id}": turns.turn,
    "/pages": turns.compiled,
    "/pages/{slug:path}": turns.compiled_page,
    "/reviews": ledger_pages.reviews,
    "/ledger": ledger_pages.transactions,
    "/ledger/verify": ledger_pages.verification,
    "/changes": ledger_pages.changes,
    "/agents": upkeep.agents,
    "/tasks": upkeep.tasks,
    "/traces": questions.traces,
}
"""Every page by its path."""


def create_ui(reach: Reach) -> Starlette:
    """Return the pages as an ASGI app."""

    def route(path: str, view: View) -> Route:
        async def endpoint(request: Request) -> Response:
            return page(request, await view(await reach(request), request))

        return Route(path, endpoint, methods=["GET"])

    app = Starlette(
        routes=[
            *(route(path, view) for path, view in VIEWS.items()),
            Mount("/static", StaticFiles(directory=STATIC), name="static"),
        ],
        exception_handlers={MunimentError: _told, HTTPException: _missing},
    )
    app.add_middleware(Guarded)
    return app


class Guarded:
    """Send every answer with headers that let a browser load nothing from elsewhere."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
                if "/static/" in scope["path"]:
                    headers["Cache-Control"] = "public, max-age=3600"
            await send(message)

        await self._app(scope, receive, guarded)


async def _told(request: Request, error: Exception) -> Response:
    assert isinstance(error, MunimentError)
    told = {"code": error.code, "message": error.message}
    status = http_status_of(error)
    return page(request, Shown(template="error.html", title="Not shown", told=told, status=status))


async def _missing(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    told = {"code": "page_not_found", "message": f"There is no page {request.url.path}."}
    return page(
        request,
        Shown(template="error.html", title="No such page", told=told, status=error.status_code),
    )
