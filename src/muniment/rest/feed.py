"""Send the ledger as events, as it grows: a reader that was away goes on where it stopped."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, Final

from anyio import current_time
from fastapi import APIRouter, Header, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import StreamingResponse

from muniment.access.principal import Permission
from muniment.errors import MunimentError
from muniment.model.feed import Feed
from muniment.model.receipts import NUMBER_MAX
from muniment.operations.catalogue import perform
from muniment.operations.feeding import Follow, changes
from muniment.operations.routes import ROOT
from muniment.operations.services import Services
from muniment.rest.answers import json_line
from muniment.rest.endpoints import bounds_of
from muniment.rest.problems import PROBLEMS, problem, request_id_of

BEAT_S: Final = 2.0
"""How long a stream is silent at most; a silent connection is taken for a dead one."""

STREAM_S: Final = 300.0
"""How long a stream lasts. Its reader comes back by itself, and is asked again who it is."""

_EVENT: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "id": {"type": "string"},
        "event": {"type": "string"},
        "data": {
            "type": "string",
            "description": "A `FeedEntry` as JSON; for an event `problem`, a `Problem`.",
        },
        "retry": {"type": "integer"},
    },
}


class _Stream(BaseModel):
    """Where a stream begins, and what is read."""

    model_config = ConfigDict(extra="forbid")

    after: int = Field(
        0, ge=0, le=NUMBER_MAX, description="Only transactions with a greater number."
    )
    containers: tuple[str, ...] = Field((), description="Containers to read too.")


router: Final = APIRouter(prefix=ROOT, tags=["changes"], responses=PROBLEMS)
"""The stream; polling is the operation `changes`."""


@router.get(
    "/changes/stream",
    operation_id="changes_stream",
    summary="Follow the ledger as server-sent events.",
    description="Each transaction is one event `transaction`, with its number as id. A transaction of many "
    "changes comes in several events: the last has the id, the others say `goes_on`. A reader "
    "that reconnects says where it was with `Last-Event-ID`. An event `problem` is the last one.",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {"schema": _EVENT}}}},
)
async def stream(
    request: Request,
    *,
    query: Annotated[_Stream, Query()],
    last_event_id: Annotated[int | None, Header(ge=0, le=NUMBER_MAX)] = None,
) -> StreamingResponse:
    """Send what a reader has not had yet, and go on as the ledger grows."""
    admit = partial(bounds_of(request).admit, request, Permission.READ)
    services = await admit()
    follow = Follow(
        after=query.after if last_event_id is None else last_event_id,
        containers=query.containers,
        wait_s=BEAT_S,
    )
    first = await perform(services, changes, replace(follow, wait_s=0.0))
    return StreamingResponse(
        _events(services, partial(admit, anew=True), follow, first, request),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


async def _events(
    services: Services,
    admit: Callable[[], Awaitable[Services]],
    follow: Follow,
    found: Feed,
    request: Request,
) -> AsyncIterator[bytes]:
    end = current_time() + STREAM_S
    yield b"retry: 1000\n\n"
    while True:
        for entry in found.entries:
            # Without an id the reader stays where it was: it comes back to the whole of a transaction.
            place = b"" if entry.goes_on else b"id: %d\n" % entry.transaction.number
            yield place + b"event: transaction\ndata: %b\n\n" % json_line(entry)
        if not found.entries:
            yield b": nothing yet\n\n"
        is_within = bool(found.entries) and found.entries[-1].goes_on
        if request.app.state.is_stopping or (current_time() > end and not is_within):
            return
        if found.cursor is None:
            follow = replace(follow, after=found.last, cursor=None)
        else:
            follow = replace(follow, cursor=found.cursor)
        try:
            found = await perform(services, changes, follow)
            services = await admit()  # what came meanwhile is told to whoever still may know it
        except MunimentError as error:
            yield b"event: problem\ndata: %b\n\n" % json_line(
                problem(error, request_id_of(request))
            )
            return
