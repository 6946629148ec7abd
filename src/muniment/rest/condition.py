"""Say that the service lives, and whether each part behind it is fit to serve."""

from __future__ import annotations

from asyncio import Task, create_task, wait
from dataclasses import dataclass
from typing import Final

from anyio import move_on_after
from fastapi import APIRouter, Response

from muniment.errors import MunimentError
from muniment.operations import reads
from muniment.operations.catalogue import perform
from muniment.operations.services import Services
from muniment.rest.answers import MEDIA_TYPE, json_bytes

BESIDE: Final = ("backlog", "tagger", "model ")
"""How the parts are named that may lag or be away without keeping the service from serving."""

READY_S: Final = 3.0
"""How long the parts may take to answer: a database that takes longer serves nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitness:
    """Whether one part is fit. What it is and what mends it is for whoever may read."""

    name: str
    ok: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Readiness:
    """Whether the service can serve, and whether each part is fit."""

    ready: bool
    parts: tuple[Fitness, ...]


_SILENT: Final = Readiness(ready=False, parts=(Fitness(name="database", ok=False),))
"""What is said where the database says nothing."""


def condition_router(services: Services) -> APIRouter:
    """Return the two paths that need no authentication and tell no content."""
    router = APIRouter(tags=["condition"])
    question = _Question(services)

    @router.get("/health", operation_id="alive", summary="Say that the process answers.")
    async def alive() -> dict[str, str]:
        return {"status": "ok"}

    @router.get(
        "/ready",
        operation_id="ready",
        summary="Say whether each part is fit; 503 if the service cannot serve.",
        description=f"A database that does not answer within {READY_S:g} seconds is not fit either.",
        response_model=Readiness,
        responses={
            503: {"model": Readiness, "description": "A part that serving needs is not fit."}
        },
    )
    async def ready() -> Response:
        found = await question.answer()
        status = 200 if found.ready else 503
        return Response(json_bytes(found), status_code=status, media_type=MEDIA_TYPE)

    return router


class _Question:
    """The question whether the service is ready: one at a time, for all who ask meanwhile.

    It runs in a task of its own, so that nobody who asks waits until it has ended: a connection that
    is given up is put in order first, and the bundled server may take a minute to start again.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._asked: Task[Readiness | None] | None = None

    async def answer(self) -> Readiness:
        """Answer within `READY_S`."""
        found: Readiness | None = None
        with move_on_after(READY_S):
            while found is None:
                if self._asked is None or self._asked.done():
                    self._asked = create_task(_readiness(self._services))
                asked = self._asked
                await wait((asked,))
                found = asked.result()
        return found or _SILENT


async def _readiness(services: Services) -> Readiness | None:
    """Return what the parts say, None if they say nothing in time.

    An embedder that is away is missed by nobody who must be served; another than the tenant's is.
    """
    found = None
    try:
        with move_on_after(READY_S):
            found = await perform(services, reads.health, reads.Nothing())
    except (MunimentError, TimeoutError):
        return _SILENT
    if found is None:
        return None
    parts = tuple(Fitness(name=each.name, ok=each.ok) for each in found.parts)
    embedder = services.embedder
    is_away = embedder is not None and embedder.unreached is not None
    beside = (*BESIDE, "embedder") if is_away else BESIDE
    ready = all(each.ok for each in parts if not each.name.startswith(beside))
    return Readiness(ready=ready, parts=parts)
