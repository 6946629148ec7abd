"""List the tenants of a database, as its owner: nobody else sees more than one."""

from __future__ import annotations

from muniment.sql import queries
from muniment.store.addresses import connected
from muniment.store.migrator import LOCK_TIMEOUT_S
from muniment.store.translation import translated


async def tenant_names(owner_conninfo: str) -> list[str]:
    """Return the names of all tenants, in order.

    An owner that row-level security binds reads them in a transaction that lifts it from itself, and is taken back.

    Raises:
        WriteContention: somebody held the list of tenants for longer than a migration waits.
    """
    with translated():
        async with (
            await connected(owner_conninfo) as connection,
            connection.transaction(force_rollback=True),
        ):
            cursor = await connection.execute(queries()["tenants_hidden"].text)
            if await cursor.fetchone() == (True,):
                await connection.execute(
                    queries()["migration_patience"].text, {"lock_timeout": f"{LOCK_TIMEOUT_S}s"}
                )
                await connection.execute(queries()["tenants_shown"].text)
            cursor = await connection.execute(queries()["tenants_named"].text)
            return [str(name) for _, name in await cursor.fetchall()]
