"""Reach the operations in this process: the services are opened when they are first needed."""

from __future__ import annotations

from asyncio import AbstractEventLoop, get_running_loop
from collections.abc import Mapping
from contextlib import AsyncExitStack
from typing import Any, TypeVar, cast

from anyio import CancelScope, Lock

from muniment.access.acting import Acting
from muniment.bootstrap.wiring import opened
from muniment.errors import MemoryClosed, UnknownSetting
from muniment.model.redaction import redacted
from muniment.operations.catalogue import Operation, perform
from muniment.operations.services import Services
from muniment.ports.embedder import Embedder
from muniment.settings import Settings
from muniment.settings.sections import EmbedderSettings

Request = TypeVar("Request")
Answer = TypeVar("Answer")


EmbedderGiven = Embedder | EmbedderSettings | Mapping[str, object] | None
"""An embedder of one's own, or the setting of that name."""


def settings_given(
    database_url: str | None,
    settings: Settings | None,
    embedder: EmbedderGiven,
    **configuration: Any,
) -> tuple[Settings, Embedder | None]:
    """Return the settings that somebody gives whole, or by name, and the embedder that takes the place of theirs.

    Raises:
        UnknownSetting: a setting does not exist, its value is not allowed, or one is given beside `settings`.
    """
    own = cast(Embedder, embedder) if hasattr(embedder, "embed_query") else None
    if own is None and embedder is not None:
        configuration["embedder"] = embedder
    if database_url is not None:
        configuration["database_url"] = database_url
    if settings is None:
        return Settings(**configuration), own
    if configuration:
        raise UnknownSetting(
            f"{', '.join(sorted(configuration))}: given together with settings, which say it already."
            " Give one of the two, or settings.model_copy(update={…})."
        )
    return settings, own


class InProcess:
    """The services of a configuration, opened by the first call, or again by `open` once they were closed."""

    def __init__(
        self,
        settings: Settings,
        embedder: Embedder | None,
        *,
        adopting: bool = False,
        founding: bool = False,
    ) -> None:
        self.settings = settings
        self._embedder = embedder
        self._adopting = adopting
        self._founding = founding
        self._stack: AsyncExitStack | None = None
        self._services: Services | None = None
        self._loop: AbstractEventLoop | None = None
        self._is_closed = False
        self._opening = Lock()

    @property
    def budget_tokens(self) -> int:
        """The budget of a recall that names none."""
        return self.settings.recall.budget_tokens

    @property
    def told(self) -> str:
        """For whom it works, and where, for people: no secret is in it."""
        settings, url = self.settings, self.settings.database_url
        place = settings.home if url is None else redacted(url.get_secret_value())
        return (
            f"tenant={settings.tenant!r} user={settings.user!r} namespace={settings.namespace!r} "
            f"at {place}"
        )

    async def open(self) -> None:
        """Connect, starting the bundled server if it is to be used; calling it again does nothing."""
        self._is_closed = False
        await self.services()

    @property
    def services_open(self) -> Services | None:
        """The services, while they are open."""
        return self._services

    async def close(self) -> None:
        """Release connections and model; the last process to close stops the bundled server."""
        self._is_closed = True
        with CancelScope(shield=True):
            async with self._opening:
                await self._close()

    async def _close(self) -> None:
        if self._stack is not None:
            self._refuse_elsewhere()
            stack, self._stack, self._services = self._stack, None, None
            await stack.aclose()

    async def perform(
        self, what: Operation[Request, Answer], request: Request, acting: Acting | None
    ) -> Answer:
        """Run any operation of the catalogue, as an agent if one is named."""
        services = await self.services()
        return await perform(
            services if acting is None else services.acting_as(acting), what, request
        )

    async def services(self) -> Services:
        """Return the services, opening them if they are not.

        Raises:
            MemoryClosed: they were closed, or belong to another event loop.
        """
        services = self._services or await self._opened()
        self._refuse_elsewhere()
        return services

    async def _opened(self) -> Services:
        async with self._opening:
            if self._is_closed:
                raise MemoryClosed
            return self._services or await self._open()

    async def _open(self) -> Services:
        async with AsyncExitStack() as stack:
            services = opened(
                self.settings,
                embedder=self._embedder,
                adopting=self._adopting,
                founding=self._founding,
            )
            self._services = await stack.enter_async_context(services)
            self._loop = get_running_loop()
            self._stack = stack.pop_all()
            return self._services

    def _refuse_elsewhere(self) -> None:
        if self._loop is not get_running_loop():
            raise MemoryClosed(
                "this memory and its connections belong to another event loop. Open one in each "
                "loop, or an AgentMemory, which serves them all."
            )
