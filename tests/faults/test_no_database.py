"""A database that cannot serve is told at once, with what to do, and never with its password."""

from __future__ import annotations

import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import make_conninfo

from muniment import AgentMemory
from muniment.embedded.account import choose_account
from muniment.errors import (
    DatabaseTooOld,
    DatabaseUnavailable,
    ExtensionMissing,
    MunimentError,
    NotPermitted,
    RoleBypassesSecurity,
    SchemaMismatch,
    SchemaMissing,
    UnknownSetting,
)
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database, Server

SECRET = "Tr0ub4dor-and-3"
OLD_SERVERS = sorted(Path("/usr/lib/postgresql").glob("1[0-5]/bin"))


def refused(url: str, error: type[MunimentError], says: str) -> str:
    """Open a memory, which fails; return what was said."""
    with pytest.raises(error, match=says) as caught:
        AgentMemory(url, embedder=HashedEmbedder(), pool={"connect_timeout_s": 2.0})
    assert type(caught.value) is error
    assert caught.value.__cause__ is None
    assert SECRET not in str(caught.value)
    assert "\n" not in caught.value.message
    return caught.value.message


@pytest.fixture
def closed_port() -> Iterator[int]:
    """Hold a port on which nobody listens."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield int(held.getsockname()[1])


def test_each_host_that_does_not_answer_is_told_once_and_asked_about_once(closed_port: int) -> None:
    hosts = f"127.0.0.1:{closed_port},127.0.0.2:{closed_port}"

    said = refused(
        f"postgresql://app:{SECRET}@{hosts}/memories", DatabaseUnavailable, "cannot be used"
    )

    assert said.count("Connection refused") == 2
    assert said.count("?") == 1
    assert said.count("127.0.0.2") >= 1
    assert "Multiple connection attempts" not in said
    assert "Connection refused; host: '127.0.0.2'" in said


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_nobody_listening_is_told_with_the_address(host: str, closed_port: int) -> None:
    told = refused(
        f"postgresql://app:{SECRET}@{host}:{closed_port}/memories",
        DatabaseUnavailable,
        "Is it running, and are host, port, role and password right in `database_url`",
    )
    assert str(closed_port) in told


def test_a_host_that_is_not_there_is_told() -> None:
    told = refused(
        f"postgresql://app:{SECRET}@no-such-host.invalid/memories",
        DatabaseUnavailable,
        "database_url",
    )
    assert "no-such-host.invalid" in told


def test_a_server_that_takes_the_call_and_says_nothing_is_given_up(closed_port: int) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        port = silent.getsockname()[1]
        refused(
            f"postgresql://app:{SECRET}@127.0.0.1:{port}/memories", DatabaseUnavailable, "timeout"
        )


def test_a_stranger_on_the_port_is_told(files: Path) -> None:
    told = refused(
        f"host={files} dbname=memories password={SECRET}", DatabaseUnavailable, "database_url"
    )
    assert str(files) in told


def test_a_wrong_password_is_told(database: Database) -> None:
    wrong = make_conninfo(database.app, password=SECRET)
    refused(wrong, DatabaseUnavailable, "password authentication failed for user")


def test_a_database_that_is_not_there_is_told(database: Database) -> None:
    wrong = make_conninfo(database.app, dbname="no_such_database")
    refused(wrong, DatabaseUnavailable, '"no_such_database" does not exist')


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://app:a@{SECRET}@localhost/memories",
        f"postgresql://app:a/{SECRET}@localhost/memories",
        f"postgresql://app:a#{SECRET}@localhost:x/memories",
        f"postgresql://app:%{SECRET}@localhost/memories",
        f"host=localhost pass word={SECRET}",
        f"mysql://app:{SECRET}@localhost/memories",
    ],
)
def test_a_url_whose_password_was_not_encoded_is_told_without_it(url: str) -> None:
    refused(url, UnknownSetting, "database_url")


def test_roles_that_could_see_past_the_security_are_refused(database: Database) -> None:
    refused(database.admin, RoleBypassesSecurity, "is a superuser .*CREATE ROLE muniment_app")
    name = f"role_of_{database.name}"
    password = database.server.lease.password
    named = sql.Identifier(name)
    url = database.server.lease.conninfo(database.name, name)
    try:
        database.server.execute(
            sql.SQL("CREATE ROLE {} LOGIN BYPASSRLS PASSWORD {}").format(
                named, sql.Literal(password)
            )
        )
        refused(url, RoleBypassesSecurity, "may bypass row-level security")
        database.server.execute(sql.SQL("ALTER ROLE {} NOBYPASSRLS").format(named))
        refused(url, NotPermitted, f'GRANT muniment_writer TO "{name}"')
        with psycopg.connect(database.admin) as connection:
            connection.execute(sql.SQL("ALTER SCHEMA muniment OWNER TO {}").format(named))
        refused(url, RoleBypassesSecurity, "owns the schema or a table of it")
    finally:
        with psycopg.connect(database.admin) as connection:
            connection.execute(sql.SQL("ALTER SCHEMA muniment OWNER TO CURRENT_USER"))
        database.server.execute(sql.SQL("DROP ROLE {}").format(named))


def test_a_schema_that_is_missing_newer_or_other_is_told(
    database: Database, server: Server
) -> None:
    with server.database(template="template0") as bare:
        refused(bare.app, ExtensionMissing, "As a superuser .*CREATE EXTENSION vector;")
        with psycopg.connect(bare.admin) as connection:
            connection.execute("CREATE EXTENSION vector")
        refused(bare.app, ExtensionMissing, "As a superuser .*CREATE EXTENSION btree_gist;")
        with psycopg.connect(bare.admin) as connection:
            connection.execute("CREATE EXTENSION btree_gist")
        refused(bare.app, SchemaMissing, r"As its owner: `muniment init --owner-url")
    with psycopg.connect(database.admin) as connection:
        connection.execute(
            "INSERT INTO public.muniment_migrations (name, checksum) VALUES ('9999_later.sql', '')"
        )
    refused(
        database.app, SchemaMismatch, "9999_later.sql, which this version does not know. Upgrade"
    )
    with psycopg.connect(database.admin) as connection:
        connection.execute("DELETE FROM public.muniment_migrations WHERE name = '9999_later.sql'")
        connection.execute("UPDATE public.muniment_migrations SET checksum = 'other'")
    refused(database.app, SchemaMismatch, "was applied with other text")
    with psycopg.connect(database.admin) as connection:
        connection.execute("DELETE FROM public.muniment_migrations")
    refused(database.app, SchemaMismatch, "lacks the migration .* `muniment init --owner-url")


@pytest.mark.slow
@pytest.mark.skipif(
    not OLD_SERVERS, reason="no older PostgreSQL is installed; see also store.checks"
)
def test_a_server_that_is_too_old_is_named(files: Path) -> None:
    account, bin_dir = choose_account(), OLD_SERVERS[-1]
    data, sockets = files / "old", files / "sockets"
    for directory in (data, sockets):
        directory.mkdir(mode=0o700)
        shutil.chown(directory, account.uid, account.gid)
    major = bin_dir.parent.name
    initdb = ["initdb", "-D", str(data), "-U", "app", "-A", "trust", "-E", "UTF8", "--locale=C"]
    account.run([bin_dir / initdb[0], *initdb[1:]], cwd=data)
    pg_ctl: list[str | Path] = [bin_dir / "pg_ctl", "-D", str(data), "-m", "fast", "-w"]
    sealed = f"-c listen_addresses= -c unix_socket_directories={sockets}"
    started = account.run([*pg_ctl, "-l", str(data / "log"), "-o", sealed, "start"], cwd=data)
    assert started.returncode == 0, started.stdout
    url = f"host={sockets} user=app dbname=postgres password={SECRET}"
    try:
        says = f"this is PostgreSQL {major}; Muniment needs PostgreSQL 16 or newer"
        refused(url, DatabaseTooOld, says)
        with pytest.raises(DatabaseTooOld, match=says):
            AgentMemory(url, owner_url=url, embedder=HashedEmbedder())
    finally:
        stopped: subprocess.CompletedProcess[str] = account.run([*pg_ctl, "stop"], cwd=data)
        assert stopped.returncode == 0
