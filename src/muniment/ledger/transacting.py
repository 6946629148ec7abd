"""Run one write as one transaction, and find out how it ended when the connection broke."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from muniment.access.principal import Principal
from muniment.errors import DatabaseUnavailable, WriteOutcomeUnknown
from muniment.ledger.change import NumberRow
from muniment.ledger.sealing import Sealed
from muniment.store.pool import Store
from muniment.store.work import Work

Result = TypeVar("Result")
Plan = Callable[[Work], Awaitable[tuple[Result, Sealed | None]]]


async def transact(store: Store, principal: Principal, plan: Plan[Result]) -> Result:
    """Run a plan and commit it.

    A commit whose answer was lost is looked up by its hash, so that a write is reported once
    and truly.

    Raises:
        WriteOutcomeUnknown: the answer was lost and the database does not come back.
        DatabaseUnavailable: the database went away; nothing was written.
    """
    outcome: tuple[Result, Sealed | None] | None = None
    try:
        async with store.writing(principal.as_setting()) as work:
            outcome = await plan(work)
    except WriteOutcomeUnknown:
        if outcome is None or outcome[1] is None or not await _landed(store, principal, outcome[1]):
            raise DatabaseUnavailable(
                "the database went away before the write was committed. Nothing was written: try again."
            ) from None
    assert outcome is not None
    return outcome[0]


async def _landed(store: Store, principal: Principal, sealed: Sealed) -> bool:
    try:
        async with store.reading(principal.as_setting()) as work:
            found = await work.one(
                "transaction_landed",
                NumberRow,
                tenant_id=principal.tenant_id,
                number=sealed.number,
                hash=sealed.hash,
            )
    except DatabaseUnavailable:
        raise WriteOutcomeUnknown from None
    return found is not None
