"""Open the database, refuse one that cannot keep the promises, and hand out units of work."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import psycopg
from pgvector.psycopg import register_vector_async
from psycopg import AsyncConnection, sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import TupleRow
from psycopg_pool import AsyncConnectionPool

from muniment import errors
from muniment.store.checks import refuse_unfit
from muniment.store.translation import translate, translated
from muniment.store.work import Work

Connection = AsyncConnection[TupleRow]
_READ_ONLY = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"
_READ_WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED, READ WRITE"


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolLimits:
    """How many connections there may be, and how long anything may take."""

    pool_min: int = 1
    pool_max: int = 8
    connect_timeout_s: float = 10.0
    statement_timeout_s: float = 60.0
    lock_timeout_s: float = 10.0


class Store:
    """A pool of connections as the application role.

    `revive` is called when no connection can be made, before one more try: the bundled
    server starts again there.
    """

    def __init__(
        self,
        conninfo: str,
        limits: PoolLimits,
        revive: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._limits = limits
        self._revive = revive
        self._conninfo = _with_limits(conninfo, limits)
        self._pool: AsyncConnectionPool[Connection] | None = None

    async def open(self) -> None:
        """Connect, and check version, extensions, schema and role.

        Raises:
            Unsupported: the database cannot serve; the message has the statement that mends it.
            DatabaseUnavailable: nobody answers.
        """
        with translated():
            connection = await AsyncConnection.connect(self._conninfo, autocommit=True)
            async with connection:
                await refuse_unfit(connection)
        self._pool = AsyncConnectionPool(
            self._conninfo,
            kwargs={"autocommit": True},
            min_size=self._limits.pool_min,
            max_size=self._limits.pool_max,
            timeout=self._limits.connect_timeout_s,
            reconnect_timeout=self._limits.connect_timeout_s,
            configure=_configure,
            open=False,
        )
        with translated():
            await self._pool.open(wait=True, timeout=self._limits.connect_timeout_s)

    async def close(self) -> None:
        """Close every connection; idempotent."""
        if self._pool is not None:
            await self._pool.close()
            self._pool = None

    @asynccontextmanager
    async def reading(self, principal: str) -> AsyncIterator[Work]:
        """Open a read-only snapshot as a principal; every statement in it sees the same state."""
        async with self._connection() as connection, self._work(connection, _READ_ONLY, principal) as work:
            yield work

    @asynccontextmanager
    async def writing(self, principal: str) -> AsyncIterator[Work]:
        """Open a transaction as a principal; it commits when the block ends without an error.

        Raises:
            WriteOutcomeUnknown: the connection broke while committing.
        """
        async with self._connection() as connection, self._work(connection, _READ_WRITE, principal) as work:
            yield work

    @asynccontextmanager
    async def _work(
        self, connection: Connection, begin: str, principal: str
    ) -> AsyncIterator[Work]:
        work = Work(connection)
        try:
            async with connection.pipeline():
                await connection.execute(begin)  # type: ignore[arg-type]
                await connection.execute(
                    sql.SQL("SET LOCAL muniment.principal = {}").format(sql.Literal(principal))
                )
                yield work
                work.committing = True
                await connection.execute("COMMIT")
        except psycopg.OperationalError as error:
            if work.committing and work.wrote and connection.broken:
                raise errors.WriteOutcomeUnknown from None
            raise translate(error) from None
        except psycopg.Error as error:
            raise translate(error) from None
        finally:
            await _end(connection)

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Connection]:
        if self._pool is None:
            raise errors.DatabaseUnavailable("the store is closed. Open a new AgentMemory.")
        connection = await self._living_connection(self._pool)
        try:
            yield connection
        finally:
            await self._pool.putconn(connection)

    async def _living_connection(self, pool: AsyncConnectionPool[Connection]) -> Connection:
        with translated():
            connection = await pool.getconn()
        if not connection.broken and not connection.closed:
            return connection
        await pool.putconn(connection)
        if self._revive is not None:
            await self._revive()
        with translated():
            await pool.check()
            return await pool.getconn()


async def _configure(connection: Connection) -> None:
    await register_vector_async(connection)


async def _end(connection: Connection) -> None:
    """Leave no transaction open, whatever happened inside it."""
    if connection.broken or connection.closed:
        return
    if connection.pgconn.transaction_status != psycopg.pq.TransactionStatus.IDLE:
        try:
            await connection.execute("ROLLBACK")
        except psycopg.Error:
            await connection.close()


def _with_limits(conninfo: str, limits: PoolLimits) -> str:
    try:
        given = conninfo_to_dict(conninfo)
    except psycopg.Error:
        raise errors.UnknownSetting(
            "database_url is no PostgreSQL URL. Write postgresql://user:password@host:5432/database."
        ) from None
    options = " ".join(
        (
            str(given.get("options") or ""),
            "-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=iso_8601 -c jit=off",
            "-c extra_float_digits=1 -c standard_conforming_strings=on",
            f"-c statement_timeout={int(limits.statement_timeout_s * 1000)}",
            f"-c lock_timeout={int(limits.lock_timeout_s * 1000)}",
        )
    ).strip()
    return make_conninfo(
        **{
            **{key: value for key, value in given.items() if key != "options"},
            "options": options,
            "application_name": given.get("application_name") or "muniment",
            "connect_timeout": given.get("connect_timeout") or max(2, int(limits.connect_timeout_s)),
        }
    )
