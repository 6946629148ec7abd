"""Hold the way to the operations: what the verbs of the library stand on."""

from __future__ import annotations

from types import TracebackType
from typing import Protocol, Self, TypeVar

from muniment.operations.catalogue import Operation
from muniment.settings import Settings

Request = TypeVar("Request")
Answer = TypeVar("Answer")


class Reach(Protocol):
    """How operations are reached: in this process, or through a service."""

    @property
    def settings(self) -> Settings:
        """The configuration in force."""

    async def open(self) -> None:
        """Connect; again is nothing."""

    async def close(self) -> None:
        """Let go of everything; again is nothing."""

    async def perform(self, what: Operation[Request, Answer], request: Request) -> Answer:
        """Run any operation of the catalogue."""


class Connection:
    """The connected half of the library: the verbs are mixed into it."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach

    @property
    def settings(self) -> Settings:
        """The configuration in force."""
        return self._reach.settings

    async def open(self) -> Self:
        """Connect, starting the bundled server if it is to be used; again is nothing.

        Raises:
            Unsupported, Unavailable, Conflict: the database cannot be used; the message says
                what to do.
        """
        await self._reach.open()
        return self

    async def close(self) -> None:
        """Let go of connections and model; the last process out stops the bundled server."""
        await self._reach.close()

    async def __aenter__(self) -> Self:
        return await self.open()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def perform(self, what: Operation[Request, Answer], request: Request) -> Answer:
        """Run any operation of the catalogue."""
        return await self._reach.perform(what, request)
