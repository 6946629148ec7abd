"""A list stops when its page is full: memories from the latest end of valid time, changes from the first."""

from __future__ import annotations

import pytest
from psycopg import sql

from muniment.model.reviews import GetDecisions
from muniment.model.writes import Draft
from muniment.recall.lookup.decisions import decisions
from muniment.sql import queries
from muniment.store.work import Work
from tests.database import Desk
from tests.plans.planning import measured, nodes, plan_of, skip_before_17
from tests.store.lookup_words import day

NO_FILTERS = {
    "partition_nos": "ARRAY[1]", "as_of": "clock_timestamp()", "valid_at": "clock_timestamp()",
    "after_id": "NULL::uuid", "after_from": "NULL::timestamptz", "entity_key": "NULL::text",
    "category_key": "NULL::text", "standings": "'{held,contested}'::text[]",
    "under_review": "NULL::boolean",
    "created_from": "NULL::timestamptz", "created_until": "NULL::timestamptz",
    "metadata": "NULL::jsonb", "terms": "NULL::text[]", "tags": "NULL::text[]",
    "window_from": "NULL::timestamptz", "window_until": "NULL::timestamptz",
    "status": "'current'::text", "limit": "51",
}  # fmt: skip
CURRENT = (
    *("partition_nos", "as_of", "valid_at", "after_id", "after_from"),
    *("entity_key", "category_key", "limit"),
)


@pytest.mark.parametrize("status", ["current", "ended", "all"])
async def test_the_newest_memories_are_read_in_order_and_not_sorted(
    desk: Desk, status: str
) -> None:
    plan = measured(
        desk.database,
        desk.principal,
        "memories_list",
        NO_FILTERS | {"status": f"'{status}'::text"},
        sql.SQL(queries()["walk_in_order"].text),
    )
    steps = list(nodes(plan))
    walked = [step.get("Index Name") for step in steps if "Index Name" in step]
    assert "version_by_valid" in walked
    assert "memory_is_one_unit" in walked
    assert "Sort" not in [step["Node Type"] for step in steps]


async def test_what_holds_is_read_in_order_and_not_sorted(desk: Desk) -> None:
    asked = {name: NO_FILTERS[name] for name in CURRENT}
    plan = measured(
        desk.database,
        desk.principal,
        "facts_current",
        asked | {"narrower_nos": "'{1}'::int[]", "after_from": "'2026-01-01Z'::timestamptz"},
        sql.SQL(queries()["walk_in_order"].text),
    )
    steps = list(nodes(plan))
    (walk,) = [step for step in steps if step.get("Index Name") == "version_by_valid"]
    assert "2026-01-01" in str(walk["Index Cond"])
    assert "Sort" not in [step["Node Type"] for step in steps]


async def test_what_was_not_known_and_what_others_keep_is_passed_over_in_the_index(
    desk: Desk,
) -> None:
    skip_before_17(desk.database)
    plan = measured(
        desk.database,
        desk.principal,
        "memories_list",
        NO_FILTERS | {"as_of": "'2026-01-02Z'::timestamptz", "partition_nos": "ARRAY[77]"},
        sql.SQL(queries()["walk_in_order"].text),
    )
    (walk,) = [step for step in nodes(plan) if step.get("Index Name") == "version_by_valid"]
    assert "known_from" in str(walk["Index Cond"])
    assert "partition_no" in str(walk["Index Cond"])


async def test_a_later_page_begins_where_the_one_before_ended(desk: Desk) -> None:
    page = {"after_id": "gen_random_uuid()", "after_from": "'2026-01-01Z'::timestamptz"}
    plan = measured(
        desk.database,
        desk.principal,
        "memories_list",
        NO_FILTERS | page,
        sql.SQL(queries()["walk_in_order"].text),
    )
    (walk,) = [step for step in nodes(plan) if step.get("Index Name") == "version_by_valid"]
    assert "2026-01-01" in str(walk["Index Cond"])


_CHANGES = {
    "partition_nos": "ARRAY[1]", "since": "0", "after_number": "0",
    "after_id": "'00000000-0000-0000-0000-000000000000'::uuid", "limit": "31",
}  # fmt: skip


async def _write_facts(desk: Desk) -> None:
    """Write ten transactions of 20 beliefs about nobody."""
    for first in range(0, 200, 20):
        drafts = [Draft(content=f"Fact {n}", valid_from=day(1)) for n in range(first, first + 20)]
        await desk.ledger.add_many(desk.principal, drafts)


async def test_the_changes_behind_a_page_are_not_read(desk: Desk) -> None:
    await _write_facts(desk)

    plan = measured(
        desk.database,
        desk.principal,
        "changes_list",
        _CHANGES | {"until": "11", "entity_key": "NULL::text"},
        sql.SQL("SET LOCAL plan_cache_mode = force_generic_plan"),
    )  # fmt: skip

    assert plan["Actual Rows"] == 31
    # The first opened the tenant, 20 changes are of 2 and 11 of 3: it asks for one more than it tells of.
    (walked,) = [step for step in nodes(plan) if step["Node Type"] == "Function Scan"]
    assert walked["Actual Loops"] == 4


async def test_the_words_of_the_beliefs_behind_a_page_of_changes_are_not_read(desk: Desk) -> None:
    moves = [
        Draft(content=f"Mike lives in {n}", entity="Mike", category="city", valid_from=day(1, n))
        for n in range(1, 29)
    ]
    await desk.ledger.add_many(desk.principal, moves)
    page = {
        "partition_nos": "ARRAY[1]", "as_of": "clock_timestamp()", "limit": "5",
        "valid_at": "clock_timestamp()", "since": "NULL::timestamptz",
    }  # fmt: skip

    plan = measured(
        desk.database, desk.principal, "beliefs_changed", page, sql.SQL("SET enable_seqscan = off")
    )

    assert plan["Actual Rows"] == 5
    looked_up = [step for step in nodes(plan) if step.get("Relation Name") == "memories"]
    assert [step["Actual Loops"] for step in looked_up] == [5, 5]


async def test_what_changed_of_one_entity_is_read_from_its_own_beliefs(desk: Desk) -> None:
    await _write_facts(desk)
    of_mike = [Draft(content=f"Mike {n}", entity="Mike", valid_from=day(1)) for n in range(3)]
    await desk.ledger.add_many(desk.principal, of_mike)

    plan = measured(
        desk.database,
        desk.principal,
        "changes_list",
        _CHANGES | {"until": "12", "entity_key": "'mike'::text"},
        sql.SQL("SET LOCAL enable_seqscan = off"),
    )  # fmt: skip

    assert plan["Actual Rows"] == 3
    read = [
        int(str(step["Actual Rows"]).partition(".")[0])
        for step in nodes(plan)
        if step.get("Relation Name") in ("memories", "versions") and step["Actual Loops"]
    ]
    assert read
    assert max(read) == 3


async def test_what_was_created_before_a_time_is_passed_over_in_the_index(desk: Desk) -> None:
    plan = measured(
        desk.database,
        desk.principal,
        "memories_list",
        NO_FILTERS | {"created_from": "'2026-01-02Z'::timestamptz"},
        sql.SQL(queries()["walk_in_order"].text),
    )
    (walk,) = [step for step in nodes(plan) if step.get("Index Name") == "version_by_valid"]
    assert "known_from >= '2026-01-02" in str(walk["Index Cond"])


async def test_whom_a_page_is_about_is_read_from_its_own_beliefs(desk: Desk) -> None:
    skip_before_17(desk.database)
    plan = measured(
        desk.database,
        desk.principal,
        "page_subjects",
        {
            "partition_nos": "ARRAY[1]", "as_of": "clock_timestamp()", "entity_key": "'mike'::text",
            "beliefs_min": "1", "limit": "1",
        },
        sql.SQL("SET LOCAL enable_seqscan = off"),
    )  # fmt: skip
    conditions = [
        str(step.get("Index Cond", step.get("Recheck Cond")))
        for step in nodes(plan)
        if step.get("Relation Name") == "memories"
    ]
    assert conditions
    assert [each for each in conditions if "unit_no = ANY" not in each] == []


_FACTS = {
    "partition_nos": "ARRAY[1]", "as_of": "clock_timestamp()", "valid_at": "NULL::timestamptz",
    "predicate_key": "NULL::text", "after_from": "NULL::timestamptz", "after_id": "NULL::uuid", "limit": "5",
    "vector": "NULL", "embedder_no": "1", "name_key": "'mike'", "subject_key": "'mike'", "object_key": "NULL::text",
}  # fmt: skip


@pytest.mark.parametrize("name", ["facts_list", "facts_nearest", "facts_named"])
async def test_what_facts_rest_on_is_read_of_a_page_alone(desk: Desk, name: str) -> None:
    likes = [
        Draft(content=f"Mike likes tea {n}", entity="Mike", category="likes", object=f"tea {n}", valid_from=day(1))
        for n in range(40)
    ]  # fmt: skip
    await desk.ledger.add_many(desk.principal, likes)

    plan = measured(
        desk.database, desk.principal, name, _FACTS, sql.SQL("SET enable_seqscan = off")
    )

    assert plan["Actual Rows"] == 5
    (evidence,) = [step for step in nodes(plan) if step.get("Relation Name") == "assertions"]
    assert evidence["Actual Loops"] == 5


async def test_decisions_are_listed_by_a_plan_of_the_filters_that_are_given(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One plan for every filter reads and sorts all decisions."""
    modes: list[object] = []
    sent = Work.send

    async def noting(self: Work, name: str, row: type[object], **given: object) -> object:
        if name == "decisions_list":
            cursor = await self._connection.execute("SHOW plan_cache_mode")
            modes.append(await cursor.fetchone())
        return await sent(self, name, row, **given)

    monkeypatch.setattr(Work, "send", noting)
    await decisions(desk.store, desk.principal, GetDecisions())

    assert modes == [("force_custom_plan",)]


_TURNS = {
    name: NO_FILTERS[name]
    for name in (
        *("partition_nos", "as_of", "valid_at", "after_id", "after_from", "entity_key", "metadata", "terms"),
        *("created_from", "created_until", "window_from", "window_until", "limit"),
    )
}  # fmt: skip


async def test_the_latest_turns_are_read_in_order_and_not_sorted(desk: Desk) -> None:
    later = _TURNS | {"after_id": "gen_random_uuid()", "after_from": "'2026-01-01Z'::timestamptz"}
    plan = measured(
        desk.database,
        desk.principal,
        "episodes_list",
        later,
        sql.SQL(queries()["walk_in_order"].text),
    )
    steps = list(nodes(plan))
    (walk,) = [step for step in steps if step.get("Relation Name") == "episodes"]
    assert walk.get("Index Name") == "episode_by_time"
    assert "2026-01-01" in str(walk["Index Cond"])
    assert "Sort" not in [step["Node Type"] for step in steps]


_ENTITIES = {
    "partition_nos": "ARRAY[1]", "as_of": "clock_timestamp()", "valid_at": "clock_timestamp()",
    "starts_with": "'mi'::text", "after_key": "NULL::text", "after_count": "NULL::bigint", "limit": "5",
}  # fmt: skip


async def test_entities_of_a_beginning_are_read_from_what_names_them(desk: Desk) -> None:
    skip_before_17(desk.database)
    await _write_facts(desk)
    named = [Draft(content=f"Mike {n}", entity="Mike", valid_from=day(1)) for n in range(3)]
    await desk.ledger.add_many(desk.principal, named)

    plan = measured(
        desk.database,
        desk.principal,
        "entities_list",
        _ENTITIES,
        sql.SQL("SET LOCAL enable_seqscan = off"),
    )

    found = [step for step in nodes(plan) if step.get("Relation Name") == "labels"]
    assert [each["Actual Rows"] for each in found] == [3]
    assert "label >= 'mi'" in str(found[0].get("Index Cond", found[0].get("Recheck Cond")))
    read = [
        int(str(step["Actual Rows"]).partition(".")[0]) * int(str(step["Actual Loops"]))
        for step in nodes(plan)
        if step.get("Relation Name") in ("memories", "versions")
    ]
    assert sorted(read) == [3, 3]


async def test_names_are_counted_in_the_order_of_the_index(desk: Desk) -> None:
    await _write_facts(desk)
    near = {
        "partition_nos": "ARRAY[1]", "as_of": "clock_timestamp()", "letters": "ARRAY['m']",
        "shortest": "1", "longest": "1", "names_max": "5",
    }  # fmt: skip
    plan = plan_of(
        desk.database,
        desk.principal,
        "names_near",
        near,
        "force_generic_plan",
        sql.SQL("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off"),
    )
    (counted,) = [
        step
        for step in nodes(plan)
        if step["Node Type"] == "Aggregate" and step.get("Group Key") == ["l.label"]
    ]
    assert [step for step in nodes(counted) if step["Node Type"] == "Sort"] == []
