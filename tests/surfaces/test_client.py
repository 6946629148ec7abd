"""The library over a service: the same methods, the same values, the same errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path

import httpx
import pytest

from muniment import AgentMemory, AsyncAgentMemory, AsyncMemoryClient, MemoryClient
from muniment.client.transport import Asked, Transport, pause_s
from muniment.errors import (
    AnswerUnreadable,
    BlankContent,
    EmbedderUnavailable,
    InvalidValue,
    MemoryClosed,
    MemoryNotFound,
    ServiceUnavailable,
    SettingsElsewhere,
    TransactionNotFound,
    UnstorableText,
    WriteOutcomeUnknown,
    ZonelessTime,
)
from muniment.model.memory import Memory
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database
from tests.surfaces.service import listening_service

NOBODY = "00000000-0000-7000-8000-000000000000"


@pytest.fixture
def address(database: Database) -> Iterator[str]:
    with listening_service(database) as url:
        yield url


@pytest.fixture
def client(address: str) -> Iterator[AgentMemory]:
    with MemoryClient(address) as client:
        yield client


@pytest.fixture
def memory(database: Database) -> Iterator[AgentMemory]:
    with AgentMemory(database.app, embedder=HashedEmbedder()) as memory:
        yield memory


class Scripted(httpx.AsyncBaseTransport):
    """A service that answers from a list, and remembers what it was asked."""

    def __init__(self, *answers: httpx.Response | Exception) -> None:
        self.answers = list(answers)
        self.asked: list[httpx.Request] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


def busy(code: str = "write_contention", status: int = 429) -> httpx.Response:
    return httpx.Response(status, json={"code": code, "detail": "try again"})


READING = Asked(method="GET", path="/v1/stats")
WRITE = Asked(method="POST", path="/v1/memories", body=b"{}", is_write=True)


def test_a_client_answers_with_the_values_of_the_library(
    client: AgentMemory, memory: AgentMemory
) -> None:
    london = client.add(
        "Mike lives in London",
        entity="Mike",
        category="city",
        valid_from=date(2026, 3, 1),
        tags=["home"],
        metadata={"by": "Ann", "sure": 0.5, "deep": [1, None]},
    )
    turns = client.ingest_turns(
        [{"content": "I moved to Bath.", "occurred_at": "2026-06-20", "session": "chat"}]
    )
    client.add(
        "Mike lives in Bath",
        entity="Mike",
        category="city",
        valid_from="2026-06-01",
        episode_id=str(turns.episodes[0]),
        span=(2, 15),
    )
    at, head = datetime(2026, 7, 1, tzinfo=UTC), client.stats().head

    assert client.get(london.id, valid_at=at, as_of=head) == memory.get(
        london.id, valid_at=at, as_of=4
    )
    assert client.search(valid_at=at, as_of=head) == memory.search(valid_at=at, as_of=4)
    assert client.timeline("Mike", as_of=head) == memory.timeline("Mike", as_of=4)
    assert client.diff(since=1, until=head) == memory.diff(since=1, until=4)
    assert client.explain(london.id, as_of=4) == memory.explain(london.id, as_of=4)
    assert client.history(london.id, as_of=4) == memory.history(london.id, as_of=head)
    assert client.transactions() == memory.transactions()
    assert client.verify() == memory.verify()


def test_a_client_is_told_that_the_ledger_does_not_hold(
    client: AgentMemory, memory: AgentMemory, database: Database
) -> None:
    client.add("Mike lives in London")
    with database.as_admin() as connection:
        connection.execute("UPDATE muniment.memories SET content = 'Mike lives in Luton'")

    seen = client.verify()

    assert seen == memory.verify()
    assert (seen.holds, len(seen.findings)) == (False, 1)


def test_an_answer_over_a_service_can_be_replayed_here_and_there(
    client: AgentMemory, memory: AgentMemory
) -> None:
    client.add("Mike lives in London", entity="Mike", category="city", valid_from="2026-03-01")
    answer = client.recall("Where does Mike live?", valid_at="2026-04-01")
    client.add("Mike lives in Bath", entity="Mike", category="city", valid_from="2026-03-02")

    assert isinstance(answer[0].memory, Memory)
    assert answer[0].memory.content == "Mike lives in London"
    assert client.replay(answer.receipt).same
    assert memory.replay(answer.receipt).same
    lean = client.recall("Where does Mike live?", valid_at="2026-04-01", full_receipt=False)
    assert client.replay(lean.receipt).same
    again = client.recall("Where does Mike live?", valid_at="2026-04-01", as_of=answer.receipt)
    assert again.results == answer.results
    pack = client.recall_as_pack("Where does Mike live?", valid_at="2026-04-01", as_of=2)
    assert (
        pack.entries
        == memory.recall_as_pack("Where does Mike live?", valid_at="2026-04-01", as_of=2).entries
    )
    assert hash(pack) == hash(pack)


def test_an_update_over_a_service_leaves_the_rest_as_it_is(client: AgentMemory) -> None:
    tea = client.add("Ann drinks tea", tags=["habit"], metadata={"by": "Mike"})

    client.update(tea.id, "Ann drinks coffee")
    client.update(tea.id, metadata=None)
    now = client.get(tea.id)

    assert (now.content, now.tags, now.metadata) == ("Ann drinks coffee", ("habit",), None)


def test_windows_lists_and_objects_arrive(client: AgentMemory) -> None:
    tea = client.add(
        "Ann drinks tea", tags=["a", "b"], metadata={"by": "Mike"}, valid_from="2026-03-01",
        valid_until="2026-04-01",
    )  # fmt: skip

    def found(**asked: object) -> list[object]:
        return [each.id for each in client.search(**asked)]  # type: ignore[arg-type]  # as asked below

    assert found(time_window=(None, "2026-03-02"), tags=["a", "b"]) == [tea.id]
    assert found(time_window=("2026-03-31", None), metadata={"by": "Mike"}) == [tea.id]
    assert found(time_window=("2026-04-01", None)) == []


@pytest.mark.parametrize(
    "error, call",
    [
        (BlankContent, lambda memory: memory.add(" ")),
        (ZonelessTime, lambda memory: memory.add("x", valid_from=datetime(2026, 3, 1, 9))),  # noqa: DTZ001 - what is wrong
        (ZonelessTime, lambda memory: memory.add("x", valid_from="2026-03-01T09:00:00")),
        (UnstorableText, lambda memory: memory.add("a\x00b")),
        (InvalidValue, lambda memory: memory.add("x", scope="us")),
        (InvalidValue, lambda memory: memory.search(limit=0)),
        (InvalidValue, lambda memory: memory.recall("x", as_of=-1)),
        (MemoryNotFound, lambda memory: memory.get(NOBODY)),
        (MemoryNotFound, lambda memory: memory.end(NOBODY)),
    ],
)
def test_an_error_over_a_service_is_the_librarys(
    client: AgentMemory, memory: AgentMemory, error: type[Exception], call: object
) -> None:
    assert callable(call)
    for each in (client, memory):
        with pytest.raises(error):
            call(each)


@pytest.mark.parametrize("number", [9_999_999, 10_000_000, 20_240_115, 99_999_999, 100_000_000])
def test_the_number_of_a_transaction_is_one_over_a_service_too(
    client: AgentMemory, number: int
) -> None:
    """Eight digits in an address are a date: transaction 20240115 is not 15 January 2024."""
    client.add("Mike lives in London")

    with pytest.raises(TransactionNotFound, match=str(number)):
        client.search(as_of=number)
    assert client.transactions(number) == ()


async def test_the_asynchronous_client_has_the_same_methods(address: str) -> None:
    async with AsyncMemoryClient(address) as client:
        added = await client.add("Zoë likes tea", entity="Zoë", category="drink/hot")
        assert (await client.current_facts("Zoë", "drink/hot")).items[0].id == added.id


def test_a_client_has_no_settings_and_does_not_outlive_its_closing(address: str) -> None:
    with MemoryClient(address) as client, pytest.raises(SettingsElsewhere):
        _ = client.settings
    with pytest.raises(MemoryClosed, match="this MemoryClient was closed"):
        client.stats()


async def test_an_asynchronous_client_does_not_outlive_its_block_and_can_be_opened_again(
    address: str,
) -> None:
    client = AsyncMemoryClient(address)
    for _ in range(2):
        async with client:
            assert (await client.stats()).memories == 0
        with pytest.raises(MemoryClosed):
            await client.stats()


def test_a_memory_tells_for_whom_and_where_it_is_and_no_secret(
    address: str, tmp_path: Path
) -> None:
    with MemoryClient(address, "a-token", user="Zoë") as client:
        assert repr(client) == f"<MemoryClient user='Zoë' at {address}>"
    bundled = AsyncAgentMemory(home=tmp_path, tenant="acme", user="anna")
    assert repr(bundled) == (
        f"<AsyncAgentMemory tenant='acme' user='anna' namespace='default' at {tmp_path}>"
    )
    own = AsyncAgentMemory("postgresql://app:pw@db.test/app", user=None, namespace="work")
    assert repr(own) == (
        "<AsyncAgentMemory tenant='local' user=None namespace='work' at postgresql://app:***@db.test/app>"
    )


def test_where_nobody_answers_is_told_at_once() -> None:
    with pytest.raises(ServiceUnavailable, match=r"nobody answers at http://127\.0\.0\.1:9"):
        MemoryClient("http://127.0.0.1:9", attempts_max=1)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "localhost:8080",
        "ftp://x",
        "http://anna:secret@x",
        "http://anna:secret",
        "http://x:65536",
        "http://[secret]",
        "http://anna:secret@\u2100",
        "http://x/?token=secret",
    ],
)
def test_an_address_that_is_none_is_refused_without_being_shown(url: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        MemoryClient(url)
    assert "secret" not in str(refused.value)


def test_a_token_that_no_header_carries_is_refused_without_being_shown() -> None:
    with pytest.raises(InvalidValue) as refused:
        Transport("http://x", "hunter2\nX: y")
    assert "hunter2" not in str(refused.value)


async def test_what_is_busy_is_asked_again_under_the_same_names() -> None:
    script = Scripted(busy(), httpx.ReadError("gone"), httpx.Response(200, content=b"1"))

    assert await Transport("http://x", http=script).send(WRITE) == b"1"

    names = ("x-request-id", "idempotency-key")
    asked = [tuple(each.headers[name] for name in names) for each in script.asked]
    assert asked == [(WRITE.id, WRITE.key)] * 3


async def test_what_is_closed_while_it_waits_to_ask_again_asks_no_more() -> None:
    class Closing(Scripted):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            await transport.close()
            return await super().handle_async_request(request)

    transport = Transport("http://x", http=Closing(busy()))

    with pytest.raises(MemoryClosed):
        await transport.send(READING)


async def test_a_reading_has_no_key_and_a_token_goes_with_every_request() -> None:
    script = Scripted(httpx.Response(200, content=b"1"))

    await Transport("http://x", "sesame", user="Zoë", http=script).send(READING)

    headers = script.asked[0].headers
    assert (headers["authorization"], headers["x-muniment-user"]) == ("Bearer sesame", "Zo%C3%AB")
    assert "idempotency-key" not in headers


async def test_what_will_not_pass_is_not_asked_again() -> None:
    script = Scripted(busy("content_blank", 422))

    with pytest.raises(BlankContent, match="try again"):
        await Transport("http://x", http=script).send(WRITE)

    assert script.answers == []


async def test_what_the_service_knows_to_be_in_vain_for_long_is_not_asked_again() -> None:
    document = {"code": "embedder_unavailable", "detail": "It is away."}
    script = Scripted(httpx.Response(503, headers={"retry-after": "30"}, json=document))

    with pytest.raises(EmbedderUnavailable, match="away") as refused:
        await Transport("http://x", http=script).send(READING)

    assert script.answers == []
    assert refused.value.wait_s == 30.0


@pytest.mark.parametrize(
    "asked, error", [(READING, ServiceUnavailable), (WRITE, WriteOutcomeUnknown)]
)
async def test_a_connection_that_breaks_each_time_is_told_in_the_end(
    asked: Asked, error: type[Exception]
) -> None:
    script = Scripted(*[httpx.ReadError("gone")] * 3)

    with pytest.raises(error, match="gone"):
        await Transport("http://x", attempts_max=3, http=script).send(asked)

    assert script.answers == []


@pytest.mark.parametrize(
    "answer",
    [
        httpx.Response(502, content=b"<html>Bad gateway</html>"),
        httpx.Response(302, headers={"location": "http://elsewhere"}),
        httpx.Response(418, json={"code": "teapot", "detail": "short and stout"}),
    ],
)
async def test_an_answer_of_something_else_is_told_as_that(answer: httpx.Response) -> None:
    with pytest.raises(AnswerUnreadable):
        await Transport("http://x", http=Scripted(answer)).send(READING)


def test_pauses_grow_and_differ_and_can_be_told_afterwards() -> None:
    pauses = [pause_s("web-17", attempt, 0.0) for attempt in (1, 2, 3)]

    assert pauses == [pause_s("web-17", attempt, 0.0) for attempt in (1, 2, 3)]
    assert [0.1 <= pauses[0] <= 0.2, 0.2 <= pauses[1] <= 0.4, 0.4 <= pauses[2] <= 0.8] == [True] * 3
    assert pause_s("web-18", 1, 0.0) != pauses[0]
    assert pause_s("web-17", 1, 1.0) >= 1.0
    assert pause_s("web-17", 30, 0.0) == 5.0


def test_an_answer_from_before_a_ledger_was_put_back_is_not_taken_for_one_of_this_ledger(
    database: Database, client: AgentMemory, memory: AgentMemory
) -> None:
    with AgentMemory(
        database.app, tenant="before", founding=True, embedder=HashedEmbedder()
    ) as before:
        before.add("Mike lives in London", entity="Mike", category="city")
        asked = before.recall("Where does Mike live?").receipt
    memory.add("Mike lives in Bath", entity="Mike", category="city")
    head = memory.stats().head
    assert head.number == asked.basis.as_of.number

    for each in (memory, client):
        refused: tuple[Callable[[], object], ...] = (
            partial(each.replay, asked),
            partial(each.recall, "Where does Mike live?", as_of=asked),
            partial(each.search, as_of=asked.basis),
            partial(each.diff, since=asked.basis.as_of),
        )
        for ask in refused:
            with pytest.raises(TransactionNotFound, match="restored from a backup"):
                ask()
        assert each.recall("Where does Mike live?", as_of=head)[0].memory.content.endswith("Bath")
