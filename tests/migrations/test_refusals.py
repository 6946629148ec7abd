"""A database that cannot keep the promises is refused with the statement that mends it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime

import psycopg
import pytest
from psycopg import sql

from muniment import errors
from muniment.store.checks import Fitness, refuse_role, refuse_server
from muniment.store.migrator import migrate
from muniment.store.pool import PoolLimits, Store
from tests.database import APP, Database, Server

FIT = Fitness(
    version=160004,
    extensions=["btree_gist", "plpgsql", "vector"],
    vector_too_old=None,
    vector_out_of_sight=None,
    vector_withheld=False,
    search_path="public",
    schema_there=True,
    keeps_letters=True,
    is_read_only=False,
    now=datetime(2026, 3, 1, tzinfo=UTC),
    role="muniment_app",
    is_superuser=False,
    bypasses_security=False,
    owns_schema=False,
    may_read=True,
    may_write=True,
    owners=["agents_owner"],
    owners_beyond=["agents_owner"],
    database_owner="agents_owner",
    first_superuser="postgres",
)


@contextmanager
def role(
    database: Database, options: str, memberships: tuple[str, ...] = ("muniment_writer",)
) -> Iterator[str]:
    """Make a login role for one test, and return how it connects."""
    name = f"role_of_{database.name}"
    named = sql.Identifier(name)
    database.server.execute(
        sql.SQL("CREATE ROLE {} LOGIN PASSWORD {} " + options).format(
            named, sql.Literal(database.server.lease.password)
        ),
        *(sql.SQL("GRANT {} TO {}").format(sql.Identifier(group), named) for group in memberships),
    )
    try:
        yield database.server.lease.conninfo(database.name, name)
    finally:
        with psycopg.connect(database.admin, autocommit=True) as connection:
            connection.execute(sql.SQL("REASSIGN OWNED BY {} TO CURRENT_USER").format(named))
            connection.execute(sql.SQL("DROP OWNED BY {}").format(named))
        database.server.execute(sql.SQL("DROP ROLE {}").format(named))


async def open_store(conninfo: str) -> None:
    store = Store(conninfo, PoolLimits(connect_timeout_s=2.0))
    await store.open()
    await store.close()


async def test_the_application_s_role_is_let_in(database: Database) -> None:
    await open_store(database.app)


async def test_a_superuser_is_refused(database: Database) -> None:
    with pytest.raises(
        errors.RoleBypassesSecurity, match=r"is a superuser .*CREATE ROLE muniment_app LOGIN"
    ):
        await open_store(database.admin)


@pytest.mark.parametrize(
    "options, why",
    [("SUPERUSER", "is a superuser"), ("BYPASSRLS", "may bypass row-level security")],
)
async def test_a_role_that_could_see_past_the_security_is_refused(
    database: Database, options: str, why: str
) -> None:
    with (
        role(database, options) as conninfo,
        pytest.raises(errors.RoleBypassesSecurity, match=why),
    ):
        await open_store(conninfo)


async def test_a_role_that_could_become_one_that_bypasses_is_refused(database: Database) -> None:
    other = f"bypasser_{database.name}"
    database.server.execute(
        sql.SQL("CREATE ROLE {} NOLOGIN BYPASSRLS").format(sql.Identifier(other))
    )
    try:
        with (
            role(database, "NOINHERIT", ("muniment_writer", other)) as conninfo,
            pytest.raises(errors.RoleBypassesSecurity, match="through a role it belongs to"),
        ):
            await open_store(conninfo)
    finally:
        database.server.execute(sql.SQL("DROP ROLE {}").format(sql.Identifier(other)))


async def test_the_owner_of_the_schema_is_refused(database: Database) -> None:
    with role(database, "") as conninfo:
        with database.as_admin() as connection:
            connection.execute(
                sql.SQL("ALTER SCHEMA muniment OWNER TO {}").format(
                    sql.Identifier(f"role_of_{database.name}")
                )
            )
        with pytest.raises(errors.RoleBypassesSecurity, match="owns the schema"):
            await open_store(conninfo)


async def test_the_owner_of_a_table_is_refused(database: Database) -> None:
    with role(database, "") as conninfo:
        with database.as_admin() as connection:
            connection.execute(
                sql.SQL("ALTER TABLE muniment.memories OWNER TO {}").format(
                    sql.Identifier(f"role_of_{database.name}")
                )
            )
        with pytest.raises(errors.RoleBypassesSecurity, match="owns"):
            await open_store(conninfo)


async def test_a_role_that_is_no_writer_is_told_the_grant(database: Database) -> None:
    with (
        role(database, "", ()) as conninfo,
        pytest.raises(errors.NotPermitted, match="GRANT muniment_writer TO"),
    ):
        await open_store(conninfo)


async def test_a_database_without_extensions_is_told_to_create_them(server: Server) -> None:
    with (
        server.database("template0") as bare,
        pytest.raises(errors.ExtensionMissing, match="CREATE EXTENSION vector;"),
    ):
        await open_store(bare.app)


async def test_a_database_without_schema_is_told_to_run_init(server: Server) -> None:
    with server.database("template0") as bare:
        with psycopg.connect(bare.admin, autocommit=True) as connection:
            connection.execute("CREATE EXTENSION vector; CREATE EXTENSION btree_gist")
        with pytest.raises(errors.SchemaMissing, match="muniment init"):
            await open_store(bare.app)


async def test_a_migrating_role_that_may_not_create_extensions_is_told_so(server: Server) -> None:
    with (
        server.database("template0") as bare,
        role(bare, "", ()) as conninfo,
        pytest.raises(errors.ExtensionMissing, match="CREATE EXTENSION vector;"),
    ):
        await migrate(conninfo)


async def test_an_extension_that_is_out_of_sight_is_told_with_what_shows_it(server: Server) -> None:
    with server.database("template0") as bare:
        with psycopg.connect(bare.admin, autocommit=True) as connection:
            connection.execute("CREATE SCHEMA elsewhere")
            connection.execute("CREATE EXTENSION vector SCHEMA elsewhere")
        path = '"$user", public, elsewhere'
        told = f"ALTER DATABASE … SET search_path = {path};"
        with pytest.raises(errors.ExtensionMissing, match=re.escape(told)):
            await migrate(bare.admin)
        server.execute(
            sql.SQL("ALTER DATABASE {} SET search_path = {}").format(
                sql.Identifier(bare.name), sql.SQL(path)
            )
        )
        await migrate(bare.admin)
        with pytest.raises(errors.ExtensionMissing, match="GRANT USAGE ON SCHEMA elsewhere TO"):
            await open_store(bare.app)
        with psycopg.connect(bare.admin, autocommit=True) as connection:
            connection.execute("GRANT USAGE ON SCHEMA elsewhere TO PUBLIC")
        await open_store(bare.app)


async def test_a_pgvector_without_halves_is_told_with_its_version(server: Server) -> None:
    with server.database("template0") as bare:
        with psycopg.connect(bare.admin, autocommit=True) as connection:
            connection.execute("CREATE EXTENSION vector; CREATE EXTENSION btree_gist")
            connection.execute(
                "UPDATE pg_extension SET extversion = '0.6.2' WHERE extname = 'vector';"
                "UPDATE pg_type SET typname = 'halves' WHERE typname = 'halfvec'"
            )
        for opening in (migrate(bare.admin), open_store(bare.app)):
            with pytest.raises(
                errors.ExtensionMissing,
                match=r"is version 0\.6\.2; .*ALTER EXTENSION vector UPDATE;",
            ):
                await opening


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1", "UTF8"])
async def test_no_schema_is_made_where_not_every_letter_can_be_kept_and_told_from_its_capital(
    server: Server, encoding: str
) -> None:
    name = sql.Identifier(f"letters_{encoding.lower()}_{os.getpid()}")
    made = "CREATE DATABASE {} TEMPLATE template0 ENCODING {} LOCALE_PROVIDER libc LOCALE 'C'"
    server.execute(sql.SQL(made).format(name, sql.Literal(encoding)))
    try:
        with pytest.raises(
            errors.DatabaseEncodingUnfit, match=r"ENCODING 'UTF8' LOCALE 'C\.UTF-8'"
        ):
            await migrate(server.admin(name.as_string(None).strip('"')))
    finally:
        server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(name))


async def test_an_altered_schema_is_refused_at_the_door(database: Database) -> None:
    with database.as_admin() as connection:
        connection.execute("UPDATE public.muniment_migrations SET checksum = 'other'")
    with pytest.raises(errors.SchemaMismatch):
        await open_store(database.app)


async def test_nobody_listening_is_said_so() -> None:
    with pytest.raises(errors.DatabaseUnavailable, match="Is it running"):
        await open_store("host=127.0.0.1 port=1 user=muniment_app dbname=muniment")


async def test_an_unreadable_url_is_shown_the_right_form() -> None:
    with pytest.raises(
        errors.UnknownSetting, match="postgresql://user:password@host:5432/database"
    ):
        await open_store("mysql://localhost")


async def test_a_wrong_password_is_an_unavailable_database(database: Database) -> None:
    wrong = psycopg.conninfo.make_conninfo(database.app, password="wrong")
    with pytest.raises(errors.DatabaseUnavailable, match="password authentication failed"):
        await open_store(wrong)


def test_a_server_that_is_too_old_is_named() -> None:
    with pytest.raises(
        errors.DatabaseTooOld, match="this is PostgreSQL 15; Muniment needs PostgreSQL 16"
    ):
        refuse_server(replace(FIT, version=150008))


@pytest.mark.parametrize("extension", ["vector", "btree_gist"])
def test_a_missing_extension_is_named(extension: str) -> None:
    left = [name for name in FIT.extensions if name != extension]
    with pytest.raises(errors.ExtensionMissing, match=f"CREATE EXTENSION {extension};"):
        refuse_server(replace(FIT, extensions=left))


def test_a_fit_server_and_role_pass() -> None:
    refuse_server(FIT)
    refuse_role(FIT)
    assert FIT.role == APP
