"""The operation that follows the ledger, transaction by transaction."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from anyio import current_time, sleep

from muniment.access.principal import Permission
from muniment.errors import InvalidValue
from muniment.model.feed import Feed, FeedEntry
from muniment.model.reading import Change, GetDiff, GetTransactions
from muniment.operations.catalogue import Effect, about, operation
from muniment.operations.services import Services
from muniment.recall.lookup.asking import PAGE_MAX
from muniment.recall.lookup.changes import diff
from muniment.recall.lookup.transactions import transactions

WAIT_MAX_S: Final = 30.0
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
    if math.isnan(request.wait_s) or not 0 <= request.wait_s <= WAIT_MAX_S:
        raise InvalidValue(
            f"wait_s is {request.wait_s}; write a number of seconds from 0 to {WAIT_MAX_S:g}."
        )
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
        page = await diff(store, principal, part)
        for change in page:
            by_number[change.transaction].append(change)
        if page.cursor is None:
            break
        part = replace(part, cursor=page.cursor)
    entries = tuple(
        FeedEntry(transaction=each, changes=tuple(by_number[each.number])) for each in found
    )
    return Feed(entries=entries, last=last)
