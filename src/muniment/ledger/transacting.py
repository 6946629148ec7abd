"""Run one write as one transaction, and find out how it ended when the connection broke."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from muniment.access.principal import Principal
from muniment.errors import (
    Busy,
    ConnectionLost,
    DiskFull,
    Unavailable,
    WriteOutcomeUnknown,
)
from muniment.ledger.alongside import Ahead, Alongside, asked_ahead, asked_alongside
from muniment.ledger.sealing import Sealed
from muniment.store.pool import Store
from muniment.store.rows import HeadRow
from muniment.store.work import Work

Result = TypeVar("Result")
Plan = Callable[[Work], Awaitable[tuple[Result, Sealed | None]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Landed:
    """The number of a transaction that is there."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """What a transaction carries beside its own plan."""

    ahead: Ahead | None
    alongside: Alongside | None

    async def begin(self, work: Work, principal: Principal) -> None:
        """Write what comes before the plan; the plan goes on as its own principal."""
        if self.ahead is not None:
            await self.ahead.write(work)
            await work.become(principal.as_setting())

    async def finish(self, work: Work, result: object) -> None:
        """Write what comes with the plan's result."""
        if self.alongside is not None:
            await self.alongside.write(work, result)

    def land(self) -> None:
        """Note that it was committed."""
        for each in (self.ahead, self.alongside):
            if each is not None:
                each.landed = True


async def transact(store: Store, principal: Principal, plan: Plan[Result]) -> Result:
    """Run a plan and commit it.

    A commit whose answer was lost is looked up by its hash, so that a write is reported once
    and truly. Where the connection broke and nothing landed, the plan is run once more.

    Raises:
        WriteOutcomeUnknown: the answer was lost and the database does not come back.
        ConnectionLost: the connection broke twice; nothing was written.
        DiskFull, DatabaseUnavailable: nothing was written.
    """
    carried = Carried(ahead=asked_ahead(), alongside=asked_alongside())
    try:
        result = await _attempt(store, principal, plan, carried)
    except ConnectionLost:
        result = await _attempt(store, principal, plan, carried)
    carried.land()
    return result


async def transact_beside(
    store: Store, principal: Principal, plan: Callable[[Work], Awaitable[Result]]
) -> Result:
    """Run a plan that writes what stands beside the ledger, and commit it.

    Raises:
        ConnectionLost: the connection broke; nothing was written.
        WriteOutcomeUnknown: it broke while committing.
    """
    carried = Carried(ahead=asked_ahead(), alongside=asked_alongside())
    async with store.writing(principal.as_setting()) as work:
        await carried.begin(work, principal)
        result = await plan(work)
        await carried.finish(work, result)
    carried.land()
    return result


async def await_turn(work: Work, principal: Principal) -> None:
    """Wait for the tenant's other writers: what they wrote is seen from here on, and others wait for this."""
    await work.one("head_lock", HeadRow, tenant_id=principal.tenant_id)


async def _attempt(
    store: Store, principal: Principal, plan: Plan[Result], carried: Carried
) -> Result:
    outcome: tuple[Result, Sealed | None] | None = None
    try:
        async with store.writing(principal.as_setting()) as work:
            await carried.begin(work, principal)
            outcome = await plan(work)
            await carried.finish(work, outcome[0])
    except WriteOutcomeUnknown as unknown:
        assert outcome is not None
        result, sealed = outcome
        why = unknown.__cause__
        if sealed is not None and await _landed(store, principal, sealed):
            return result
        if isinstance(why, DiskFull):
            raise why from None
        raise ConnectionLost from None
    return outcome[0]


async def _landed(store: Store, principal: Principal, sealed: Sealed) -> bool:
    """Look a transaction up, once the server is done with the lost connection."""
    named = {"tenant_id": principal.tenant_id}
    try:
        async with store.writing(principal.as_setting()) as work:
            # Whoever committed on the lost connection held this lock until it was done.
            await await_turn(work, principal)
            found = await work.one(
                "transaction_landed", Landed, number=sealed.number, hash=sealed.hash, **named
            )
    except (Busy, Unavailable) as error:
        raise WriteOutcomeUnknown(
            f"the connection broke while committing, and the database did not come back: {error} Transaction {sealed.number} landed whole or "
            f"not at all. When the database is back, check whether its hash is {sealed.hash.hex()}."
        ) from None
    return found is not None
