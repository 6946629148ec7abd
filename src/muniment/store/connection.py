"""Be one line to a server: give up a server that says nothing, and see whether one is there."""

from __future__ import annotations

import select
from time import monotonic
from typing import Final

import psycopg
from psycopg import AsyncConnection
from psycopg.abc import RV, PQGen
from psycopg.rows import TupleRow

REST_S: Final = 30.0
"""After how long at rest a server is asked whether it is there before a connection is handed out."""

_WAIT_INTERVAL_S: Final = 0.1


class Connection(AsyncConnection[TupleRow]):
    """A connection that is closed once its server has said nothing for too long.

    The system notices a line that is dead, and not one that somebody between holds open.
    """

    patience_s: float | None = None
    heard_at: float = 0.0
    """When its server last said something, by the machine's own clock."""

    async def wait(
        self, gen: PQGen[RV], interval: float = _WAIT_INTERVAL_S, timeout: float | None = None
    ) -> RV:
        """Wait for what the driver asked for."""
        if timeout is not None or self.patience_s is None:
            return await super().wait(gen, interval, timeout)
        began = monotonic()
        try:
            answer = await super().wait(gen, interval, self.patience_s)
            self.heard_at = monotonic()
            return answer
        except psycopg.OperationalError as error:
            is_told = error.sqlstate is not None or self.closed
            if is_told or monotonic() - began < self.patience_s:
                raise
            self.pgconn.finish()
            raise psycopg.OperationalError(
                f"the server has said nothing for {self.patience_s:g} seconds"
            ) from None


async def lives(connection: Connection, within_s: float) -> bool:
    """Tell whether a connection's server is there; it is asked if it has spoken, or not for long."""
    if connection.broken or connection.closed:
        return False
    if not _has_spoken(connection.fileno()) and monotonic() - connection.heard_at < REST_S:
        return True
    patience_s, connection.patience_s = connection.patience_s, within_s
    try:
        await connection.execute("")
    except psycopg.Error:
        return False
    finally:
        connection.patience_s = patience_s
    return True


def _has_spoken(socket: int) -> bool:
    if not hasattr(select, "poll"):
        return bool(select.select([socket], [], [], 0)[0])
    waiting = select.poll()
    waiting.register(socket, select.POLLIN)
    return bool(waiting.poll(0))


async def end(connection: Connection) -> None:
    """Leave no transaction open; close a connection that was left in the middle of an answer."""
    if connection.broken or connection.closed:
        return
    state = connection.pgconn.transaction_status
    if state == psycopg.pq.TransactionStatus.ACTIVE or connection.pgconn.pipeline_status:
        await connection.close()
    elif state != psycopg.pq.TransactionStatus.IDLE:
        try:
            await connection.execute("ROLLBACK")
        except psycopg.Error:
            await connection.close()
