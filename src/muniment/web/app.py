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

from muniment.errors import (
    EpisodeNotFound,
    Incorrect,
    MemoryNotFound,
    MethodNotAllowed,
    MunimentError,
    NotFound,
    http_status_of,
)
from muniment.operations.abroad import told_abroad
from muniment.operations.services import Services
from muniment.web import beliefs, entities, ledger_pages, questions, turns, upkeep
from muniment.web.reads import is_unknown, within
from muniment.web.showing import PREFIX, Shown, page

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

VIEWS: Final[dict[str, tuple[str, View]]] = {
    "/": ("overview.html", upkeep.overview),
    "/memories": ("memories.html", beliefs.memories),
    "/memories/{id}": ("memory.html", beliefs.memory),
    "/entities": ("entities.html", entities.entities),
    "/entities/{name:path}": ("entity.html", entities.entity),
    "/graph": ("graph.html", entities.graph),
    "/ask": ("ask.html", questions.ask),
    "/conversations": ("conversations.html", turns.conversations),
    "/conversations/{id}": ("turn.html", turns.turn),
    "/pages": ("pages.html", turns.compiled),
    "/pages/{slug:path}": ("page.html", turns.compiled_page),
    "/reviews": ("reviews.html", ledger_pages.reviews),
    "/ledger": ("ledger.html", ledger_pages.transactions),
    "/ledger/verify": ("verification.html", ledger_pages.verification),
    "/changes": ("changes.html", ledger_pages.changes),
    "/agents": ("agents.html", upkeep.agents),
    "/tasks": ("tasks.html", upkeep.tasks),
    "/traces": ("traces.html", questions.traces),
}
"""Every page by its path: its template, and what it tells."""


def create_ui(reach: Reach, prefix: str = "") -> Starlette:
    """Return the pages as an ASGI app, whose links begin with a prefix that a proxy takes away."""

    def route(path: str, template: str, view: View) -> Route:
        async def endpoint(request: Request) -> Response:
            services = await reach(request)
            request.state.is_unknown = await is_unknown(services, request)
            try:
                shown = await view(within(services, request), request)
                return page(request, template, shown)
            except (Incorrect, NotFound) as error:
                return _refused(request, template, error)

        return Route(path, endpoint, methods=["GET"])

    app = Starlette(
        routes=[
            *(route(path, *what) for path, what in VIEWS.items()),
            Mount("/static", StaticFiles(directory=STATIC), name="static"),
        ],
        exception_handlers={MunimentError: _told, HTTPException: _missing},
    )
    app.add_middleware(Guarded, prefix=prefix)
    return app


class Guarded:
    """Send every answer with headers that let a browser load nothing from elsewhere."""

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        self._app = app
        self._prefix = prefix

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

        await self._app({**scope, PREFIX: self._prefix}, receive, guarded)


def _refused(request: Request, template: str, error: Incorrect | NotFound) -> Response:
    """Return the form of a page again, with what is wrong beside the field that it is wrong in."""
    wrong = next(
        (
            name
            for name, typed in request.query_params.items()
            if error.message.startswith((f"{name}: ", f"{name} is "))
            and any(
                repr(written)[1:-1][:60] in error.message
                for written in (typed.strip(), typed.strip().replace(" ", "T"))
            )
        ),
        None,
    )
    return page(request, "error.html", _error(request, error, wrong=wrong), form_of=template)


async def _told(request: Request, error: Exception) -> Response:
    assert isinstance(error, MunimentError)
    return page(request, "error.html", _error(request, error))


def _error(request: Request, error: MunimentError, **more: str | None) -> Shown:
    message = told_abroad(error, request.scope.get("request_id"))
    gone = (
        request.path_params.get("id")
        if isinstance(error, MemoryNotFound | EpisodeNotFound)
        else None
    )
    told = {"code": error.code, "message": message, "gone": gone, **more}
    return Shown(title="Not shown", told=told, status=http_status_of(error))


async def _missing(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    path, is_there = request.url.path, error.status_code == MethodNotAllowed.http_status
    told = {
        "code": MethodNotAllowed.code if is_there else "page_not_found",
        "message": f"{path} can only be read." if is_there else f"There is no page {path}.",
        "gone": None,
    }
    title = "Not shown" if is_there else "No such page"
    response = page(request, "error.html", Shown(title=title, told=told, status=error.status_code))
    if is_there:
        response.headers["Allow"] = "GET, HEAD"
    return response
