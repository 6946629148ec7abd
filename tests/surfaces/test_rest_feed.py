"""The ledger is followed as it grows, by asking again or as events, and nothing is left out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import anyio
import anyio.lowlevel
import httpx
import pytest

from muniment import AgentMemory, MemoryClient
from muniment.rest import feed
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database
from tests.surfaces.service import Service, code_of, listening_service

LONDON = {"content": "Mike lives in London", "entity": "Mike", "category": "city"}
NOTHING: dict[str, Any] = {"entries": [], "cursor": None}


def events(text: str) -> list[tuple[str, Any]]:
    """Return the ids and data of the events of a stream."""
    told = []
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
        if "data" in fields:
            told.append((fields.get("id", ""), json.loads(fields["data"])))
    return told


async def test_each_transaction_is_told_with_what_it_changed(service: Service) -> None:
    london = await service.add(**LONDON, valid_from="2026-03-01")
    await service.http.patch(f"/v1/memories/{london}", json={"content": "Mike lives in Bath"})

    told = await service.get("/v1/changes", after=1)

    assert told["last"] == 3
    assert [
        (each["transaction"]["operation"], [change["kind"] for change in each["changes"]])
        for each in told["entries"]
    ] == [("add", ["learnt"]), ("update", ["corrected"])]
    assert await service.get("/v1/changes", after=3) == NOTHING | {"last": 3}
    assert (await service.get("/v1/changes", limit=1))["last"] == 1


async def test_a_transaction_of_more_changes_than_the_limit_goes_on_behind_the_cursor(
    service: Service,
) -> None:
    many = [{"content": f"Fact number {n}"} for n in range(250)]
    await service.post("/v1/memories", {"memories": many, "embed": False})

    first = await service.get("/v1/changes", after=1)
    second = await service.get("/v1/changes", after=1, cursor=first["cursor"])
    third = await service.get("/v1/changes", after=1, cursor=second["cursor"])

    read = [page["entries"][0] for page in (first, second, third)]
    assert [len(entry["changes"]) for entry in read] == [100, 100, 50]
    assert [entry["goes_on"] for entry in read] == [True, True, False]
    assert {entry["transaction"]["number"] for entry in read} == {2}
    assert [page["last"] for page in (first, second, third)] == [1, 1, 2]
    assert third["cursor"] is None
    assert len({change["memory_id"] for entry in read for change in entry["changes"]}) == 250


async def test_a_reader_waits_for_what_comes_and_no_longer_than_it_says(service: Service) -> None:
    told: list[Any] = []

    async def follow() -> None:
        told.append(await service.get("/v1/changes", after=1, wait_s=20))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(follow)
        await anyio.lowlevel.checkpoint()
        await service.add(**LONDON)

    assert told[0]["last"] == 2
    assert await service.get("/v1/changes", after=2, wait_s=0.01) == NOTHING | {"last": 2}
    for wait in ("31", "-1", "nan", "soon"):
        refused = await service.http.get("/v1/changes", params={"wait_s": wait})
        assert code_of(refused) == (422, "value_invalid")


async def test_events_go_on_after_the_last_that_was_received(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "STREAM_S", 0.0)
    await service.add("A line\r\nbreak\u2028and <b>", metadata={"x": "\n\ndata: forged"})
    await service.add(**LONDON)

    whole = await service.http.get("/v1/changes/stream")
    rest = await service.http.get("/v1/changes/stream", headers={"Last-Event-ID": "2"})

    assert whole.headers["content-type"].startswith("text/event-stream")
    assert whole.headers["x-content-type-options"] == "nosniff"
    assert [id_ for id_, _ in events(whole.text)] == ["1", "2", "3"]
    assert events(whole.text)[1][1]["changes"][0]["content_after"] == "A line\r\nbreak\u2028and <b>"
    assert [id_ for id_, _ in events(rest.text)] == ["3"]
    refused = await service.http.get("/v1/changes/stream", headers={"Last-Event-ID": "soon"})
    assert code_of(refused) == (422, "value_invalid")


async def test_a_transaction_of_many_changes_has_its_id_when_the_last_of_them_was_sent(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "STREAM_S", 0.0)
    many = [{"content": f"Fact number {n}"} for n in range(250)]
    await service.post("/v1/memories", {"memories": many, "embed": False})

    told = events((await service.http.get("/v1/changes/stream?after=1")).text)

    assert [(id_, len(data["changes"])) for id_, data in told] == [("", 100), ("", 100), ("2", 50)]


@pytest.fixture
def address(database: Database) -> Iterator[str]:
    with listening_service(database) as url:
        yield url


def test_events_arrive_while_the_stream_is_open(address: str) -> None:
    with (
        MemoryClient(address) as client,
        httpx.stream("GET", f"{address}/v1/changes/stream?after=1", timeout=30) as stream,
    ):
        client.add("Ann drinks tea")
        seen = next(line for line in stream.iter_lines() if line.startswith("id: "))

    assert seen == "id: 2"


def test_a_service_that_is_stopped_ends_its_streams(database: Database) -> None:
    with ExitStack() as reading:
        with listening_service(database) as url:
            asked = httpx.stream("GET", f"{url}/v1/changes/stream", timeout=60)
            told = reading.enter_context(asked).iter_lines()
            assert next(line for line in told if line.startswith("id: ")) == "id: 1"

        assert not any(line.startswith(("id: ", "event: ")) for line in list(told)[2:])


def test_a_client_follows_what_another_writes(address: str, database: Database) -> None:
    with (
        MemoryClient(address) as client,
        AgentMemory(database.app, embedder=HashedEmbedder()) as memory,
        ThreadPoolExecutor() as threads,
    ):
        waiting = threads.submit(client.changes, 1, wait_s=20)
        memory.add("Ann drinks tea")

        (entry,) = waiting.result(timeout=30).entries
        assert entry.changes[0].content_after == "Ann drinks tea"
        assert client.changes(1) == memory.changes(1)
