"""Arrays of numbers, truth values and instants, as they are sent."""

from __future__ import annotations

from datetime import UTC, datetime

import psycopg
import pytest
from psycopg.adapt import AdaptersMap, PyFormat, Transformer
from psycopg.pq import Format

from muniment.store.arrays import Bigints, Flags, Instants, Integers, send_arrays


@pytest.mark.parametrize(
    "items, element",
    [
        (Bigints([]), "int8"),
        (Bigints([1, -2, 9_223_372_036_854_775_807]), "int8"),
        (Integers((7,)), "int4"),
        (Integers([2_147_483_647, -2_147_483_648]), "int4"),
        (Flags([]), "bool"),
        (Flags([True, False, True]), "bool"),
        (Instants([]), "timestamptz"),
        (Instants([None]), "timestamptz"),
        (
            Instants(
                [
                    datetime(1, 1, 1, tzinfo=UTC),
                    None,
                    datetime(1999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
                    datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
                ]
            ),
            "timestamptz",
        ),
    ],
)
def test_items_are_sent_as_an_array_that_reads_back(
    items: Bigints | Integers | Flags | Instants, element: str
) -> None:
    adapters = AdaptersMap(psycopg.adapters)
    send_arrays(adapters)
    dumper = adapters.get_dumper(type(items), PyFormat.AUTO)(type(items))
    sent = dumper.dump(items)

    array_oid = psycopg.adapters.types[element].array_oid
    assert dumper.oid == array_oid
    assert sent is not None
    assert Transformer().get_loader(array_oid, Format.BINARY).load(sent) == list(items.items)
