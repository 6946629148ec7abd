"""Past recalls are listed for whose they are, page after page."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from muniment import AsyncAgentMemory
from muniment.access.partition import container_id
from muniment.access.principal import Confines, Principal
from muniment.bootstrap.wiring import opened
from muniment.errors import InvalidValue, NotPermitted, RecallNotFound
from muniment.operations.answers import AskForGaps, audit_gaps
from muniment.operations.catalogue import perform
from muniment.operations.reads import RecallResults, recall
from muniment.operations.traces import ListTraces, traces
from muniment.settings import RecallSettings, Settings
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database, acting, principal_of

QUESTIONS = [f"What is kept on pier {number}?" for number in range(5)]
BOUNDS: list[dict[str, Any]] = [
    {"namespaces": ("garden",)},
    {"confines": Confines(namespaces=("garden",))},
]


def memory_of(database: Database, user: str) -> AsyncAgentMemory:
    return AsyncAgentMemory(settings=settings_of(database, user), embedder=HashedEmbedder())


def settings_of(database: Database, user: str) -> Settings:
    return Settings(database_url=database.app, user=user, embedder={"name": "none"})


async def test_traces_are_listed_latest_first_in_pages_that_carry_on(database: Database) -> None:
    async with memory_of(database, "ann") as memory:
        receipts = [(await memory.recall(query)).receipt for query in QUESTIONS]
        first = await memory.traces(limit=3)
        rest = await memory.traces(limit=3, cursor=first.cursor)
        whole = await memory.traces(limit=5)
    assert [each.query for each in (*first, *rest)] == QUESTIONS[::-1]
    assert [each.id for each in whole] == [each.recall_id for each in receipts[::-1]]
    assert [each.digest for each in whole] == [each.digest for each in receipts[::-1]]
    assert (len(first), len(rest), rest.cursor, whole.cursor) == (3, 2, None, None)


async def test_a_trace_says_who_asked_and_when_it_was_to_be_true(database: Database) -> None:
    async with memory_of(database, "ann") as memory:
        await memory.recall(QUESTIONS[0])
        await memory.context("billing").recall(QUESTIONS[1], valid_at="2026-10-20")
        billed, own = await memory.traces()
    assert (billed.asked_by, own.asked_by) == ("billing", "ann")
    assert billed.valid_at == datetime(2026, 10, 20, tzinfo=UTC)


async def test_traces_are_found_by_words_of_the_question_and_by_when_it_was_asked(
    database: Database,
) -> None:
    async with memory_of(database, "ann") as memory:
        for query in (*QUESTIONS[:3], "Does 100% of pier 2 leak?"):
            await memory.recall(query)
        leak, second, first, zeroth = await memory.traces()
        told = {
            "words in any order and case": await memory.traces("2 PIER"),
            "a sign that is no pattern": await memory.traces("100%"),
            "from one on": await memory.traces(asked_from=second.traced_at),
            "before one": await memory.traces(asked_until=second.traced_at),
            "between": await memory.traces(
                "pier", asked_from=first.traced_at, asked_until=leak.traced_at
            ),
            "no words": await memory.traces(" "),
            "words that none has": await memory.traces("harbour"),
        }
        page = await memory.traces("pier", asked_until=leak.traced_at, limit=2)
        rest = await memory.traces("pier", asked_until=leak.traced_at, limit=2, cursor=page.cursor)
        with pytest.raises(InvalidValue, match="the cursor belongs to another question"):
            await memory.traces("leak", asked_until=leak.traced_at, cursor=page.cursor)
    assert {name: list(found) for name, found in told.items()} == {
        "words in any order and case": [leak, second],
        "a sign that is no pattern": [leak],
        "from one on": [leak, second],
        "before one": [first, zeroth],
        "between": [second, first],
        "no words": [leak, second, first, zeroth],
        "words that none has": [],
    }
    assert ([*page], [*rest], rest.cursor) == ([second, first], [zeroth], None)


async def test_an_answer_of_before_anything_was_known_is_given_again(database: Database) -> None:
    async with memory_of(database, "ann") as memory:
        await memory.add("The tide is high")
        for as_of in ("2020-01-01", 0):
            receipt = (await memory.recall("Is the tide high?", as_of=as_of)).receipt
            assert (receipt.basis.as_of.number, (await memory.replay(receipt)).same) == (0, True)


async def test_a_replay_for_another_agent_says_that_another_asked(database: Database) -> None:
    async with memory_of(database, "ann") as memory:
        support, auditor = memory.context("support"), memory.context("auditor", role="monitor")
        await support.add("Dana was rude on the phone", visibility="private")
        asked = (await support.recall("Was Dana rude?")).receipt
        own = await support.replay(asked.recall_id)
        again = await auditor.replay(asked.recall_id)
    assert (own.same, own.note) == (True, None)
    assert (again.same, len(again.recalled)) == (False, 0)
    assert again.note == (
        "support asked then, auditor asks now: what is private to an agent is read by that agent only. "
        "To compare byte for byte, ask as support."
    )


async def test_a_receipt_that_does_not_say_who_asked_is_replayed(database: Database) -> None:
    async with memory_of(database, "ann") as memory:
        receipt = (await memory.recall(QUESTIONS[0])).receipt
        again = await memory.replay(replace(receipt, asked_by=None))
    assert (again.same, again.note) == (True, None)


async def test_traces_in_a_file_are_found_beside_one_that_was_broken_off(
    database: Database, tmp_path: Path
) -> None:
    path = tmp_path / "recalls.jsonl"
    settings = settings_of(database, "ann").model_copy(
        update={"recall": RecallSettings(trace="jsonl", trace_path=path)}
    )
    async with AsyncAgentMemory(settings=settings, embedder=HashedEmbedder()) as memory:
        kept = [(await memory.recall(QUESTIONS[0])).receipt]
        with path.open("a") as file:
            file.write('{"tenant": "half a li')
        kept += [(await memory.recall(query)).receipt for query in QUESTIONS[:2]]

        assert [(await memory.replay(each.recall_id)).same for each in kept] == [True] * 3
        path.unlink()
        path.mkdir()
        answered = await memory.recall(QUESTIONS[0])
    assert answered.receipt.degraded == ("this answer was not traced: its file: Is a directory.",)


async def test_a_trace_in_a_file_says_with_which_key_it_was_asked(
    database: Database, tmp_path: Path
) -> None:
    path = tmp_path / "recalls.jsonl"
    settings = settings_of(database, "ann").model_copy(
        update={"recall": RecallSettings(trace="jsonl", trace_path=path)}
    )
    async with opened(settings) as services:
        for key_id in (UUID(int=7), None):
            keyed = replace(services, principal=replace(services.principal, key_id=key_id))
            await perform(keyed, recall, RecallResults(query=QUESTIONS[0]))

    kept = [json.loads(line)["key"] for line in path.read_text().splitlines()]
    assert kept == ["00000000-0000-0000-0000-000000000007", None]


async def test_the_log_is_told_once_that_answers_are_not_traced_and_once_that_they_are_again(
    database: Database, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "recalls.jsonl"
    settings = settings_of(database, "ann").model_copy(
        update={"recall": RecallSettings(trace="jsonl", trace_path=path)}
    )
    path.mkdir()
    async with AsyncAgentMemory(settings=settings, embedder=HashedEmbedder()) as memory:
        for query in QUESTIONS[:3]:
            await memory.recall(query)
        path.rmdir()
        for query in QUESTIONS[:2]:
            await memory.recall(query)

    assert [each.getMessage() for each in caplog.records if each.name == "muniment.recall"] == [
        "recalls are not traced (trace_unwritable): its file: Is a directory.",
        "recalls are not traced (trace_unwritable): that is over.",
    ]


async def test_a_user_does_not_see_what_another_one_asked(database: Database) -> None:
    async with memory_of(database, "ann") as ann, memory_of(database, "ben") as ben:
        await ann.recall(QUESTIONS[0])
        assert len(await ann.traces()) == 1
        assert len(await ben.traces()) == 0


@pytest.mark.parametrize("bounds", BOUNDS)
async def test_who_sees_a_part_of_a_user_does_not_see_what_was_asked_of_all(
    database: Database, bounds: dict[str, Any]
) -> None:
    async with opened(settings_of(database, "ann")) as services:
        confined = replace(services, principal=replace(services.principal, **bounds))
        with pytest.raises(NotPermitted, match="may read only part of what is ann's"):
            await perform(confined, traces, ListTraces())


async def test_what_an_agent_asks_in_private_is_told_to_that_agent_alone(
    database: Database,
) -> None:
    async with memory_of(database, "ann") as memory:
        support = memory.context("support", visibility="private")
        asked = (await support.recall(QUESTIONS[0])).receipt
        own = await support.replay(asked.recall_id)
        others: list[Any] = [memory, memory.context("auditor", role="monitor")]
        seen = [[each.query for each in await other.traces()] for other in (support, *others)]
        gaps = [(await other.audit_gaps()).asked for other in (support, *others)]
        for other in others:
            with pytest.raises(RecallNotFound):
                await other.replay(asked.recall_id)
    assert (own.same, seen, gaps) == (True, [[QUESTIONS[0]], [], []], [1, 0, 0])
    assert recalls_seen(database, principal_of("local", "ann")) == 0
    assert recalls_seen(database, replace(principal_of("local", "ann"), agent="support")) == 1


async def test_a_file_of_traces_tells_what_is_private_to_that_agent_alone(
    database: Database, tmp_path: Path
) -> None:
    to_file = {"trace": "jsonl", "trace_path": tmp_path / "recalls.jsonl"}
    settings = Settings(database_url=database.app, user="ann", recall=to_file)
    async with AsyncAgentMemory(settings=settings, embedder=HashedEmbedder()) as memory:
        support = memory.context("support", visibility="private")
        asked = (await support.recall(QUESTIONS[0])).receipt
        assert (await support.replay(asked.recall_id)).same
        with pytest.raises(RecallNotFound):
            await memory.replay(asked.recall_id)


@pytest.mark.parametrize("bounds", BOUNDS)
async def test_the_gaps_of_a_part_tell_no_question_of_the_rest(
    database: Database, bounds: dict[str, Any]
) -> None:
    async with opened(settings_of(database, "ann")) as services:
        await perform(
            services, recall, RecallResults(query="What did the doctor say of the tumour?")
        )
        await perform(
            services, recall, RecallResults(query="Who waters the roses?", namespace="garden")
        )
        bound = replace(services, principal=replace(services.principal, **bounds))
        told = {
            name: [each.sentence for each in (await perform(bound, audit_gaps, asked)).lacks]
            for name in ("default", "garden")
            for asked in [AskForGaps(namespace=name)]
        }
    assert told["default"] == []
    assert "Who waters the roses?" in str(told["garden"])
    assert recalls_seen(database, bound.principal) == 1


async def test_who_reaches_a_container_sees_what_was_asked_of_it_alone(database: Database) -> None:
    async with opened(settings_of(database, "ann")) as services:
        for containers in ((), ("project:move",), ("project:move", "project:divorce")):
            asked = RecallResults(query="Who helps?", containers=containers)
            await perform(services, recall, asked)
        whole = services.principal
    moving = container_id(whole, "project:move")
    bound = replace(whole, containers=(moving,), confines=Confines(containers=(moving,)))
    assert recalls_seen(database, whole) == 3
    assert recalls_seen(database, bound) == 1


def recalls_seen(database: Database, principal: Principal) -> int:
    """Return how many traces the application's role reads for a principal, whatever is above it."""
    with acting(database, principal) as connection:
        (count,) = connection.execute("SELECT count(*) FROM muniment.recalls").fetchone() or (0,)
    return int(count)


@pytest.mark.parametrize("wrong", [{"limit": 0}, {"limit": 1_001}, {"cursor": "x"}])
async def test_what_is_no_limit_and_no_cursor_is_refused(
    database: Database, wrong: dict[str, Any]
) -> None:
    async with opened(settings_of(database, "ann")) as services:
        with pytest.raises(InvalidValue):
            await perform(services, traces, ListTraces(**wrong))


async def test_traces_are_kept_for_a_time_whoever_asked(database: Database) -> None:
    async with memory_of(database, "ann") as ann, memory_of(database, "ben") as ben:
        await ann.context("clerk", visibility="private").recall(QUESTIONS[0])
        await ben.recall(QUESTIONS[1])
        late = await ben.recall(QUESTIONS[2])
    with database.as_admin() as connection:
        connection.execute(
            "UPDATE muniment.recalls SET traced_at = traced_at - interval '31 days' WHERE recall_id <> %s",
            (late.receipt.recall_id,),
        )
        connection.execute(
            "INSERT INTO muniment.recalls (tenant_id, recall_id, owner_id, number, digest, request, receipt, traced_at)"
            " SELECT gen_random_uuid(), recall_id, owner_id, number, digest, %s, receipt, traced_at"
            " FROM muniment.recalls WHERE request = %s",
            (QUESTIONS[3], QUESTIONS[0]),
        )
    for days, left in ((None, {0, 1, 2, 3, 4}), (30.0, {2, 3, 4})):
        settings = settings_of(database, "cleo").model_copy(
            update={"recall": RecallSettings(trace_days=days)}
        )
        async with AsyncAgentMemory(settings=settings, embedder=HashedEmbedder()) as memory:
            await memory.recall(QUESTIONS[4])
            assert [each.query for each in await memory.traces()][:1] == [QUESTIONS[4]]
        with database.as_admin() as connection:
            rows = connection.execute("SELECT DISTINCT request FROM muniment.recalls").fetchall()
        assert {request for (request,) in rows} == {QUESTIONS[number] for number in left}
    async with memory_of(database, "ann") as memory:
        assert list(await memory.traces()) == []


async def test_who_may_audit_and_work_reads_no_question_or_kept_answer_of_another(
    database: Database,
) -> None:
    async with memory_of(database, "ann") as memory:
        await memory.recall(QUESTIONS[0])
    ann, auditor = principal_of("local", "ann"), principal_of("local", "ben").auditing().working()
    with database.as_admin() as connection:
        connection.execute(
            "INSERT INTO muniment.idempotent_answers (tenant_id, owner_id, key, request_digest, answer)"
            " VALUES (%s, %s, 'once', 'digest', 'Mike lives in Bath')",
            (ann.tenant_id, ann.user_id),
        )
    for asked in (
        "SELECT request FROM muniment.recalls",
        "SELECT answer FROM muniment.idempotent_answers",
    ):
        with acting(database, auditor) as connection:
            assert connection.execute(asked).fetchall() == []
        with acting(database, auditor.sweeping()) as connection:
            assert len(connection.execute(asked).fetchall()) == 1
