"""Threads that write and read in two tenants at once meet neither each other's rows nor an error."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from uuid import UUID

import anyio

from muniment.access.principal import Principal
from muniment.audit.verify import verify
from muniment.ledger.asked import RevisionRow
from muniment.ledger.upkeep import UnitWords
from muniment.model.ids import MemoryId
from tests.database import Database, Desk, open_desk
from tests.store.ledgers import draft

WRITES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What one thread saw."""

    written: list[MemoryId]
    read: set[str]
    foreign: list[object]


def test_eight_threads_in_two_tenants_read_no_foreign_row_and_raise_no_error(
    database: Database,
) -> None:
    planted = anyio.run(_plant, database)
    with ThreadPoolExecutor(max_workers=8) as pool:
        reports = list(pool.map(lambda n: anyio.run(_live, database, n, planted), range(8)))

    assert [report.foreign for report in reports] == [[]] * 8
    for number, report in enumerate(reports):
        assert report.read >= {f"thread {number} wrote {n}" for n in range(WRITES)}
        assert {text.split()[1] for text in report.read} <= {
            str(n) for n in range(number % 2, 8, 2)
        } | {"of"}
    assert len({memory_id for report in reports for memory_id in report.written}) == 8 * WRITES
    assert anyio.run(_chains, database) == [(2 + 4 * WRITES, ()), (2 + 4 * WRITES, ())]


async def _plant(database: Database) -> dict[UUID, MemoryId]:
    """Write a belief into each tenant that no thread of the other may see."""
    async with open_desk(database) as desk:
        planted: dict[UUID, MemoryId] = {}
        for principal in (desk.principal, await desk.fresh_tenant()):
            (written,) = await desk.ledger.add_many(principal, [draft("belief of this tenant")])
            planted[principal.tenant_id] = written.id
        return planted


async def _live(database: Database, number: int, planted: dict[UUID, MemoryId]) -> Report:
    async with open_desk(database) as desk:
        principals = (desk.principal, await desk.fresh_tenant())
        mine, other = principals[number % 2], principals[1 - number % 2]
        report = Report(written=[], read=set(), foreign=[])
        for n in range(WRITES):
            (written,) = await desk.ledger.add_many(
                mine, [draft(f"thread {number} wrote {n}", category=f"c{number % 4}")], embed=False
            )
            report.written.append(written.id)
            await _look(desk, mine, other, planted[other.tenant_id], report)
        return report


async def _look(
    desk: Desk, mine: Principal, other: Principal, foreign_id: MemoryId, report: Report
) -> None:
    async with desk.store.reading(mine.as_setting()) as work:
        for tenant_id in (mine.tenant_id, other.tenant_id):
            waiting = await work.all("backlog_waiting", UnitWords, tenant_id=tenant_id, limit=1000)
            if tenant_id == other.tenant_id:
                report.foreign.extend(waiting)
            report.read.update(unit.content for unit in waiting)
            found = await work.one(
                "memory_latest", RevisionRow, tenant_id=tenant_id, memory_id=foreign_id
            )
            if found is not None:
                report.foreign.append(found)


async def _chains(database: Database) -> list[tuple[int, tuple[object, ...]]]:
    async with open_desk(database) as desk:
        seen = [
            await verify(desk.store, principal)
            for principal in (desk.principal, await desk.fresh_tenant())
        ]
        return [(each.transactions, each.findings) for each in seen]
