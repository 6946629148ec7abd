"""Register kinds of tasks: what is run in the background, with which arguments and permission."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from math import inf
from typing import Any, Final, Generic, Protocol, TypeVar

from muniment.access.principal import Permission
from muniment.operations.catalogue import Operation, perform
from muniment.operations.services import Services
from muniment.tasks.enqueueing import ATTEMPTS_MAX
from muniment.tasks.holding import Progress

Request = TypeVar("Request")
Answer = TypeVar("Answer")
Handler = Callable[[Services, Request, Progress], Awaitable[object]]
Reader = Callable[[Services, Request], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskKind(Generic[Request]):
    """One kind of task.

    Its handler runs with the services of the task's principal, may be run again after it was cut
    off anywhere, and must then end as if it had run once. Its answer is kept with the task as JSON.
    `read` is how the handler reads the request's values, without the database: what it refuses is
    refused before the task is enqueued. `backoff_max_s` is how long it waits between attempts at
    most, where that is less than `worker.backoff_max_s`.
    """

    name: str
    permission: Permission
    request: type[Request]
    read: Reader[Request]
    run: Handler[Request]
    attempts_max: int
    backoff_max_s: float
    about: str


KINDS: Final[dict[str, TaskKind[Any]]] = {}
"""Every kind of task that is registered, by name; `task_kinds` registers them all."""


def add_kind(made: TaskKind[Request]) -> TaskKind[Request]:
    """Register a kind of task."""
    KINDS[made.name] = made
    return made


def _as_given(services: Services, request: object) -> object:
    return request


def task_kind(
    name: str,
    permission: Permission,
    *,
    read: Reader[Any] = _as_given,
    attempts_max: int = ATTEMPTS_MAX,
    backoff_max_s: float = inf,
) -> Callable[[Handler[Request]], TaskKind[Request]]:
    """Register an async function of services, a request and the task's progress as a kind of task."""

    def register(run: Handler[Request]) -> TaskKind[Request]:
        request = inspect.signature(run, eval_str=True).parameters["request"].annotation
        return add_kind(
            TaskKind(
                name=name,
                permission=permission,
                request=request,
                read=read,
                run=run,
                attempts_max=attempts_max,
                backoff_max_s=backoff_max_s,
                about=(inspect.getdoc(run) or "").partition("\n")[0],
            )
        )

    return register


class _Placed(Protocol):
    @property
    def namespace(self) -> str | None: ...


def namespace(services: Services, request: _Placed) -> str:
    """Read the namespace of a request that says nothing else that could be wrong."""
    return services.namespace_of(request.namespace)


def _as_it_is(answer: object) -> object:
    return answer


def also_in_background(
    name: str,
    what: Operation[Request, Answer],
    told: Callable[[Answer], object] = _as_it_is,
    *,
    read: Reader[Request] = _as_given,
) -> TaskKind[Request]:
    """Register an operation as a kind of task, with the same request and permission.

    `told` is what is kept of its answer: ids and numbers, never the words of a memory, which an
    erasure would not find there. Run twice, the operation must leave what it leaves run once.
    """

    async def run(services: Services, request: Request, progress: Progress) -> object:
        return told(await perform(replace(services, seen=progress.told), what, request))

    return add_kind(
        TaskKind(
            name=name,
            permission=what.permission,
            request=what.request,
            read=read,
            run=run,
            attempts_max=ATTEMPTS_MAX,
            backoff_max_s=inf,
            about=what.summary,
        )
    )
