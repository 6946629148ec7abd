"""Offer Muniment to ordinary Python: the asynchronous library, run on a thread of its own."""

from __future__ import annotations

import weakref
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from functools import partial, wraps
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar, cast

from muniment.library.asynchronous import AsyncAgentMemory, AsyncVerbs
from muniment.library.context import AgentContext, Contexts
from muniment.library.in_process import EmbedderGiven
from muniment.library.own_thread import OwnThread
from muniment.settings import Settings

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def _blocking(
    method: Callable[Concatenate[AsyncVerbs, Given], Awaitable[Answer]],
) -> Callable[Concatenate[Verbs, Given], Answer]:
    """Return a method of the asynchronous library as one that waits."""

    @wraps(method, updated=())  # not whether it is abstract
    def waiting(self: Verbs, *args: Given.args, **kwargs: Given.kwargs) -> Answer:
        return cast("Answer", self._wait(method.__name__, *args, **kwargs))

    return cast("Callable[Concatenate[Verbs, Given], Answer]", waiting)


class Verbs(ABC):
    """The verbs of the library, each of which waits."""

    @abstractmethod
    def _wait(self, name: str, /, *args: Any, **kwargs: Any) -> object: ...

    perform = _blocking(AsyncVerbs.perform)
    add = _blocking(AsyncVerbs.add)
    add_many = _blocking(AsyncVerbs.add_many)
    update = _blocking(AsyncVerbs.update)
    end = _blocking(AsyncVerbs.end)
    forget = _blocking(AsyncVerbs.forget)
    forget_episode = _blocking(AsyncVerbs.forget_episode)
    retract = _blocking(AsyncVerbs.retract)
    purge = _blocking(AsyncVerbs.purge)
    ingest_turns = _blocking(AsyncVerbs.ingest_turns)
    ingest_round = _blocking(AsyncVerbs.ingest_round)
    ingest_rounds = _blocking(AsyncVerbs.ingest_rounds)
    decisions = _blocking(AsyncVerbs.decisions)
    review = _blocking(AsyncVerbs.review)
    settle_review = _blocking(AsyncVerbs.settle_review)
    recall = _blocking(AsyncVerbs.recall)
    recall_as_pack = _blocking(AsyncVerbs.recall_as_pack)
    replay = _blocking(AsyncVerbs.replay)
    get = _blocking(AsyncVerbs.get)
    get_episode = _blocking(AsyncVerbs.get_episode)
    search = _blocking(AsyncVerbs.search)
    history = _blocking(AsyncVerbs.history)
    timeline = _blocking(AsyncVerbs.timeline)
    current_facts = _blocking(AsyncVerbs.current_facts)
    diff = _blocking(AsyncVerbs.diff)
    explain = _blocking(AsyncVerbs.explain)
    transactions = _blocking(AsyncVerbs.transactions)
    changes = _blocking(AsyncVerbs.changes)
    stats = _blocking(AsyncVerbs.stats)
    health = _blocking(AsyncVerbs.health)
    verify = _blocking(AsyncVerbs.verify)
    append_facts = _blocking(AsyncVerbs.append_facts)
    facts = _blocking(AsyncVerbs.facts)
    namespaces = _blocking(AsyncVerbs.namespaces)
    users = _blocking(AsyncVerbs.users)
    resolve_entity = _blocking(AsyncVerbs.resolve_entity)
    add_alias = _blocking(AsyncVerbs.add_alias)
    entities = _blocking(AsyncVerbs.entities)
    graph = _blocking(AsyncVerbs.graph)
    graph_measures = _blocking(AsyncVerbs.graph_measures)
    create_project = _blocking(AsyncVerbs.create_project)
    end_project = _blocking(AsyncVerbs.end_project)
    projects = _blocking(AsyncVerbs.projects)
    create_session = _blocking(AsyncVerbs.create_session)
    end_session = _blocking(AsyncVerbs.end_session)
    sessions = _blocking(AsyncVerbs.sessions)
    set_quota = _blocking(AsyncVerbs.set_quota)
    get_quota = _blocking(AsyncVerbs.get_quota)
    reflect = _blocking(AsyncVerbs.reflect)
    faded = _blocking(AsyncVerbs.faded)
    find_duplicates = _blocking(AsyncVerbs.find_duplicates)
    find_contradictions = _blocking(AsyncVerbs.find_contradictions)
    propose_contradictions = _blocking(AsyncVerbs.propose_contradictions)
    consolidate = _blocking(AsyncVerbs.consolidate)
    set_cardinality = _blocking(AsyncVerbs.set_cardinality)
    rebuild_indexes = _blocking(AsyncVerbs.rebuild_indexes)
    adopt_embedder = _blocking(AsyncVerbs.adopt_embedder)
    heal_backlog = _blocking(AsyncVerbs.heal_backlog)
    run_pending = _blocking(AsyncVerbs.run_pending)
    enqueue = _blocking(AsyncVerbs.enqueue)
    tasks = _blocking(AsyncVerbs.tasks)
    traces = _blocking(AsyncVerbs.traces)
    get_task = _blocking(AsyncVerbs.get_task)
    cancel_task = _blocking(AsyncVerbs.cancel_task)
    retry_task = _blocking(AsyncVerbs.retry_task)
    schedules = _blocking(AsyncVerbs.schedules)
    set_schedule = _blocking(AsyncVerbs.set_schedule)
    answer = _blocking(AsyncVerbs.answer)
    audit_gaps = _blocking(AsyncVerbs.audit_gaps)
    compile_page = _blocking(AsyncVerbs.compile_page)
    compile_persona_page = _blocking(AsyncVerbs.compile_persona_page)
    compile_bank = _blocking(AsyncVerbs.compile_bank)
    index_page_vectors = _blocking(AsyncVerbs.index_page_vectors)
    pages = _blocking(AsyncVerbs.pages)
    get_page = _blocking(AsyncVerbs.get_page)
    page_revisions = _blocking(AsyncVerbs.page_revisions)
    page_diff = _blocking(AsyncVerbs.page_diff)
    lint_pages = _blocking(AsyncVerbs.lint_pages)
    refresh_pages = _blocking(AsyncVerbs.refresh_pages)
    take_snapshot = _blocking(AsyncVerbs.take_snapshot)
    get_snapshot = _blocking(AsyncVerbs.get_snapshot)
    process_turn = _blocking(AsyncVerbs.process_turn)
    enhance_context = _blocking(AsyncVerbs.enhance_context)
    deep_memory = _blocking(AsyncVerbs.deep_memory)
    create_key = _blocking(AsyncVerbs.create_key)
    keys = _blocking(AsyncVerbs.keys)
    revoke_key = _blocking(AsyncVerbs.revoke_key)
    grant = _blocking(AsyncVerbs.grant)
    grants = _blocking(AsyncVerbs.grants)
    revoke_grant = _blocking(AsyncVerbs.revoke_grant)


class BoundContext(AgentContext, Verbs):
    """A context that is bound to a memory: it has the memory's methods."""

    def __init__(self, memory: AgentMemory, agent_id: str, **given: Any) -> None:
        super().__init__(agent_id, **given)
        self.memory = memory

    def _wait(self, name: str, /, *args: Any, **kwargs: Any) -> object:
        if kwargs.get("context") is None:
            kwargs["context"] = self
        return self.memory._wait(name, *args, **kwargs)


class AgentMemory(Verbs, Contexts[BoundContext]):
    """Shared memory for agents, on the bundled PostgreSQL or on your own.

    `AgentMemory()` starts or joins the bundled server; `AgentMemory("postgresql://…")` uses yours. Every setting can
    be given by name: `AgentMemory(tenant="acme", user="anna")`. A new tenant is opened by the first write, or at once
    with `founding`; `local` always exists. Threads may share it. Close it, or use it as a context manager; otherwise
    it is closed when nobody holds it any more, or when the interpreter ends.

    Raises:
        UnknownSetting: a setting does not exist, its value is not allowed, or one is given beside `settings`.
        Unsupported, Unavailable, Conflict: the database cannot be used; the message says what to do.
    """

    def __init__(
        self,
        database_url: str | None = None,
        *,
        settings: Settings | None = None,
        embedder: EmbedderGiven = None,
        adopting: bool = False,
        founding: bool = False,
        **configuration: Any,
    ) -> None:
        self._start(
            AsyncAgentMemory(
                database_url,
                settings=settings,
                embedder=embedder,
                adopting=adopting,
                founding=founding,
                **configuration,
            )
        )

    def _start(self, memory: AsyncAgentMemory) -> None:
        self._memory = memory
        self._thread = OwnThread(memory, type(self).__name__)
        weakref.finalize(self, self._thread.tell).atexit = False

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._memory._reach.told}>"

    @property
    def settings(self) -> Settings:
        """The configuration in force."""
        return self._memory.settings

    def close(self) -> None:
        """Release connections and model; the last process to close stops the bundled server."""
        self._thread.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _wait(self, name: str, /, *args: Any, **kwargs: Any) -> object:
        return self._thread.call(partial(getattr(self._memory, name), *args, **kwargs))

    def _bind(self, agent_id: str, **given: Any) -> BoundContext:
        return BoundContext(self, agent_id, **given)
