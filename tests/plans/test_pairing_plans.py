"""Pairs are found set by set: the work grows as the beliefs do, and not as their pairs."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import product

import psycopg
import pytest
from psycopg import sql

from muniment.model.similar import GetPairs
from muniment.model.writes import Draft
from muniment.recall.lookup.alike import BESIDE
from muniment.recall.lookup.pairs import read_pairs
from tests.database import Desk
from tests.plans.planning import measured, nodes

WORDS = ("tea", "rice", "fish", "corn", "salt", "milk", "wine", "beer", "soup")
BELIEFS = len(WORDS) ** 3
WORDS_EACH = 5
RAREST_EACH = 3
"""Of five words, the rarest of which one is shared by whatever shares half of them."""


@pytest.fixture
async def crowded(desk: Desk) -> Desk:
    """Believe much about one entity in few words, so that everything shares words with everything."""
    drafts = [
        Draft(
            content=f"Mike orders {one} and {two} and {three}",
            entity="Mike",
            category="general",
            valid_from=datetime(2026, 3, 1, tzinfo=UTC),
        )
        for one, two, three in product(WORDS, repeat=3)
    ]
    await desk.ledger.add_many(desk.principal, drafts, embed=False)
    return desk


async def test_no_step_of_the_plan_walks_all_pairs(crowded: Desk) -> None:
    arguments = {
        "partition_nos": "ARRAY[1]",
        "as_of": "now()",
        "valid_at": "now()",
        "entity_key": "NULL",
        "entity_keys": "NULL",
        "beside": str(BESIDE),
        "limit": "20000",
        "opposites": "ARRAY['likes']",
        "states": "ARRAY['status']",
    }
    setting = sql.SQL("SET enable_nestloop = off")
    plan = measured(crowded.database, crowded.principal, "pairs_rivalling", arguments, setting)

    pairs = BELIEFS * (BELIEFS - 1) // 2
    walked = [
        int(str(node["Actual Rows"]).partition(".")[0]) * int(str(node["Actual Loops"]))
        + int(str(node.get("Rows Removed by Join Filter", 0)).partition(".")[0])
        for node in nodes(plan)
    ]
    met = BELIEFS * RAREST_EACH * BESIDE
    assert max(walked) <= met * WORDS_EACH < pairs


async def test_a_slice_of_words_is_read_in_the_order_of_the_units_and_no_further(
    crowded: Desk,
) -> None:
    arguments = {
        "partition_nos": "ARRAY[1]",
        "as_of": "now()",
        "valid_at": "now()",
        "entity_keys": "NULL",
        "after": "100",
        "limit": "50",
    }
    setting = sql.SQL("SET enable_sort = off; SET enable_seqscan = off")
    plan = measured(crowded.database, crowded.principal, "pairs_words", arguments, setting)

    walked = [node for node in nodes(plan) if node.get("Relation Name") in {"memories", "versions"}]
    assert {node["Index Name"] for node in walked} == {"memory_is_one_unit", "version_by_unit"}
    for node in walked:
        rows = int(str(node["Actual Rows"]).partition(".")[0]) * int(str(node["Actual Loops"]))
        assert rows <= 2 * 50 < BELIEFS


@pytest.mark.parametrize("name", ["pairs_words", "pairs_rivalling"])
async def test_the_pairs_of_one_entity_are_read_from_its_own_beliefs(
    crowded: Desk, name: str
) -> None:
    arguments = {
        "partition_nos": "ARRAY[1]",
        "as_of": "now()",
        "valid_at": "now()",
        "entity_key": "'ann'",
        "entity_keys": "ARRAY['ann']",
        "beside": str(BESIDE),
        "opposites": "ARRAY['likes']",
        "states": "ARRAY['status']",
        "after": "0",
        "limit": "50",
    }
    with psycopg.connect(crowded.database.admin, autocommit=True) as connection:
        connection.execute("ANALYZE")
    setting = sql.SQL("SET enable_seqscan = off")
    plan = measured(crowded.database, crowded.principal, name, arguments, setting)

    read = [
        int(str(rows).partition(".")[0])
        for node in nodes(plan)
        if node.get("Relation Name") in {"memories", "versions"} and node["Actual Loops"]
        for rows in (node["Actual Rows"], node.get("Rows Removed by Filter", 0))
    ]
    assert read
    assert max(read) == 0


async def test_the_reading_has_its_sets_joined_as_sets(crowded: Desk, asked: list[str]) -> None:
    await read_pairs(crowded.store, crowded.principal, GetPairs(), rivals=True)

    assert (
        asked.index("pairs_words") < asked.index("pairs_join_sets") < asked.index("pairs_rivalling")
    )
