"""Speak MCP over standard input and output, or over HTTP beside the other paths of a service."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from contextlib import suppress
from dataclasses import replace
from http import HTTPStatus
from typing import Any, Protocol, cast

from anyio import AsyncFile
from fastapi import APIRouter, Request
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from muniment.access.acting import NAME_MAX
from muniment.access.principal import Permission
from muniment.errors import MunimentError, NotPermitted
from muniment.mcp.hearing import standard_input
from muniment.mcp.lazily import Open, lazily
from muniment.mcp.messages import answering_all, message_of
from muniment.mcp.sdk import StreamableHTTPASGIApp, StreamableHTTPSessionManager, types
from muniment.mcp.server import Context, make_server
from muniment.operations.abroad import told_abroad
from muniment.operations.services import Services

PATH = "/mcp"


class Admit(Protocol):
    """Return the services as the principal of an HTTP request that needs a permission.

    `called` is what the client calls itself: it is that agent if it may be, and names no other.
    """

    async def __call__(
        self, request: Request, permission: Permission, *, called: str | None = None
    ) -> Services:
        """Return them."""


async def serve_stdio(opening: Open, allowed: Collection[Permission]) -> None:
    """Serve one client on standard input and output until it closes them.

    What it is `allowed` is known before anything is open: clients list tools when they start.
    """
    async with lazily(opening) as lazy:

        async def reach(context: Context, permission: Permission) -> Services:
            return _called_by(await lazy.services(), context)

        async def permits(_: Context, permission: Permission) -> bool:
            return permission in allowed

        server = make_server(reach, permits)
        async with (
            stdio_server(stdin=cast("AsyncFile[str]", _nothing())) as (unheard, outgoing),
            unheard,
            answering_all(standard_input(), outgoing) as (heard, said),
        ):
            await server.run(heard, said, server.create_initialization_options())


async def _nothing() -> AsyncIterator[str]:
    """Give no line: the SDK would read each with a field that stands in it twice."""
    none: tuple[str, ...] = ()
    for line in none:
        yield line


def _called_by(services: Services, context: Context) -> Services:
    """Return services as the agent that the client says it is, if no other is configured."""
    agent = _name(context)
    if services.principal.agent is not None or agent is None:
        return services
    return replace(services, principal=replace(services.principal, agent=agent, trail=(agent,)))


def _name(context: Context) -> str | None:
    """Return what the client calls itself."""
    client = getattr(context.session, "client_params", None)
    name = "" if client is None else client.client_info.name.strip()
    return name[:NAME_MAX] if name and "\x00" not in name else None


class OverHttp:
    """MCP as part of a service: each request stands by itself, and is answered as JSON.

    `running` must be entered while requests are served.
    """

    def __init__(self) -> None:
        self._admit: Admit | None = None
        self.server: Server[Any] = make_server(self._reach, self._permits, _told_abroad)
        self._manager = StreamableHTTPSessionManager(
            self.server, json_response=True, stateless=True
        )
        self.running = self._manager.run

    def router(self, admit: Admit) -> APIRouter:
        """Return the path that clients speak to; `admit` says as whom."""
        self._admit = admit
        router = APIRouter()
        # Nobody is told what was not asked for: a stream (GET) would stay open for nothing, and there is no
        # session to end (DELETE).
        router.routes.append(
            Route(
                PATH,
                _SaidOnce(StreamableHTTPASGIApp(self._manager)),
                methods=["POST"],
                include_in_schema=False,
            )
        )
        return router

    async def _reach(self, context: Context, permission: Permission) -> Services:
        assert self._admit is not None
        return await self._admit(context.request, permission, called=_name(context))

    async def _permits(self, context: Context, permission: Permission) -> bool:
        try:
            await self._reach(context, permission)
        except NotPermitted:
            return False
        except MunimentError:  # the tool says what is wrong
            return True
        return True


def _told_abroad(context: Context, error: MunimentError) -> str:
    return told_abroad(error, context.request.scope.get("request_id"))


class _SaidOnce:
    """An app whose requests say in their body nothing twice, where the SDK would take the last.

    What is JSON and no message is answered here.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request.

        Raises:
            FieldRepeated: an object of its body names a field twice.
        """
        body = await Request(scope, receive).body()
        with suppress(ValueError, RecursionError):  # what is no JSON is told by the SDK
            said = message_of(body) if body else None
            if isinstance(said, types.JSONRPCError):
                told = said.model_dump(mode="json", by_alias=True, exclude_unset=True)
                await JSONResponse(told, HTTPStatus.BAD_REQUEST)(scope, receive, send)
                return
        read: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def again() -> Message:
            return read.pop() if read else await receive()

        await self._app(scope, again, send)
