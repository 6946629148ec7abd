"""Every named query fits the schema, says what it is for, and is used."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg.pq.abc import PGconn

from muniment.audit.digests import ERASABLE
from muniment.sql import Query, queries
from muniment.store.rows import LEDGER_TABLES
from tests.database import Database, Server

SOURCE = Path(__file__).resolve().parents[2] / "src" / "muniment"
SQL_FILES = sorted((SOURCE / "sql" / "queries").glob("*.sql"))
ABOUT = {"audit_head": "heads", "audit_transactions": "transactions"}
"""Queries about one table alone; the others with `{table}` are about any of the ledger."""
MADE_OUT = {
    "{index}": "vectors_of_it_1", "{dimensions}": "384", "{embedder_no}": "1",
    "{tenant_id}": "'00000000-0000-0000-0000-000000000000'",
}  # fmt: skip
"""What stands for itself in a statement, because no parameter may."""
BUILT = {f"{table}_{verb}" for table in LEDGER_TABLES for verb in ("write", "close")} | {
    f"{table}_purge" for table in ERASABLE
}
"""Names that the ledger builds from a table's."""


def statements(query: Query) -> list[bytes]:
    """Return a query as PostgreSQL parses it: `%(name)s` becomes `$1`, `{table}` and the like a name."""
    numbers: dict[str, str] = {}
    text = re.sub(
        r"%\((\w+)\)[sb]",
        lambda found: numbers.setdefault(found[1], f"${len(numbers) + 1}"),
        query.text,
    ).replace("%%", "%")
    for placed, value in MADE_OUT.items():
        text = text.replace(placed, value)
    tables = (ABOUT.get(query.name),) if query.name in ABOUT else LEDGER_TABLES
    texts = (
        [
            text.replace("{table}", str(table)).replace("{columns}", "tenant_id, number")
            for table in tables
        ]
        if "{table}" in text
        else [text]
    )
    return [part.encode() for each in texts for part in each.split(";\n") if part.strip()]


@pytest.mark.parametrize("name", sorted(queries()))
def test_a_query_prepares_against_the_schema(prepared: PGconn, name: str) -> None:
    for statement in statements(queries()[name]):
        result = prepared.prepare(b"", statement)
        assert result.status == psycopg.pq.ExecStatus.COMMAND_OK, result.error_message.decode()


@pytest.fixture(scope="module")
def prepared(server: Server) -> Iterator[PGconn]:
    with server.database() as database, psycopg.connect(database.admin) as connection:
        connection.autocommit = True
        yield connection.pgconn


def test_a_query_that_does_not_fit_is_noticed(database: Database) -> None:
    with psycopg.connect(database.admin) as connection:
        result = connection.pgconn.prepare(b"", b"SELECT no_such_column FROM muniment.heads")

    assert result.status == psycopg.pq.ExecStatus.FATAL_ERROR


def test_every_query_is_used() -> None:
    named = {
        node.value
        for file in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert sorted(queries().keys() - named - BUILT) == []


def test_every_part_is_included_and_stands_in_no_query_by_its_name() -> None:
    text = "\n".join(file.read_text(encoding="utf-8") for file in SQL_FILES)
    parts = re.findall(r"^-- part: (\w+)$", text, re.MULTILINE)

    assert len(parts) == len(set(parts))
    assert [part for part in parts if "{" + part + "}" not in text] == []
    assert [
        query.name
        for query in queries().values()
        if any("{" + part + "}" in query.text for part in parts)
    ] == []


def test_every_query_says_in_a_sentence_what_it_is_for() -> None:
    silent = [name for name, query in queries().items() if not re.match(r"-- [A-Z].+", query.text)]
    sentences = {
        name: " ".join(line[3:] for line in query.text.splitlines() if line.startswith("-- "))
        for name, query in queries().items()
    }

    assert silent == []
    assert [name for name, sentence in sentences.items() if not sentence.endswith(".")] == []


def test_every_query_is_named_noun_first() -> None:
    nouns = {name.partition("_")[0] for name in queries()}

    assert nouns.isdisjoint(
        {"get", "find", "read", "write", "close", "make", "insert", "update", "select", "list"}
    )
