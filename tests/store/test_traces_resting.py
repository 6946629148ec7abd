"""Whoever asks which answers rested on a belief or a turn is told, as far as it sees who asked."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from muniment import AsyncAgentMemory
from muniment.access.principal import OWN
from muniment.bootstrap.wiring import opened
from muniment.errors import InvalidValue, MemoryNotFound
from muniment.model.memory import Scope
from muniment.model.traces import TraceList
from muniment.model.writes import Draft
from muniment.operations.catalogue import perform
from muniment.operations.reads import RecallResults, recall
from muniment.operations.services import Services
from muniment.operations.traces import ListTraces, traces
from muniment.settings import RecallSettings
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database, principal_of
from tests.store.test_traces import settings_of

NOWHERE = "00000000-0000-7000-8000-000000000000"
BATH, WHO, ROME = "Who lives in Bath?", "Does Mike live in Bath?", "Who lives in Rome?"


@pytest.fixture
async def memory(database: Database) -> AsyncIterator[AsyncAgentMemory]:
    async with AsyncAgentMemory(
        settings=settings_of(database, "ann"), embedder=HashedEmbedder()
    ) as memory:
        yield memory


def asked(found: TraceList) -> list[str]:
    return [each.query for each in found]


async def test_the_answers_that_rested_on_a_belief_are_listed_latest_first_in_pages(
    memory: AsyncAgentMemory,
) -> None:
    bath = await memory.add("Mike lives in Bath", entity="Mike", category="city")
    for query in (BATH, WHO, BATH):
        await memory.recall(query, limit=1)
    rome = await memory.add("Anna lives in Rome", entity="Anna", category="city")
    await memory.recall(ROME, limit=1)

    whole = await memory.traces(rests_on=bath.id)
    first = await memory.traces(rests_on=str(bath.id), limit=2)
    rest = await memory.traces(rests_on=bath.id, limit=2, cursor=first.cursor)

    assert asked(whole) == [BATH, WHO, BATH]
    assert (asked(first), asked(rest), rest.cursor) == ([BATH, WHO], [BATH], None)
    assert asked(await memory.traces(rests_on=rome.id)) == [ROME]
    assert asked(await memory.traces("does", rests_on=bath.id)) == [WHO]
    assert whole.untold == 0
    with pytest.raises(InvalidValue, match="the cursor belongs to another question"):
        await memory.traces(rests_on=rome.id, cursor=first.cursor)


async def test_an_answer_rests_on_a_turn_that_it_has_and_on_one_that_told_its_belief(
    memory: AsyncAgentMemory,
) -> None:
    said = {"session": "call", "speaker": "Mike", "occurred_at": "2026-07-01"}
    turns = await memory.ingest_turns(
        [{"content": content, **said} for content in ("We row at dawn.", "I sing.")]
    )
    rows, sings = turns.episodes
    belief = await memory.add("Mike has a boat", entity="Mike", episode_id=str(rows))
    await memory.recall("Who rows at dawn?", limit=1)
    await memory.recall("Who has a boat?", limit=1)

    assert asked(await memory.traces(rests_on=rows)) == ["Who has a boat?", "Who rows at dawn?"]
    assert asked(await memory.traces(rests_on=belief.id))[0] == "Who has a boat?"
    assert asked(await memory.traces(rests_on=sings)) == []


async def test_a_question_that_only_names_the_id_of_a_belief_does_not_rest_on_it(
    memory: AsyncAgentMemory,
) -> None:
    bath = await memory.add("Mike lives in Bath", entity="Mike", category="city")
    await memory.recall(str(bath.id), as_of=1)
    await memory.recall(f'"rests_on": ["{bath.id}"]', as_of=1)

    found = await memory.traces(rests_on=bath.id)

    assert (asked(found), found.untold) == ([], 0)


async def test_an_id_that_is_nowhere_or_not_to_be_seen_is_not_found(
    memory: AsyncAgentMemory, database: Database
) -> None:
    clerk = memory.context("clerk")
    hidden = await clerk.add("Mike was rude", visibility="private")
    away = await memory.add("Mike moves out", scope="container", container="project:move")
    await memory.recall("Who moves out?", containers=("project:move",))
    settings = settings_of(database, "ben").model_copy(update={"tenant": "other"})
    async with AsyncAgentMemory(settings=settings, embedder=HashedEmbedder()) as other:
        others = await other.add("Mike is theirs")
    async with opened(settings_of(database, "ann")) as services:
        plain = as_one(services, permissions=OWN)
        for each in (NOWHERE, str(others.id), str(hidden.id), str(away.id)):
            with pytest.raises(MemoryNotFound, match=f"there is no memory and no turn {each}"):
                await perform(plain, traces, ListTraces(rests_on=each))
        with pytest.raises(InvalidValue, match="rests_on is 'bath', which is not an id"):
            await perform(plain, traces, ListTraces(rests_on="bath"))
        within = ListTraces(rests_on=str(away.id), containers=("project:move",))
        opened_up = await perform(plain, traces, within)

    assert asked(opened_up) == ["Who moves out?"]
    assert asked(await clerk.traces(rests_on=hidden.id)) == []


def as_one(services: Services, **changes: Any) -> Services:
    return replace(services, principal=replace(services.principal, **changes))


async def test_who_governs_is_told_of_every_users_with_a_key_or_without_and_others_of_their_own(
    database: Database,
) -> None:
    async with opened(settings_of(database, "ann")) as services:
        ann, ben = services.principal, principal_of("local", "ben")
        told = await services.ledger.add_many(
            ann, [Draft(content="The tide is high", scope=Scope.GLOBAL)]
        )
        keyed = replace(ben, key_id=UUID(int=7), agent="bot")
        private = services.running_as(
            replace(ben, agent="clerk"), namespace=None, visibility="private"
        )
        for caller, query in (
            (replace(services, principal=ben), "Is the tide high?"),
            (replace(services, principal=keyed), "How high is the tide?"),
            (services, "The tide, is it high?"),
            (private, "How is the tide?"),
        ):
            await perform(caller, recall, RecallResults(query=query))

        listed = ListTraces(rests_on=str(told[0].id))
        governing = await perform(services, traces, listed)
        own = [
            asked(await perform(replace(services, principal=each), traces, listed))
            for each in (
                replace(ann, permissions=OWN),
                replace(ben, permissions=OWN),
                replace(ben, permissions=OWN, agent="clerk"),
            )
        ]

    assert [(each.query, each.asked_by, each.key) for each in governing] == [
        ("The tide, is it high?", "ann", None),
        ("How high is the tide?", "bot", UUID(int=7)),
        ("Is the tide high?", "ben", None),
    ]
    assert own == [
        ["The tide, is it high?"],
        ["How high is the tide?", "Is the tide high?"],
        ["How is the tide?", "How high is the tide?", "Is the tide high?"],
    ]


async def test_what_was_erased_is_found_by_its_id_until_all_that_its_user_asked_goes(
    memory: AsyncAgentMemory,
) -> None:
    bath = await memory.add("Mike lives in Bath", entity="Mike", category="city")
    answer = await memory.recall(BATH)
    await memory.purge(memories=[bath.id], reason="request 4711")

    (found,) = await memory.traces(rests_on=bath.id)
    again = await memory.replay(found.id)
    await memory.purge(everything_of="ann", reason="request 4712")

    assert found.id == answer.receipt.recall_id
    assert again.note is not None
    assert again.note.startswith("1 memory or turn known then, erased")
    assert asked(await memory.traces(rests_on=bath.id)) == []


async def test_traces_of_before_they_told_what_an_answer_rests_on_are_counted(
    memory: AsyncAgentMemory, database: Database
) -> None:
    bath = await memory.add("Mike lives in Bath", entity="Mike", category="city")
    for query in (BATH, WHO):
        await memory.recall(query)
    with database.as_admin() as connection:
        connection.execute(
            "UPDATE muniment.recalls SET receipt = (receipt::jsonb - 'rests_on')::text WHERE request = %s",
            (BATH,),
        )

    found = await memory.traces(rests_on=bath.id)

    assert (asked(found), found.untold) == ([WHO], 1)
    assert (await memory.traces("does", rests_on=bath.id)).untold == 0
    assert (await memory.traces()).untold == 0
    assert (await memory.replay((await memory.traces())[1].id)).same


async def test_a_file_of_traces_tells_what_an_answer_rests_on_and_the_database_lists_what_it_has(
    database: Database, tmp_path: Path, memory: AsyncAgentMemory
) -> None:
    path = tmp_path / "recalls.jsonl"
    bath = await memory.add("Mike lives in Bath", entity="Mike", category="city")
    await memory.recall(BATH)
    settings = settings_of(database, "ann").model_copy(
        update={"recall": RecallSettings(trace="jsonl", trace_path=path)}
    )
    async with AsyncAgentMemory(settings=settings, embedder=HashedEmbedder()) as filing:
        receipt = (await filing.recall(WHO)).receipt
        assert (await filing.replay(receipt.recall_id)).same
        assert asked(await filing.traces(rests_on=bath.id)) == [BATH]

    (line,) = path.read_text().splitlines()
    assert json.loads(json.loads(line)["receipt"])["rests_on"] == [str(bath.id)]
