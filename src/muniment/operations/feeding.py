"""The operations that tell what changed: transaction by transaction, and between two moments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from anyio import current_time, sleep

from muniment.access.principal import Permission
from muniment.model.feed import Feed, GetFeed
from muniment.model.reading import Diff, GetDiff
from muniment.operations.catalogue import Effect, about, operation
from muniment.operations.moments import BasisLike, as_of
from muniment.operations.services import Services
from muniment.recall.lookup.changes import diff as read_diff
from muniment.recall.lookup.feed import feed
from muniment.recall.lookup.opening import PAGE_MAX

LOOK_EVERY_S: Final = 0.25
"""How often the ledger is looked at while somebody waits for it to go on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Follow:
    """From where on to follow the ledger."""

    after: int = about("Only transactions with a greater number.", 0, least=0)
    limit: int = about(
        "The most transactions on a page, and the most changes.", 100, least=1, most=PAGE_MAX
    )
    cursor: str | None = about("Cursor of the previous page.", None)
    containers: Sequence[str] = about("Containers to read too.", ())
    wait_s: float = about(
        "How many seconds to wait for a transaction if there is none; 30 at most.",
        0.0,
        least=0,
        most=30,
    )


@operation(Effect.READS, Permission.READ)
async def changes(services: Services, request: Follow) -> Feed:
    """Follow the ledger: the transactions after a number, each with what it changed.

    Ask again with the answer's `cursor` for as long as there is one: a transaction of many changes continues from
    page to page. Then ask for those after its `last`; with `wait_s` the answer comes as soon as there is one.
    """
    asked = GetFeed(
        after=request.after,
        containers=tuple(request.containers),
        limit=request.limit,
        cursor=request.cursor,
    )
    end = current_time() + request.wait_s
    while True:
        found = await feed(services.store, services.principal, asked)
        left = end - current_time()
        if found.entries or left <= 0:
            return found
        await sleep(min(LOOK_EVERY_S, left))


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Two moments of what was known."""

    since: BasisLike | None = about(
        "Changes after this time or transaction; from the beginning if left out.", None
    )
    until: BasisLike | None = about(
        "Changes up to this time or transaction; to the last if left out.", None
    )
    entity: str | None = about("Whom or what it is about; all if left out.", None)
    namespace: str | None = about("The namespace; every readable one if left out.", None)
    containers: Sequence[str] = about("Containers to read too.", ())
    limit: int = about("The most changes on a page.", 100, least=1, most=PAGE_MAX)
    cursor: str | None = about("Cursor of the previous page.", None)


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
