"""List the tenants of a database, as its owner: nobody else sees more than one."""

from __future__ import annotations

from muniment.sql import queries
from muniment.store.addresses import connected
from muniment.store.translation import translated


async def tenant_names(owner_conninfo: str) -> list[str]:
    """Return the names of all tenants, in order."""
    with translated():
        async with await connected(owner_conninfo) as connection:
            cursor = await connection.execute(queries()["tenants_named"].text)
            return [str(name) for _, name in await cursor.fetchall()]
