"""Whatever column of whatever ledger table is altered, the walk finds it and names the row."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
from psycopg import sql

from muniment.audit.findings import Finding
from muniment.audit.verify import verify
from tests.database import Desk, Server, open_desk
from tests.store.ledgers import write_a_bit_of_everything, write_access, write_teams
from tests.store.tampering import Column, Intruder, intruder

TABLES = [
    "access_grants", "access_keys", "assertions", "categories", "containers", "contradictions",
    "decisions", "embedders", "episodes", "heads", "memories", "page_revisions", "pages",
    "partitions", "quotas", "reasons", "tenants", "tombstones", "transactions", "users", "versions",
]  # fmt: skip
WHOLE = ("heads", "reasons", "transactions")
"""The tables with one row of a transaction."""
KEYS = ("tenant_id", "number", "ordinal")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A ledger with a row in every table, and somebody who broke in."""

    desk: Desk
    intruder: Intruder

    async def findings(self) -> tuple[Finding, ...]:
        return (await verify(self.desk.store, self.desk.principal)).findings


@pytest.fixture(scope="module")
async def scene(server: Server) -> AsyncIterator[Scene]:
    with server.database() as database:
        async with open_desk(database) as desk:
            await write_a_bit_of_everything(desk)
            await write_access(desk)
            await write_teams(desk)
            with intruder(database) as someone:
                someone.erase_memory(2, 4)
                someone.break_in()
                yield Scene(desk=desk, intruder=someone)


async def test_the_tables_are_those_of_the_catalogue(scene: Scene) -> None:
    assert sorted({column.table for column in scene.intruder.columns()}) == TABLES


async def test_nothing_is_found_before_anything_is_altered(scene: Scene) -> None:
    assert await scene.findings() == ()


@pytest.mark.parametrize("table", TABLES)
async def test_a_changed_value_is_found_in_every_column(scene: Scene, table: str) -> None:
    missed = []
    for column in _columns(scene, table):
        for filled in (True, False):
            place = _row_to_alter(scene, column, filled=filled)
            if place is None:
                continue
            _alter(scene, column, place, column.changed())
            found = await scene.findings()
            if not _names(found, table, place):
                missed.append((column.name, place, found))
            scene.intruder.restore(table)
    assert missed == []


@pytest.mark.parametrize("table", TABLES)
async def test_a_value_that_is_taken_away_is_found_in_every_column(
    scene: Scene, table: str
) -> None:
    missed = []
    for column in _columns(scene, table):
        place = _row_to_alter(scene, column, filled=True)
        if column.name in (*KEYS, "partition_no") or place is None:
            continue
        _alter(scene, column, place, sql.SQL("NULL"))
        found = await scene.findings()
        if not _names(found, table, place):
            missed.append((column.name, place, found))
        scene.intruder.restore(table)
    assert missed == []


@pytest.mark.parametrize("instant", ["infinity", "-infinity", "0044-03-15 BC", "12026-01-01"])
async def test_an_instant_that_python_cannot_hold_is_found(scene: Scene, instant: str) -> None:
    missed = []
    for column in scene.intruder.columns():
        if column.type != "timestamp with time zone":
            continue
        place = _row_to_alter(scene, column, filled=column.name != "known_until")
        if place is None:
            continue
        _alter(scene, column, place, sql.SQL("{}::timestamptz").format(sql.Literal(instant)))
        found = await scene.findings()
        if not _names(found, column.table, place):
            missed.append((column, place, found))
        scene.intruder.restore(column.table)
    assert missed == []


def _columns(scene: Scene, table: str) -> list[Column]:
    return [column for column in scene.intruder.columns() if column.table == table]


def _row_to_alter(scene: Scene, column: Column, *, filled: bool) -> tuple[int, int] | None:
    """Return a row in the middle of a table where a column has a value, or has none."""
    ordinal = "0" if column.table in WHOLE else "ordinal"
    rows = scene.intruder.ask(
        f"SELECT number, {ordinal} FROM muniment.{column.table}"
        f" WHERE {column.name} IS {'NOT' if filled else ''} NULL AND tenant_id = %s ORDER BY 1, 2",
        scene.desk.principal.tenant_id,
    )
    if not rows:
        return None
    number, place = rows[len(rows) // 2]
    return int(str(number)), int(str(place))


def _alter(scene: Scene, column: Column, place: tuple[int, int], value: sql.Composable) -> None:
    number, ordinal = place
    whole = column.table in WHOLE
    reached = scene.intruder.run(
        sql.SQL("UPDATE muniment.{} SET {} = {} WHERE tenant_id = {} AND number = {} {}").format(
            sql.Identifier(column.table),
            sql.Identifier(column.name),
            value,
            sql.Literal(scene.desk.principal.tenant_id),
            sql.Literal(number),
            sql.SQL("") if whole else sql.SQL("AND ordinal = {}").format(sql.Literal(ordinal)),
        )
    )
    assert reached == 1


def _names(findings: tuple[Finding, ...], table: str, place: tuple[int, int]) -> bool:
    """Return whether the first finding names the row; of the tombstones, whether any does.

    What a tombstone stands for comes before it in the ledger, and is no longer excused. What a reason
    says is covered by the hash of its transaction.
    """
    if table == "heads":
        return bool(findings) and findings[0].number in (None, place[0], place[0] + 1)
    if table == "reasons" and findings and findings[0].table == "transactions":
        return findings[0].number == place[0]
    named = [(found.table, found.number, found.ordinal or 0) for found in findings]
    return (table, *place) in (named if table == "tombstones" else named[:1])
