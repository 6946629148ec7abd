"""Know every kind of task: those with a module of their own, and the operations that are kinds of tasks too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, TypeVar

from muniment.errors import InvalidValue
from muniment.model.pages import Compiled
from muniment.model.worded import counted
from muniment.operations import (
    embedding_tasks,
    linting_tasks,
    pages,
    reflecting_tasks,
    sidecar,
    writes,
)
from muniment.operations.background import KINDS, TaskKind, also_in_background, namespace
from muniment.operations.fitting import read_request, refuse_misfit
from muniment.operations.services import Services

Request = TypeVar("Request")
MODULES: Final = (embedding_tasks, linting_tasks, reflecting_tasks, sidecar)
"""The modules whose import registers kinds of tasks; one that is not here is not run."""


def _compiled(answer: Compiled) -> Compiled:
    """Return what compiling did, without the sentences that a language model wrote in vain."""
    if not answer.degraded:
        return answer
    notes = counted(len(answer.degraded), "note")
    told = (
        f"{notes} on what a language model wrote or did not: compile the page at once to read them"
    )
    return replace(answer, degraded=(told,))


def _all_compiled(answers: tuple[Compiled, ...]) -> tuple[Compiled, ...]:
    return tuple(_compiled(each) for each in answers)


also_in_background("compile_page", pages.compile_page, _compiled, read=pages.place_and_topic)
also_in_background(
    "compile_persona_page", pages.compile_persona_page, _compiled, read=pages.place_and_topic
)
also_in_background("compile_bank", pages.compile_bank, _all_compiled, read=pages.place)
also_in_background("index_page_vector", pages.index_page_vectors)
also_in_background("rebuild_indexes", writes.rebuild_indexes)
also_in_background("refresh_pages", pages.refresh_pages, _all_compiled, read=namespace)
also_in_background("snapshot", pages.take_snapshot, _compiled, read=namespace)


def kind_named(name: str) -> TaskKind[Any]:
    """Return a kind of task.

    Raises:
        InvalidValue: there is none of this name; the message lists those there are.
    """
    if name not in KINDS:
        raise InvalidValue(f"kind is {name!r:.80}; it must be one of {', '.join(sorted(KINDS))}.")
    return KINDS[name]


def read_arguments(
    services: Services, kind: TaskKind[Request], arguments: Mapping[str, object]
) -> Request:
    """Return the request that a task's arguments stand for.

    Raises:
        InvalidValue, UnstorableText: they do not fit the kind; the message says how.
        UnreadableTime, ZonelessTime, AbsurdTime: one of its times is none.
    """
    try:
        request = read_request(kind.request, arguments)
        refuse_misfit(request)
        kind.read(services, request)
    except InvalidValue as error:
        raise InvalidValue(f"the arguments of {kind.name} do not fit: {error.message}") from None
    return request
