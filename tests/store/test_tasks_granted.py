"""What somebody enqueued for another by a grant is done while the grant is in force, and not after."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

import pytest

from muniment.access.authority import Holder, principal_by_grants
from muniment.access.listing import grants_between
from muniment.access.principal import Permission
from muniment.errors import NotPermitted
from muniment.ledger.upkeep import backlog_size
from muniment.model.ids import user_named
from muniment.model.tasks import Schedule, TasksRun
from muniment.operations import granting, schedules
from muniment.operations.catalogue import perform
from muniment.operations.reads import Nothing
from muniment.operations.services import Services
from muniment.tasks.enqueueing import NewTask, enqueue_one
from muniment.testing.embedder import FailingEmbedder, HashedEmbedder
from tests.database import Database
from tests.store.ledgers import draft
from tests.store.tasking import contents, drain, enqueue, get, limited, of_user, serving

TEA = {"content": "Anna drinks tea"}


async def granted(anna: Services, **bounds: str) -> UUID:
    """Let bob write for anna."""
    made = await perform(
        anna,
        granting.grant,
        granting.NewGrant(grantee="bob", level="write", **bounds),
    )
    return made.id


async def revoke(anna: Services, grant_id: UUID) -> None:
    await perform(anna, granting.revoke_grant, granting.Revocation(id=str(grant_id)))


async def for_anna(services: Services) -> Services:
    """Return services as bob, who acts for anna by the grants that are in force."""
    tenant_id, tenant = services.principal.tenant_id, services.principal.tenant
    bob = Holder(
        tenant_id=tenant_id, tenant=tenant, name="bob", user="bob", agent=None, role="user"
    )
    found = await grants_between(
        services.store,
        tenant_id,
        owner_id=user_named(tenant_id, "anna"),
        grantee_id=user_named(tenant_id, "bob"),
    )
    principal = principal_by_grants(bob, "anna", found, Permission.WRITE)
    return replace(services, principal=principal)


async def scheduled(services: Services) -> Schedule:
    request = schedules.SetSchedule(name="tea", kind="note", cron="0 3 * * *", arguments=TEA)
    return await perform(services, schedules.set_schedule, request)


def let_it_be_due(database: Database) -> None:
    with database.as_admin() as connection:
        connection.execute("UPDATE muniment.schedules SET next_at = next_at - interval '2 days'")
        connection.execute(
            "UPDATE muniment_queue.pgqueuer SET execute_after = execute_after - interval '2 days'"
        )


async def test_a_task_is_done_while_its_grant_is_in_force(
    services: Services, database: Database
) -> None:
    anna = of_user(services, "anna")
    await granted(anna)
    task = await enqueue(await for_anna(services), "note", content="Anna drinks tea")

    assert await drain(services) == TasksRun(done=1)
    assert (await get(anna, task)).result == "bob for anna"
    assert contents(database) == ["Anna drinks tea"]


async def test_a_task_is_parked_whose_grant_was_taken_back(
    services: Services, database: Database
) -> None:
    anna = of_user(services, "anna")
    grant = await granted(anna)
    task = await enqueue(await for_anna(services), "note", content="Anna drinks tea")
    await revoke(anna, grant)

    assert await drain(services) == TasksRun(parked=1)
    parked = await get(anna, task)
    assert (parked.error_code, parked.error) == (
        "not_permitted",
        "bob (user) has no grant to write on behalf of 'anna'.",
    )
    assert contents(database) == []


async def test_a_task_is_parked_whose_grant_has_expired(
    services: Services, database: Database
) -> None:
    await granted(of_user(services, "anna"))
    await enqueue(await for_anna(services), "note", content="Anna drinks tea")
    with database.as_admin() as connection:
        connection.execute("UPDATE muniment.access_grants SET expires_at = clock_timestamp()")

    assert await drain(services) == TasksRun(parked=1)
    assert contents(database) == []


async def test_a_task_reaches_no_more_than_the_grants_that_are_left(
    services: Services, database: Database
) -> None:
    anna = of_user(services, "anna")
    everything = await granted(anna)
    beyond = await enqueue(await for_anna(services), "note", content="Anna drinks tea")
    await granted(anna, namespace="acme")
    await revoke(anna, everything)

    assert await drain(services) == TasksRun(parked=1)
    assert (await get(anna, beyond)).error_code == "not_permitted"
    assert contents(database) == []


async def test_a_schedule_is_switched_off_whose_grant_was_taken_back(
    services: Services, database: Database
) -> None:
    anna = of_user(services, "anna")
    grant = await granted(anna)
    await scheduled(await for_anna(services))
    let_it_be_due(database)
    assert await drain(services) == TasksRun(done=1)
    await revoke(anna, grant)
    let_it_be_due(database)

    assert await drain(services) == TasksRun()
    (kept,) = await perform(anna, schedules.schedules, Nothing())
    assert kept.next_at is None
    assert contents(database) == ["Anna drinks tea"]


async def test_the_database_refuses_a_task_that_hides_by_whose_grant_it_is(
    services: Services,
) -> None:
    await granted(of_user(services, "anna"))
    bob = (await for_anna(services)).principal
    with pytest.raises(NotPermitted, match="row-level security"):
        async with services.store.writing(bob.as_setting()) as work:
            await enqueue_one(
                work, replace(bob, grantee_id=None), NewTask(kind="note", arguments=TEA)
            )


async def test_what_waits_of_a_user_is_embedded_though_the_grant_of_who_wrote_before_is_revoked(
    database: Database,
) -> None:
    embedder = FailingEmbedder(HashedEmbedder())
    async with serving(database, embedder=embedder) as services:
        anna = limited(
            of_user(services, "anna"), Permission.READ, Permission.WRITE, Permission.GRANT
        )
        grant_id = await granted(anna)
        bob = await for_anna(services)
        embedder.is_down = True
        await bob.ledger.add_many(bob.principal, [draft("of bob")])
        await anna.ledger.add_many(anna.principal, [draft("of anna")])
        embedder.is_down = False
        await revoke(anna, grant_id)
        assert await drain(services) == TasksRun(done=1, parked=1)
        assert await backlog_size(services.ledger, services.principal) == 0
