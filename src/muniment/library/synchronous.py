"""Offer Muniment to ordinary Python: the asynchronous library, run on a thread of its own."""

from __future__ import annotations

import atexit
import weakref
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from functools import partial, wraps
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from anyio.from_thread import BlockingPortal, start_blocking_portal

from muniment.library.asynchronous import AsyncAgentMemory
from muniment.ports.embedder import Embedder
from muniment.settings import Settings

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
_OPEN: weakref.WeakSet[AgentMemory] = weakref.WeakSet()


def _blocking(
    method: Callable[Concatenate[AsyncAgentMemory, Given], Awaitable[Answer]],
) -> Callable[Concatenate[AgentMemory, Given], Answer]:
    """Return a method of the asynchronous library as one that waits."""

    @wraps(method)
    def waiting(self: AgentMemory, *args: Given.args, **kwargs: Given.kwargs) -> Answer:
        call = partial(cast("Any", method), self._memory, *args, **kwargs)
        return cast("Answer", self._portal.call(call))

    return cast("Callable[Concatenate[AgentMemory, Given], Answer]", waiting)


class AgentMemory:
    """Shared memory for agents, on the bundled PostgreSQL or on your own.

    `AgentMemory()` starts or joins the bundled server; `AgentMemory("postgresql://…")` uses
    yours. Every setting can be given by name: `AgentMemory(tenant="acme", user="anna")`. It may
    be shared by threads. Close it, or use it as a context manager; what is left open is closed
    when the interpreter ends.

    Raises:
        UnknownSetting: a setting does not exist or its value is not allowed.
        Unsupported, Unavailable, Conflict: the database cannot be used; the message says what to do.
    """

    def __init__(
        self,
        database_url: str | None = None,
        *,
        settings: Settings | None = None,
        embedder: Embedder | None = None,
        adopting: bool = False,
        **configuration: Any,
    ) -> None:
        self._memory = AsyncAgentMemory(
            database_url, settings=settings, embedder=embedder, adopting=adopting, **configuration
        )
        self._stack = ExitStack()
        self._portal: BlockingPortal = self._stack.enter_context(start_blocking_portal("asyncio"))
        try:
            self._portal.call(self._memory.open)
        except BaseException:
            self._stack.close()
            raise
        _OPEN.add(self)

    @property
    def settings(self) -> Settings:
        """The configuration in force."""
        return self._memory.settings

    def close(self) -> None:
        """Let go of connections and model; the last process out stops the bundled server."""
        if self in _OPEN:
            _OPEN.discard(self)
            try:
                self._portal.call(self._memory.close)
            finally:
                self._stack.close()

    def __enter__(self) -> AgentMemory:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    perform = _blocking(AsyncAgentMemory.perform)
    add = _blocking(AsyncAgentMemory.add)
    add_many = _blocking(AsyncAgentMemory.add_many)
    update = _blocking(AsyncAgentMemory.update)
    end = _blocking(AsyncAgentMemory.end)
    forget = _blocking(AsyncAgentMemory.forget)
    forget_episode = _blocking(AsyncAgentMemory.forget_episode)
    retract = _blocking(AsyncAgentMemory.retract)
    ingest_turns = _blocking(AsyncAgentMemory.ingest_turns)
    recall = _blocking(AsyncAgentMemory.recall)
    recall_as_pack = _blocking(AsyncAgentMemory.recall_as_pack)
    replay = _blocking(AsyncAgentMemory.replay)
    get = _blocking(AsyncAgentMemory.get)
    get_episode = _blocking(AsyncAgentMemory.get_episode)
    search = _blocking(AsyncAgentMemory.search)
    history = _blocking(AsyncAgentMemory.history)
    timeline = _blocking(AsyncAgentMemory.timeline)
    current_facts = _blocking(AsyncAgentMemory.current_facts)
    diff = _blocking(AsyncAgentMemory.diff)
    explain = _blocking(AsyncAgentMemory.explain)
    transactions = _blocking(AsyncAgentMemory.transactions)
    stats = _blocking(AsyncAgentMemory.stats)
    health = _blocking(AsyncAgentMemory.health)
    verify = _blocking(AsyncAgentMemory.verify)
    set_cardinality = _blocking(AsyncAgentMemory.set_cardinality)
    rebuild_indexes = _blocking(AsyncAgentMemory.rebuild_indexes)
    run_pending = _blocking(AsyncAgentMemory.run_pending)
    adopt_embedder = _blocking(AsyncAgentMemory.adopt_embedder)


@atexit.register
def _close_all() -> None:
    for memory in list(_OPEN):
        memory.close()
