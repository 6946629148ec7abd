"""Bring a database to this version's schema, once, however many processes start."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final, LiteralString

import psycopg
from psycopg import AsyncConnection, sql
from psycopg.rows import TupleRow

from muniment import errors
from muniment.sql import migrations, queries
from muniment.store.addresses import connected
from muniment.store.checks import (
    applied_migrations,
    checksum_of,
    fitness,
    refuse_encoding,
    refuse_owner,
    refuse_schema,
    refuse_server,
    refuse_version,
)
from muniment.store.entry import quoted
from muniment.store.translation import translated

WRITER = "muniment_writer"
READER = "muniment_reader"

LOCK_TIMEOUT_S = 5.0
"""For how long a migration waits for a table: as long wait those who read it."""

_ADMINISTERING: Final = "ADMIN TRUE, INHERIT FALSE, SET FALSE"
"""How an owner is given a role to pass on, and not to use."""


async def migrate(
    owner_conninfo: str,
    *,
    app_role: str | None = None,
    app_password: str | None = None,
    viewer_role: str | None = None,
) -> list[str]:
    """Apply the migrations that are missing and return their names.

    Each runs in a transaction of its own, under a lock that makes other processes wait. It may take as
    long as it takes, but waits `LOCK_TIMEOUT_S` at most for a table that somebody holds.
    With `app_role`, a login role of the writers is made (or its password set) as well; with
    `viewer_role` one of the readers, with the same password.

    Raises:
        UnknownSetting: the address cannot be read.
        DatabaseEncodingUnfit: it is not in UTF-8, or in a locale without letters beyond ASCII.
        ExtensionMissing: an extension is missing and this role may not create it, too old or out of sight.
        NotPermitted: the schema is another's, the service wants to be sent the password itself, or the
            owner may not make the role or let it in.
        SchemaMismatch: an applied migration has other text than this version's.
        WriteContention: somebody held a table that a migration changes.
    """
    with translated():
        async with await connected(owner_conninfo) as connection:
            await connection.execute(queries()["migration_unhurried"].text)
            await connection.execute(queries()["migration_lock"].text)
            before = await fitness(connection)
            refuse_version(before)
            refuse_encoding(before)
            await _make_extensions(connection)
            found = await fitness(connection)
            refuse_server(found)
            refuse_owner(found)
            await _make_groups(connection)
            applied = await _apply_missing(connection)
            async with connection.transaction():
                if app_role is not None:
                    await _make_login(connection, app_role, app_password, WRITER)
                if viewer_role is not None:
                    await _make_login(connection, viewer_role, app_password, READER)
            return applied


async def make_database(admin_conninfo: str, database: str) -> None:
    """Make a database unless it is there; another process may make it at the same time."""
    with translated():
        async with await connected(admin_conninfo) as connection:
            cursor = await connection.execute(
                queries()["database_there"].text, {"database": database}
            )
            if await cursor.fetchone() is not None:
                return
            with suppress(psycopg.errors.DuplicateDatabase, psycopg.errors.UniqueViolation):
                await connection.execute(
                    sql.SQL("CREATE DATABASE {}").format(sql.Identifier(database))
                )


async def _make_extensions(connection: AsyncConnection[TupleRow]) -> None:
    for name in ("extension_make_vector", "extension_make_btree_gist"):
        try:
            await connection.execute(queries()[name].text)
        except (
            psycopg.errors.FeatureNotSupported,
            psycopg.errors.InsufficientPrivilege,
            psycopg.errors.UndefinedFile,
        ) as error:
            extension = name.removeprefix("extension_make_")
            raise errors.ExtensionMissing(
                f"the extension {extension} is missing and cannot be created here "
                f"({error.diag.message_primary}). Install it (pgvector for vector, "
                f"postgresql-contrib for btree_gist), then: CREATE EXTENSION {extension};"
            ) from None


async def _make_groups(connection: AsyncConnection[TupleRow]) -> None:
    for group in (WRITER, READER):
        cursor = await connection.execute(queries()["role_there"].text, {"role": group})
        if await cursor.fetchone() is None:
            try:
                await connection.execute(
                    sql.SQL("CREATE ROLE {} NOLOGIN NOSUPERUSER NOBYPASSRLS").format(
                        sql.Identifier(group)
                    )
                )
            except (psycopg.errors.DuplicateObject, psycopg.errors.UniqueViolation):
                continue  # another database of this cluster made it just now


async def _apply_missing(connection: AsyncConnection[TupleRow]) -> list[str]:
    with _needing(
        f"the owner {connection.info.user} may make nothing in the schema public of this database. As a superuser run: "
        f"ALTER DATABASE {quoted(connection.info.dbname)} OWNER TO {quoted(connection.info.user)};"
    ):
        await connection.execute(queries()["migration_table"].text)
    known = {name for name, _ in await applied_migrations(connection)}
    await connection.execute(
        queries()["migration_patience"].text, {"lock_timeout": f"{LOCK_TIMEOUT_S}s"}
    )
    done: list[str] = []
    for name, text in migrations().items():
        if name in known:
            continue
        with _waiting_for(name):
            async with connection.transaction():
                await connection.execute(_with_roles(text))
                await connection.execute(
                    queries()["migration_record"].text,
                    {"name": name, "checksum": checksum_of(text)},
                )
        done.append(name)
    refuse_schema(await applied_migrations(connection))
    return done


def _with_roles(text: LiteralString) -> LiteralString:
    return text.replace("{writer}", WRITER).replace("{reader}", READER)


async def _make_login(
    connection: AsyncConnection[TupleRow], role: str, password: str | None, group: str
) -> None:
    cursor = await connection.execute(queries()["role_there"].text, {"role": role})
    is_there = await cursor.fetchone() is not None
    made = sql.SQL("CREATE ROLE {} LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD {}")
    known = sql.SQL("ALTER ROLE {} PASSWORD {}")  # its other powers are a superuser's to change
    verifier = None if password is None else _verifier(connection, role, password)
    owner, login, groups = (
        ", ".join(sql.Identifier(name).as_string(connection) for name in names)
        for names in ((connection.info.user,), (role,), (WRITER, READER))
    )
    with _needing(
        f"the role {role} is there already, and another owner's. Name a new one with --app-role; or, to "
        f"share it, as a superuser run: GRANT {login} TO {owner} WITH {_ADMINISTERING};"
        if is_there
        else f"the owner {owner} may not make roles. As a superuser run: ALTER ROLE {owner} CREATEROLE;"
    ):
        statement = known if is_there else made
        await connection.execute(statement.format(sql.Identifier(role), sql.Literal(verifier)))
    with _needing(
        f"another owner made the roles {groups}, which all databases of a server share, and {owner} may "
        f"not let {login} in. As a superuser run: GRANT {groups} TO {owner} WITH {_ADMINISTERING}; then "
        "`muniment init` again."
    ):
        await connection.execute(
            sql.SQL("GRANT {} TO {}").format(sql.Identifier(group), sql.Identifier(role))
        )


@contextmanager
def _waiting_for(name: str) -> Iterator[None]:
    """Say which migration waited in vain for a table, and what to do."""
    try:
        yield
    except (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected):
        raise errors.WriteContention(
            f"the migration {name} changes a table that somebody held for {LOCK_TIMEOUT_S:g} s, such as a dump or a "
            "long transaction (pg_stat_activity tells who). Nothing of it was applied, those before it are, and "
            "programs go on as before. Wait for that to end, or end it, and run this again."
        ) from None


@contextmanager
def _needing(what: str) -> Iterator[None]:
    """Say what a role lacks that is refused."""
    try:
        yield
    except psycopg.errors.InsufficientPrivilege:
        raise errors.NotPermitted(what) from None


def _verifier(connection: AsyncConnection[TupleRow], role: str, password: str) -> str:
    """Return what a server checks a password by: servers log the statement that sets it."""
    made = connection.pgconn.encrypt_password(password.encode(), role.encode(), b"scram-sha-256")
    return made.decode("ascii")
