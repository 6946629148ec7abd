"""List what is kept of past recalls."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from muniment.access.principal import Permission, Principal
from muniment.errors import MemoryNotFound
from muniment.model.traces import Trace, TraceList
from muniment.recall.lookup.cursor import Place
from muniment.recall.lookup.opening import reader, refuse_part
from muniment.store.pool import Store
from muniment.store.work import Work


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cursor(Place):
    """The trace that was given last."""

    traced_at: datetime
    id: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class IsKnown:
    """Whether there is a memory or a turn of an id."""

    is_known: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Untold:
    """How many traces do not tell what their answers rest on."""

    count: int


async def traces(
    store: Store,
    principal: Principal,
    *,
    text: str | None = None,
    asked_from: datetime | None = None,
    asked_until: datetime | None = None,
    key: UUID | None = None,
    rests_on: UUID | None = None,
    containers: Collection[str] = (),
    limit: int = 100,
    cursor: str | None = None,
) -> TraceList:
    """Return the recalls of the principal's user that were traced into the database, latest first.

    Those whose question has all words of `text`, asked from `asked_from` on and before `asked_until`, and whose
    answer rests on a memory or a turn. Of a key, and of what an answer rests on, who governs is told of every
    user's, and of those that an agent keeps to itself where they were asked with a key.

    Raises:
        InvalidValue: the cursor is no good.
        MemoryNotFound: `rests_on` is of no memory and no turn that the principal may see, with the containers open.
        NotPermitted: the principal sees a part of the user only. A question may tell of the rest.
    """
    question = repr(("traces", text, asked_from, asked_until, key, rests_on))
    principal = reader(principal, containers)
    is_of_one = key is not None or rests_on is not None
    of_all = is_of_one and Permission.GOVERN in principal.permissions
    refuse_part(principal, "what was asked of all of it")
    before = _Cursor.read(cursor, question)
    asked = {
        "tenant_id": principal.tenant_id,
        "owner_id": None if of_all else principal.user_id,
        "key_id": key,
        "words": [] if text is None else text.split(),
        "asked_from": asked_from,
        "asked_until": asked_until,
    }
    seen_as = principal.overseeing() if of_all else principal
    async with store.reading(seen_as.as_setting()) as work:
        await work.plan_anew()
        if rests_on is not None:
            await _refuse_unknown(work, principal, rests_on)
        rows = await work.all(
            "recalls_list",
            Trace,
            rests_on=rests_on,
            before_at=None if before is None else before.traced_at,
            before_id=None if before is None else before.id,
            limit=limit + 1,
            **asked,
        )
        untold = 0
        if rests_on is not None and before is None:
            counted = await work.one("recalls_untold", Untold, **asked)
            untold = 0 if counted is None else counted.count
    items = tuple(rows[:limit])
    following = None
    if len(rows) > limit:
        following = _Cursor(traced_at=items[-1].traced_at, id=items[-1].id).write(question)
    return TraceList(items=items, cursor=following, untold=untold)


async def _refuse_unknown(work: Work, principal: Principal, id: UUID) -> None:
    """Raise unless there is a memory or a turn of an id."""
    known = await work.one("unit_is_known", IsKnown, tenant_id=principal.tenant_id, id=id)
    if known is None or not known.is_known:
        raise MemoryNotFound(
            f"there is no memory and no turn {id}. If it is of a container, name that."
        )
