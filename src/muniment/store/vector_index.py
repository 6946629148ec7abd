"""Make and drop the index by which one tenant's vectors are looked up, as the owner of the schema."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from uuid import UUID

import anyio
import psycopg
from psycopg import sql
from psycopg.rows import class_row

from muniment.errors import MunimentError
from muniment.sql import queries
from muniment.store.addresses import connected
from muniment.store.translation import translated

POLL_S: Final = 0.5
DROP_WAIT_S: Final = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorIndex:
    """The index of one tenant's vectors by one embedder, whether it is there or not.

    `is_complete` and `size_bytes` are None where it is not there. One that is being made is not complete.
    """

    tenant_id: UUID
    embedder_no: int
    dimensions: int
    name: str
    is_complete: bool | None
    size_bytes: int | None

    def statement(self, name: str) -> sql.Composed:
        """Return a named statement about it."""
        return sql.SQL(queries()[name].text).format(
            index=sql.Identifier(self.name),
            dimensions=sql.Literal(self.dimensions),
            tenant_id=sql.Literal(self.tenant_id),
            embedder_no=sql.Literal(self.embedder_no),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexProgress:
    """How far the making of an index has come: the vectors that are in it, of about how many."""

    done: int
    total: int


async def make_index(
    owner_conninfo: str,
    index: VectorIndex,
    *,
    memory_mb: int,
    seen: Callable[[IndexProgress], None],
) -> None:
    """Make an index anew while others read and write.

    Broken off, it leaves none behind; while another's transaction stands in the way of that for ten
    seconds, or the server is away, one that is not complete and that the next call drops.

    Raises:
        DatabaseUnavailable: the database cannot be reached.
        NotPermitted: the role does not own the schema.
        DiskFull: the index does not fit on the disk.
    """
    await drop_index(owner_conninfo, index)
    is_made = False
    failure: psycopg.Error | None = None
    try:
        with translated():
            async with (
                await connected(owner_conninfo) as working,
                anyio.create_task_group() as tasks,
            ):
                tasks.start_soon(_watch, owner_conninfo, seen)
                try:
                    await working.execute(
                        queries()["vector_index_session"].text, {"memory": f"{memory_mb}MB"}
                    )
                    await working.execute(index.statement("vector_index_make"))
                    is_made = True
                except psycopg.Error as error:
                    failure = error
                tasks.cancel_scope.cancel()
            if failure is not None:
                raise failure
    finally:
        if not is_made:
            # Why it was not made is what is told: the next call drops what is left.
            with anyio.move_on_after(DROP_WAIT_S, shield=True), suppress(MunimentError):
                await drop_index(owner_conninfo, index)


async def drop_index(owner_conninfo: str, index: VectorIndex) -> None:
    """Drop an index, or what there is of it; nothing if there is none.

    Raises:
        DatabaseUnavailable: the database cannot be reached.
        NotPermitted: the role does not own the schema.
    """
    with translated():
        async with await connected(owner_conninfo) as connection:
            await connection.execute(index.statement("vector_index_drop"))


async def _watch(owner_conninfo: str, seen: Callable[[IndexProgress], None]) -> None:
    """Tell how far it has come, until cancelled; who cannot look on does not end the making.

    A connection that is broken off while it is made would stay half open.
    """
    with suppress(psycopg.Error):
        with anyio.CancelScope(shield=True):
            connection = await connected(owner_conninfo)
        async with connection:
            while True:
                cursor = connection.cursor(row_factory=class_row(IndexProgress))
                await cursor.execute(queries()["vector_index_progress"].text)
                row = await cursor.fetchone()
                if row is not None:
                    seen(row)
                await anyio.sleep(POLL_S)
