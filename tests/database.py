"""Lend each test a database of its own, on one real server that all workers share.

It is the bundled one, or the one whose superuser `TEST_DATABASE_URL` names.
"""

from __future__ import annotations

import itertools
import os
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import anyio
import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import TupleRow

from muniment.access.principal import Principal
from muniment.embedded import Lease, lease
from muniment.ledger.upkeep import open_tenant
from muniment.ledger.writer import Ledger
from muniment.model.ids import tenant_named, user_named
from muniment.ports.embedder import Embedder
from muniment.settings import LimitSettings
from muniment.store.migrator import migrate
from muniment.store.pool import PoolLimits, Store
from muniment.testing.embedder import HashedEmbedder
from tests.directories import roomiest

APP = "muniment_app"
VIEWER = "muniment_viewer"
TEMPLATE = "template_muniment"
GIVEN = "TEST_DATABASE_URL"
_COUNT = itertools.count(1)
_TURN = 20260301  # the advisory lock under which the template is made


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A server that somebody else runs, and how its superuser connects; all roles get that password."""

    url: str

    @property
    def host(self) -> str:
        """The directory of its socket."""
        return str(conninfo_to_dict(self.url)["host"])

    @property
    def password(self) -> str:
        """The superuser's password."""
        return str(conninfo_to_dict(self.url)["password"])

    def conninfo(self, database: str, user: str | None = None) -> str:
        """Return libpq keywords for a database, as the superuser or this user."""
        named = {} if user is None else {"user": user}
        return make_conninfo(self.url, dbname=database, **named)


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """A running server, and the databases made on it."""

    lease: Lease | Given
    connection: psycopg.Connection[tuple[object, ...]]

    def admin(self, database: str = "postgres") -> str:
        """Return how a superuser connects, who is not held by row-level security."""
        return self.lease.conninfo(database)

    def app(self, database: str) -> str:
        """Return how the application connects."""
        return self.lease.conninfo(database, APP)

    def execute(self, *statements: sql.Composed | sql.SQL) -> None:
        """Run statements as the superuser, each by itself."""
        for statement in statements:
            self.connection.execute(statement)

    @contextmanager
    def database(self, template: str = TEMPLATE) -> Iterator[Database]:
        """Make a database from the migrated template (or another), and drop it afterwards."""
        worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
        name = f"test_{worker}_{os.getpid()}_{next(_COUNT)}"
        self.execute(
            sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY file_copy").format(
                sql.Identifier(name), sql.Identifier(template)
            )
        )
        try:
            yield Database(server=self, name=name)
        finally:
            self.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Database:
    """One database."""

    server: Server
    name: str

    @property
    def admin(self) -> str:
        """How a superuser connects to it."""
        return self.server.admin(self.name)

    @property
    def app(self) -> str:
        """How the application connects to it."""
        return self.server.app(self.name)

    def close_to_others(self) -> None:
        """Let in the roles of the tests alone, as `muniment init` does."""
        name = sql.Identifier(self.name)
        self.server.execute(
            sql.SQL("GRANT CONNECT ON DATABASE {} TO {}, {}").format(
                name, sql.Identifier(APP), sql.Identifier(VIEWER)
            ),
            sql.SQL("REVOKE CONNECT ON DATABASE {} FROM PUBLIC").format(name),
        )

    def shut_out(self) -> None:
        """Let nobody but superusers connect, and end what others have open."""
        name, roles = sql.Identifier(self.name), map(sql.Identifier, (APP, VIEWER))
        self.server.execute(
            sql.SQL("REVOKE CONNECT ON DATABASE {} FROM PUBLIC, {}, {}").format(name, *roles)
        )
        with psycopg.connect(self.admin) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )

    @contextmanager
    def as_admin(self) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
        """Connect as a superuser for whom no trigger fires: what somebody with the disk can do."""
        with psycopg.connect(self.admin, autocommit=True) as connection:
            connection.execute("SET session_replication_role = replica")
            yield connection


@contextmanager
def acting(
    database: Database, principal: Principal | None
) -> Iterator[psycopg.Connection[TupleRow]]:
    """Connect as the application for a principal, and take back whatever is done."""
    with psycopg.connect(database.app) as connection:
        if principal is not None:
            setting = sql.Literal(principal.as_setting())
            connection.execute(sql.SQL("SET LOCAL muniment.principal = {}").format(setting))
        yield connection
        connection.rollback()


@dataclass(slots=True, kw_only=True)
class Desk:
    """All that writing and reading needs: a store, a ledger, and a principal with a tenant."""

    database: Database
    store: Store
    ledger: Ledger
    principal: Principal
    _tenants: Iterator[int] = field(default_factory=lambda: itertools.count(2))

    async def fresh_tenant(self) -> Principal:
        """Open another tenant. A property test gives one to each example."""
        principal = principal_of(f"tenant {next(self._tenants)}")
        await open_tenant(self.ledger, principal)
        return principal


def principal_of(tenant: str, user: str | None = "mike", agent: str | None = None) -> Principal:
    """Return a principal with every permission a user has."""
    tenant_id = tenant_named(tenant)
    return Principal(
        tenant_id=tenant_id,
        tenant=tenant,
        user_id=user_named(tenant_id, user),
        user=user,
        agent=agent,
    )


@asynccontextmanager
async def open_desk(database: Database, embedder: Embedder | None = None) -> AsyncIterator[Desk]:
    """Open a store on a database, and its first tenant."""
    store = Store(database.app, PoolLimits())
    await store.open()
    try:
        ledger = Ledger(store, embedder or HashedEmbedder(), LimitSettings(), "english")
        principal = principal_of("tenant 1")
        await open_tenant(ledger, principal)
        yield Desk(database=database, store=store, ledger=ledger, principal=principal)
    finally:
        await store.close()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """Lend the run's server. The last worker to go stops the bundled one and removes its files."""
    with (
        _given_or_bundled() as held,
        psycopg.connect(held.conninfo("postgres"), autocommit=True) as connection,
    ):
        lent = Server(lease=held, connection=connection)
        _make_template(lent)
        yield lent


@contextmanager
def _given_or_bundled() -> Iterator[Lease | Given]:
    if url := os.environ.get(GIVEN):
        yield Given(url=url)
        return
    # Not within pytest's own folder: it is closed to the user that root's server runs as.
    home = roomiest() / f"muniment-tests-{_run()}"
    with lease(home) as held:
        yield held
    if not _is_used(home):
        shutil.rmtree(home, ignore_errors=True)


def _run() -> str:
    return os.environ.get("PYTEST_XDIST_TESTRUNUID") or str(os.getpid())


def _is_used(home: Path) -> bool:
    return any((home / "leases").iterdir())


def _make_template(server: Server) -> None:
    with psycopg.connect(server.admin(), autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", (_TURN,))
        made = connection.execute(
            "SELECT shobj_description(oid, 'pg_database') FROM pg_database"
            " WHERE datname = %s AND datistemplate",
            (TEMPLATE,),
        ).fetchone()
        if made == (_run(),):
            return
        name = sql.Identifier(TEMPLATE)
        if isinstance(server.lease, Lease):
            hurry(connection)
        if made is not None:
            connection.execute(sql.SQL("ALTER DATABASE {} IS_TEMPLATE false").format(name))
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(name))
        connection.execute(sql.SQL("CREATE DATABASE {}").format(name))
        anyio.run(_migrate, server)
        connection.execute(
            sql.SQL("COMMENT ON DATABASE {} IS {}").format(name, sql.Literal(_run()))
        )
        connection.execute(sql.SQL("ALTER DATABASE {} IS_TEMPLATE true").format(name))


def hurry(connection: psycopg.Connection[tuple[object, ...]]) -> None:
    """Have a server do nothing that only a crash of the machine, or a long life, makes needed.

    Tests lose nothing that matters in a crash; those that crash the server on purpose start one of their own.
    """
    for setting in ("fsync", "full_page_writes", "synchronous_commit", "autovacuum"):
        connection.execute(sql.SQL("ALTER SYSTEM SET {} = off").format(sql.Identifier(setting)))
    connection.execute("SELECT pg_reload_conf()")


async def _migrate(server: Server) -> None:
    await migrate(
        server.admin(TEMPLATE), app_role=APP, app_password=server.lease.password, viewer_role=VIEWER
    )


@pytest.fixture
def database(server: Server) -> Iterator[Database]:
    """Lend a database to one test."""
    with server.database() as lent:
        yield lent


@pytest.fixture
async def desk(database: Database) -> AsyncIterator[Desk]:
    """Lend a store, a ledger and a tenant to one test."""
    async with open_desk(database) as lent:
        yield lent


@pytest.fixture(scope="module")
async def shared_desk(server: Server) -> AsyncIterator[Desk]:
    """Lend one desk to a module's property tests; each example opens a tenant of its own."""
    with server.database() as database:
        async with open_desk(database) as lent:
            yield lent
