"""What is asked of sessions are look-ups: among the turns of one, however long, and among them all, however many."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import anyio
import pytest

from muniment.access.partition import container_id
from muniment.access.principal import Principal
from muniment.ledger.turns import ingest_turns
from muniment.model.writes import Turn
from tests.database import Database, Server, open_desk
from tests.plans.planning import Plan, leave_uncounted, nodes, plan_of
from tests.store.lookup_words import day

TURNS = 900


@pytest.fixture(scope="module", params=["with statistics", "without statistics"])
def told(server: Server, request: pytest.FixtureRequest) -> Iterator[tuple[Database, Principal]]:
    with server.database() as database:
        yield database, anyio.run(_tell, database, request.param == "with statistics")


async def _tell(database: Database, analysed: bool) -> Principal:
    """Store one long session."""
    turns = [
        Turn(
            session="long", content=f"That was {n}.", speaker="Ann", source_id=f"turn {n}",
            occurred_at=day(1) + timedelta(seconds=n),
        )
        for n in range(TURNS)
    ]  # fmt: skip
    async with open_desk(database) as desk:
        leave_uncounted(database, "episodes")
        await ingest_turns(desk.ledger, desk.principal, turns, embed=False)
        if analysed:
            with database.as_admin() as connection:
                connection.execute("ANALYZE")
        return desk.principal


@pytest.mark.parametrize("mode", ["force_generic_plan", "force_custom_plan"])
@pytest.mark.parametrize(
    "name, last",
    [
        ("episodes_by_source", "source_id"),
        ("sessions_end", "partition_no"),
        ("rivals_meant", "partition_no"),
        ("episodes_before", "partition_no"),
    ],
)
def test_what_is_asked_of_a_session_is_looked_up(
    told: tuple[Database, Principal], name: str, last: str, mode: str
) -> None:
    database, principal = told
    plan = plan_of(
        database,
        principal,
        name,
        {
            "session_ids": f"ARRAY['{container_id(principal, 'long')}']::uuid[]",
            "source_ids": "ARRAY['turn 7']",
            "owner_ids": f"ARRAY['{principal.user_id}']::uuid[]",
            "owner_id": f"'{principal.user_id}'::uuid",
            "namespaces": "ARRAY['default']",
            "namespace": "'default'",
            "scope": "'user'",
            "container_id": "NULL::uuid",
            "agent": "NULL::text",
            "entity_keys": "ARRAY['ann']",
            "told_from": "'2026-06-01'::timestamptz",
            "told_until": "'2026-06-01'::timestamptz",
            "candidates_max": "300",
            "turns_max": "24",
            "around_max": "240",
            "without": "ARRAY[]::uuid[]",
        },
        mode,
    )

    walks = [each for each in nodes(plan) if "session_id" in str(each.get("Index Cond"))]

    assert walks
    assert [each for each in walks if last not in str(each["Index Cond"])] == []
    assert whole_reads(plan) == []


async def _open(database: Database) -> Principal:
    async with open_desk(database) as desk:
        return desk.principal


def test_a_plan_made_before_there_are_turns_looks_them_up_too(server: Server) -> None:
    """It serves the first import, until statistics are gathered."""
    with server.database() as database:
        principal = anyio.run(_open, database)
        given = {
            "session_ids": "ARRAY[md5('1')]::uuid[]", "source_ids": "ARRAY['turn 7']",
            "owner_ids": f"ARRAY['{principal.user_id}']::uuid[]", "namespaces": "ARRAY['default']",
        }  # fmt: skip
        plan = plan_of(database, principal, "episodes_by_source", given, "force_generic_plan")

    read = {
        str(node["Relation Name"]): str(node.get("Index Cond"))
        for node in nodes(plan)
        if node.get("Relation Name") in {"episodes", "decisions"}
    }
    assert "source_id" in read["episodes"]
    assert "episode_id" in read["decisions"]


def whole_reads(plan: Plan) -> list[str]:
    """Return where a plan reads the turns otherwise than by what one of them is known by."""
    return [
        f"{node['Node Type']}: {node.get('Index Cond')}"
        for node in nodes(plan)
        if node.get("Relation Name") == "episodes"
        and not {"session_id", "episode_id"}
        & set(str(node.get("Index Cond")).replace("(", " ").split())
    ]


SESSIONS = 600
ASKED = {
    "user_id": "'00000000-0000-7000-8000-000000000000'::uuid",
    "kinds": "'{session}'::text[]",
    "container_id": "NULL::uuid",
    "parent_id": "NULL::uuid",
    "only_open": "false",
    "as_of": "clock_timestamp()",
    "valid_at": "clock_timestamp()",
    "after_id": "NULL::uuid",
    "after_from": "NULL::timestamptz",
    "limit": "20",
    "episode_ids": "ARRAY['00000000-0000-7000-8000-000000000000']::uuid[]",
    "memory_id": "'00000000-0000-7000-8000-000000000000'::uuid",
    "unit_nos": "ARRAY[1, 2, 3]::bigint[]",
    "partition_nos": "ARRAY[1]",
    "since": "NULL::timestamptz",
    "by": "'rules'",
    "known": "clock_timestamp()",
    "valid_first": "clock_timestamp()",
    "valid_last": "clock_timestamp()",
}


@pytest.fixture(scope="module")
def attended(server: Server) -> Iterator[tuple[Database, Principal]]:
    with server.database() as database:
        yield database, anyio.run(_attend, database)


async def _attend(database: Database) -> Principal:
    """Store a turn in each of many sessions."""
    turns = [
        Turn(session=f"session {n}", content=f"That was {n}.", speaker="Ann", occurred_at=day(1))
        for n in range(SESSIONS)
    ]
    async with open_desk(database) as desk:
        await ingest_turns(desk.ledger, desk.principal, turns, embed=False)
        with database.as_admin() as connection:
            connection.execute("ANALYZE")
        return desk.principal


@pytest.mark.parametrize(
    "name, alias",
    [
        ("containers_list", "f"),
        ("episodes_at", "c"),
        ("memory_evidence", "c"),
        ("episodes_due", "n"),
        ("recall_episodes", "n"),
    ],
)
def test_a_session_of_any_time_is_looked_up_by_its_id(
    attended: tuple[Database, Principal], name: str, alias: str
) -> None:
    plan = plan_of(*attended, name, ASKED, "force_generic_plan")
    read = [
        f"{node['Node Type']}: {node.get('Index Cond', node.get('Recheck Cond'))}"
        for node in nodes(plan)
        if (node.get("Relation Name"), node.get("Alias")) == ("containers", alias)
    ]

    assert read
    assert [each for each in read if "container_id =" not in each] == []
