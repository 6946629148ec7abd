"""Users are listed by name and stop where a page is full; what somebody did is walked by itself."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

import pytest
from psycopg import sql

from muniment.model.writes import Draft
from tests.database import Desk
from tests.plans.planning import measured, nodes
from tests.store.lookup_words import day

NO_SORTS = sql.SQL("SET LOCAL enable_seqscan = off")


async def test_users_are_read_in_the_order_of_their_names_until_a_page_is_full(desk: Desk) -> None:
    for number in range(30):
        principal = desk.principal.of_user(f"user {number:02}")
        draft = Draft(content="Tea is ready", valid_from=day(1))
        await desk.ledger.add_many(principal, [draft, draft], embed=False)

    plan = measured(
        desk.database,
        desk.principal.overseeing(),
        "users_list",
        {"after": "'user 10'::text", "starts_with": "''::text", "limit": "5"},
        NO_SORTS,
    )

    walked = {step["Index Name"]: step for step in nodes(plan) if "Index Name" in step}
    assert plan["Actual Rows"] == 5
    assert walked["user_by_name"]["Actual Rows"] == 5
    assert "user 10" in str(walked["user_by_name"]["Index Cond"])
    assert "user_id" in str(walked["transaction_by_user"]["Index Cond"])
    assert walked["transaction_by_user"]["Actual Rows"] == 1


@pytest.mark.parametrize("name", ["transactions_list", "transactions_latest"])
@pytest.mark.parametrize("of_all", ["true", "false"])
@pytest.mark.parametrize(
    "asked, index",
    [
        ({"by": "'desk'::text"}, "transaction_by_actor"),
        ({"key_id": "'00000000-0000-0000-0000-000000000007'::uuid"}, "transaction_by_key"),
    ],
    ids=["actor", "key"],
)
async def test_what_somebody_did_or_wrote_with_a_key_is_walked_by_itself(
    desk: Desk, name: str, of_all: str, asked: dict[str, str], index: str
) -> None:
    with_key = replace(desk.principal, agent="desk", key_id=UUID(int=7))
    agents = {"desk": with_key, "mike": desk.principal}
    for by in ("desk", "mike", "mike", "mike", "desk", "mike", "mike", "desk"):
        draft = Draft(content="Tea is ready", valid_from=day(1))
        await desk.ledger.add_many(agents[by], [draft], embed=False)

    plan = measured(
        desk.database,
        desk.principal,
        name,
        {
            "after": "0", "before": "NULL::bigint", "by": "NULL::text", "key_id": "NULL::uuid",
            "of_all": of_all, "user_id": f"'{desk.principal.user_id}'::uuid",
            "actor": "NULL::text", "limit": "2", **asked,
        },
        NO_SORTS,
    )  # fmt: skip

    (walked,) = [step for step in nodes(plan) if step.get("Relation Name") == "transactions"]
    assert plan["Actual Rows"] == 2
    assert walked["Index Name"] == index
    assert walked["Actual Rows"] == 2
    assert "Sort" not in [step["Node Type"] for step in nodes(plan)]


@pytest.mark.parametrize("of_all", [True, False])
async def test_what_was_asked_with_a_key_is_walked_by_itself(desk: Desk, *, of_all: bool) -> None:
    with desk.database.as_admin() as connection:
        connection.execute(
            "INSERT INTO muniment.recalls (tenant_id, recall_id, owner_id, number, digest, request, receipt, key_id)"
            " SELECT %s, gen_random_uuid(), %s, 1, '', 'Who?', '{}',"
            " CASE WHEN n %% 100 = 0 THEN '00000000-0000-0000-0000-000000000007'::uuid END"
            " FROM generate_series(1, 2000) n",
            (desk.principal.tenant_id, desk.principal.user_id),
        )
        connection.execute("ANALYZE muniment.recalls")

    plan = measured(
        desk.database,
        desk.principal.overseeing() if of_all else desk.principal,
        "recalls_list",
        {
            "owner_id": "NULL::uuid" if of_all else f"'{desk.principal.user_id}'::uuid",
            "key_id": "'00000000-0000-0000-0000-000000000007'::uuid", "words": "'{}'::text[]",
            "asked_from": "NULL::timestamptz", "asked_until": "NULL::timestamptz",
            "rests_on": "NULL::uuid",
            "before_at": "NULL::timestamptz", "before_id": "NULL::uuid", "limit": "5",
        },
        NO_SORTS,
    )  # fmt: skip

    (walked,) = [step for step in nodes(plan) if step.get("Relation Name") == "recalls"]
    assert plan["Actual Rows"] == 5
    assert walked["Index Name"] == "recall_by_key"
    assert walked["Actual Rows"] == 5
