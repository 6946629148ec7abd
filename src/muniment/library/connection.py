"""Open the services of a memory when they are first needed, and close them again."""

from __future__ import annotations

from contextlib import AsyncExitStack
from types import TracebackType
from typing import Any, Self, TypeVar

from anyio import Lock

from muniment.bootstrap.wiring import opened
from muniment.operations.catalogue import Operation, perform
from muniment.operations.services import Services
from muniment.ports.embedder import Embedder
from muniment.settings import Settings

Request = TypeVar("Request")
Answer = TypeVar("Answer")


class Connection:
    """The connected half of the library: settings, services, and the way to any operation."""

    def __init__(
        self,
        database_url: str | None = None,
        *,
        settings: Settings | None = None,
        embedder: Embedder | None = None,
        adopting: bool = False,
        **configuration: Any,
    ) -> None:
        if database_url is not None:
            configuration["database_url"] = database_url
        self.settings = settings if settings is not None else Settings(**configuration)
        self._embedder = embedder
        self._adopting = adopting
        self._stack: AsyncExitStack | None = None
        self._services: Services | None = None
        self._opening = Lock()

    async def open(self) -> Self:
        """Connect, starting the bundled server if it is to be used; again is nothing.

        Raises:
            Unsupported, Unavailable, Conflict: the database cannot be used; the message says
                what to do.
        """
        await self._opened()
        return self

    async def close(self) -> None:
        """Let go of connections and model; the last process out stops the bundled server."""
        if self._stack is not None:
            stack, self._stack, self._services = self._stack, None, None
            await stack.aclose()

    async def __aenter__(self) -> Self:
        return await self.open()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def _opened(self) -> Services:
        async with self._opening:
            if self._services is None:
                async with AsyncExitStack() as stack:
                    self._services = await stack.enter_async_context(
                        opened(self.settings, embedder=self._embedder, adopting=self._adopting)
                    )
                    self._stack = stack.pop_all()
            return self._services

    async def perform(self, what: Operation[Request, Answer], request: Request) -> Answer:
        """Run any operation of the catalogue."""
        return await perform(await self._opened(), what, request)
