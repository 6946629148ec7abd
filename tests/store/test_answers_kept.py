"""A kept answer is read by who was given it, and by nobody who sees another part of its user."""

from __future__ import annotations

from dataclasses import replace

import pytest

from muniment.access.principal import OWN, Confines
from muniment.errors import IdempotencyMismatch
from muniment.operations import tasks
from muniment.operations.once import perform_once
from muniment.operations.services import Services
from tests.database import Database, acting
from tests.store.tasking import jobs


async def test_each_who_sees_another_part_of_a_user_reads_the_answers_of_its_own_alone(
    services: Services, database: Database
) -> None:
    whole = replace(services.principal, permissions=OWN)
    parts = {
        "a": whole,
        "b": replace(whole, namespaces=("work",)),
        "c": replace(whole, confines=Confines(namespaces=("work",))),
        "d": replace(whole, agent="clerk"),
    }
    for key, principal in parts.items():
        asked = tasks.EnqueueTask(kind="note", arguments={"content": f"told {key}"})
        await perform_once(replace(services, principal=principal), tasks.enqueue, asked, key)
    for key, principal in parts.items():
        with acting(database, principal) as connection:
            seen = connection.execute("SELECT answer FROM muniment.idempotent_answers").fetchall()
        assert [f"told {key}" in answer for (answer,) in seen] == [True]


async def test_a_key_that_another_agent_of_the_user_used_is_refused_and_nothing_is_done(
    services: Services, database: Database
) -> None:
    asked = tasks.EnqueueTask(kind="note", arguments={"content": "one"})
    clerk = replace(services, principal=replace(services.principal, agent="clerk"))
    await perform_once(clerk, tasks.enqueue, asked, "a")
    with pytest.raises(IdempotencyMismatch, match="another request was sent under"):
        await perform_once(services, tasks.enqueue, asked, "a")
    assert len(jobs(database)) == 1
