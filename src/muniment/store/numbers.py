"""Send whole numbers by the hundred without a step of Python for each."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from psycopg.adapt import AdaptersMap, Dumper
from psycopg.pq import Format


@dataclass(frozen=True, slots=True)
class Bigints:
    """Whole numbers, as a parameter of the type `bigint[]`."""

    numbers: Sequence[int]


@dataclass(frozen=True, slots=True)
class Integers:
    """Whole numbers, as a parameter of the type `int[]`."""

    numbers: Sequence[int]


class _BigintsDumper(Dumper):
    format = Format.BINARY
    oid = 1016
    element_oid, element_bytes, element_code = 20, 8, "q"

    def dump(self, obj: Bigints | Integers) -> bytes:
        """Return an array of one dimension: its head, then each number after its length."""
        count = len(obj.numbers)
        if not count:
            return struct.pack("!iii", 0, 0, self.element_oid)
        told = [self.element_bytes] * (2 * count)
        told[1::2] = obj.numbers
        return _layout(self.element_code, count).pack(1, 0, self.element_oid, count, 1, *told)


class _IntegersDumper(_BigintsDumper):
    oid = 1007
    element_oid, element_bytes, element_code = 23, 4, "i"


@lru_cache(maxsize=512)
def _layout(code: str, count: int) -> struct.Struct:
    return struct.Struct("!iiiii" + f"i{code}" * count)


def send_numbers(adapters: AdaptersMap) -> None:
    """Let the adapters of a connection send `Bigints` and `Integers`."""
    adapters.register_dumper(Bigints, _BigintsDumper)
    adapters.register_dumper(Integers, _IntegersDumper)
