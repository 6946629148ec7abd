"""Lend the REST service to a test, in its own process and on a database of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass
from threading import Thread
from typing import Any

import anyio
import httpx
from fastapi import FastAPI

from muniment.bootstrap.wiring import opened
from muniment.operations import granting
from muniment.operations.catalogue import perform
from muniment.operations.offered import OFFERED
from muniment.operations.sending import http_form
from muniment.operations.services import Services
from muniment.ports.embedder import Embedder
from muniment.rest.app import create_app
from muniment.rest.serving import listening, serve
from muniment.settings import Settings
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database

BASE = "http://localhost"


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """The service, and a client that has its ear."""

    app: FastAPI
    services: Services
    http: httpx.AsyncClient

    async def get(self, path: str, **query: Any) -> Any:
        """Ask for something that is there."""
        return good(await self.http.get(path, params=query))

    async def post(self, path: str, body: object) -> Any:
        """Send something that is accepted."""
        return good(await self.http.post(path, json=body))

    async def ask_as_shown(self, name: str, **fields: object) -> httpx.Response:
        """Ask an operation as its example says, but for some fields."""
        what = OFFERED[name]
        form = http_form(name, what.request(**(dict(what.example) | fields)))
        return await self.http.request(
            form.method,
            form.path,
            params=form.query,
            content=form.body,
            headers={"content-type": "application/json"},
        )

    @asynccontextmanager
    async def bearing(self, token: str | None, **headers: str) -> AsyncIterator[Service]:
        """Lend the same service to somebody who shows a token."""
        shown = {} if token is None else {"Authorization": f"Bearer {token}"}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
        async with httpx.AsyncClient(
            transport=transport, base_url=BASE, headers=shown | named
        ) as http:
            yield Service(app=self.app, services=self.services, http=http)

    async def key(self, name: str = "web", **fields: Any) -> str:
        """Make a key as the keeper of the configured tenant, and return its token."""
        made = await perform(
            self.services, granting.create_key, granting.NewKey(name=name, **fields)
        )
        return made.token

    async def add(self, content: str, **fields: Any) -> str:
        """Add a belief and return its id."""
        (added,) = await self.post("/v1/memories", {"memories": [{"content": content, **fields}]})
        assert isinstance(added["id"], str)
        return added["id"]


def good(response: httpx.Response) -> Any:
    """Return the document of an answer that is none of a problem."""
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/json"
    return response.json()


def code_of(response: httpx.Response) -> tuple[int, str]:
    """Return the status and the code of a problem."""
    assert response.headers["content-type"] == "application/problem+json", response.text
    told = response.json()
    assert told["status"] == response.status_code
    assert told["type"] == f"urn:muniment:error:{told['code']}"
    return response.status_code, told["code"]


@asynccontextmanager
async def serving(
    database: Database, *, embedder: Embedder | None = None, **configuration: Any
) -> AsyncIterator[Service]:
    """Serve on a database; what is configured goes before the environment."""
    settings = Settings(database_url=database.app, **configuration)
    async with opened(settings, embedder=embedder or HashedEmbedder()) as services:
        app = create_app(services)
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=BASE) as http:
            yield Service(app=app, services=services, http=http)


@contextmanager
def listening_service(
    database: Database, *, mcp: Any = None, **configuration: Any
) -> Iterator[str]:
    """Serve on a port of this machine, in a thread of its own; lend the address.

    What speaks MCP over HTTP is served beside it, if it is given.
    """
    ready: Future[tuple[str, anyio.from_thread.BlockingPortal, anyio.Event]] = Future()

    async def run() -> None:
        settings = Settings(database_url=database.app, **configuration)
        with listening("127.0.0.1", 0) as listener:
            async with (
                anyio.from_thread.BlockingPortal() as portal,
                opened(settings, embedder=HashedEmbedder()) as services,
                nullcontext() if mcp is None else mcp.running(),
            ):
                stop = anyio.Event()
                port = listener.getsockname()[1]
                app = create_app(services, routers=() if mcp is None else (mcp.router,))
                # Only now: what is made with warnings off must not be made beside a test that has them on.
                ready.set_result((f"http://127.0.0.1:{port}", portal, stop))
                await serve(app, listener, until=stop)

    thread = Thread(target=_tell_failure, args=(run, ready), daemon=True)
    thread.start()
    url, portal, stop = ready.result(timeout=60)
    try:
        yield url
    finally:
        portal.call(stop.set)
        thread.join(timeout=60)


def _tell_failure(run: Any, ready: Future[Any]) -> None:
    try:
        anyio.run(run)
    except BaseException as error:
        if not ready.done():
            ready.set_exception(error)
        raise
