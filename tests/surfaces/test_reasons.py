"""Why something was written is told to who may read what was written, and to nobody else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from muniment import AsyncAgentMemory
from muniment.settings import Settings
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database
from tests.surfaces.service import serving

SECRET = "Dana told nobody but me"
AGENTS = ("critic", "planner", None)
TOLD = {"critic": [SECRET], "planner": [], None: []}


@pytest.fixture
async def memory(database: Database) -> AsyncIterator[AsyncAgentMemory]:
    settings = Settings(database_url=database.app, user="mike")
    async with AsyncAgentMemory(settings=settings, embedder=HashedEmbedder()) as memory:
        yield memory


async def told_in_library(memory: AsyncAgentMemory, agent: str | None) -> list[str]:
    """Return the reasons that an agent is told, however it asks."""
    told: set[str | None] = set()
    context = None if agent is None else memory.context(agent)
    listed = [each.reason for each in await memory.transactions(context=context)]
    feed = await memory.changes(context=context)
    diff = await memory.diff(0, context=context)
    told |= {*listed, *(each.transaction.reason for each in feed.entries)}
    told |= {each.reason for each in diff.changes}
    return sorted(each for each in told if each is not None)


async def write_in_private(memory: AsyncAgentMemory, verb: str) -> None:
    """Let the critic do something to what is its own, and say why."""
    critic = memory.context("critic", visibility="private")
    fields: dict[str, Any] = {"entity": "Dana", "category": "mood"}
    if verb == "add":
        await memory.add("Dana is tired", **fields, reason=SECRET, context=critic)
        return
    if verb == "forget_episode":
        turn = {"content": "I am tired", "occurred_at": "2026-06-20", "session": "s"}
        (episode,) = (await memory.ingest_turns([turn], context=critic)).episodes
        await memory.forget_episode(episode, reason=SECRET, context=critic)
        return
    id_ = (await memory.add("Dana is tired", **fields, context=critic)).id
    if verb == "update":
        await memory.update(id_, "Dana is ill", reason=SECRET, context=critic)
    elif verb == "compile":
        await memory.compile_page("Dana", reason=SECRET, context=critic)
    else:
        await getattr(memory, verb)(id_, reason=SECRET, context=critic)


@pytest.mark.parametrize(
    "verb", ["add", "update", "end", "forget", "retract", "forget_episode", "compile"]
)
async def test_why_an_agent_wrote_in_private_is_told_to_that_agent_alone(
    memory: AsyncAgentMemory, verb: str
) -> None:
    await write_in_private(memory, verb)

    assert {agent: await told_in_library(memory, agent) for agent in AGENTS} == TOLD
    assert (await memory.verify()).holds


async def test_over_http_too_and_to_who_governs_as_little(database: Database) -> None:
    told: dict[str | None, list[str]] = {}
    async with serving(database, access={"keys": True}) as service:
        critic = await service.key("critic", user="mike", agent="critic")
        planner = await service.key("planner", user="mike", agent="planner")
        keeper = await service.key("keeper", role="admin")
        async with service.bearing(critic) as lent:
            said = {"content": "Dana is tired", "visibility": "private"}
            await lent.post("/v1/memories", {"memories": [said], "reason": SECRET})
        for agent, token in (("critic", critic), ("planner", planner), (None, keeper)):
            async with service.bearing(token) as lent:
                listed = await lent.get("/v1/transactions")
                feed = (await lent.get("/v1/changes"))["entries"]
                found = {each["reason"] for each in listed}
                found |= {each["transaction"]["reason"] for each in feed}
                told[agent] = sorted(each for each in found if each is not None)

    assert told == TOLD


async def test_a_reason_for_several_memories_is_told_to_who_may_read_them_all(
    database: Database, memory: AsyncAgentMemory
) -> None:
    memories: list[dict[str, str]] = [
        {"content": "Tea is at four", "scope": "global"},
        {"content": "Mike is ill"},
    ]
    await memory.add_many(memories, reason="so that tea does without Mike, who is ill")
    await memory.add("Lunch is at one", scope="global", reason="we voted")
    settings = Settings(database_url=database.app, user="bob")
    async with AsyncAgentMemory(settings=settings, embedder=HashedEmbedder()) as bobs:
        told = await bobs.diff(0, context=bobs.context("clerk"))
        changes = {each.content_after: each.reason for each in told.changes}

    assert changes == {"Tea is at four": None, "Lunch is at one": "we voted"}
