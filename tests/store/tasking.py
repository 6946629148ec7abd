"""Open services with quick workers, and look at tasks as the database holds them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from psycopg import Connection
from psycopg.rows import TupleRow

import muniment.operations.offered  # noqa: F401 - importing it registers every kind of task
import tests.store.task_kinds  # noqa: F401 - as above, what only tests run
from muniment.access.principal import Permission, Principal
from muniment.bootstrap.wiring import opened
from muniment.ledger.upkeep import open_tenant
from muniment.model.ids import user_named
from muniment.model.tasks import Task, TasksRun
from muniment.operations import tasks
from muniment.operations.catalogue import perform
from muniment.operations.running import new_runner
from muniment.operations.services import Services
from muniment.operations.standing_in import on_behalf_of
from muniment.ports.embedder import Embedder
from muniment.settings import EmbedderName, EmbedderSettings, Settings
from muniment.tasks.enqueueing import Defaults
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database, principal_of

QUICK = {"lease_s": 1.0, "poll_s": 0.2, "backoff_first_s": 0.05, "backoff_max_s": 0.2}


@asynccontextmanager
async def serving(
    database: Database, *, embedder: Embedder | None = None, embeds: bool = True
) -> AsyncIterator[Services]:
    """Open services on a database, for a first tenant; without an embedder if they embed nothing."""
    name = EmbedderName.MUNIMENT if embeds else EmbedderName.NONE
    settings = Settings(
        database_url=database.app, worker=QUICK, embedder=EmbedderSettings(name=name)
    )
    lent = (embedder or HashedEmbedder()) if embeds else None
    async with opened(settings, embedder=lent) as services:
        yield services


async def services_for(services: Services, tenant: str, user: str | None = "mike") -> Services:
    """Return services for another tenant and user; the tenant is made if it is not there."""
    principal = principal_of(tenant, user)
    await open_tenant(services.ledger, principal)
    return await on_behalf_of(services, principal, Defaults())


def limited(services: Services, *permissions: Permission, agent: str | None = None) -> Services:
    """Return services for the same user with less permission."""
    principal = replace(services.principal, permissions=frozenset(permissions), agent=agent)
    return replace(services, principal=principal)


def of_user(services: Services, user: str) -> Services:
    """Return services for another user of the tenant."""
    tenant_id = services.principal.tenant_id
    principal: Principal = replace(
        services.principal, user=user, user_id=user_named(tenant_id, user)
    )
    return replace(services, principal=principal)


def with_worker(services: Services, **settings: object) -> Services:
    """Return services whose workers are set otherwise."""
    worker = services.settings.worker.model_copy(update=settings)
    return replace(services, settings=services.settings.model_copy(update={"worker": worker}))


def pass_time(database: Database, by: str = "2 days") -> None:
    """Let every schedule, and every task that waits, be due for so long."""
    with database.as_admin() as connection:
        connection.execute("UPDATE muniment.schedules SET next_at = next_at - %s::interval", (by,))
        connection.execute(
            "UPDATE muniment_queue.pgqueuer SET execute_after = execute_after - %s::interval", (by,)
        )


async def enqueue(
    services: Services,
    kind: str,
    *,
    key: str | None = None,
    delay_s: float = 0.0,
    **arguments: object,
) -> Task:
    """Enqueue a task."""
    request = tasks.EnqueueTask(kind=kind, arguments=arguments, key=key, delay_s=delay_s)
    return await perform(services, tasks.enqueue, request)


async def get(services: Services, task: Task) -> Task:
    """Look at a task."""
    return await perform(services, tasks.get_task, tasks.OneTask(id=str(task.id)))


async def drain(services: Services, tenants: Sequence[Services] | None = None) -> TasksRun:
    """Run what is due, of all tenants or of some."""
    named = None if tenants is None else [each.principal.tenant_id for each in tenants]
    return await (await new_runner(services, named)).drain()


def contents(database: Database, tenant: str | None = None) -> list[str]:
    """Return what every tenant, or one, was told, in order."""
    with database.as_admin() as connection:
        rows = connection.execute(
            "SELECT m.content FROM muniment.memories m JOIN muniment.tenants t USING (tenant_id) "
            "WHERE t.name = %(tenant)s OR %(tenant)s::text IS NULL ORDER BY m.known_from, m.content",
            {"tenant": tenant},
        ).fetchall()
    return [str(content) for (content,) in rows]


def rewrite(database: Database, said: str) -> None:
    """Have all tasks say what another version would have stored."""
    with database.as_admin() as connection:
        connection.execute(f"UPDATE muniment.tasks SET {said}")


def jobs(database: Database) -> list[tuple[object, ...]]:
    """Return the rows of PgQueuer's queue."""
    with database.as_admin() as connection:
        return connection.execute(
            "SELECT status::text, entrypoint, convert_from(payload, 'UTF8') FROM muniment_queue.pgqueuer "
            "ORDER BY id"
        ).fetchall()


def somebody_waits(connection: Connection[TupleRow]) -> bool:
    """Tell whether a transaction of the database waits for another one."""
    found = connection.execute(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    return found.fetchone() is not None
