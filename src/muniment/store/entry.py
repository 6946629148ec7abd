"""Let nobody into a database but the roles that work in it.

The group roles are the server's, and so are their members: a database that everybody may connect to
is open to whoever works in another one of the same server.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeVar

import psycopg
from psycopg import AsyncConnection, sql
from psycopg.rows import TupleRow, class_row

from muniment import errors
from muniment.sql import queries
from muniment.store.addresses import connected, read_address
from muniment.store.translation import translated

Row = TypeVar("Row")

_LOOK_S: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Who may connect to a database, and which others of the server have the same group roles."""

    oid: int
    database: str
    has_schema: bool
    is_open: bool
    may_change: bool
    others: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Connected:
    role: str
    oid: int
    database: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """What became of a database: whether it was closed just now, and which members are outside."""

    database: str
    is_open: bool
    was_open: bool
    shut_out: tuple[str, ...]


async def close_database(owner_conninfo: str, roles: Iterable[str]) -> Closing:
    """Let these roles connect and those that work in the database, and nobody else; idempotent.

    Only its owner or a superuser can do so: for anybody else the database stays as it is.
    """
    with translated():
        async with await connected(owner_conninfo) as connection:
            await connection.execute(queries()["migration_lock"].text)
            before = await _entry(connection)
            if before.may_change:
                async with connection.transaction():
                    await _close(connection, before, roles)
            return Closing(
                database=before.database,
                is_open=(await _entry(connection)).is_open,
                was_open=before.is_open,
                shut_out=await _roles(connection, "database_shut_out"),
            )


async def roles_behind(conninfo: str, owner_conninfo: str) -> list[str]:
    """Return the role that a connection works as, if it leads to the owner's database; else nothing.

    One that does not come about, as where its role was not let in yet, is taken for what it says.
    """
    said, entry = read_address(conninfo), await entry_of(owner_conninfo)
    try:
        connection = await AsyncConnection.connect(conninfo, connect_timeout=_LOOK_S)
    except psycopg.OperationalError:
        is_here = said.get("dbname") == entry.database
        return [str(said["user"])] if is_here and "user" in said else []
    with translated():
        async with connection:
            cursor = connection.cursor(row_factory=class_row(_Connected))
            await cursor.execute(queries()["role_connected"].text)
            found = await cursor.fetchone()
    is_here = found is not None and (found.oid, found.database) == (entry.oid, entry.database)
    return [found.role] if found is not None and is_here else []


def quoted(name: str) -> str:
    """Return a name as a statement has it."""
    return sql.Identifier(name).as_string()


async def works_here(owner_conninfo: str, role: str) -> bool:
    """Tell whether a role can be worked as: it may log in, and belongs to the writers."""
    with translated():
        async with await connected(owner_conninfo) as connection:
            cursor = await connection.execute(queries()["role_works"].text, {"role": role})
            return await cursor.fetchone() is not None


async def entry_of(owner_conninfo: str) -> Entry:
    """Ask a database who may connect to it."""
    with translated():
        async with await connected(owner_conninfo) as connection:
            return await _entry(connection)


async def _close(connection: AsyncConnection[TupleRow], entry: Entry, roles: Iterable[str]) -> None:
    let_in = set(await _roles(connection, "roles_there", roles=list(roles)))
    if entry.is_open:
        let_in |= {*await _roles(connection, "database_admitted", is_shared=bool(entry.others))}
    database = sql.Identifier(entry.database)
    for role in sorted(let_in):
        await connection.execute(
            sql.SQL("GRANT CONNECT ON DATABASE {} TO {}").format(database, sql.Identifier(role))
        )
    await connection.execute(sql.SQL("REVOKE CONNECT ON DATABASE {} FROM PUBLIC").format(database))


async def _entry(connection: AsyncConnection[TupleRow]) -> Entry:
    return await of_catalogue(connection, "database_entry", Entry)


async def of_catalogue(connection: AsyncConnection[TupleRow], name: str, kind: type[Row]) -> Row:
    """Return the one row that the catalogue of the database answers to a statement."""
    cursor = connection.cursor(row_factory=class_row(kind))
    await cursor.execute(queries()[name].text)
    found = await cursor.fetchone()
    if found is None:
        raise errors.Unexpected("the catalogue of the database answered nothing")
    return found


async def _roles(
    connection: AsyncConnection[TupleRow], name: str, **given: object
) -> tuple[str, ...]:
    cursor = await connection.execute(queries()[name].text, given)
    return tuple(str(role) for (role,) in await cursor.fetchall())
