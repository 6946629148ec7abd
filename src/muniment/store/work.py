"""Send named statements inside one transaction, many of them in one round trip."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Generic, LiteralString, TypeVar

from psycopg import AsyncConnection, AsyncCursor, AsyncRawCursor, sql
from psycopg.rows import AsyncRowFactory, RowMaker, TupleRow, class_row, tuple_row

from muniment.sql import queries
from muniment.store.instants import read_any_instant
from muniment.store.statements import Statements

Row = TypeVar("Row")
_PARAMETER: Final = re.compile(r"%\((\w+)\)[sb]")
READ_ONLY: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"
READ_WRITE: Final = "BEGIN ISOLATION LEVEL READ COMMITTED"
"""Not `READ WRITE`: that would overrule who set the database to be read only."""


class Work:
    """One transaction. Statements are queued; asking for a result sends what is queued."""

    def __init__(self, connection: AsyncConnection[TupleRow]) -> None:
        self._connection = connection
        self.committing = False
        """Whether COMMIT has been sent: from here on a lost connection leaves the outcome open."""
        self.wrote = False
        """Whether anything was written, so that the outcome of the commit matters."""

    async def send(self, name: str, row: type[Row], **parameters: object) -> Pending[Row]:
        """Queue a statement that answers rows."""
        cursor = AsyncRawCursor(self._connection, row_factory=_factory(row))
        await _execute(cursor, queries()[name].text, parameters)
        return Pending(cursor)

    async def send_sized(
        self, name: str, row: type[Row], dimensions: int, **parameters: object
    ) -> Pending[Row]:
        """Queue a statement with `{dimensions}` in it, that of the vectors that it compares."""
        cursor = AsyncRawCursor(self._connection, row_factory=_factory(row))
        text = _sized(queries()[name].text, dimensions)
        await _execute(cursor, text, parameters)
        return Pending(cursor)

    async def send_about(
        self,
        name: str,
        table: str,
        columns: Sequence[str] = (),
        as_text: Collection[str] = (),
        **parameters: object,
    ) -> Pending[tuple[object, ...]]:
        """Queue a statement with `{table}` and `{columns}` in it, for one table of the schema.

        A row is a tuple in the order of the columns, those of `as_text` as texts. Every value that a stranger may have put
        there can be read: an instant that Python cannot hold comes as a text.
        """
        cursor = self._connection.cursor(binary=True, row_factory=tuple_row)
        read_any_instant(cursor.adapters)
        statement = sql.SQL(queries()[name].text).format(
            table=sql.Identifier(table),
            columns=sql.SQL(", ").join(
                sql.SQL("{}::text").format(sql.Identifier(column))
                if column in as_text
                else sql.Identifier(column)
                for column in columns
            ),
        )
        await cursor.execute(statement, parameters, prepare=True)
        return Pending(cursor)

    async def walk(
        self, name: str, row: type[Row], batch: int, **parameters: object
    ) -> AsyncIterator[list[Row]]:
        """Return the rows of a statement, a batch at a time: more than memory could hold."""
        statement, names = _numbered(queries()[name].text)
        declared = b"DECLARE walked NO SCROLL CURSOR FOR " + statement
        values = [parameters[each] for each in names]
        await AsyncRawCursor(self._connection).execute(declared, values, binary=True)
        following = await self._fetch(row, batch)
        while rows := await following.all():
            # the database reads the next rows while these are looked at
            following = await self._fetch(row, batch)
            yield rows
        await self._connection.execute("CLOSE walked")

    async def _fetch(self, row: type[Row], batch: int) -> Pending[Row]:
        cursor = AsyncRawCursor(self._connection, row_factory=_factory(row))
        fetch = sql.SQL("FETCH FORWARD {} FROM walked").format(sql.Literal(batch))
        await cursor.execute(fetch, prepare=False, binary=True)
        return Pending(cursor)

    async def write(self, name: str, **parameters: object) -> None:
        """Queue a statement that changes rows and answers none."""
        self.wrote = True
        await _execute(AsyncRawCursor(self._connection), queries()[name].text, parameters)

    async def change(self, name: str, row: type[Row], **parameters: object) -> Pending[Row]:
        """Queue a statement that changes rows and answers some."""
        self.wrote = True
        return await self.send(name, row, **parameters)

    @property
    def statements(self) -> Statements:
        """The way into this transaction for a library that brings its own statements."""
        self.wrote = True
        return Statements(self._connection)

    async def become(self, principal: str) -> None:
        """Go on as another principal until this transaction ends, or until the next one."""
        await self._connection.execute(_becoming(principal))

    async def begin(self, begin: LiteralString, principal: str) -> None:
        """Queue the begin of a transaction as a principal."""
        await self._connection.execute(begin)
        await self.become(principal)

    async def go_on_writing(self, principal: str) -> None:
        """End this transaction and begin one that may write, in the round trip of what follows.

        Ask for no answer of the first one any more.
        """
        await self._connection.execute("COMMIT")
        await self.begin(READ_WRITE, principal)

    async def plan_anew(self) -> None:
        """Let the statements that follow be planned for their values: lists whose filters vary much."""
        await self._connection.execute(queries()["plan_anew"].text, prepare=True)

    async def walk_in_order(self) -> None:
        """Let the statements that follow read in the order of an index, and stop when they have enough."""
        await self._connection.execute(queries()["walk_in_order"].text, prepare=True)

    async def search_index(self) -> None:
        """Let the statements that follow look up the nearest vectors in the index of their tenant."""
        await self._connection.execute(queries()["search_index"].text, prepare=True)

    async def all(self, name: str, row: type[Row], **parameters: object) -> list[Row]:
        """Send a statement and return its rows."""
        return await (await self.send(name, row, **parameters)).all()

    async def one(self, name: str, row: type[Row], **parameters: object) -> Row | None:
        """Send a statement and return its first row, or None."""
        return await (await self.send(name, row, **parameters)).one()


class Pending(Generic[Row]):
    """The answer to a queued statement."""

    def __init__(self, cursor: AsyncCursor[Row]) -> None:
        self._cursor = cursor

    async def all(self) -> list[Row]:
        """Wait for the rows."""
        rows = await self._cursor.fetchall()
        await self._cursor.close()
        return rows

    async def one(self) -> Row | None:
        """Wait for the first row."""
        row = await self._cursor.fetchone()
        await self._cursor.close()
        return row


async def _execute(
    cursor: AsyncRawCursor[Any], text: LiteralString, parameters: Mapping[str, object]
) -> None:
    statement, names = _numbered(text)
    values = [parameters[each] for each in names]
    await cursor.execute(statement, values, prepare=True, binary=True)


@lru_cache(maxsize=1024)
def _numbered(text: LiteralString) -> tuple[bytes, tuple[str, ...]]:
    """Return a statement with `$1` for its first parameter, and the names of its parameters in order.

    The driver would do the same, and every time for a statement of more than four thousand letters.
    """
    names = tuple(dict.fromkeys(_PARAMETER.findall(text)))
    places = {name: f"${place}" for place, name in enumerate(names, start=1)}
    numbered = _PARAMETER.sub(lambda found: places[found[1]], text).replace("%%", "%")
    return numbered.encode(), names


@lru_cache(maxsize=64)
def _sized(text: LiteralString, dimensions: int) -> LiteralString:
    return text.replace("{dimensions}", str(int(dimensions)))


@lru_cache(maxsize=256)
def _becoming(principal: str) -> bytes:
    return sql.SQL("SET LOCAL muniment.principal = {}").format(sql.Literal(principal)).as_bytes()


def _factory(row: type[Row]) -> AsyncRowFactory[Row]:
    """Return how rows become values: named tuples by place, which is quicker, others by name."""
    if not issubclass(row, tuple):
        return class_row(row)
    fields = getattr(row, "_fields", ())

    def by_place(cursor: AsyncCursor[Any]) -> RowMaker[Row]:
        columns = tuple(column.name for column in cursor.description or ())
        if columns and columns != fields:
            raise TypeError(f"{row.__name__} has the fields {fields}, its query {columns}")
        return lambda values: row(*values)

    return by_place
