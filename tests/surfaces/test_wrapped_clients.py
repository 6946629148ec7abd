"""A wrapped client recalls before a call and learns after it, and memory is never in its way."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, assert_type

import pytest
from anthropic import Anthropic, omit
from openai import AsyncOpenAI, OpenAI

from muniment import AgentMemory, AsyncAgentMemory, remembering, wrap
from muniment.errors import ContentTooLong, InvalidValue, MemoryClosed, MunimentError
from muniment.library.wrapped import Remembering
from muniment.settings import Settings
from muniment.testing.embedder import HashedEmbedder
from muniment.testing.model_script import Calls, Replies
from muniment.testing.model_server import ModelServer, model_server
from tests.database import Database

ASKED: list[Any] = [{"role": "user", "content": "Where does Anna live?"}]


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with model_server() as running:
        running.script(Replies(text="Anna lives in Leeds."), Replies(text="In Leeds."))
        yield running


@pytest.fixture
def memory(database: Database) -> Iterator[AgentMemory]:
    settings = Settings(database_url=database.app)
    with AgentMemory(settings=settings, embedder=HashedEmbedder()) as opened:
        opened.add("Anna lives in Leeds", subject="Anna", predicate="lives_in", object="Leeds")
        yield opened


@pytest.fixture
def openai(model: ModelServer) -> Iterator[OpenAI]:
    with OpenAI(base_url=model.openai_url, api_key="no key") as client:
        yield client


def test_what_is_recalled_goes_before_the_conversation(
    openai: OpenAI, model: ModelServer, memory: AgentMemory
) -> None:
    client = wrap(openai, memory=memory, session="work")
    answer = client.chat.completions.create(model="m", messages=ASKED)
    assert answer.choices[0].message.content == "Anna lives in Leeds."
    first, last = model.asked[0].body["messages"]
    assert first["role"] == "system"
    assert "Anna lives in Leeds" in first["content"]
    assert last == ASKED[0]


def test_the_round_is_kept_after_the_call(
    openai: OpenAI, model: ModelServer, memory: AgentMemory
) -> None:
    client = wrap(openai, memory=memory, session="work")
    client.chat.completions.create(model="m", messages=ASKED)
    turns = memory.search(kind="episode")
    assert {turn.content for turn in turns} == {"Where does Anna live?", "Anna lives in Leeds."}


def test_anthropics_client_takes_context_as_its_system(
    model: ModelServer, memory: AgentMemory
) -> None:
    with Anthropic(base_url=model.anthropic_url, api_key="no key") as anthropic:
        client = wrap(anthropic, memory=memory)
        client.messages.create(model="m", max_tokens=50, messages=ASKED, system="Be brief.")
    assert model.asked[0].body["system"].startswith("Be brief.\n\nAnswer the question from")
    assert model.asked[0].body["messages"] == ASKED


def test_a_system_that_is_not_given_is_none(model: ModelServer, memory: AgentMemory) -> None:
    with Anthropic(base_url=model.anthropic_url, api_key="no key") as anthropic:
        client = wrap(anthropic, memory=memory)
        client.messages.create(model="m", max_tokens=50, messages=ASKED, system=omit)
    assert model.asked[0].body["system"].startswith("Answer the question from")


async def test_an_asynchronous_client_remembers_too(model: ModelServer, database: Database) -> None:
    settings = Settings(database_url=database.app)
    async with AsyncAgentMemory(settings=settings, embedder=HashedEmbedder()) as memory:
        async with AsyncOpenAI(base_url=model.openai_url, api_key="no key") as openai:
            client = wrap(openai, memory=memory)
            await client.chat.completions.create(model="m", messages=ASKED)
        assert len(await memory.search(kind="episode")) == 2


async def test_a_memory_that_cannot_be_awaited_as_the_client_is_is_refused_at_once(
    openai: OpenAI, memory: AgentMemory
) -> None:
    url: Any = "postgresql://localhost/muniment"
    for client, other in (
        (AsyncOpenAI(api_key="no key"), memory),
        (openai, AsyncAgentMemory()),
        (openai, url),
    ):
        with pytest.raises(InvalidValue, match="and the memory is"):
            wrap(client, memory=other)


def test_a_wrapped_client_is_closed_at_the_end_of_its_block(
    model: ModelServer, memory: AgentMemory
) -> None:
    plain = OpenAI(base_url=model.openai_url, api_key="no key")
    with wrap(plain, memory=memory, session="work") as client:
        client.chat.completions.create(model="m", messages=ASKED)
    assert plain.is_closed()
    assert len(memory.search(kind="episode")) == 2


async def test_an_asynchronous_one_is_closed_at_the_end_of_its_block(database: Database) -> None:
    plain = AsyncOpenAI(api_key="no key")
    memory = AsyncAgentMemory(settings=Settings(database_url=database.app))
    async with wrap(plain, memory=memory):
        assert not plain.is_closed()
    assert plain.is_closed()


def test_switched_off_it_is_the_client_alone(
    openai: OpenAI, model: ModelServer, memory: AgentMemory
) -> None:
    client = wrap(openai, memory=memory, enabled=False)
    client.chat.completions.create(model="m", messages=ASKED)
    assert model.asked[0].body["messages"] == ASKED
    assert len(memory.search(kind="episode")) == 0


def test_a_memory_that_is_down_is_told_of_and_not_in_the_way(
    openai: OpenAI, memory: AgentMemory
) -> None:
    told: list[MunimentError] = []
    client = wrap(openai, memory=memory, on_trouble=told.append)
    memory.close()
    answer = client.chat.completions.create(model="m", messages=ASKED)
    assert answer.choices[0].message.content == "Anna lives in Leeds."
    assert [type(error) for error in told] == [MemoryClosed]


def test_of_many_troubles_the_latest_are_kept(openai: OpenAI, memory: AgentMemory) -> None:
    remembers = remembering(wrap(openai, memory=memory))
    for number in range(1_000):
        remembers.note(MemoryClosed(f"closed {number}"))
    assert len(remembers.trouble) == 100
    assert "closed 999" in str(remembers.trouble[-1])


def test_other_calls_go_straight_to_the_client(
    openai: OpenAI, model: ModelServer, memory: AgentMemory
) -> None:
    client = wrap(openai, memory=memory)
    assert str(client.base_url).rstrip("/") == model.openai_url.rstrip("/")
    assert client.chat.completions.list is not None


def test_a_client_with_other_options_remembers_too(
    openai: OpenAI, model: ModelServer, memory: AgentMemory
) -> None:
    client = wrap(openai, memory=memory)
    for other in (client.with_options(timeout=5), client.copy(max_retries=1)):
        other.chat.completions.create(model="m", messages=ASKED)
        assert "Anna lives in Leeds" in model.asked[-1].body["messages"][0]["content"]
    remembering(client).enabled = False
    model.script(Replies(text="In Leeds."))
    other.chat.completions.create(model="m", messages=ASKED)
    assert model.asked[-1].body["messages"] == ASKED


def test_a_checker_knows_a_wrapped_client_as_what_it_was_and_what_it_remembers_with(
    openai: OpenAI, memory: AgentMemory
) -> None:
    client = wrap(openai, memory=memory, session="work")

    assert_type(client, OpenAI)
    assert_type(remembering(client), Remembering)
    assert remembering(client).session == remembering(client.chat).session == "work"


async def test_a_checker_knows_a_wrapped_asynchronous_client_too(database: Database) -> None:
    memory = AsyncAgentMemory(database.app, embedder=HashedEmbedder())
    async with memory, AsyncOpenAI(api_key="no key") as openai:
        client = wrap(openai, memory=memory)

        assert_type(client, AsyncOpenAI)
        assert remembering(client).memory is memory


def test_what_is_not_wrapped_remembers_nothing(openai: OpenAI) -> None:
    with pytest.raises(InvalidValue, match=r"is OpenAI, and is not wrapped"):
        remembering(openai)


def test_a_very_long_message_is_recalled_for_too(
    openai: OpenAI, model: ModelServer, memory: AgentMemory
) -> None:
    client = wrap(openai, memory=memory)
    long: list[Any] = [{"role": "user", "content": "Where does Anna live? " * 2_000}]
    client.chat.completions.create(model="m", messages=long)
    assert "Anna lives in Leeds" in model.asked[0].body["messages"][0]["content"]
    assert [type(error) for error in remembering(client).trouble] == [ContentTooLong]


def test_what_is_recalled_stays_while_tools_are_called_and_the_round_is_kept_once(
    openai: OpenAI, memory: AgentMemory
) -> None:
    with model_server() as model:
        looked = Replies(text="\n\n", calls=(Calls(tool="look"),))
        model.script(looked, looked, Replies(text="In Leeds, I looked."))
        client = wrap(openai.with_options(base_url=model.openai_url), memory=memory)
        messages = list(ASKED)
        for _ in range(3):
            said = client.chat.completions.create(model="m", messages=messages).choices[0].message
            messages.append(said.model_dump(exclude_none=True))
            messages += [
                {"role": "tool", "tool_call_id": call.id, "content": "Leeds"}
                for call in said.tool_calls or ()
            ]
    for asked in model.asked:
        assert "Anna lives in Leeds" in asked.body["messages"][0]["content"]
    turns = [turn.content for turn in memory.search(kind="episode")]
    assert turns == ["In Leeds, I looked.", "Where does Anna live?"]


def test_anthropics_results_of_tools_are_no_new_question(memory: AgentMemory) -> None:
    with model_server() as model:
        model.script(Replies(calls=(Calls(tool="look"),)), Replies(text="In Leeds, I looked."))
        with Anthropic(base_url=model.anthropic_url, api_key="no key") as anthropic:
            client = wrap(anthropic, memory=memory)
            called = client.messages.create(model="m", max_tokens=50, messages=ASKED)
            use = called.content[-1]
            assert use.type == "tool_use"
            result = {"type": "tool_result", "tool_use_id": use.id, "content": "Leeds"}
            messages: Any = [
                *ASKED,
                {"role": "assistant", "content": [each.model_dump() for each in called.content]},
                {"role": "user", "content": [result]},
            ]
            client.messages.create(model="m", max_tokens=50, messages=messages)
    assert "Anna lives in Leeds" in model.asked[1].body["system"]
    turns = [turn.content for turn in memory.search(kind="episode")]
    assert turns == ["In Leeds, I looked.", "Where does Anna live?"]


def test_a_call_that_asks_nothing_goes_out_as_it_is(
    openai: OpenAI, model: ModelServer, memory: AgentMemory
) -> None:
    client = wrap(openai, memory=memory)
    begun: list[Any] = [*ASKED, {"role": "assistant", "content": "She lives in"}]
    client.chat.completions.create(model="m", messages=begun)
    assert model.asked[0].body["messages"] == begun
    assert len(memory.search(kind="episode")) == 0


def test_a_stream_is_handed_on_as_it_comes_and_kept_when_it_has_ended(memory: AgentMemory) -> None:
    with streaming("Anna ", "lives ", "in Leeds.") as url:
        said = []
        with OpenAI(base_url=url, api_key="no key") as openai:
            client = wrap(openai, memory=memory)
            for event in client.chat.completions.create(model="m", messages=ASKED, stream=True):
                said.append(event.choices[0].delta.content)
                assert len(memory.search(kind="episode")) == 0
        assert said == ["Anna ", "lives ", "in Leeds."]
    assert memory.search(kind="episode", entity="assistant")[0].content == "Anna lives in Leeds."


def test_a_stream_that_is_gone_through_in_parts_is_kept_whole_and_once(memory: AgentMemory) -> None:
    parts = ("Anna ", "lives ", "in Leeds.")
    with streaming(*parts) as url, OpenAI(base_url=url, api_key="no key") as openai:
        client = wrap(openai, memory=memory)
        stream = client.chat.completions.create(model="m", messages=ASKED, stream=True)
        assert next(stream).choices[0].delta.content == "Anna "
        for _ in stream:
            break
        assert [event.choices[0].delta.content for event in stream] == ["in Leeds."]
        assert list(stream) == []
    (kept,) = memory.search(kind="episode", entity="assistant")
    assert kept.content == "Anna lives in Leeds."


async def test_an_asynchronous_stream_can_be_asked_for_its_next_event_too(
    database: Database,
) -> None:
    memory = AsyncAgentMemory(database.app, embedder=HashedEmbedder())
    with streaming("Anna ", "lives ", "in Leeds.") as url:
        async with memory, AsyncOpenAI(base_url=url, api_key="no key") as openai:
            await memory.add("Anna lives in Leeds")
            client = wrap(openai, memory=memory)
            stream = await client.chat.completions.create(model="m", messages=ASKED, stream=True)
            assert (await anext(stream)).choices[0].delta.content == "Anna "
            assert [event.choices[0].delta.content async for event in stream] == [
                "lives ",
                "in Leeds.",
            ]
            (kept,) = await memory.search(kind="episode", entity="assistant")
            assert kept.content == "Anna lives in Leeds."


class streaming:  # noqa: N801 - reads as a verb where it is used
    """Serve one answer of OpenAI's chat as a stream of server-sent events."""

    def __init__(self, *parts: str) -> None:
        events = [
            {
                "id": "1",
                "object": "chat.completion.chunk",
                "created": 1,
                "model": "m",
                "choices": [{"index": 0, "delta": {"content": part}, "finish_reason": None}],
            }
            for part in parts
        ]
        said = "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n"

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.end_headers()
                self.wfile.write(said.encode())

            def log_message(self, format: str, *args: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    def __enter__(self) -> str:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
