"""A tenant that was embedded with another model is read and verified, and nothing is compared or written until it is adopted."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from anyio import to_thread

from muniment import AgentMemory
from muniment.access.principal import Permission
from muniment.bootstrap.wiring import opened
from muniment.errors import EmbedderMismatch, MunimentError
from muniment.model.memory import Memory
from muniment.model.tasks import TasksRun, TaskState
from muniment.operations import reads, writes
from muniment.operations.catalogue import Effect, perform
from muniment.operations.offered import OFFERED
from muniment.operations.services import Services
from muniment.settings import Settings
from muniment.testing.embedder import FailingEmbedder, HashedEmbedder
from tests.database import Database
from tests.store.tasking import (
    QUICK,
    drain,
    enqueue,
    get,
    pass_time,
    services_for,
)

NEW = HashedEmbedder(salt="other")
ASKED = "Where does Mike live?"
COMPARED = {"answer", "audit_gaps", "deep_memory", "enhance_context", "recall", "recall_as_pack"}
FOR_ITSELF = {"adopt_embedder", "heal_backlog"}


def fill(database: Database, tenant: str = "local") -> Memory:
    with memory_of(database, HashedEmbedder(), tenant=tenant) as memory:
        added = memory.add("Mike lives in Bath", entity="Mike", category="city")
        return memory.get(added.id)


def memory_of(database: Database, embedder: HashedEmbedder, **more: Any) -> AgentMemory:
    return AgentMemory(database.app, embedder=embedder, **more)


@asynccontextmanager
async def changed(database: Database, **more: Any) -> AsyncIterator[Services]:
    settings = Settings(database_url=database.app, worker=QUICK, **more)
    async with opened(settings, embedder=NEW) as services:
        yield services


async def refused(services: Services, name: str) -> EmbedderMismatch | None:
    """Perform the example of an operation, and return how its embedder was refused, if it was."""
    what = OFFERED[name]
    try:
        await perform(services, what, what.request(**dict(what.example)))
    except EmbedderMismatch as error:
        return error
    except MunimentError:
        return None
    return None


async def test_what_needs_no_vector_is_read_and_all_else_is_refused(database: Database) -> None:
    await to_thread.run_sync(fill, database)
    async with changed(database) as services:
        told = {name: await refused(services, name) for name in OFFERED.keys() - FOR_ITSELF}

        seen = await perform(services, OFFERED["verify"], OFFERED["verify"].request())
    barred = {name for name, error in told.items() if error is not None}
    assert (
        barred
        == COMPARED
        | {name for name, what in OFFERED.items() if what.effect is Effect.WRITES} - FOR_ITSELF
    )
    assert {str(error).count("`muniment reembed`") for error in told.values() if error} == {1}
    assert (seen.holds, seen.head_number) == (True, 2)


def test_a_tenant_is_read_before_the_new_embedder_is_adopted(database: Database) -> None:
    kept = fill(database)
    with memory_of(database, NEW) as memory:
        assert memory.get(kept.id) == kept
        assert [each.content for each in memory.history(kept.id)] == ["Mike lives in Bath"]
        assert [each.content for each in memory.search(text="Bath").items] == ["Mike lives in Bath"]
        assert list(memory.find_duplicates()) == []
        assert memory.verify().holds
        with pytest.raises(EmbedderMismatch):
            memory.recall(ASKED)
        with pytest.raises(EmbedderMismatch):
            memory.facts(text="Bath")

        assert memory.adopt_embedder() == 1
        memory.run_pending()

        told = memory.recall(ASKED)
        assert [each.memory.content for each in told] == ["Mike lives in Bath"]
        assert told.receipt.degraded == ()
        assert memory.add("Mike likes tea").embedded


def test_whoever_was_refused_goes_on_once_another_has_adopted_the_embedder(
    database: Database,
) -> None:
    fill(database)
    with memory_of(database, NEW) as serving_on, memory_of(database, NEW) as operator:
        with pytest.raises(EmbedderMismatch):
            serving_on.add("Mike likes tea")
        operator.adopt_embedder()
        assert serving_on.add("Mike likes tea").embedded


def test_what_is_to_be_founded_is_refused_at_once(database: Database) -> None:
    fill(database, "acme")
    with (
        pytest.raises(EmbedderMismatch, match="`muniment reembed --tenant acme`"),
        memory_of(database, NEW, tenant="acme", founding=True),
    ):
        pass


async def test_a_task_waits_however_long_until_the_embedder_is_adopted(database: Database) -> None:
    await to_thread.run_sync(fill, database)
    with memory_of(database, HashedEmbedder()) as memory:
        task = await to_thread.run_sync(lambda: memory.enqueue("consolidate"))
    async with changed(database) as services:
        for _ in range(task.attempts_max + 2):
            ran = await drain(services)
            assert (ran.postponed, ran.parked) == (1, 0)
            await to_thread.run_sync(pass_time, database)
        seen = await get(services, task)
        assert (seen.state, seen.error_code) == (TaskState.WAITING, "embedder_mismatch")
        await perform(services, writes.adopt_embedder, writes.Adopt())

        ran = await drain(services)

        assert (ran.done, ran.postponed) == (2, 0)  # it, and what embeds


async def test_once_nothing_waits_to_be_embedded_no_task_waits_to_embed(database: Database) -> None:
    await to_thread.run_sync(fill, database)
    async with changed(database) as services:
        await perform(services, writes.adopt_embedder, writes.Adopt())
        own = await enqueue(services, "embed_backlog", delay_s=3600)
        rose = await services_for(services, services.principal.tenant, "rose")
        plain = replace(rose.principal, permissions=frozenset({Permission.READ, Permission.WRITE}))
        rose = replace(rose, principal=plain)
        await perform(
            rose,
            writes.add_many,
            writes.Add(memories=(writes.NewMemory(content="x"),), embed=False),
        )
        assert await waiting(services) == ["embed_backlog", "embed_backlog", "embed_backlog"]

        healed = await perform(rose, writes.heal_backlog, writes.Heal())
        assert (healed.embedded, healed.waiting) == (1, 0)
        assert await waiting(services) == ["embed_backlog", "embed_backlog"]

        healed = await perform(services, writes.heal_backlog, writes.Heal())
        assert (healed.embedded, healed.waiting) == (1, 0)
        assert await waiting(services) == ["embed_backlog"]
        assert (await get(services, own)).state is TaskState.WAITING
        assert await drain(services) == TasksRun()
        parts = (await perform(services, reads.health, reads.Nothing())).parts
        assert [each.mend for each in parts if each.name in {"tasks", "backlog", "embedder"}] == [
            None,
            None,
            None,
        ]


async def test_a_task_that_embeds_stays_while_something_waits(database: Database) -> None:
    embedder = FailingEmbedder(HashedEmbedder(), is_down=True)
    settings = Settings(database_url=database.app)
    async with opened(settings, embedder=embedder) as services:
        memories = tuple(writes.NewMemory(content=each) for each in ("Mike naps", "Ann naps"))
        await perform(services, writes.add_many, writes.Add(memories=memories))
        embedder.is_down = False

        healed = await perform(services, writes.heal_backlog, writes.Heal(units_max=1))

        assert (healed.embedded, healed.waiting) == (1, 1)
        assert await waiting(services) == ["embed_backlog"]


async def waiting(services: Services) -> list[str]:
    """Return the kinds of the tasks of the tenant that wait."""
    what = OFFERED["tasks"]
    found = await perform(services, what, what.request(state="waiting"))
    return [each.kind for each in found]


def test_what_was_written_before_there_was_an_embedder_waits_for_the_first(
    database: Database,
) -> None:
    without = Settings(database_url=database.app, embedder={"name": "none"})
    with AgentMemory(settings=without) as memory:
        memory.add("Mike lives in Bath")
        memory.add("Anna lives in Ely", entity="Anna")
    with memory_of(database, NEW) as memory:
        assert memory.stats().not_embedded == 2
        assert memory.heal_backlog().embedded == 2

        found = {lane.name: lane.found for lane in memory.recall(ASKED).receipt.lanes}
        assert found["vector"] == 2
