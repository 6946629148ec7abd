"""Open the database, refuse one that cannot keep the promises, and hand out units of work."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any, Final, LiteralString

import psycopg
from anyio import CancelScope, get_cancelled_exc_class
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from muniment import errors
from muniment.store.addresses import read_address
from muniment.store.arrays import send_arrays
from muniment.store.checks import is_pooled, refuse_unfit
from muniment.store.connection import Connection, end, lives
from muniment.store.half_vectors import know_half_vectors
from muniment.store.statements import Statements, listen
from muniment.store.translation import ends_connection, one_line, translate, translated
from muniment.store.work import READ_ONLY, READ_WRITE, Work

_NOTICING = {
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 60_000,
}
"""After how long the system gives up a server that does not answer, unless the URL says it."""
SILENCES_MAX: Final = 5
"""For how many times as long as a statement may take a server may say nothing: several may be under way."""

_IMPATIENT_S = 1.0
"""How long to wait for a connection before seeing whether the server has to be revived."""


# The driver warns of what is told as an error here; where nobody listens, it would go to stderr.
logging.getLogger("psycopg").addHandler(logging.NullHandler())


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolLimits:
    """How many connections there may be, and how long anything may take."""

    pool_min: int = 1
    pool_max: int = 8
    connect_timeout_s: float = 10.0
    statement_timeout_s: float = 60.0
    lock_timeout_s: float = 10.0


class _Stack(deque[Connection]):
    """Connections that are at rest, the last one used in front."""

    def append(self, connection: Connection, /) -> None:
        """Put a connection in front."""
        self.appendleft(connection)


class _WarmestFirst(AsyncConnectionPool[Connection]):
    """A pool that hands out the connection that came back last: its server has everything at hand.

    Handed out in turn, as the pool would, a store with eight of them asks eight processes, each of
    which finds its plans and catalogues gone cold: half as much work again for a small reading.
    """

    def __init__(self, *given: Any, **settings: Any) -> None:
        super().__init__(*given, **settings)
        self._pool = _Stack()
        self._refusal: psycopg.Error | None = None
        """Why the last connection could not be made: whoever waits for one in vain is told."""

    async def getconn(self, timeout: float | None = None) -> Connection:
        """Take a connection."""
        try:
            return await super().getconn(timeout)
        except PoolTimeout as late:
            raise late from self._refusal

    async def _connect(self, timeout: float | None = None) -> Connection:
        try:
            made = await super()._connect(timeout)
        except psycopg.Error as error:
            self._refusal = error
            raise
        self._refusal = None
        return made


class Store:
    """A pool of connections as the application role.

    `revive` is called when a connection is found dead or none can be made, before one more try:
    the bundled server starts again there.
    """

    def __init__(
        self, conninfo: str, limits: PoolLimits, revive: Callable[[], Awaitable[None]] | None = None
    ) -> None:
        self._limits = limits
        self._revive = revive
        self._conninfo = _with_limits(conninfo, limits)
        self._patience_s = SILENCES_MAX * limits.statement_timeout_s
        self._pool: AsyncConnectionPool[Connection] | None = None

    @property
    def place(self) -> str:
        """The database that it connects to, and at which host, or in which directory of sockets."""
        told = conninfo_to_dict(self._conninfo)
        return f"database {told.get('dbname')} at {told.get('host')}"

    def as_user(self, user: str) -> Store:
        """Return a store of the same database as another user who has the same password."""
        return Store(make_conninfo(self._conninfo, user=user), self._limits, self._revive)

    async def open(self, *, only_reads: bool = False) -> None:
        """Connect, and check version, extensions, schema and role: with `only_reads` one that may not write.

        Raises:
            Unsupported, NotPermitted: it cannot serve; the message has the statement that mends it.
            DatabaseUnavailable: nobody answers.
        """
        with translated():
            async with await self._line() as connection:
                await refuse_unfit(connection, only_reads=only_reads)
                if await is_pooled(connection):
                    await self._prepare_beside()
        self._pool = _WarmestFirst(
            self._conninfo,
            connection_class=Connection,
            kwargs={"autocommit": True},
            min_size=self._limits.pool_min,
            max_size=self._limits.pool_max,
            timeout=self._limits.connect_timeout_s,
            reconnect_timeout=self._limits.connect_timeout_s,
            configure=self._configure,
            open=False,
        )
        with translated():
            await self._pool.open(wait=True, timeout=self._limits.connect_timeout_s)

    async def _line(self) -> Connection:
        """Return a connection beside those of the pool."""
        connection = await Connection.connect(self._conninfo, autocommit=True)
        connection.patience_s = self._patience_s
        return connection

    async def _configure(self, connection: Connection) -> None:
        connection.patience_s = self._patience_s
        await know_half_vectors(connection)
        send_arrays(connection.adapters)

    async def _prepare_beside(self) -> None:
        # Two clients name their first statement alike: a pooler that gives both the same server, and does
        # not keep their statements apart, is refused by that server.
        async with await self._line() as connection:
            await is_pooled(connection)

    def apart(self) -> Store:
        """Return a store on the same database with one connection of its own, for another event loop."""
        return Store(self._conninfo, replace(self._limits, pool_min=1, pool_max=1))

    async def close(self) -> None:
        """Close every connection; idempotent."""
        if self._pool is not None:
            await self._pool.close()
            self._pool = None

    @asynccontextmanager
    async def reading(self, principal: str) -> AsyncIterator[Work]:
        """Open a read-only snapshot as a principal; every statement in it sees the same state."""
        async with (
            self._connection() as connection,
            self._work(connection, READ_ONLY, principal) as work,
        ):
            yield work

    @asynccontextmanager
    async def writing(self, principal: str) -> AsyncIterator[Work]:
        """Open a transaction as a principal; it commits when the block ends without an error.

        Raises:
            ConnectionLost: the connection broke before the commit; nothing was written.
            WriteOutcomeUnknown: the connection broke while committing. Its cause says how.
        """
        async with (
            self._connection() as connection,
            self._work(connection, READ_WRITE, principal) as work,
        ):
            yield work

    @asynccontextmanager
    async def lending(self) -> AsyncIterator[Statements]:
        """Lend a connection to a library that brings its own statements; each commits by itself."""
        async with self._connection() as connection:
            with translated():
                yield Statements(connection)

    async def listen(self, name: str, heard: Callable[[str], None]) -> None:
        """Pass on what the database announces after a named LISTEN, on a connection of its own.

        Raises:
            DatabaseUnavailable: there is no connection, or it broke.
        """
        with translated():
            async with await self._line() as connection:
                await listen(connection, name, heard, self._limits.statement_timeout_s)

    @asynccontextmanager
    async def _work(
        self, connection: Connection, begin: LiteralString, principal: str
    ) -> AsyncIterator[Work]:
        work = Work(connection)
        try:
            async with connection.pipeline():
                await work.begin(begin, principal)
                yield work
                work.committing = True
                await connection.execute("COMMIT")
        except UnicodeEncodeError:
            raise errors.UnstorableText from None
        except psycopg.Error as raised:
            stuck = bool(connection.pgconn.pipeline_status)
            error = _what_ended(raised) if stuck else raised
            told = translate(error)
            if isinstance(told, errors.DatabaseReadOnly):
                await connection.close()  # the next one may lead to a server that takes writes
                raise told from None
            if not (connection.broken or connection.closed or stuck or ends_connection(error)):
                raise told from None
            if work.committing and work.wrote:
                raise errors.WriteOutcomeUnknown from told
            if isinstance(told, errors.DatabaseUnavailable):
                told = errors.ConnectionLost(
                    f"the connection to the database broke ({one_line(error)}). Nothing was written: "
                    "try again."
                )
            raise told from None

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Connection]:
        pool = self._pool
        if pool is None:
            raise errors.MemoryClosed
        connection = await self._living_connection(pool)
        try:
            yield connection
        except get_cancelled_exc_class():
            # The driver may take a statement for prepared that the server never was asked to prepare.
            with CancelScope(shield=True):
                await connection.close()
            raise
        finally:
            # A cancelled caller would be interrupted at each await, and the pool lose a connection.
            with CancelScope(shield=True):
                await end(connection)
                await self._give_back(pool, connection)

    async def _living_connection(self, pool: AsyncConnectionPool[Connection]) -> Connection:
        """Take a connection whose server lives; those that died while idle are thrown away."""
        connection = await self._first_connection(pool)
        for _ in range(self._limits.pool_max):
            is_alive = False
            try:
                is_alive = await lives(connection, self._limits.connect_timeout_s)
            finally:
                if not is_alive:
                    with CancelScope(shield=True):
                        await connection.close()
                        await self._give_back(pool, connection)
            if is_alive:
                break
            with translated():
                connection = await pool.getconn()
        return connection

    async def _give_back(
        self, pool: AsyncConnectionPool[Connection], connection: Connection
    ) -> None:
        # The pool replaces a dead connection at once, and if that fails waits before it tries again:
        # so the server is seen to first. Why it cannot be is told to whoever needs a connection next.
        if (connection.broken or connection.closed) and self._revive is not None:
            with suppress(errors.MunimentError):
                await self._revive()
        await pool.putconn(connection)

    async def _first_connection(self, pool: AsyncConnectionPool[Connection]) -> Connection:
        with translated():
            if self._revive is None:
                return await pool.getconn()
            try:
                return await pool.getconn(min(_IMPATIENT_S, self._limits.connect_timeout_s))
            except PoolTimeout:
                await self._revive()
            return await pool.getconn()


def _what_ended(raised: psycopg.Error) -> psycopg.Error:
    """Return what the server said last, if the driver tells only that it cannot leave the pipeline."""
    before = raised.__context__
    return before if raised.sqlstate is None and isinstance(before, psycopg.Error) else raised


def _with_limits(conninfo: str, limits: PoolLimits) -> str:
    given = read_address(conninfo)
    options = " ".join(
        (
            str(given.get("options") or ""),
            "-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=iso_8601 -c jit=off",
            "-c extra_float_digits=1 -c standard_conforming_strings=on",
            "-c plan_cache_mode=force_generic_plan",
            f"-c statement_timeout={int(limits.statement_timeout_s * 1000)}",
            f"-c lock_timeout={int(limits.lock_timeout_s * 1000)}",
        )
    ).strip()
    keywords: dict[str, Any] = {
        **{key: value for key, value in given.items() if key != "options"},
        "options": options,
        "application_name": given.get("application_name") or "muniment",
        # A server that is gone without a word is noticed within a minute; the system's own hours are many.
        **{name: given.get(name) or value for name, value in _NOTICING.items()},
        "connect_timeout": given.get("connect_timeout") or max(2, int(limits.connect_timeout_s)),
    }
    return make_conninfo(**keywords)
