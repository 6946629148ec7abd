"""List what was done to the ledger: its transactions, in order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from muniment.access.principal import Permission, Principal
from muniment.errors import TransactionNotFound
from muniment.model.memory import Transaction
from muniment.model.reading import GetTransactions
from muniment.store.pool import Store
from muniment.store.work import Pending, Work


@dataclass(frozen=True, slots=True, kw_only=True)
class _Whose:
    """Whose a transaction is."""

    number: int
    user: str


async def transactions(
    store: Store, principal: Principal, request: GetTransactions
) -> tuple[Transaction, ...]:
    """Return the tenant's transactions between two numbers; ask again behind the last one's.

    Who did what is another user's, and why, is told to nobody but who governs the tenant: a reason may
    quote what it is the reason for. Of an actor or a key, those are listed that it is told of.
    """
    principal.require(Permission.READ)
    async with store.reading(principal.as_setting()) as work:
        asked = await ask_transactions(work, principal, request)
        return await with_users(work, principal, told_transactions(await asked.all()))


async def ask_transactions(
    work: Work, principal: Principal, request: GetTransactions
) -> Pending[Transaction]:
    """Queue the reading of transactions; `told_transactions` makes them what is answered."""
    if request.actor is not None or request.key is not None:
        await work.plan_anew()
    return await work.send(
        "transactions_latest" if request.latest_first else "transactions_list",
        Transaction,
        tenant_id=principal.tenant_id,
        after=request.after,
        before=request.before,
        by=request.actor,
        key_id=request.key,
        **_teller(principal),
        limit=request.limit,
    )


async def with_users(
    work: Work, principal: Principal, listed: tuple[Transaction, ...]
) -> tuple[Transaction, ...]:
    """Say to who governs whose each transaction is; the work goes on as who oversees.

    The list itself is read as who asks, for what it quotes may be private to an agent.
    """
    if not listed or not _teller(principal)["of_all"]:
        return listed
    await work.become(principal.overseeing().as_setting())
    numbers = [each.number for each in listed]
    found = await work.all(
        "transaction_users", _Whose, tenant_id=principal.tenant_id, numbers=numbers
    )
    users = {each.number: each.user for each in found}
    return tuple(replace(each, user=users.get(each.number)) for each in listed)


def told_transactions(rows: Iterable[Transaction]) -> tuple[Transaction, ...]:
    """Return transactions whose trails are frozen, as no column is."""
    return tuple(_told(row) for row in rows)


async def transaction(store: Store, principal: Principal, number: int) -> Transaction:
    """Return one transaction.

    Raises:
        TransactionNotFound: there is none of that number.
    """
    principal.require(Permission.READ)
    async with store.reading(principal.as_setting()) as work:
        row = await work.one(
            "transaction_read",
            Transaction,
            tenant_id=principal.tenant_id,
            number=number,
            **_teller(principal),
        )
    if row is None:
        raise TransactionNotFound(f"there is no transaction {number}.")
    return _told(row)


def _teller(principal: Principal) -> dict[str, object]:
    """Return of whom a principal is told; who sees a part of its user, of what it did itself."""
    is_bound = not principal.reaches(None)
    return {
        "of_all": Permission.GOVERN in principal.permissions and not is_bound,
        "user_id": principal.user_id,
        "actor": principal.actor if is_bound else None,
    }


def _told(row: Transaction) -> Transaction:
    """Return a transaction whose trail is frozen, as no column is."""
    return replace(row, trail=tuple(row.trail))
