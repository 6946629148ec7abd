"""Send and read vectors of halves, by classes that are the same for every connection.

The driver keeps every class that sends a value until the process ends: one that is made for a
connection, as pgvector's own registration makes eight, stays when the connection is long closed.
"""

from __future__ import annotations

import psycopg
from pgvector import HalfVector
from pgvector.psycopg.halfvec import (
    HalfVectorBinaryDumper,
    HalfVectorBinaryLoader,
    HalfVectorDumper,
    HalfVectorLoader,
)
from psycopg import AsyncConnection
from psycopg.abc import AdaptContext
from psycopg.adapt import Dumper
from psycopg.rows import TupleRow
from psycopg.types import TypeInfo

_TYPE = "halfvec"


class _Numbered(Dumper):
    """Say of a vector that it is one, by the number that the connection's database has for the type."""

    def __init__(self, cls: type, context: AdaptContext | None = None) -> None:
        super().__init__(cls, context)
        assert self.connection is not None
        self.oid = self.connection.adapters.types[_TYPE].oid


class _TextDumper(_Numbered, HalfVectorDumper):
    pass


class _BinaryDumper(_Numbered, HalfVectorBinaryDumper):
    pass


async def know_half_vectors(connection: AsyncConnection[TupleRow]) -> None:
    """Let a connection send and read vectors; the database numbers their type as it likes.

    Raises:
        ProgrammingError: the database has no such type.
    """
    info = await TypeInfo.fetch(connection, _TYPE)
    if info is None:
        raise psycopg.ProgrammingError(f"the database has no type {_TYPE}")
    info.register(connection)
    for dumper in (_TextDumper, _BinaryDumper):
        connection.adapters.register_dumper(HalfVector, dumper)
    for loader in (HalfVectorLoader, HalfVectorBinaryLoader):
        connection.adapters.register_loader(info.oid, loader)
