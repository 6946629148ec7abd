"""A long question of a reader of many partitions looks its names up once in each, and finds the same ones."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from psycopg import sql

from muniment.access.principal import Principal
from muniment.model.ids import user_named
from muniment.model.memory import Visibility
from muniment.model.writes import Draft
from muniment.sql import queries
from tests.database import Desk, acting
from tests.plans.test_reading_plans import ARGUMENTS

PARTITIONS: Final = 41
NAMED: Final = ["ann 3", "bath", "cello", "gone", "secret", "tea", "zoë", "ärger"]
NOISE: Final = [f"word {n}" for n in range(300)]


def found(
    desk: Desk, principal: Principal, names: list[str], as_of: int | None
) -> tuple[list[str], list[str], list[str], int, int]:
    """Return which names are tags, entities and speakers, how many partitions were read, and how often labels were looked up."""
    literals = ", ".join(f"'{name}'" for name in names)
    given = ARGUMENTS | {
        "tenant_id": f"'{principal.tenant_id}'::uuid",
        "user_id": f"'{principal.user_id}'::uuid",
        "names": f"ARRAY[{literals}]",
        "as_of_number": "NULL" if as_of is None else str(as_of),
    }
    text = queries()["recall_ground"].text.rstrip().rstrip(";")
    asked = re.sub(r"%\((\w+)\)[sb]", lambda each: given[each[1]], text)
    with acting(desk.database, principal) as connection:
        row = connection.execute(
            sql.SQL(
                f"SELECT g.tags, g.names, g.speakers, cardinality(g.partitions) FROM ({asked}) g"
            )
        ).fetchone()
        looks = connection.execute(
            "SELECT pg_stat_get_xact_numscans('muniment.labels_pkey'::regclass)"
        ).fetchone()
    assert row is not None
    assert looks is not None
    tags, entities, speakers, partitions = row
    return tags, entities, speakers, partitions, int(looks[0])


async def test_many_names_in_many_partitions_cost_a_few_looks_in_each_and_are_those_that_are_found_one_by_one(
    desk: Desk,
) -> None:
    def told(
        entity: str, namespace: str, *tags: str, visibility: Visibility = Visibility.PUBLIC
    ) -> Draft:
        return Draft(
            content=f"{entity} is here", entity=entity, category="place", tags=tags, namespace=namespace,
            visibility=visibility,
        )  # fmt: skip

    eve = replace(desk.principal, user="eve", user_id=user_named(desk.principal.tenant_id, "eve"))
    await desk.ledger.add_many(eve, [told("Secret", "n3", visibility=Visibility.TEAM)], embed=False)
    written = await desk.ledger.add_many(
        desk.principal,
        [
            *(
                told(f"Ann {n}", f"n{n}", "tea" if n == 7 else "wine")
                for n in range(PARTITIONS - 1)
            ),
            told("Zoë", "default", "Cello"),
            told("Ärger", "n2"),
            told("Gone", "n5"),
        ],
        embed=False,
    )
    first = written[0].transaction
    await desk.ledger.retract(desk.principal, written[-1].id)
    await desk.ledger.add_many(desk.principal, [told("Bath", "n9")], embed=False)

    for as_of, entities in (
        (None, ["ann 3", "bath", "zoë", "ärger"]),
        (first, ["ann 3", "gone", "zoë", "ärger"]),
    ):
        few = found(desk, desk.principal, NAMED[:4], as_of)
        many = found(desk, desk.principal, [*NAMED, *NOISE], as_of)
        assert sorted(many[1]) == entities
        assert (many[0], many[2], many[3]) == (["cello", "tea"], [], PARTITIONS)
        assert set(few[1]) == set(entities) & set(NAMED[:4])
        assert many[4] < 5 * PARTITIONS < few[4]
