"""Hold the way to the operations: what the verbs of the library stand on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from types import TracebackType
from typing import Protocol, Self, TypeVar
from weakref import WeakKeyDictionary

from anyio import Lock

from muniment.access.acting import Acting
from muniment.errors import InvalidValue
from muniment.library.context import AgentContext
from muniment.model.printed import listed
from muniment.model.recalled import ContextPack, Recalled
from muniment.operations.catalogue import Operation
from muniment.operations.fitting import refuse_misfit
from muniment.operations.reads import Recall
from muniment.settings import Settings

Request = TypeVar("Request")
Answer = TypeVar("Answer")


class Reach(Protocol):
    """How operations are reached: in this process, or through a service."""

    @property
    def settings(self) -> Settings:
        """The configuration in force."""

    @property
    def budget_tokens(self) -> int:
        """The budget of a recall that names none."""

    @property
    def told(self) -> str:
        """For whom it works, and where, for people: no secret is in it."""

    async def open(self) -> None:
        """Connect; calling it again does nothing."""

    async def close(self) -> None:
        """Release everything; calling it again does nothing."""

    async def perform(
        self, what: Operation[Request, Answer], request: Request, acting: Acting | None
    ) -> Answer:
        """Run any operation of the catalogue, as an agent if one is named."""


class Performs(ABC):
    """What the verbs of the library are mixed into."""

    @abstractmethod
    async def perform(
        self,
        what: Operation[Request, Answer],
        request: Request,
        context: AgentContext | None = None,
    ) -> Answer:
        """Run any operation of the catalogue, as the agent of a context if one is given.

        Raises:
            NotPermitted: the agent's role, or a context above it, does not allow it.
            BudgetSpent: the recalls of the context have used up its tokens.
        """


class Connection(Performs):
    """The connected half of the library."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self._turns: WeakKeyDictionary[AgentContext, Lock] = WeakKeyDictionary()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._reach.told}>"

    @property
    def settings(self) -> Settings:
        """The configuration in force."""
        return self._reach.settings

    async def open(self) -> Self:
        """Connect, starting the bundled server if it is to be used; calling it again does nothing.

        Raises:
            Unsupported, Unavailable, Conflict: the database cannot be used; the message says
                what to do.
        """
        await self._reach.open()
        return self

    async def close(self) -> None:
        """Release connections and model; the last process to close stops the bundled server."""
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

    async def perform(
        self,
        what: Operation[Request, Answer],
        request: Request,
        context: AgentContext | None = None,
    ) -> Answer:
        """Run any operation of the catalogue, as the agent of a context if one is given."""
        if not isinstance(context, AgentContext | None):
            raise InvalidValue(
                f"context is {context!r:.80}, of type {type(context).__name__}; give an AgentContext, "
                "such as memory.context(…) makes."
            )
        if context is None or not isinstance(request, Recall):
            acting = None if context is None else context.acting()
            return listed(await self._reach.perform(what, request, acting))
        refuse_misfit(request)
        # Recalls of one context take turns: each knows what those before it have left.
        async with self._turns.setdefault(context, Lock()):
            left = context.token_budget_left
            if left is not None:
                asked = self._reach.budget_tokens if request.budget is None else request.budget
                request = replace(request, budget=min(asked, left))
            answer = await self._reach.perform(what, request, context.acting())
            context.spend(_tokens(answer))
        return answer


def _tokens(answer: object) -> int:
    match answer:
        case Recalled():
            return answer.receipt.tokens
        case ContextPack():
            return answer.token_count
        case _:
            return 0
