"""List keys and grants, as far as the principal may see them."""

from __future__ import annotations

from dataclasses import replace

from muniment.access.principal import Permission, Principal
from muniment.model.access import AccessGrant, AccessKey, GrantLevel
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
