"""Follow the ledger: its transactions with what they changed, page after page, also within a transaction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from muniment.access.principal import Principal
from muniment.model.feed import Feed, FeedEntry, GetFeed
from muniment.model.memory import Transaction
from muniment.model.reading import Change, GetTransactions
from muniment.recall.basis import ask_basis, basis_of
from muniment.recall.lookup.changes import BEFORE_ANY, ChangeFound, changes_found
from muniment.recall.lookup.cursor import Place
from muniment.recall.lookup.opening import ask_partitions, numbers_of, reader
from muniment.recall.lookup.transactions import (
    ask_transactions,
    told_transactions,
    with_users,
)
from muniment.store.pool import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cursor(Place):
    """The last transaction that was told whole, and of the next one the change that was told last."""

    after: int
    memory_id: UUID


async def feed(store: Store, principal: Principal, request: GetFeed) -> Feed:
    """Return the transactions after a number with what they changed, in the order of the ledger.

    No more transactions than the limit, and no more changes: a transaction of more goes on in the
    page that follows.

    Raises:
        InvalidValue: the cursor is no good.
        TransactionNotFound: there is no transaction of that number; a ledger that was put back to
            an earlier state has lost what was told after it.
    """
    question = repr(replace(request, cursor=None, limit=1))
    begun = _Cursor(after=request.after, memory_id=BEFORE_ANY)
    place = _Cursor.read(request.cursor, question) or begun
    principal = reader(principal, request.containers)
    listing = GetTransactions(after=place.after, limit=request.limit + 1)
    async with store.reading(principal.as_setting()) as work:
        asked_basis = await ask_basis(work, principal, place.after)
        asked = await ask_transactions(work, principal, listing)
        partitions = await ask_partitions(work, principal, None)
        basis_of(await asked_basis.one(), place.after, None)
        listed = told_transactions(await asked.all())
        rows = await changes_found(
            work,
            principal,
            numbers_of(await partitions.all()),
            since=place.after,
            until=listed[: request.limit][-1].number if listed else place.after,
            after=(place.after + 1, place.memory_id),
            limit=request.limit + 1,
        )
        listed = await with_users(work, principal, listed)
    following = _following(listed, rows, request.limit)
    last = listed[-1].number if listed else place.after
    return Feed(
        entries=_entries(listed[: request.limit], rows[: request.limit], following),
        last=last if following is None else following.after,
        cursor=None if following is None else following.write(question),
    )


def _following(
    listed: Sequence[Transaction], rows: Sequence[ChangeFound], limit: int
) -> _Cursor | None:
    """Return where the page that follows begins, None if nothing does."""
    if len(rows) > limit:
        before, behind = rows[limit - 1], rows[limit]
        is_within = before.transaction == behind.transaction
        return _Cursor(
            after=behind.transaction - 1,
            memory_id=before.memory_id if is_within else BEFORE_ANY,
        )
    if len(listed) > limit:
        return _Cursor(after=listed[limit - 1].number, memory_id=BEFORE_ANY)
    return None


def _entries(
    listed: Sequence[Transaction], rows: Sequence[ChangeFound], following: _Cursor | None
) -> tuple[FeedEntry, ...]:
    """Return the transactions of a page with their changes, the last of them perhaps not whole."""
    by_number: defaultdict[int, list[Change]] = defaultdict(list)
    for row in rows:
        by_number[row.transaction].append(row.change())
    return tuple(
        FeedEntry(
            transaction=each,
            changes=tuple(by_number[each.number]),
            goes_on=following is not None and each.number > following.after,
        )
        for each in listed
        if following is None or each.number <= following.after or by_number[each.number]
    )
