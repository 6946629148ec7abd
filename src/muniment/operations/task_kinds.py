"""Say which operations are kinds of tasks too: what is due at night, or after a write, is run like a call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from muniment.model.pages import Lint
from muniment.operations import pages
from muniment.operations.background import TaskKind, add_kind
from muniment.operations.catalogue import Operation, perform
from muniment.operations.services import Services
from muniment.tasks.enqueueing import ATTEMPTS_MAX
from muniment.tasks.holding import Progress

Request = TypeVar("Request")
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True, kw_only=True)
class Linted:
    """How many pages were looked at, and how many findings there are of each flaw."""

    pages: int
    findings: dict[str, int]


def _as_it_is(answer: object) -> object:
    return answer


def also_in_background(
    name: str,
    what: Operation[Request, Answer],
    told: Callable[[Answer], object] = _as_it_is,
) -> TaskKind[Request]:
    """Register an operation as a kind of task, with the same request and permission.

    `told` is what is kept of its answer: ids and numbers, never the words of a memory, which an
    erasure would not find there. Run twice, the operation must leave what it leaves run once.
    """

    async def run(services: Services, request: Request, progress: Progress) -> object:
        return told(await perform(services, what, request))

    return add_kind(
        TaskKind(
            name=name,
            permission=what.permission,
            request=what.request,
            run=run,
            attempts_max=ATTEMPTS_MAX,
            about=what.summary,
        )
    )


def _linted(lint: Lint) -> Linted:
    flaws = Counter(finding.flaw.value for finding in lint.findings)
    return Linted(pages=lint.pages, findings=dict(sorted(flaws.items())))


also_in_background("compile_page", pages.compile_page)
also_in_background("compile_persona_page", pages.compile_persona_page)
also_in_background("compile_bank", pages.compile_bank)
also_in_background("index_page_vector", pages.index_page_vectors)
also_in_background("lint_pages", pages.lint_pages, _linted)
also_in_background("refresh_pages", pages.refresh_pages)
also_in_background("snapshot", pages.take_snapshot)
