"""Give the results of a recall in another order, and say so in the receipt."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from muniment.audit.digests import canonical, sha256_of
from muniment.model.recalled import Recalled, Result


@dataclass(frozen=True, slots=True, kw_only=True)
class NewOrder:
    """The ids of results in a new order; without any, the order stays, and `degraded` says why."""

    ids: tuple[UUID, ...] = ()
    degraded: str | None = None


Rerank = Callable[[str, Sequence[Result]], Awaitable[NewOrder]]
"""What is asked for a new order of the results to a question."""


async def reranked(recalled: Recalled, rerank: Rerank) -> Recalled:
    """Return an answer in the order that it was given, or as it was."""
    order = await rerank(recalled.receipt.question.query, recalled.results)
    if order.ids:
        recalled = reordered(recalled, order.ids)
    return recalled if order.degraded is None else lessened(recalled, order.degraded)


def lessened(recalled: Recalled, *lacking: str) -> Recalled:
    """Return an answer whose receipt says what it lacked besides."""
    if not lacking:
        return recalled
    degraded = (*recalled.receipt.degraded, *lacking)
    return replace(recalled, receipt=replace(recalled.receipt, degraded=degraded))


def reordered(recalled: Recalled, order: Sequence[UUID]) -> Recalled:
    """Return an answer with its results in an order; what the order does not name comes last.

    The receipt has the order, so that a replay gives it without asking again, and a digest over
    what was answered before and the order.
    """
    places = {id_: place for place, id_ in enumerate(order)}
    results = sorted(recalled.results, key=lambda result: places.get(result.memory.id, len(places)))
    receipt = recalled.receipt
    digested = [receipt.digest, [str(result.memory.id) for result in results]]
    return Recalled(
        results=tuple(results),
        receipt=replace(
            receipt,
            question=replace(receipt.question, order=tuple(order)),
            digest=sha256_of(canonical(digested)),
        ),
    )
