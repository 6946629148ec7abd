"""List what was done to the ledger: its transactions, in order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from muniment.access.principal import Permission, Principal
from muniment.errors import TransactionNotFound
from muniment.model.memory import Transaction
from muniment.model.reading import GetTransactions
from muniment.store.pool import Store
from muniment.store.work import Pending, Work


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
        return told_transactions(await asked.all())


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
