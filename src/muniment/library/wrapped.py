"""Give a language model's client a memory: recall before each call, retain after it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import reduce
from typing import Any, Final, TypeAlias, TypeVar, cast

from muniment.errors import InvalidValue, MunimentError
from muniment.library.asynchronous import AsyncAgentMemory, AsyncBoundContext
from muniment.library.exchanges import Exchange, Slot, exchange_of
from muniment.library.synchronous import AgentMemory, BoundContext
from muniment.model.recalled import ContextPack
from muniment.model.storable import is_blank

Client = TypeVar("Client")

CALLS: Final[Mapping[tuple[str, ...], Slot]] = {
    ("chat", "completions", "create"): Slot.MESSAGES,
    ("responses", "create"): Slot.INSTRUCTIONS,
    ("messages", "create"): Slot.SYSTEM,
}
"""The calls that go through memory, and where each takes context; the others go straight to the client."""

TROUBLES_KEPT: Final = 100
"""How many errors of a memory are kept: a client may live long beside one that is down."""

COPIES: Final = frozenset({("with_options",), ("copy",)})
"""The calls that return the client with other options: it remembers too."""


Memory: TypeAlias = AgentMemory | AsyncAgentMemory | BoundContext | AsyncBoundContext
"""A memory here or behind a service (`MemoryClient` is an `AgentMemory`), or a context bound to one."""


class Remembering:
    """What a wrapped client remembers with, and what went wrong with it.

    A memory that is down never stands in the way of a call: `trouble` holds the latest hundred errors, and `on_trouble`
    is told of each.
    """

    def __init__(
        self,
        memory: Memory,
        session: str,
        *,
        enabled: bool,
        on_trouble: Callable[[MunimentError], None] | None,
    ) -> None:
        self.memory: Any = memory
        self.session = session
        self.enabled = enabled
        self.trouble: list[MunimentError] = []
        self._on_trouble = on_trouble

    def note(self, error: MunimentError) -> None:
        """Note what went wrong, and go on."""
        self.trouble.append(error)
        del self.trouble[:-TROUBLES_KEPT]
        if self._on_trouble is not None:
            self._on_trouble(error)


def wrap(
    client: Client,
    *,
    memory: Memory | None = None,
    session: str = "chat",
    enabled: bool = True,
    on_trouble: Callable[[MunimentError], None] | None = None,
) -> Client:
    """Return a client of OpenAI's or Anthropic's SDK that recalls before a call and retains after it.

    What is recalled for the last message of the user goes before the conversation as quoted data, and again with the
    results of tools. When the answer is there, or its stream has ended, the round is learnt from. Asynchronous clients
    need an `AsyncAgentMemory`. What goes through memory is `chat.completions.create`, `responses.create` and
    `messages.create`; not `with_raw_response`, `with_streaming_response`, `stream`, `parse`. Without a `memory` the
    default one is opened: for them with the first call, for others here, and this raises where it cannot be.
    `remembering` of what is returned has the switch `enabled` and the `trouble` there was.

    Raises:
        InvalidValue: the client is asynchronous and the memory is not, or the other way round, or it is none.
    """
    is_async = _is_async(client)
    if memory is None:
        memory = AsyncAgentMemory() if is_async else AgentMemory()
    wanted = AsyncAgentMemory if is_async else AgentMemory
    bound = memory.memory if isinstance(memory, BoundContext | AsyncBoundContext) else memory
    if not isinstance(bound, wanted):
        raise InvalidValue(
            f"the client is {type(client).__name__}, and the memory is {type(bound).__name__}. "
            f"Give it an {wanted.__name__}, here or behind a service."
        )
    remembers = Remembering(memory, session, enabled=enabled, on_trouble=on_trouble)
    return cast("Client", _Wrapped(client, remembers, ()))


def remembering(client: object) -> Remembering:
    """Return what a wrapped client remembers with: its attribute of that name, as type checkers see it.

    Raises:
        InvalidValue: it is none that `wrap` returned.
    """
    if not isinstance(client, _Wrapped):
        raise InvalidValue(
            f"the client is {type(client).__name__}, and is not wrapped. Give what wrap(client) returned."
        )
    return client.remembering


def _is_async(client: object) -> bool:
    """Tell whether the calls of a client that go through memory are awaited."""
    for path in CALLS:
        with suppress(AttributeError):
            return _is_awaited(reduce(getattr, path, client))
    return False


def _is_awaited(call: Any) -> bool:
    return inspect.iscoroutinefunction(inspect.unwrap(call))


class _Wrapped:
    """A client, or a part of it, whose calls through memory are replaced."""

    def __init__(self, wrapped: Any, remembering: Remembering, path: tuple[str, ...]) -> None:
        self._wrapped = wrapped
        self._path = path
        self.remembering = remembering

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._wrapped, name)
        path = (*self._path, name)
        if path in CALLS:
            remembered = _remembered_async if _is_awaited(found) else _remembered
            return remembered(found, CALLS[path], self.remembering)
        if path in COPIES:
            return lambda **given: _Wrapped(found(**given), self.remembering, ())
        if any(call[: len(path)] == path for call in CALLS):
            return _Wrapped(found, self.remembering, path)
        return found

    def __enter__(self) -> _Wrapped:
        self._wrapped.__enter__()
        return self

    def __exit__(self, *how: object) -> None:
        self._wrapped.__exit__(*how)

    async def __aenter__(self) -> _Wrapped:
        await self._wrapped.__aenter__()
        return self

    async def __aexit__(self, *how: object) -> None:
        await self._wrapped.__aexit__(*how)


def _remembered(
    call: Callable[..., Any], slot: Slot, remembering: Remembering
) -> Callable[..., Any]:
    def create(**given: Any) -> Any:
        exchange = exchange_of(given, slot) if remembering.enabled else None
        if exchange is None:
            return call(**given)
        pack: ContextPack | None = None
        try:
            pack = remembering.memory.recall_as_pack(exchange.asked)
        except MunimentError as error:
            remembering.note(error)
        answer = call(**exchange.with_pack(pack))

        def retain(said: str) -> None:
            if pack is None or (is_blank(said) and not exchange.is_new):
                return
            try:
                remembering.memory.ingest_round(**_round(remembering, exchange, pack, said))
            except MunimentError as error:
                remembering.note(error)

        if given.get("stream"):
            return _Stream(answer, exchange, retain)
        retain(exchange.said_in(answer))
        return answer

    return create


def _remembered_async(
    call: Callable[..., Any], slot: Slot, remembering: Remembering
) -> Callable[..., Any]:
    async def create(**given: Any) -> Any:
        exchange = exchange_of(given, slot) if remembering.enabled else None
        if exchange is None:
            return await call(**given)
        pack: ContextPack | None = None
        try:
            pack = await remembering.memory.recall_as_pack(exchange.asked)
        except MunimentError as error:
            remembering.note(error)
        answer = await call(**exchange.with_pack(pack))

        async def retain(said: str) -> None:
            if pack is None or (is_blank(said) and not exchange.is_new):
                return
            try:
                await remembering.memory.ingest_round(**_round(remembering, exchange, pack, said))
            except MunimentError as error:
                remembering.note(error)

        if given.get("stream"):
            return _AsyncStream(answer, exchange, retain)
        await retain(exchange.said_in(answer))
        return answer

    return create


def _round(
    remembering: Remembering, exchange: Exchange, pack: ContextPack, said: str
) -> Mapping[str, object]:
    """Return the round that was held at the time of its recall, by the database's clock.

    A user's message that tools are called for is kept with the first call, the answer with the last.
    """
    return {
        "user_message": exchange.question if exchange.is_new else None,
        "assistant_message": None if is_blank(said) else said,
        "session": remembering.session,
        "occurred_at": pack.valid_at,
    }


class _Handed:
    """A stream that is handed on as it comes, and retained when it has ended."""

    def __init__(self, stream: Any, exchange: Exchange, retain: Callable[[str], Any]) -> None:
        self._stream = stream
        self._exchange = exchange
        self._retain = retain
        self._said: list[str] = []

    def _heard(self, event: Any) -> Any:
        self._said.append(self._exchange.said_in_event(event))
        return event

    def _retained(self) -> Any:
        said = "".join(self._said)
        self._said.clear()
        return self._retain(said)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class _Stream(_Handed):
    def __iter__(self) -> _Stream:
        return self

    def __next__(self) -> Any:
        try:
            return self._heard(next(self._stream))
        except StopIteration:
            self._retained()
            raise

    def __enter__(self) -> _Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()


class _AsyncStream(_Handed):
    def __aiter__(self) -> _AsyncStream:
        return self

    async def __anext__(self) -> Any:
        try:
            return self._heard(await anext(self._stream))
        except StopAsyncIteration:
            await self._retained()
            raise

    async def __aenter__(self) -> _AsyncStream:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stream.close()
