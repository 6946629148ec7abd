"""Set how much a user may write in a day, and keep."""

from __future__ import annotations

from muniment.access.principal import Permission, Principal
from muniment.errors import InvalidValue
from muniment.ledger.opening import open_change
from muniment.ledger.sealing import Sealed
from muniment.ledger.transacting import transact
from muniment.ledger.writer import Ledger
from muniment.model.ids import user_named
from muniment.store.found import QuotaFound
from muniment.store.rows import QuotaRow
from muniment.store.work import Work


async def set_quota(
    ledger: Ledger,
    principal: Principal,
    user: str | None,
    *,
    daily_writes: int | None,
    memories: int | None,
    reason: str | None = None,
) -> None:
    """Give a user a quota in place of the one it had; without any limit it has none.

    Raises:
        NotPermitted: the principal does not govern.
        InvalidValue: a limit is negative.
    """
    principal.require(Permission.GOVERN)
    for name, limit in (("daily_writes", daily_writes), ("memories", memories)):
        if limit is not None and limit < 0:
            raise InvalidValue(f"{name} is {limit}; write 0 or more, or leave it out for no limit.")
    user_id = user_named(principal.tenant_id, user)

    async def plan(work: Work) -> tuple[None, Sealed | None]:
        opening = await open_change(work, principal)
        known = await work.one(
            "quota_current", QuotaFound, tenant_id=principal.tenant_id, user_id=user_id
        )
        before = (None, None) if known is None else (known.daily_writes, known.memories)
        if before == (daily_writes, memories):
            return None, None
        if known is not None:
            opening.change.close("quotas", known.key)
        if (daily_writes, memories) != (None, None):
            opening.change.write(
                QuotaRow(user_id=user_id, daily_writes=daily_writes, memories=memories)
            )
        return None, await ledger.seal(work, opening, "set_quota", reason)

    await transact(ledger.store, principal, plan)
