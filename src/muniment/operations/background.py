"""Register kinds of tasks: what is run in the background, with which arguments and permission."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from muniment.access.principal import Permission
from muniment.errors import InvalidValue
from muniment.operations.fitting import read_request, refuse_misfit
from muniment.operations.services import Services
from muniment.tasks.enqueueing import ATTEMPTS_MAX
from muniment.tasks.holding import Progress

Request = TypeVar("Request")
Handler = Callable[[Services, Request, Progress], Awaitable[object]]


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskKind(Generic[Request]):
    """One kind of task.

    Its handler runs with the services of the task's principal, may be run again after it was cut
    off anywhere, and must then end as if it had run once. Its answer is kept with the task as JSON.
    """

    name: str
    permission: Permission
    request: type[Request]
    run: Handler[Request]
    attempts_max: int
    about: str


KINDS: Final[dict[str, TaskKind[Any]]] = {}
"""Every kind of task that is loaded, by name; `known_kinds` loads them all."""


def add_kind(made: TaskKind[Request]) -> TaskKind[Request]:
    """Register a kind of task."""
    KINDS[made.name] = made
    return made


def task_kind(
    name: str, permission: Permission, *, attempts_max: int = ATTEMPTS_MAX
) -> Callable[[Handler[Request]], TaskKind[Request]]:
    """Register an async function of services, a request and the task's progress as a kind of task."""

    def register(run: Handler[Request]) -> TaskKind[Request]:
        request = inspect.signature(run, eval_str=True).parameters["request"].annotation
        return add_kind(
            TaskKind(
                name=name,
                permission=permission,
                request=request,
                run=run,
                attempts_max=attempts_max,
                about=(inspect.getdoc(run) or "").partition("\n")[0],
            )
        )

    return register


def known_kinds() -> Mapping[str, TaskKind[Any]]:
    """Return every kind of task that is offered, by name."""
    importlib.import_module("muniment.operations.offered")
    return KINDS


def kind_named(name: str) -> TaskKind[Any]:
    """Return a kind of task.

    Raises:
        InvalidValue: there is none of this name; the message lists those there are.
    """
    known = known_kinds()
    if name not in known:
        raise InvalidValue(f"kind is {name!r:.80}; it is one of {', '.join(sorted(known))}.")
    return known[name]


def read_arguments(kind: TaskKind[Request], arguments: Mapping[str, object]) -> Request:
    """Return the request that a task's arguments stand for.

    Raises:
        InvalidValue, UnstorableText: they do not fit the kind; the message says how.
    """
    try:
        request = read_request(kind.request, arguments)
        refuse_misfit(request)
    except InvalidValue as error:
        raise InvalidValue(f"the arguments of {kind.name} do not fit: {error.message}") from None
    return request
