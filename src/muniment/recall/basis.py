"""Resolve the basis: which transaction a question is answered at, and for which valid time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from muniment.access.principal import Principal
from muniment.errors import BasisUnsettled, FutureBasis, TenantNotFound, TransactionNotFound
from muniment.model.reading import AsOf
from muniment.store.work import Pending, Work
from muniment.temporal.basis import Basis, Point
from muniment.temporal.instants import format_instant
from muniment.temporal.period import Period
from muniment.temporal.utc import BEGINNING


@dataclass(frozen=True, slots=True, kw_only=True)
class BasisRow:
    """A transaction, the head and the clock."""

    number: int
    time: datetime | None
    head_number: int
    head_time: datetime
    now: datetime
    is_settled: bool
    """Whether no transaction under way can still turn out to be earlier than the time asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NowRow:
    """The time that it is for a tenant."""

    now: datetime


async def ask_basis(work: Work, principal: Principal, as_of: AsOf) -> Pending[BasisRow]:
    """Queue the resolution of a point."""
    tenant_id = principal.tenant_id
    if as_of is None:
        return await work.send("basis_head", BasisRow, tenant_id=tenant_id)
    if isinstance(as_of, datetime):
        return await work.send("basis_at_time", BasisRow, tenant_id=tenant_id, time=as_of)
    return await work.send(
        "basis_at_number", BasisRow, tenant_id=tenant_id, number=number_of(as_of)
    )


def number_of(as_of: int | Point) -> int:
    """Return the number of the transaction that is named by it, or by the point of an answer."""
    return as_of.number if isinstance(as_of, Point) else as_of


def basis_of(
    row: BasisRow | None,
    as_of: AsOf,
    valid_at: datetime | None,
    window: Period | None = None,
    *,
    field: str = "as_of",
) -> Basis:
    """Return the basis that an answer to `ask_basis` stands for; `field` names it in an error.

    Raises:
        FutureBasis: the time is later than both the clock and the head.
        TransactionNotFound: there is no transaction of that number, or that of an earlier answer
            is another one now: the ledger was put back to a state before it.
        TenantNotFound: the tenant is not there.
        BasisUnsettled: a transaction under way may be of an earlier time than was asked for.
    """
    if row is None:
        raise TenantNotFound
    now = max(row.now, row.head_time)
    if isinstance(as_of, datetime) and as_of > now:
        ahead = " Use valid_at to ask ahead." if field == "as_of" else ""
        raise FutureBasis(
            f"{field} is {format_instant(as_of)}, and it is {format_instant(now)}: nothing is known "
            f"there yet.{ahead}"
        )
    if not row.is_settled:
        raise BasisUnsettled
    point = Point(number=row.number, time=row.time or BEGINNING)
    if isinstance(as_of, Point) and as_of != point:
        raise TransactionNotFound(_gone(as_of, row))
    if isinstance(as_of, int) and as_of != 0 and row.time is None:
        raise TransactionNotFound(
            f"there is no transaction {as_of}; the last one is {row.head_number}."
        )
    if valid_at is None:
        valid_at = as_of if isinstance(as_of, datetime) else now if as_of is None else point.time
    return Basis(valid_at=valid_at, as_of=point, window=window)


def _gone(point: Point, row: BasisRow) -> str:
    named = f"there is no transaction {point.number} of {format_instant(point.time)}"
    now = (
        f"the last one is {row.head_number}"
        if row.time is None
        else f"the one of that number is of {format_instant(row.time)}"
    )
    return (
        f"{named}; {now}. Is the answer of another tenant, or was this ledger restored from a backup "
        "that is older than the answer?"
    )


async def resolve_basis(
    work: Work, principal: Principal, as_of: AsOf, valid_at: datetime | None
) -> Basis:
    """Resolve a basis in a round trip of its own."""
    pending = await ask_basis(work, principal, as_of)
    return basis_of(await pending.one(), as_of, valid_at)


async def now_at(work: Work, principal: Principal) -> datetime:
    """Return the database's time, or that of the tenant's head where it is there and ahead."""
    row = await work.one("now_read", NowRow, tenant_id=principal.tenant_id)
    assert row is not None, "a SELECT without FROM answers one row"
    return row.now
