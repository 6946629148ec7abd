"""Send the statements that a library brings with it, and hear what the database announces."""

from __future__ import annotations

from collections.abc import Callable

from psycopg import AsyncConnection, AsyncRawCursor
from psycopg.rows import TupleRow, dict_row

from muniment.sql import queries


class Statements:
    """One connection, for statements with `$1` in them that are not ours."""

    def __init__(self, connection: AsyncConnection[TupleRow]) -> None:
        self._connection = connection

    async def fetch(self, statement: str, *values: object) -> list[dict[str, object]]:
        """Send a statement and return its rows, each by the names of its columns."""
        cursor = AsyncRawCursor(self._connection, row_factory=dict_row)
        await cursor.execute(statement.encode(), values or None)
        return await cursor.fetchall()

    async def execute(self, statement: str, *values: object) -> str:
        """Send a statement and return what the database says that it did."""
        cursor = AsyncRawCursor(self._connection)
        await cursor.execute(statement.encode(), values or None)
        return cursor.statusmessage or ""


async def listen(
    connection: AsyncConnection[TupleRow], name: str, heard: Callable[[str], None], quiet_s: float
) -> None:
    """Send a named LISTEN, and pass on each payload until the connection ends.

    An empty one is passed on first: from then on nothing is missed. Every `quiet_s` seconds the server
    has to answer, for a line on which nothing is said may be one on which nothing can be heard.
    """
    await connection.execute(queries()[name].text)
    heard("")
    while True:
        async for notification in connection.notifies(timeout=quiet_s):
            heard(notification.payload)
        await connection.execute("")
