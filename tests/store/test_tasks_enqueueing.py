"""A task is enqueued with what it is due to or not at all, once for its key, and for nobody else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from anyio import create_task_group, to_thread

from muniment.access.principal import OWN, Confines, Permission, Principal
from muniment.errors import IdempotencyMismatch, InvalidValue, NotPermitted, UnstorableText
from muniment.ledger.opening import ask_opening
from muniment.ledger.sealing import Sealed
from muniment.ledger.transacting import transact
from muniment.ledger.upkeep import backlog_size
from muniment.model.ids import ContainerId
from muniment.model.memory import Scope, Visibility
from muniment.model.tasks import Task, TaskState
from muniment.operations import agents, reads, tasks
from muniment.operations.catalogue import perform
from muniment.operations.services import Services
from muniment.store.rows import CategoryRow
from muniment.store.work import Work
from muniment.tasks.counting import ALIVE, TaskCounts
from muniment.tasks.enqueueing import NewTask
from muniment.tasks.enqueueing import enqueue as enqueue_in
from muniment.testing.embedder import FailingEmbedder, HashedEmbedder
from tests.database import Database, principal_of
from tests.faults.processes import until
from tests.store.ledgers import draft
from tests.store.task_kinds import GATES, Gate
from tests.store.tasking import (
    drain,
    enqueue,
    get,
    jobs,
    limited,
    of_user,
    pass_time,
    serving,
    somebody_waits,
    with_worker,
)

TAKE_ITS_KEY = """
    INSERT INTO muniment.tasks
    SELECT (jsonb_populate_record(t, '{"state": "waiting", "worker_id": null}' || jsonb_build_object(
        'task_id', gen_random_uuid()))).*
    FROM muniment.tasks t"""


async def piled_up(services: Services, gate: str) -> Task:
    """Enqueue a task that pauses at a gate, under a key that lasts while it waits."""
    GATES[gate] = Gate()
    task = NewTask(
        kind="pause", arguments={"gate": gate, "content": gate}, key="the pile", key_lasts=False
    )
    async with services.store.writing(services.principal.as_setting()) as work:
        await enqueue_in(work, services.principal, [task])
    return (await perform(services, tasks.tasks, tasks.ListTasks())).items[0]


FOR_AN_HOUR = {"backoff_first_s": 3600.0, "backoff_max_s": 3600.0}


def note(content: str, key: str | None = None) -> NewTask:
    return NewTask(kind="note", arguments={"content": content}, key=key)


async def rows(services: Services) -> list[str]:
    found = await perform(services, tasks.tasks, tasks.ListTasks())
    return [f"{task.kind} {task.state.value}" for task in found]


async def test_a_task_and_the_transaction_that_it_is_due_to_are_committed_together(
    services: Services, database: Database
) -> None:
    async def plan(work: Work) -> tuple[None, Sealed]:
        opening = await (await ask_opening(work, services.principal)).opened()
        opening.change.write(CategoryRow(category_key="hat", name="hat", cardinality="many"))
        sealed = await services.ledger.seal(work, opening, "set_cardinality", None)
        await enqueue_in(work, services.principal, [note("one"), note("two")])
        return None, sealed

    await transact(services.store, services.principal, plan)
    assert await rows(services) == ["note waiting", "note waiting"]
    assert len(jobs(database)) == 2


async def test_what_is_not_committed_enqueues_nothing(
    services: Services, database: Database
) -> None:
    async def broken_off() -> None:
        async with services.store.writing(services.principal.as_setting()) as work:
            await enqueue_in(work, services.principal, [note("one")])
            named = {"tenant_id": services.principal.tenant_id, "seen_within": ALIVE}
            counts = await work.one("tasks_count", TaskCounts, **named)
            assert counts is not None
            assert counts.waiting == 1
            raise InvalidValue("after all not")

    with pytest.raises(InvalidValue, match="after all not"):
        await broken_off()
    assert await rows(services) == []
    assert jobs(database) == []


async def test_the_same_key_enqueues_once_and_answers_the_same_task(
    services: Services, database: Database
) -> None:
    first = await enqueue(services, "note", key="today", content="one")
    assert (await enqueue(services, "note", key="today", content="two")).id == first.id
    await drain(services)
    again = await enqueue(services, "note", key="today", content="three")
    assert (again.id, again.state, again.arguments) == (
        first.id,
        TaskState.DONE,
        {"content": "one"},
    )
    assert jobs(database) == []


async def test_a_key_of_a_task_of_another_kind_is_refused(
    services: Services, database: Database
) -> None:
    await enqueue(services, "note", key="today", content="one")
    with pytest.raises(IdempotencyMismatch, match="a task of the kind note, not lint_pages"):
        await enqueue(services, "lint_pages", key="today")
    assert await rows(services) == ["note waiting"]
    assert len(jobs(database)) == 1


async def test_many_who_use_one_key_at_once_enqueue_once(
    services: Services, database: Database
) -> None:
    found = set()

    async def one(number: int) -> None:
        found.add((await enqueue(services, "note", key="today", content=str(number))).id)

    async with create_task_group() as group:
        for number in range(6):
            group.start_soon(one, number)
    assert len(found) == 1
    assert len(jobs(database)) == 1


async def test_the_keys_of_two_users_are_two(services: Services, database: Database) -> None:
    await enqueue(services, "note", key="today", content="one")
    await enqueue(of_user(services, "anna"), "note", key="today", content="one")
    assert len(jobs(database)) == 2


async def test_writes_that_miss_the_embedder_enqueue_one_task_however_often_it_fails(
    database: Database,
) -> None:
    embedder = FailingEmbedder(HashedEmbedder(), is_down=True)
    async with serving(database, embedder=embedder) as quick:
        services = with_worker(quick, **FOR_AN_HOUR)
        for content in ("one", "two", "three"):
            await services.ledger.add_many(services.principal, [draft(content)])
            pass_time(database)
            assert (await drain(services)).postponed == 1
            assert await rows(services) == ["embed_backlog waiting"]

        embedder.is_down = False
        pass_time(database)
        assert (await drain(services)).done == 1
        waiting = await perform(services, tasks.run_pending, tasks.RunPending())
        assert (waiting.embedded, waiting.waiting) == (0, 0)


async def test_a_task_that_fails_while_another_took_its_key_leaves_the_work_to_that_one(
    services: Services,
) -> None:
    first = await piled_up(services, "one")
    async with create_task_group() as group:
        group.start_soon(drain, services)
        await GATES["one"].begun.wait()
        second = await piled_up(services, "two")
        GATES["one"].fails = True
        GATES["one"].go.set()
        await GATES["two"].begun.wait()
        assert (await get(services, first)).state is TaskState.CANCELLED
        GATES["two"].go.set()
    assert (await get(services, second)).state is TaskState.DONE


async def test_a_task_that_fails_while_another_takes_its_key_waits_for_it(
    services: Services, database: Database
) -> None:
    first = await piled_up(services, "one")
    async with create_task_group() as group:
        group.start_soon(drain, services)
        await GATES["one"].begun.wait()
        with database.as_admin() as other, other.transaction():
            other.execute(TAKE_ITS_KEY)
            GATES["one"].fails = True
            GATES["one"].go.set()
            await to_thread.run_sync(until, lambda: somebody_waits(other), "the task waits")
    assert (await get(services, first)).state is TaskState.CANCELLED


async def test_a_key_that_a_user_chose_keeps_no_task_from_embedding_what_waits(
    database: Database,
) -> None:
    embedder = FailingEmbedder(HashedEmbedder())
    async with serving(database, embedder=embedder) as services:
        await enqueue(services, "embed_backlog", key="embed_backlog")
        await drain(services)
        embedder.is_down = True
        await services.ledger.add_many(services.principal, [draft("one")])
        embedder.is_down = False
        assert (await drain(services)).done == 1
        assert await backlog_size(services.ledger, services.principal) == 0


async def test_a_write_that_is_embedded_hastens_the_task_that_was_put_off(
    database: Database,
) -> None:
    embedder = FailingEmbedder(HashedEmbedder(), is_down=True)
    async with serving(database, embedder=embedder) as quick:
        services = with_worker(quick, **FOR_AN_HOUR)
        await services.ledger.add_many(services.principal, [draft("one")])
        assert (await drain(services)).postponed == 1
        embedder.is_down = False
        assert (await drain(services)).done == 0
        await services.ledger.add_many(services.principal, [draft("two")])
        assert (await drain(services)).done == 1
        assert await backlog_size(services.ledger, services.principal) == 0


async def test_after_a_task_that_embeds_was_cancelled_the_next_write_enqueues_another(
    database: Database,
) -> None:
    embedder = FailingEmbedder(HashedEmbedder(), is_down=True)
    async with serving(database, embedder=embedder) as services:
        await services.ledger.add_many(services.principal, [draft("one")])
        [waiting] = await perform(services, tasks.tasks, tasks.ListTasks())
        await perform(services, tasks.cancel_task, tasks.OneTask(id=str(waiting.id)))
        await services.ledger.add_many(services.principal, [draft("two")])
        assert await rows(services) == ["embed_backlog waiting", "embed_backlog cancelled"]


async def test_a_task_that_embeds_waits_for_writes_that_may_have_found_it_waiting(
    services: Services, database: Database
) -> None:
    ended: list[int] = []

    async def embed() -> None:
        ended.append((await drain(services)).done)

    await enqueue(services, "embed_backlog")
    async with create_task_group() as group:
        with database.as_admin() as writer, writer.transaction():
            writer.execute("SELECT FROM muniment.heads FOR UPDATE")
            group.start_soon(embed)
            await to_thread.run_sync(
                until, lambda: bool(ended) or somebody_waits(writer), "the task waits"
            )
            assert ended == []
    assert ended == [1]


async def test_each_who_reads_what_others_do_not_has_a_task_that_embeds_it(
    database: Database,
) -> None:
    embedder = FailingEmbedder(HashedEmbedder(), is_down=True)
    async with serving(database, embedder=embedder) as services:
        for agent in ("planner", "critic", "planner"):
            private = replace(draft(f"told by {agent}"), visibility=Visibility.PRIVATE)
            writer = limited(services, *OWN, agent=agent).principal
            await services.ledger.add_many(writer, [private])
        threaded = replace(draft("in a thread"), scope=Scope.CONTAINER, container="thread:one")
        await services.ledger.add_many(limited(services, *OWN).principal, [threaded])
        assert await rows(services) == ["embed_backlog waiting"] * 3

        embedder.is_down = False
        assert (await drain(services)).done == 3
        assert await backlog_size(services.ledger, services.principal) == 0


@pytest.mark.parametrize("column", ["user", "agent", "role", "permissions", "tenant"])
async def test_the_database_refuses_a_task_for_anybody_else_or_with_more_permission(
    services: Services, column: str
) -> None:
    async def enqueue_as(principal: Principal) -> None:
        async with services.store.writing(services.principal.as_setting()) as work:
            await enqueue_in(work, principal, [note("one")])

    with pytest.raises(NotPermitted, match="row-level security"):
        await enqueue_as(forged(services, column))
    await enqueue_as(services.principal)


def forged(services: Services, column: str) -> Principal:
    honest = services.principal
    match column:
        case "user":
            return of_user(services, "anna").principal
        case "permissions":
            return replace(honest, permissions=honest.permissions | {Permission.AUDIT})
        case "tenant":
            return replace(honest, tenant_id=principal_of("acme").tenant_id)
        case "agent":
            return replace(honest, agent="planner")
        case _:
            return replace(honest, role="orchestrator")


async def test_without_the_guard_a_task_is_enqueued_with_more_permission(
    services: Services, database: Database
) -> None:
    """The mutant: the same forgery passes once the policy asks for the tenant alone."""
    with database.as_admin() as connection:
        connection.execute("DROP POLICY row_is_written ON muniment.tasks")
        connection.execute(
            "CREATE POLICY row_is_written ON muniment.tasks FOR INSERT WITH CHECK "
            "(tenant_id = muniment.tenant())"
        )
    forger = forged(services, "permissions")
    async with services.store.writing(services.principal.as_setting()) as work:
        await enqueue_in(work, forger, [note("one")])
    assert await rows(services) == ["note waiting"]


async def test_a_task_writes_where_its_enqueuer_would(
    services: Services, database: Database
) -> None:
    settings = services.settings.model_copy(
        update={"namespace": "project:move", "visibility": "public"}
    )
    mine = replace(services, settings=settings)
    task = await enqueue(mine, "note", content="Mike moves")
    assert (await drain(services)).done == 1
    assert (await get(services, task)).state is TaskState.DONE
    with database.as_admin() as connection:
        assert connection.execute(
            "SELECT namespace, visibility FROM muniment.partitions"
        ).fetchall() == [("project:move", "public")]


async def test_a_task_is_attributed_and_placed_in_the_session_of_its_enqueuer(
    services: Services,
) -> None:
    principal = replace(
        services.principal,
        acting="anna",
        project="house",
        session="kitchen",
        namespaces=("default",),
    )
    task = await enqueue(replace(services, principal=principal), "note", content="Mike cooks")
    assert (await drain(services)).done == 1
    assert (await get(services, task)).result == principal.actor
    last = (await perform(services, reads.transactions, reads.Transactions()))[-1]
    assert (last.actor, last.session) == (principal.actor, "kitchen")
    (session,) = (await perform(services, agents.sessions, agents.Sessions())).items
    assert (session.name, session.project) == ("kitchen", "house")


BOUNDS = [
    {"namespaces": ("garden",)},
    {"confines": Confines(namespaces=("garden",), containers=(ContainerId(UUID(int=7)),))},
]


@pytest.mark.parametrize("bound", BOUNDS, ids=["namespaces", "confines"])
async def test_a_task_sees_and_writes_no_more_than_its_enqueuer(
    services: Services, bound: dict[str, Any]
) -> None:
    bounded = replace(services, principal=replace(services.principal, **bound))
    task = await enqueue(bounded, "note", content="Mike moves")
    assert (await drain(services)).parked == 1
    told = await get(services, task)
    assert told.error_code == "not_permitted"


@pytest.mark.parametrize("bound", BOUNDS, ids=["namespaces", "confines"])
async def test_the_database_refuses_a_task_that_sees_more_than_its_enqueuer(
    services: Services, bound: dict[str, Any]
) -> None:
    bounded = replace(services.principal, **bound)

    async def enqueue_as(principal: Principal) -> None:
        async with services.store.writing(bounded.as_setting()) as work:
            await enqueue_in(work, principal, [note("one")])

    with pytest.raises(NotPermitted, match="row-level security"):
        await enqueue_as(services.principal)
    await enqueue_as(bounded)
    assert await rows(services) == ["note waiting"]


async def test_arguments_are_checked_against_the_kind(services: Services) -> None:
    for arguments, told in (
        ({}, "the arguments of note do not fit: a Note needs content"),
        ({"content": 1}, "content is 1, of type int; write a text"),
        ({"content": "x", "colour": "red"}, "'colour' is not a field of Note"),
    ):
        with pytest.raises(InvalidValue, match=told):
            await enqueue(services, "note", **arguments)
    with pytest.raises(InvalidValue, match=r"kind is 'sing'; it must be one of .*note"):
        await enqueue(services, "sing")
    with pytest.raises(UnstorableText, match="arguments holds a NUL"):
        await enqueue(services, "note", content="a\x00b")
    with pytest.raises(InvalidValue, match="delay_s is -1"):
        await enqueue(services, "note", content="x", delay_s=-1)
    assert await rows(services) == []


async def test_a_kind_needs_the_permission_of_its_enqueuer(services: Services) -> None:
    reader = limited(services, Permission.READ)
    with pytest.raises(NotPermitted, match="lacks the permission write"):
        await enqueue(reader, "note", content="x")


async def test_tasks_are_listed_latest_first_page_by_page(services: Services) -> None:
    made = [await enqueue(services, "note", content=str(number)) for number in range(5)]
    await enqueue(services, "fail", why="wrong")
    first = await perform(services, tasks.tasks, tasks.ListTasks(kind="note", limit=3))
    assert [task.id for task in first] == [made[4].id, made[3].id, made[2].id]
    assert first.cursor is not None
    rest = await perform(
        services, tasks.tasks, tasks.ListTasks(kind="note", limit=3, cursor=first.cursor)
    )
    assert ([task.id for task in rest], rest.cursor) == ([made[1].id, made[0].id], None)
    with pytest.raises(InvalidValue, match="another question"):
        await perform(services, tasks.tasks, tasks.ListTasks(cursor=first.cursor))
    with pytest.raises(InvalidValue, match="not a cursor"):
        await perform(services, tasks.tasks, tasks.ListTasks(cursor="x"))
    with pytest.raises(InvalidValue, match="state is 'lost'; it must be one of waiting, running"):
        await perform(services, tasks.tasks, tasks.ListTasks(state="lost"))
