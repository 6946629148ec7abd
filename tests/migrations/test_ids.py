"""Before PostgreSQL 18 the ids are our own: version 7, and in the order in which they are made."""

from __future__ import annotations

import re
from uuid import RFC_4122, UUID

import psycopg

from muniment.sql import migrations
from tests.database import Database


def test_ids_that_are_made_within_a_millisecond_come_in_order(database: Database) -> None:
    text = migrations()["0024_ids_in_order.sql"]
    made = re.search(r"\$f\$(.*)\$f\$", text, re.DOTALL)
    assert made is not None
    with psycopg.connect(database.admin) as connection:
        connection.execute(made[1].replace("muniment.new_id", "pg_temp.new_id").encode())
        found = connection.execute(
            "SELECT pg_temp.new_id(), clock_timestamp() FROM generate_series(1, 3000)"
        ).fetchall()

    ids = [id_ for id_, _ in found]
    assert ids == sorted(set(ids))
    assert {(id_.version, id_.variant) for id_ in ids} == {(7, RFC_4122)}
    assert all(abs(_milliseconds(id_) - when.timestamp() * 1000) < 1000 for id_, when in found)


def _milliseconds(made: UUID) -> int:
    return made.int >> 80
