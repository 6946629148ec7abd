"""List what is kept of past recalls."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from muniment.access.principal import Principal
from muniment.model.traces import Trace, TraceList
from muniment.recall.lookup.asking import reader, refuse_limit, refuse_part
from muniment.recall.lookup.cursor import no_cursor, pack, unpack
from muniment.store.pool import Store

_QUESTION = "traces"


async def traces(
    store: Store,
    principal: Principal,
    *,
    text: str | None = None,
    asked_from: datetime | None = None,
    asked_until: datetime | None = None,
    limit: int = 100,
    cursor: str | None = None,
) -> TraceList:
    """Return the recalls of the principal's user that were traced into the database, latest first.

    Those whose question has all words of `text`, asked from `asked_from` on and before `asked_until`.

    Raises:
        InvalidValue: the limit or the cursor is no good.
        NotPermitted: the principal sees a part of the user only. A question may tell of the rest.
    """
    refuse_limit(limit)
    principal = reader(principal)
    refuse_part(principal, "what was asked of all of it")
    before_at, before_id = (None, None) if cursor is None else _read(cursor)
    async with store.reading(principal.as_setting()) as work:
        rows = await work.all(
            "recalls_list",
            Trace,
            tenant_id=principal.tenant_id,
            owner_id=principal.user_id,
            words=[] if text is None else text.split(),
            asked_from=asked_from,
            asked_until=asked_until,
            before_at=before_at,
            before_id=before_id,
            limit=limit + 1,
        )
    items = tuple(rows[:limit])
    more = len(rows) > limit
    return TraceList(items=items, cursor=_write(items[-1]) if more else None)


def _write(last: Trace) -> str:
    return pack(_QUESTION, [last.traced_at.isoformat(), str(last.id)])


def _read(cursor: str) -> tuple[datetime, UUID]:
    moment, last = unpack(cursor, _QUESTION, 2)
    try:
        read = datetime.fromisoformat(moment), UUID(last)
    except ValueError:
        raise no_cursor() from None
    if read[0].tzinfo is None:
        raise no_cursor()
    return read
