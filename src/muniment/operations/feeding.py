"""The operations that tell what changed: transaction by transaction, and between two moments."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from anyio import current_time, sleep

from muniment.access.principal import Permission
from muniment.model.feed import Feed, FeedEntry
from muniment.model.reading import Change, Diff, GetDiff, GetTransactions
from muniment.operations.catalogue import Effect, about, operation
from muniment.operations.moments import BasisLike, as_of
from muniment.operations.services import Services
from muniment.recall.lookup.asking import PAGE_MAX
from muniment.recall.lookup.changes import diff as read_diff
from muniment.recall.lookup.transactions import transactions

LOOK_EVERY_S: Final = 0.25
"""How often the ledger is looked at while somebody waits for it to go on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Follow:
    """From where on to follow the ledger."""

    after: int = about("Transactions with a greater number.", 0, least=0)
    limit: int = about("The most transactions.", 100, least=1, most=PAGE_MAX)
    containers: Sequence[str] = about("Containers to read besides.", ())
    wait_s: float = about(
        "For how many seconds, 30 at most, to wait for a transaction if there is none.",
        0.0,
        least=0,
        most=30,
    )


@operation(Effect.READS, Permission.READ)
async def changes(services: Services, request: Follow) -> Feed:
    """Follow the ledger: the transactions after a number, each with what it changed.

    Ask again after the answer's `last`; with `wait_s` the answer comes as soon as there is one.
    """
    end = current_time() + request.wait_s
    while True:
        found = await _read(services, request)
        left = end - current_time()
        if found.entries or left <= 0:
            return found
        await sleep(min(LOOK_EVERY_S, left))


async def _read(services: Services, request: Follow) -> Feed:
    store, principal = services.store, services.principal
    asked = GetTransactions(after=request.after, limit=request.limit)
    found = await transactions(store, principal, asked)
    if not found:
        return Feed(entries=(), last=request.after)
    last = found[-1].number
    part = GetDiff(
        since=found[0].number - 1,
        until=last,
        containers=tuple(request.containers),
        limit=PAGE_MAX,
    )
    by_number: defaultdict[int, list[Change]] = defaultdict(list)
    while True:
        page = await read_diff(store, principal, part)
        for change in page:
            by_number[change.transaction].append(change)
        if page.cursor is None:
            break
        part = replace(part, cursor=page.cursor)
    entries = tuple(
        FeedEntry(transaction=each, changes=tuple(by_number[each.number])) for each in found
    )
    return Feed(entries=entries, last=last)


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Two moments of what was known."""

    since: BasisLike | None = about(
        "After this time or transaction; the beginning if left out.", None
    )
    until: BasisLike | None = about("Up to this time or transaction; the last if left out.", None)
    entity: str | None = about("Whom or what; everything if left out.", None)
    namespace: str | None = about("The namespace; every readable one if left out.", None)
    containers: Sequence[str] = about("Containers to read besides.", ())
    limit: int = about("The most changes of a page.", 100, least=1, most=PAGE_MAX)
    cursor: str | None = about("Where the page before ended.", None)


@operation(Effect.READS, Permission.READ, since=0)
async def diff(services: Services, request: Difference) -> Diff:
    """Show what was learnt, corrected, ended and forgotten between two moments."""
    asked = GetDiff(
        since=0 if request.since is None else as_of(request.since, "since"),
        until=as_of(request.until, "until"),
        entity=request.entity,
        namespace=request.namespace,
        containers=tuple(request.containers),
        limit=request.limit,
        cursor=request.cursor,
    )
    return await read_diff(services.store, services.principal, asked)
