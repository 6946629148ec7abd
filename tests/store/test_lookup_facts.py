"""What is believed at a basis, how much there is, and whether all parts are fit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from psycopg import sql

from muniment.access.principal import OWN
from muniment.errors import NotPermitted, TransactionNotFound
from muniment.ledger.turns import ingest_turns
from muniment.ledger.upkeep import set_cardinality
from muniment.model.memory import Cardinality, Scope, Standing, Visibility
from muniment.model.reading import (
    GetCurrentFacts,
    GetTransactions,
)
from muniment.model.writes import Draft, Turn
from muniment.recall.lookup.condition import health, stats
from muniment.recall.lookup.facts import current_facts
from muniment.recall.lookup.transactions import transaction, transactions
from muniment.store.pool import PoolLimits, Store
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database, Desk, principal_of
from tests.store.lookup_words import add, day, lives_in

BOXED: dict[str, Any] = {"scope": Scope.CONTAINER, "container": "project:move"}


async def facts(desk: Desk, **filters: Any) -> list[str]:
    found = await current_facts(desk.store, desk.principal, GetCurrentFacts(**filters))
    return [memory.content for memory in found]


async def test_the_facts_are_those_that_hold_at_both_times(desk: Desk) -> None:
    await add(desk, lives_in("London", day(3)))
    (bath,) = await add(desk, lives_in("Bath", day(6)))
    await desk.ledger.end(desk.principal, bath, at=day(9))

    assert await facts(desk, valid_at=day(7)) == ["Mike lives in Bath"]
    assert await facts(desk, valid_at=day(7), as_of=2) == ["Mike lives in London"]
    assert await facts(desk, valid_at=day(4)) == ["Mike lives in London"]
    assert await facts(desk, valid_at=day(2)) == []
    assert await facts(desk, valid_at=day(9)) == []
    assert await facts(desk, valid_at=day(9), as_of=3) == ["Mike lives in Bath"]


async def test_the_narrower_scope_wins(desk: Desk) -> None:
    await add(
        desk,
        lives_in("Everywhere", day(1), scope=Scope.GLOBAL),
        lives_in("London", day(2)),
        lives_in("Rome", day(1), **BOXED),
        replace(lives_in("tea", day(1)), category="drink", scope=Scope.GLOBAL),
    )

    assert await facts(desk) == ["Mike lives in London", "Mike lives in tea"]
    assert await facts(desk, containers=("project:move",)) == [
        "Mike lives in Rome", "Mike lives in tea",
    ]  # fmt: skip
    assert await facts(desk, valid_at=day(1), category="city") == ["Mike lives in Everywhere"]


async def test_what_is_public_in_another_namespace_hides_nothing(desk: Desk) -> None:
    await add(
        desk,
        lives_in("Everywhere", day(1), scope=Scope.GLOBAL),
        lives_in("London", day(2), namespace="scratch", visibility=Visibility.PUBLIC),
    )

    both = ["Mike lives in London", "Mike lives in Everywhere"]
    assert await facts(desk) == both
    assert await facts(desk, namespace="default") == both
    assert await facts(desk, namespace="scratch") == ["Mike lives in London"]


async def test_another_user_reads_the_global_fact(desk: Desk) -> None:
    await add(desk, lives_in("Everywhere", day(1), scope=Scope.GLOBAL), lives_in("London", day(2)))

    found = await current_facts(desk.store, principal_of("tenant 1", "ann"), GetCurrentFacts())

    assert [memory.content for memory in found] == ["Mike lives in Everywhere"]


async def test_beliefs_of_a_category_that_holds_many_stand_side_by_side(desk: Desk) -> None:
    await set_cardinality(desk.ledger, desk.principal, "sport", Cardinality.MANY)
    await add(
        desk,
        Draft(content="runs", entity="Mike", category="sport", valid_from=day(1)),
        Draft(content="swims", entity="Mike", category="sport", valid_from=day(2)),
        Draft(
            content="rows", entity="Mike", category="sport", valid_from=day(3), scope=Scope.GLOBAL
        ),
    )

    assert await facts(desk) == ["rows", "swims", "runs"]


async def test_only_what_is_held_is_a_fact(desk: Desk) -> None:
    await add(desk, lives_in("London", day(3)))
    await add(desk, lives_in("Bath", day(4), standing=Standing.CONTESTED))

    assert await facts(desk) == ["Mike lives in London"]


async def test_facts_are_selected_by_entity_category_and_namespace(desk: Desk) -> None:
    await add(
        desk,
        lives_in("London", day(1)),
        replace(lives_in("tea", day(2)), category="drink"),
        replace(lives_in("Oslo", day(3)), entity="Ann"),
        lives_in("Rome", day(4), namespace="project:acme"),
        Draft(content="It rains", valid_from=day(5)),
    )

    assert await facts(desk, entity="MIKE") == ["Mike lives in tea", "Mike lives in London"]
    assert await facts(desk, category="City") == ["Mike lives in Oslo", "Mike lives in London"]
    assert await facts(desk, namespace="project:acme") == ["Mike lives in Rome"]
    assert await facts(desk) == [
        "It rains", "Mike lives in Oslo", "Mike lives in tea", "Mike lives in London",
    ]  # fmt: skip


async def test_facts_come_in_pages_at_one_basis(desk: Desk) -> None:
    await add(desk, *(Draft(content=f"n{n}", valid_from=day(1)) for n in range(5)))
    first = await current_facts(desk.store, desk.principal, GetCurrentFacts(limit=3))
    await add(desk, Draft(content="intruder", valid_from=day(1)))

    second = await current_facts(
        desk.store, desk.principal, GetCurrentFacts(limit=3, cursor=first.cursor)
    )

    assert [memory.content for memory in (*first, *second)] == ["n0", "n1", "n2", "n3", "n4"]
    assert second.cursor is None
    assert second.basis == first.basis


async def test_transactions_are_listed_in_order_with_who_and_why(desk: Desk) -> None:
    (london,) = await add(desk, lives_in("London", day(3)))
    await desk.ledger.forget(desk.principal, london, reason="he asked")

    listed = await transactions(desk.store, desk.principal, GetTransactions())
    rest = await transactions(desk.store, desk.principal, GetTransactions(after=1, limit=1))
    third = await transaction(desk.store, desk.principal, 3)

    assert [(each.number, each.operation, each.reason) for each in listed] == [
        (1, "open", None), (2, "add", None), (3, "forget", "he asked"),
    ]  # fmt: skip
    assert rest == listed[1:2]
    assert third == listed[2]
    assert third.actor == "mike"
    assert len(third.hash) == 64
    with pytest.raises(TransactionNotFound):
        await transaction(desk.store, desk.principal, 4)


async def test_transactions_are_listed_from_either_end_and_by_who_made_them(desk: Desk) -> None:
    desk_of_it = replace(desk.principal, agent="the desk")
    for principal in (desk_of_it, desk.principal, desk_of_it):
        await desk.ledger.add_many(principal, [lives_in("London", day(3))])

    listed = [
        [each.number for each in await transactions(desk.store, desk.principal, request)]
        for request in (
            GetTransactions(latest_first=True, limit=2),
            GetTransactions(latest_first=True, before=4),
            GetTransactions(after=1, before=4),
            GetTransactions(actor="the desk"),
            GetTransactions(actor="the desk", latest_first=True, limit=1),
            GetTransactions(actor="the desk", before=4),
            GetTransactions(actor="nobody else"),
        )
    ]

    assert listed == [[4, 3], [3, 2, 1], [2, 3], [2, 4], [4], [2], []]


async def test_of_another_user_nobody_but_who_governs_is_told_what_it_made(desk: Desk) -> None:
    await add(desk, lives_in("London", day(3)))
    asked = GetTransactions(actor="mike")
    ann = desk.principal.of_user("ann")

    as_governing = await transactions(desk.store, ann, asked)
    as_another = await transactions(desk.store, replace(ann, permissions=OWN), asked)

    assert [each.number for each in as_governing] == [1, 2]
    assert as_another == ()


async def test_transactions_of_another_tenant_are_not_listed(desk: Desk) -> None:
    await add(desk, lives_in("London", day(3)))
    other = await desk.fresh_tenant()

    assert [
        each.operation for each in await transactions(desk.store, other, GetTransactions())
    ] == ["open"]
    with pytest.raises(TransactionNotFound):
        await transaction(desk.store, other, 2)


async def test_stats_count_what_the_principal_may_read(desk: Desk) -> None:
    london, tea = await add(
        desk, lives_in("London", day(3)), replace(lives_in("tea", day(1)), category="drink")
    )
    await desk.ledger.forget(desk.principal, tea)
    await add(desk, replace(lives_in("Oslo", day(1)), entity="Ann"))
    await desk.ledger.end(desk.principal, london, at=day(6))
    await desk.ledger.add_many(
        desk.principal, [Draft(content="unseen", namespace="project:acme")], embed=False
    )
    turn = Turn(content="Hello", speaker="Mike", occurred_at=day(6), session="s1")
    await ingest_turns(desk.ledger, desk.principal, [turn])
    other = await desk.fresh_tenant()

    found = await stats(desk.store, desk.principal)
    foreign = await stats(desk.store, other)

    assert (found.memories, found.memories_current, found.episodes) == (3, 2, 1)
    assert (found.entities, found.categories) == (1, 1)
    assert (found.transactions, found.head.number) == (7, 7)
    assert found.not_embedded == 1
    assert found.size_bytes is not None
    assert found.size_bytes > 100_000
    assert (foreign.memories, foreign.episodes, foreign.transactions) == (0, 0, 1)


async def test_health_is_well_when_every_part_is(desk: Desk) -> None:
    found = await health(desk.store, desk.principal, HashedEmbedder().identity)

    assert found.ok
    assert [part.name for part in found.parts] == [
        "database", "role", "schema", "head", "tasks", "embedder", "backlog",
    ]  # fmt: skip


async def test_health_names_what_is_not_fit_and_what_mends_it(desk: Desk) -> None:
    await desk.ledger.add_many(desk.principal, [Draft(content="unseen")], embed=False)
    stranger = principal_of("nowhere")

    here = await health(desk.store, desk.principal, HashedEmbedder(salt="other").identity)
    nowhere = await health(desk.store, stranger, None)

    assert {part.name: part.mend for part in here.parts if not part.ok} == {
        "embedder": "Both have this name, but another version or other settings. Run `muniment reembed` to adopt "
        "the one of now.",
        "backlog": "Run `muniment reembed` to embed what is waiting.",
    }
    assert [part.name for part in nowhere.parts if not part.ok] == ["head", "embedder"]


async def test_health_notes_a_head_that_is_ahead_of_the_clock(desk: Desk) -> None:
    with desk.database.as_admin() as connection:
        connection.execute("UPDATE muniment.heads SET recorded_at = '2126-03-01T00:00:00Z'")

    found = await health(desk.store, desk.principal, HashedEmbedder().identity)

    (head,) = [part for part in found.parts if part.name == "head"]
    assert found.ok
    assert "2126-03-01, and the database's clock says 20" in head.detail
    assert head.mend is not None
    assert head.mend.startswith("Correct the clock of the database's server.")


async def test_health_tells_a_role_that_came_to_see_past_row_level_security(desk: Desk) -> None:
    # A role of its own: roles belong to the whole server, which other tests use at the same time.
    server = desk.database.server
    role = sql.Identifier(f"past_{desk.database.name}")
    password = sql.Literal(server.lease.password)
    server.execute(
        sql.SQL("CREATE ROLE {} LOGIN PASSWORD {} IN ROLE muniment_writer").format(role, password)
    )
    store = Store(
        server.lease.conninfo(desk.database.name, role.as_string().strip('"')), PoolLimits()
    )
    try:
        await store.open()
        server.execute(sql.SQL("ALTER ROLE {} BYPASSRLS").format(role))
        found = await health(store, desk.principal, HashedEmbedder().identity)
    finally:
        await store.close()
        server.execute(sql.SQL("DROP ROLE {}").format(role))

    (unfit,) = (part for part in found.parts if not part.ok)
    assert unfit.name == "role"
    assert "may bypass row-level security" in unfit.detail


async def test_health_of_a_closed_store_is_told_and_not_raised(database: Database) -> None:
    closed = Store(database.app, PoolLimits())

    found = await health(closed, principal_of("tenant 1"), None)

    assert [(part.name, part.ok) for part in found.parts] == [("database", False)]
    with pytest.raises(NotPermitted):
        await health(closed, replace(principal_of("tenant 1"), permissions=frozenset()), None)
