"""Offer Muniment to ordinary Python: the asynchronous library, run on a thread of its own."""

from __future__ import annotations

import weakref
from collections.abc import Awaitable, Callable
from functools import partial, wraps
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar, cast

from muniment.library.asynchronous import AsyncAgentMemory
from muniment.library.context import Contexts
from muniment.library.own_thread import OwnThread
from muniment.ports.embedder import Embedder
from muniment.settings import Settings

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def _blocking(
    method: Callable[Concatenate[AsyncAgentMemory, Given], Awaitable[Answer]],
) -> Callable[Concatenate[AgentMemory, Given], Answer]:
    """Return a method of the asynchronous library as one that waits."""

    @wraps(method)
    def waiting(self: AgentMemory, *args: Given.args, **kwargs: Given.kwargs) -> Answer:
        return self._thread.call(partial(method, self._memory, *args, **kwargs))

    return cast("Callable[Concatenate[AgentMemory, Given], Answer]", waiting)


class AgentMemory(Contexts):
    """Shared memory for agents, on the bundled PostgreSQL or on your own.

    `AgentMemory()` starts or joins the bundled server; `AgentMemory("postgresql://…")` uses
    yours. Every setting can be given by name: `AgentMemory(tenant="acme", user="anna")`. A
    tenant that is not there is opened by what is written to it first, with `founding` at once;
    `local` always is. It may be shared by threads. Close it, or use it as a context manager; what
    is left open is closed when nobody holds it any more, or when the interpreter ends.

    Raises:
        UnknownSetting: a setting does not exist, its value is not allowed, or one is given beside `settings`.
        Unsupported, Unavailable, Conflict: the database cannot be used; the message says what to do.
    """

    def __init__(
        self,
        database_url: str | None = None,
        *,
        settings: Settings | None = None,
        embedder: Embedder | None = None,
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
        """Let go of connections and model; the last process out stops the bundled server."""
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

    context = Contexts.context
    perform = _blocking(AsyncAgentMemory.perform)
    add = _blocking(AsyncAgentMemory.add)
    add_many = _blocking(AsyncAgentMemory.add_many)
    update = _blocking(AsyncAgentMemory.update)
    end = _blocking(AsyncAgentMemory.end)
    forget = _blocking(AsyncAgentMemory.forget)
    forget_episode = _blocking(AsyncAgentMemory.forget_episode)
    retract = _blocking(AsyncAgentMemory.retract)
    ingest_turns = _blocking(AsyncAgentMemory.ingest_turns)
    ingest_round = _blocking(AsyncAgentMemory.ingest_round)
    ingest_rounds = _blocking(AsyncAgentMemory.ingest_rounds)
    decisions = _blocking(AsyncAgentMemory.decisions)
    review = _blocking(AsyncAgentMemory.review)
    settle_review = _blocking(AsyncAgentMemory.settle_review)
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
    changes = _blocking(AsyncAgentMemory.changes)
    stats = _blocking(AsyncAgentMemory.stats)
    health = _blocking(AsyncAgentMemory.health)
    verify = _blocking(AsyncAgentMemory.verify)
    append_facts = _blocking(AsyncAgentMemory.append_facts)
    facts = _blocking(AsyncAgentMemory.facts)
    namespaces = _blocking(AsyncAgentMemory.namespaces)
    resolve_entity = _blocking(AsyncAgentMemory.resolve_entity)
    add_alias = _blocking(AsyncAgentMemory.add_alias)
    entities = _blocking(AsyncAgentMemory.entities)
    graph = _blocking(AsyncAgentMemory.graph)
    graph_measures = _blocking(AsyncAgentMemory.graph_measures)
    create_project = _blocking(AsyncAgentMemory.create_project)
    end_project = _blocking(AsyncAgentMemory.end_project)
    projects = _blocking(AsyncAgentMemory.projects)
    create_session = _blocking(AsyncAgentMemory.create_session)
    end_session = _blocking(AsyncAgentMemory.end_session)
    sessions = _blocking(AsyncAgentMemory.sessions)
    set_quota = _blocking(AsyncAgentMemory.set_quota)
    get_quota = _blocking(AsyncAgentMemory.get_quota)
    reflect = _blocking(AsyncAgentMemory.reflect)
    faded = _blocking(AsyncAgentMemory.faded)
    find_duplicates = _blocking(AsyncAgentMemory.find_duplicates)
    find_contradictions = _blocking(AsyncAgentMemory.find_contradictions)
    propose_contradictions = _blocking(AsyncAgentMemory.propose_contradictions)
    consolidate = _blocking(AsyncAgentMemory.consolidate)
    set_cardinality = _blocking(AsyncAgentMemory.set_cardinality)
    rebuild_indexes = _blocking(AsyncAgentMemory.rebuild_indexes)
    adopt_embedder = _blocking(AsyncAgentMemory.adopt_embedder)
    heal_backlog = _blocking(AsyncAgentMemory.heal_backlog)
    run_pending = _blocking(AsyncAgentMemory.run_pending)
    enqueue = _blocking(AsyncAgentMemory.enqueue)
    tasks = _blocking(AsyncAgentMemory.tasks)
    traces = _blocking(AsyncAgentMemory.traces)
    get_task = _blocking(AsyncAgentMemory.get_task)
    cancel_task = _blocking(AsyncAgentMemory.cancel_task)
    retry_task = _blocking(AsyncAgentMemory.retry_task)
    schedules = _blocking(AsyncAgentMemory.schedules)
    set_schedule = _blocking(AsyncAgentMemory.set_schedule)
    answer = _blocking(AsyncAgentMemory.answer)
    audit_gaps = _blocking(AsyncAgentMemory.audit_gaps)
    compile_page = _blocking(AsyncAgentMemory.compile_page)
    compile_persona_page = _blocking(AsyncAgentMemory.compile_persona_page)
    compile_bank = _blocking(AsyncAgentMemory.compile_bank)
    index_page_vectors = _blocking(AsyncAgentMemory.index_page_vectors)
    pages = _blocking(AsyncAgentMemory.pages)
    get_page = _blocking(AsyncAgentMemory.get_page)
    page_revisions = _blocking(AsyncAgentMemory.page_revisions)
    page_diff = _blocking(AsyncAgentMemory.page_diff)
    lint_pages = _blocking(AsyncAgentMemory.lint_pages)
    refresh_pages = _blocking(AsyncAgentMemory.refresh_pages)
    take_snapshot = _blocking(AsyncAgentMemory.take_snapshot)
    get_snapshot = _blocking(AsyncAgentMemory.get_snapshot)
    process_turn = _blocking(AsyncAgentMemory.process_turn)
    enhance_context = _blocking(AsyncAgentMemory.enhance_context)
    deep_memory = _blocking(AsyncAgentMemory.deep_memory)
    create_key = _blocking(AsyncAgentMemory.create_key)
    keys = _blocking(AsyncAgentMemory.keys)
    revoke_key = _blocking(AsyncAgentMemory.revoke_key)
    grant = _blocking(AsyncAgentMemory.grant)
    grants = _blocking(AsyncAgentMemory.grants)
    revoke_grant = _blocking(AsyncAgentMemory.revoke_grant)
