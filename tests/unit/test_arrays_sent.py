"""Arrays of whole numbers, as they are sent."""

from __future__ import annotations

import psycopg
import pytest
from psycopg.adapt import AdaptersMap, PyFormat, Transformer
from psycopg.pq import Format

from muniment.store.arrays import Bigints, Integers, send_arrays


@pytest.mark.parametrize(
    "numbers, element",
    [
        (Bigints([]), "int8"),
        (Bigints([1, -2, 9_223_372_036_854_775_807]), "int8"),
        (Integers((7,)), "int4"),
        (Integers([2_147_483_647, -2_147_483_648]), "int4"),
    ],
)
def test_numbers_are_sent_as_an_array_that_reads_back(
    numbers: Bigints | Integers, element: str
) -> None:
    adapters = AdaptersMap(psycopg.adapters)
    send_arrays(adapters)
    dumper = adapters.get_dumper(type(numbers), PyFormat.AUTO)(type(numbers))
    sent = dumper.dump(numbers)

    array_oid = psycopg.adapters.types[element].array_oid
    assert dumper.oid == array_oid
    assert sent is not None
    assert Transformer().get_loader(array_oid, Format.BINARY).load(sent) == list(numbers.items)
