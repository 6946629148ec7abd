"""Send arrays of hundreds of values in the binary form of PostgreSQL, with few steps for each value."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final
from uuid import UUID

import numpy as np
import numpy.typing as npt
from psycopg.adapt import AdaptersMap, Dumper
from psycopg.pq import Format

_NUMBERS_MAX: Final = 1024
"""How many numbers an array may have whose layout is remembered."""
_EPOCH: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""Where PostgreSQL counts microseconds from."""
_MICROSECOND: Final = timedelta(microseconds=1)
_INSTANT: Final = struct.Struct("!iq")
_NULL: Final = struct.pack("!i", -1)


@dataclass(frozen=True, slots=True)
class Bigints:
    """Whole numbers, as a parameter of the type `bigint[]`."""

    items: Sequence[int]


@dataclass(frozen=True, slots=True)
class Integers:
    """Whole numbers, as a parameter of the type `int[]`."""

    items: Sequence[int]


@dataclass(frozen=True, slots=True)
class Texts:
    """Texts, as a parameter of the type `text[]`."""

    items: Sequence[str]


@dataclass(frozen=True, slots=True)
class Uuids:
    """Ids, as a parameter of the type `uuid[]`."""

    items: Sequence[UUID]


@dataclass(frozen=True, slots=True)
class Flags:
    """Truth values, as a parameter of the type `boolean[]`."""

    items: Sequence[bool]


@dataclass(frozen=True, slots=True)
class Instants:
    """Instants in UTC, or None, as a parameter of the type `timestamptz[]`."""

    items: Sequence[datetime | None]


@dataclass(frozen=True, slots=True)
class HalfVectors:
    """Vectors of one length, as a parameter of the type `halfvec[]`."""

    items: Sequence[npt.NDArray[np.floating]]


class _NumbersDumper(Dumper):
    format = Format.BINARY
    element, size, code = 20, 8, "q"

    def dump(self, obj: Bigints | Integers) -> bytes:
        count = len(obj.items)
        told = [self.size] * (2 * count)
        told[1::2] = obj.items
        layout = _layout(self.code, count) if count <= _NUMBERS_MAX else _fresh(self.code, count)
        return _head(self.element, count) + layout.pack(*told)


class _BigintsDumper(_NumbersDumper):
    oid = 1016


class _IntegersDumper(_NumbersDumper):
    oid = 1007
    element, size, code = 23, 4, "i"


class _TextsDumper(Dumper):
    format = Format.BINARY
    oid = 1009

    def dump(self, obj: Texts) -> bytes:
        told = [_head(25, len(obj.items))]
        for item in obj.items:
            said = item.encode()
            told += (len(said).to_bytes(4, "big"), said)
        return b"".join(told)


class _UuidsDumper(Dumper):
    format = Format.BINARY
    oid = 2951

    def dump(self, obj: Uuids) -> bytes:
        told = [b"", *(item.bytes for item in obj.items)]
        return _head(2950, len(obj.items)) + b"\x00\x00\x00\x10".join(told)


class _FlagsDumper(Dumper):
    format = Format.BINARY
    oid = 1000

    def dump(self, obj: Flags) -> bytes:
        told = [b"", *(b"\x01" if item else b"\x00" for item in obj.items)]
        return _head(16, len(obj.items)) + b"\x00\x00\x00\x01".join(told)


class _InstantsDumper(Dumper):
    format = Format.BINARY
    oid = 1185

    def dump(self, obj: Instants) -> bytes:
        told = [
            _NULL if item is None else _INSTANT.pack(8, (item - _EPOCH) // _MICROSECOND)
            for item in obj.items
        ]
        return _head(1184, len(obj.items), has_nulls=None in obj.items) + b"".join(told)


class _HalfVectorsDumper(Dumper):
    format = Format.BINARY

    def dump(self, obj: HalfVectors) -> bytes:
        assert self.connection is not None
        found = self.connection.adapters.types["halfvec"]
        if not obj.items:
            return _head(found.oid, 0)
        vectors = np.stack(obj.items).astype(np.float16)
        count, dimensions = vectors.shape
        parts = [("size", ">i4"), ("dimensions", ">u2"), ("unused", ">u2")]
        told = np.zeros(count, dtype=[*parts, ("vector", ">f2", (dimensions,))])
        told["size"] = 4 + 2 * dimensions
        told["dimensions"] = dimensions
        told["vector"] = vectors
        return _head(found.oid, count) + told.tobytes()


def _head(element: int, count: int, *, has_nulls: bool = False) -> bytes:
    """Return how an array of no or one dimension begins; its items follow, each after its length."""
    if not count:
        return struct.pack("!iii", 0, 0, element)
    return struct.pack("!iiiii", 1, has_nulls, element, count, 1)


def _fresh(code: str, count: int) -> struct.Struct:
    return struct.Struct("!" + f"i{code}" * count)


@lru_cache(maxsize=256)
def _layout(code: str, count: int) -> struct.Struct:
    return _fresh(code, count)


def send_arrays(adapters: AdaptersMap) -> None:
    """Let the adapters of a connection send these arrays."""
    adapters.register_dumper(Bigints, _BigintsDumper)
    adapters.register_dumper(Integers, _IntegersDumper)
    adapters.register_dumper(Texts, _TextsDumper)
    adapters.register_dumper(Uuids, _UuidsDumper)
    adapters.register_dumper(Flags, _FlagsDumper)
    adapters.register_dumper(Instants, _InstantsDumper)
    adapters.register_dumper(HalfVectors, _HalfVectorsDumper)
