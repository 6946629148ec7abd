"""List what is kept of past recalls."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from muniment.access.principal import Permission, Principal
from muniment.model.traces import Trace, TraceList
from muniment.recall.lookup.cursor import Place
from muniment.recall.lookup.opening import reader, refuse_part
from muniment.store.pool import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cursor(Place):
    """The trace that was given last."""

    traced_at: datetime
    id: UUID


async def traces(
    store: Store,
    principal: Principal,
    *,
    text: str | None = None,
    asked_from: datetime | None = None,
    asked_until: datetime | None = None,
    key: UUID | None = None,
    limit: int = 100,
    cursor: str | None = None,
) -> TraceList:
    """Return the recalls of the principal's user that were traced into the database, latest first.

    Those whose question has all words of `text`, asked from `asked_from` on and before `asked_until`. Of a
    key, who governs is told of every user's, and of those that an agent keeps to itself.

    Raises:
        InvalidValue: the cursor is no good.
        NotPermitted: the principal sees a part of the user only. A question may tell of the rest.
    """
    question = repr(("traces", text, asked_from, asked_until, key))
    principal = reader(principal)
    of_all = key is not None and Permission.GOVERN in principal.permissions
    refuse_part(principal, "what was asked of all of it")
    before = _Cursor.read(cursor, question)
    seen_as = principal.overseeing() if of_all else principal
    async with store.reading(seen_as.as_setting()) as work:
        await work.plan_anew()
        rows = await work.all(
            "recalls_list",
            Trace,
            tenant_id=principal.tenant_id,
            owner_id=None if of_all else principal.user_id,
            key_id=key,
            words=[] if text is None else text.split(),
            asked_from=asked_from,
            asked_until=asked_until,
            before_at=None if before is None else before.traced_at,
            before_id=None if before is None else before.id,
            limit=limit + 1,
        )
    items = tuple(rows[:limit])
    following = None
    if len(rows) > limit:
        following = _Cursor(traced_at=items[-1].traced_at, id=items[-1].id).write(question)
    return TraceList(items=items, cursor=following)
