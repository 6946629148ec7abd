"""Rebuild what is derived from the ledger, and every index, as the owner of the database would."""

from __future__ import annotations

from typing import LiteralString

from psycopg import Connection

from muniment.access.principal import Principal
from muniment.ledger.keys import searchable_text
from muniment.ledger.placing import turn_text
from tests.database import Desk

Admin = Connection[tuple[object, ...]]

UNITS = """
    SELECT m.unit_no, m.partition_no, m.known_from, m.known_until, m.content, m.entity, m.category,
        m.object, NULL, NULL, false
    FROM muniment.memories m WHERE m.tenant_id = %(tenant)s
    UNION ALL
    SELECT e.unit_no, e.partition_no, e.known_from, e.known_until, e.content, NULL, NULL, NULL,
        e.speaker, e.caption, true
    FROM muniment.episodes e WHERE e.tenant_id = %(tenant)s
    ORDER BY unit_no DESC
"""

WORDS = """
    CREATE TEMPORARY TABLE words AS
    WITH units AS (
        SELECT u.*, to_tsvector('english', u.text) AS vector
        FROM unnest(%(unit_nos)s::bigint[], %(partition_nos)s::int[], %(froms)s::timestamptz[],
            %(untils)s::timestamptz[], %(texts)s::text[])
            AS u (unit_no, partition_no, known_from, known_until, text)
    ), counted AS (
        SELECT u.*, (SELECT coalesce(sum(cardinality(x.positions)), 0)
            FROM unnest(u.vector) AS x (lexeme, positions, weights))::int AS length
        FROM units u)
    SELECT %(tenant)s::uuid AS tenant_id, c.partition_no, w.lexeme AS term, c.unit_no, w.frequency,
        c.length, c.known_from, c.known_until
    FROM counted c CROSS JOIN LATERAL (
        SELECT x.lexeme, cardinality(x.positions)::smallint AS frequency
        FROM unnest(c.vector) AS x (lexeme, positions, weights)
        UNION ALL SELECT '', 0::smallint) w
"""

STATISTICS = """
    CREATE TEMPORARY TABLE totals AS
    SELECT %(tenant)s::uuid AS tenant_id, t.partition_no, t.known_from,
        (sum(t.units) OVER totals)::bigint AS units, (sum(t.words) OVER totals)::bigint AS words
    FROM (
        SELECT s.partition_no, s.known_from, sum(s.sign) AS units, sum(s.sign * s.length) AS words
        FROM (
            SELECT partition_no, known_from, 1 AS sign, length FROM words WHERE term = ''
            UNION ALL
            SELECT partition_no, known_until, -1, length FROM words
            WHERE term = '' AND known_until IS NOT NULL) s
        GROUP BY s.partition_no, s.known_from) t
    WINDOW totals AS (PARTITION BY t.partition_no ORDER BY t.known_from)
"""


def rebuild(desk: Desk, principal: Principal) -> None:
    """Derive words and their statistics anew, turn the physical order round, build all indexes.

    Raises: AssertionError if what was derived while writing is not what the ledger says.
    """
    named: dict[str, object] = {"tenant": principal.tenant_id}
    with desk.database.as_admin() as connection:
        _derive_words(connection, named)
        _replace(connection, named, "postings", "words", "p.unit_no DESC, p.term DESC")
        _replace(connection, named, "word_statistics", "totals", "p.known_from DESC")
        for table in ("vectors", "labels", "versions", "memories"):
            _turn_round(connection, named, table)
        connection.execute("REINDEX SCHEMA muniment")
        connection.execute("ANALYZE")


def _derive_words(connection: Admin, named: dict[str, object]) -> None:
    units = connection.execute(UNITS, named).fetchall()
    texts = []
    for *_, content, entity, category, object_, speaker, caption, is_episode in units:
        if is_episode:
            texts.append(turn_text(speaker, content, caption))  # type: ignore[arg-type]  # rows of raw SQL, read as the test wrote them
        else:
            texts.append(searchable_text(content, entity, category, object_))  # type: ignore[arg-type]  # rows of raw SQL, read as the test wrote them
    columns = [list(column) for column in zip(*(unit[:4] for unit in units), strict=True)]
    names = ("unit_nos", "partition_nos", "froms", "untils")
    connection.execute(WORDS, {**named, **dict(zip(names, columns, strict=True)), "texts": texts})
    connection.execute(STATISTICS, named)


def _replace(
    connection: Admin,
    named: dict[str, object],
    table: LiteralString,
    derived: LiteralString,
    order: LiteralString,
) -> None:
    here: LiteralString = f"SELECT * FROM muniment.{table} WHERE tenant_id = %(tenant)s"
    for one, other in ((here, f"SELECT * FROM {derived}"), (f"SELECT * FROM {derived}", here)):
        differ = connection.execute(f"{one} EXCEPT {other} LIMIT 3", named).fetchall()
        assert differ == [], (table, differ)
    connection.execute(f"DELETE FROM muniment.{table} WHERE tenant_id = %(tenant)s", named)
    connection.execute(f"INSERT INTO muniment.{table} SELECT p.* FROM {derived} p ORDER BY {order}")


def _turn_round(connection: Admin, named: dict[str, object], table: LiteralString) -> None:
    """Write a tenant's rows again, the last ones first."""
    connection.execute(
        f"CREATE TEMPORARY TABLE turned AS SELECT * FROM muniment.{table} "
        "WHERE tenant_id = %(tenant)s",
        named,
    )
    connection.execute(f"DELETE FROM muniment.{table} WHERE tenant_id = %(tenant)s", named)
    connection.execute(
        f"INSERT INTO muniment.{table} SELECT * FROM turned ORDER BY unit_no DESC, known_from DESC"
    )
    connection.execute("DROP TABLE turned")
