"""List keys and grants, as far as the principal may see them."""

from __future__ import annotations

from dataclasses import replace

from muniment.access.authority import GrantFound, doorkeeper
from muniment.access.principal import Permission, Principal
from muniment.model.access import AccessGrant, AccessKey, GrantLevel
from muniment.model.ids import TenantId, UserId
from muniment.store.pool import Store


async def keys(store: Store, principal: Principal) -> tuple[AccessKey, ...]:
    """Return the keys that act as the principal's user, or all if it may govern; the latest first."""
    principal.require(Permission.READ)
    async with store.reading(principal.as_setting()) as work:
        rows = await work.all("access_key_list", AccessKey, tenant_id=principal.tenant_id)
    return tuple(
        replace(row, namespaces=None if row.namespaces is None else tuple(row.namespaces))
        for row in rows
    )


async def grants(store: Store, principal: Principal) -> tuple[AccessGrant, ...]:
    """Return the grants from and to the principal's user, or all if it may govern; the latest first."""
    principal.require(Permission.READ)
    async with store.reading(principal.as_setting()) as work:
        rows = await work.all("access_grant_list", AccessGrant, tenant_id=principal.tenant_id)
    return tuple(replace(row, level=GrantLevel(row.level)) for row in rows)


async def grants_between(
    store: Store, tenant_id: TenantId, *, owner_id: UserId, grantee_id: UserId
) -> list[GrantFound]:
    """Return the grants that are in force from one user to another."""
    async with store.reading(doorkeeper(tenant_id).as_setting()) as work:
        return await work.all(
            "access_grant_between",
            GrantFound,
            tenant_id=tenant_id,
            owner_id=owner_id,
            grantee_id=grantee_id,
        )
