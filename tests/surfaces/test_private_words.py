"""Whatever an agent keeps to itself, in whatever field, no other agent of its user is told it on any path."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any

import httpx
import pytest

from muniment import AgentContext, AsyncAgentMemory
from muniment.operations.offered import OFFERED
from muniment.operations.routes import ROUTES, Method
from muniment.settings import Settings
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database
from tests.surfaces.service import Service, serving

NAME = "Quokka"
"""Whom other agents know to ask for."""

MARKED = re.compile(r"zq[a-z]+")
"""Every word that they must not learn."""

HIDDEN = {
    "zqcontent", "zqtag", "zqkey", "zqvalue", "zqsource", "zqreason", "zqspace", "zqpredicate", "zqobject", "zqturn",
    "zqspeaker", "zqcaption", "zqid", "zqturnkey", "zqturnvalue", "zqwhy", "zqnick", "zqnicked", "zqleeds", "zqyork",
    "zqanna", "zqrival", "zqtea", "zqproposed", "zqcompiled", "zqquestion", "zqasked", "zqtask", "zqscheduled",
}  # fmt: skip
"""Of those, what their own agent is told by the same questions."""

READINGS = (
    *(name for name in sorted(ROUTES) if ROUTES[name].method is Method.GET),
    "recall", "recall_as_pack", "replay", "answer", "enhance_context", "deep_memory",
)  # fmt: skip


async def hide(memory: AsyncAgentMemory) -> dict[str, str]:
    """Let the critic write something into every field there is, and return the ids of it."""
    critic = memory.context("critic", visibility="private")
    fact: dict[str, Any] = {
        "content": f"{NAME} lives in zqcontent",
        "entity": NAME,
        "category": "city",
        "tags": ["zqtag"],
        "metadata": {"zqkey": "zqvalue"},
        "source": "zqsource",
        "reason": "zqreason",
    }
    city = await memory.add(**fact, context=critic)
    await memory.add(
        "zqother is zqsad", entity="zqentity", category="zqcategory", namespace="zqspace",
        context=critic,
    )  # fmt: skip
    await memory.append_facts(
        [{"subject": NAME, "predicate": "zqpredicate", "object": "zqobject"}], context=critic
    )
    turns = [
        {
            "content": f"{NAME} is zqnick, and so is zqturn",
            "occurred_at": "2026-06-20",
            "session": "s",
            "speaker": "zqspeaker",
            "caption": "zqcaption",
            "source_id": "zqid",
            "metadata": {"zqturnkey": "zqturnvalue"},
        }
    ]
    (episode,) = (await memory.ingest_turns(turns, reason="zqwhy", context=critic)).episodes
    alias = await memory.add_alias(
        "zqnick", NAME, episode_id=episode, reason="zqnicked", context=critic
    )
    learnt = await memory.ingest_round(
        "I live in Zqleeds. I moved to Zqyork last week. My sister is called Zqanna.",
        session="s",
        speaker=NAME,
        context=critic,
    )
    await memory.add(
        f"{NAME} lives in zqrival",
        entity=NAME,
        category="city",
        standing="contested",
        context=critic,
    )
    await memory.add(f"{NAME} likes zqtea very much", entity=NAME, context=critic)
    await memory.add(f"{NAME} likes zqtea not very much", entity=NAME, context=critic)
    proposed = await memory.propose_contradictions(reason="zqproposed", context=critic)
    await memory.compile_page(NAME, reason="zqcompiled", context=critic)
    await memory.compile_page("zqentity", namespace="zqspace", context=critic)
    await memory.take_snapshot(reason="zqsnapped", context=critic)
    recalled = await memory.recall(f"Where does {NAME} live, zqquestion?", context=critic)
    await memory.answer(f"Who is zqasked of {NAME}?", context=critic)
    await memory.enqueue("compile_page", {"topic": NAME, "reason": "zqtask"}, context=critic)
    await memory.set_schedule(
        "nightly", "compile_page", "@daily", arguments={"topic": "zqscheduled"}, context=critic
    )
    assert proposed.items
    return {
        "memory": str(city.id),
        "alias": str(alias.id),
        "episode": str(episode),
        "recall": str(recalled.receipt.recall_id),
        "learnt": str(learnt.decisions[0].memory_id),
    }


async def work_in_the_open(memory: AsyncAgentMemory) -> dict[str, str]:
    """Let the critic do for its team what it could do better with what it keeps to itself."""
    critic: AgentContext = memory.context("critic")
    learnt = await memory.ingest_round(
        "I live in Bath now. I moved there yesterday.", session="s", speaker=NAME, context=critic
    )
    await memory.compile_page(NAME, context=critic)
    await memory.compile_bank(beliefs_min=1, context=critic)
    await memory.take_snapshot(context=critic)
    recalled = await memory.recall(f"Where does {NAME} live?", context=critic)
    await memory.answer(f"Where does {NAME} live?", context=critic)
    await memory.propose_contradictions(context=critic)
    await memory.consolidate(context=critic)
    await memory.refresh_pages(context=critic)
    return {"open": str(learnt.decisions[0].memory_id), "asked": str(recalled.receipt.recall_id)}


async def ask(caller: Service, name: str, ids: dict[str, str]) -> list[httpx.Response]:
    """Ask an operation as its example says, about the name, and with every id."""
    what = OFFERED[name]
    known = {item.name for item in fields(what.request)}
    about = {field: NAME for field in ("entity", "page", "topic", "mention") if field in known}
    answers = []
    for id_ in ids.values():
        named = {
            field: id_
            for field in ("id", "recall", "episode_id", "memory", "episode")
            if field in known
        }
        answers.append(await caller.ask_as_shown(name, **about, **named))
        if not named:
            break
    return answers


async def told(caller: Service, ids: dict[str, str]) -> dict[str, set[str]]:
    """Return which words that begin with the mark are told, by operation."""
    found: dict[str, set[str]] = {}
    for name in READINGS:
        for answer in await ask(caller, name, ids):
            assert answer.status_code < 500, (name, answer.text)
            if words := set(MARKED.findall(answer.text.casefold())):
                found.setdefault(name, set()).update(words)
    return found


@pytest.fixture
async def hidden(database: Database) -> dict[str, str]:
    """Write what is to be hidden, and return the ids of it."""
    settings = Settings(database_url=database.app, user="mike")
    async with AsyncAgentMemory(settings=settings, embedder=HashedEmbedder()) as memory:
        return await hide(memory) | await work_in_the_open(memory)


async def test_no_path_tells_anybody_what_an_agent_keeps_to_itself(
    database: Database, hidden: dict[str, str]
) -> None:
    others: dict[str, dict[str, Any]] = {
        "another agent": {"user": "mike", "agent": "planner"},
        "the user": {"user": "mike"},
        "another user": {"user": "bob"},
        "an agent of that name of another user": {"user": "bob", "agent": "critic"},
        "who governs": {"role": "admin"},
    }
    seen = {}
    async with serving(database, access={"keys": True}) as service:
        for who, holds in others.items():
            async with service.bearing(await service.key(who, **holds)) as caller:
                seen[who] = await told(caller, hidden)
        token = await service.key("critic", user="mike", agent="critic")
        async with service.bearing(token) as caller:
            own = await told(caller, hidden)

    assert seen == {who: {} for who in others}
    assert HIDDEN - set().union(*own.values()) == set()


async def test_what_an_agent_keeps_to_itself_is_done_by_whoever_works_and_seen_by_it_alone(
    database: Database,
) -> None:
    settings = Settings(database_url=database.app, user="mike")
    async with AsyncAgentMemory(settings=settings, embedder=HashedEmbedder()) as memory:
        critic = memory.context("critic", visibility="private")
        await memory.add("Dana is tired", entity="Dana", category="mood", context=critic)
        task = await memory.enqueue("compile_page", {"topic": "Dana"}, context=critic)
        plan = {"topic": "Dana"}
        await memory.set_schedule(
            "nightly", "compile_page", "@daily", arguments=plan, context=critic
        )
        ran = await memory.run_pending()
        seen = [(await memory.tasks()).items, await memory.schedules()]
        own = await memory.get_task(task.id, context=critic)
        with database.as_admin() as connection:
            for table in ("tasks", "schedules"):
                connection.execute(f"DROP POLICY row_is_private ON muniment.{table}")
        unguarded = [(await memory.tasks()).items, await memory.schedules()]

    assert (ran.tasks.done, own.state.value) == (1, "done")
    assert [len(each) for each in seen] == [0, 0]
    assert [len(each) for each in unguarded] == [1, 1]
