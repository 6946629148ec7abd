"""Users are listed by name and stop where a page is full; what somebody did is walked by itself."""

from __future__ import annotations

from dataclasses import replace

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
async def test_what_somebody_did_is_walked_by_itself(desk: Desk, name: str, of_all: str) -> None:
    agents = {"desk": replace(desk.principal, agent="desk"), "mike": desk.principal}
    for by in ("desk", "mike", "mike", "mike", "desk", "mike", "mike", "desk"):
        draft = Draft(content="Tea is ready", valid_from=day(1))
        await desk.ledger.add_many(agents[by], [draft], embed=False)

    plan = measured(
        desk.database,
        desk.principal,
        name,
        {
            "after": "0", "before": "NULL::bigint", "by": "'desk'::text", "of_all": of_all,
            "user_id": f"'{desk.principal.user_id}'::uuid", "actor": "NULL::text", "limit": "2",
        },
        NO_SORTS,
    )  # fmt: skip

    (walked,) = [step for step in nodes(plan) if step.get("Relation Name") == "transactions"]
    assert plan["Actual Rows"] == 2
    assert walked["Index Name"] == "transaction_by_actor"
    assert walked["Actual Rows"] == 2
    assert "Sort" not in [step["Node Type"] for step in nodes(plan)]
