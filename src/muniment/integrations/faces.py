"""Ask any memory, here or behind a service, from synchronous and from asynchronous code."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, Final, TypeVar, cast
from uuid import UUID

from anyio.to_thread import run_sync

from muniment.errors import (
    ExtraMissing,
    InvalidValue,
    MemoryNotFound,
    SettingsElsewhere,
    TenantNotFound,
)
from muniment.library import (
    AgentContext,
    AgentMemory,
    AsyncAgentMemory,
    AsyncBoundContext,
    BoundContext,
)
from muniment.library.wrapped import Memory
from muniment.operations.moments import BasisLike

Answer = TypeVar("Answer")

PAGE: Final = 1000
"""The most that is told at once."""

BUDGET: Final = 1_000_000
"""The tokens of a recall whose results a framework bounds by itself."""

_WIDEST: Final = "orchestrator"
"""The role of agents that has every permission that a tool needs."""


def awaited(memory: Memory) -> AsyncAgentMemory:
    """Return a face whose methods are awaited; those of a synchronous memory run in a thread.

    Raises:
        InvalidValue: it is no memory, nor a context bound to one.
    """
    return cast("AsyncAgentMemory", memory if _is_async(memory) else _Awaited(memory, run_sync))


def at_once(memory: Memory) -> AsyncAgentMemory:
    """Return a face for work that `finished` does: its methods are awaited, and never suspend.

    Raises:
        InvalidValue: the memory is asynchronous, or it is none.
    """
    if _is_async(memory):
        raise InvalidValue(
            "this is called from synchronous code, and the memory is an AsyncAgentMemory. "
            "Give an AgentMemory or a MemoryClient, which serve both."
        )
    return cast("AsyncAgentMemory", _Awaited(memory, _done))


def finished(work: Coroutine[Any, Any, Answer]) -> Answer:
    """Do work over a face of `at_once`, and return what it answers."""
    try:
        work.send(None)
    except StopIteration as end:
        return cast("Answer", end.value)
    raise AssertionError("it suspended")


def permitted(memory: Memory) -> frozenset[str]:
    """Return what a memory's agent may do at most, as far as it is known here: a service says the rest when it is asked."""
    if isinstance(memory, BoundContext | AsyncBoundContext):
        return memory.permissions & permitted(_bound(memory))
    try:
        settings = _bound(memory).settings
    except SettingsElsewhere:
        return AgentContext("any").permissions
    role = settings.role or _WIDEST
    return AgentContext("any", role=role, read_only=settings.read_only).permissions


async def read_or(nothing: Answer, reading: Awaitable[Answer]) -> Answer:
    """Return what is read, or nothing of a tenant that opens when it is first written to."""
    try:
        return await reading
    except TenantNotFound:
        return nothing


async def forgotten(memory: AsyncAgentMemory, id: UUID, *, reason: str) -> bool:
    """Forget a memory, and tell whether this did it: another call may have been first."""
    try:
        await memory.forget(id, reason=reason)
    except MemoryNotFound:
        return False
    return True


async def all_namespaces(
    memory: AsyncAgentMemory, starts_with: str | None, as_of: BasisLike | None
) -> list[str]:
    """Return every namespace whose name begins so, by name; none before the tenant is opened."""
    found: list[str] = []
    while True:
        after = found[-1] if found else None
        asked = memory.namespaces(starts_with, as_of=as_of, after=after, limit=PAGE)
        page = await read_or([], asked)
        found += page
        if len(page) < PAGE:
            return found


def extra_missing(extra: str) -> ExtraMissing:
    """Return the error that says how a framework is installed."""
    return ExtraMissing(
        f"this needs a framework that is not installed. Run: pip install 'muniment[{extra}]'"
    )


class _Awaited:
    """A synchronous memory whose methods are awaited: `do` says how each call is done."""

    def __init__(
        self, memory: Memory, do: Callable[[Callable[[], object]], Awaitable[object]]
    ) -> None:
        self._memory = memory
        self._do = do

    def __getattr__(self, name: str) -> Callable[..., Coroutine[Any, Any, Any]]:
        method = getattr(self._memory, name)

        async def asked(*args: Any, **kwargs: Any) -> Any:
            return await self._do(partial(method, *args, **kwargs))

        return asked


async def _done(call: Callable[[], object]) -> object:
    return call()


def _is_async(memory: Memory) -> bool:
    return isinstance(_bound(memory), AsyncAgentMemory)


def _bound(memory: Memory) -> AgentMemory | AsyncAgentMemory:
    """Return a memory, or that of a context."""
    bound = memory.memory if isinstance(memory, BoundContext | AsyncBoundContext) else memory
    if isinstance(bound, AgentMemory | AsyncAgentMemory):
        return bound
    raise InvalidValue(
        f"a {type(memory).__name__} is given as a memory, and is none, nor bound to one. Give an AgentMemory, "
        "an AsyncAgentMemory, a client of a service, or what their `context` returns."
    )
