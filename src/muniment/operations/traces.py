"""The operation that lists past recalls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from muniment.access.principal import Permission
from muniment.model.ids import read_uuid
from muniment.model.traces import TraceList
from muniment.operations.catalogue import Effect, about, operation
from muniment.operations.moments import Moment, instant, refuse_empty
from muniment.operations.services import Services
from muniment.recall.lookup.opening import PAGE_MAX
from muniment.recall.lookup.traces import traces as read_traces


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTraces:
    """Which traces to list."""

    text: str | None = about("Words that must all occur in the question, in any case.", None)
    asked_from: Moment | None = about("Asked at or after.", None)
    asked_until: Moment | None = about("Asked before.", None)
    key: str | None = about(
        "The id of the API key it was asked with; who governs sees those of all users.", None
    )
    rests_on: str | None = about(
        "The id of a memory or turn that the answer rests on; who governs sees those of all users.",
        None,
    )
    containers: Sequence[str] = about("Containers in which this id is looked for too.", ())
    limit: int = about("The most traces.", 100, least=1, most=PAGE_MAX)
    cursor: str | None = about("Cursor of the previous answer.", None)


@operation(Effect.READS, Permission.READ)
async def traces(services: Services, request: ListTraces) -> TraceList:
    """List the user's recalls that were traced into the database, latest first.

    `replay` gives the answer of any of them again. With `rests_on`, only those whose answer has the memory or turn among
    its results, or a belief that it found by that turn or that was first told in it. That reads the receipt of every
    trace that the other fields leave, so give times where there are many. An erased id is still found. `untold` counts the
    traces that were kept before they said what they rest on, and are not listed.
    """
    asked_from = instant(request.asked_from, "asked_from")
    asked_until = instant(request.asked_until, "asked_until")
    refuse_empty(asked_from, asked_until)
    return await read_traces(
        services.store,
        services.principal,
        text=request.text,
        asked_from=asked_from,
        asked_until=asked_until,
        key=None if request.key is None else read_uuid(request.key, field="key"),
        rests_on=None
        if request.rests_on is None
        else read_uuid(request.rests_on, field="rests_on"),
        containers=request.containers,
        limit=request.limit,
        cursor=request.cursor,
    )
