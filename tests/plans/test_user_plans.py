"""Users are listed by name and stop where a page is full; what somebody did is walked by itself."""

from __future__ import annotations

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
