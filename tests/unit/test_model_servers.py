"""How model servers are spoken to over HTTP, in both protocols, and what happens when they misbehave."""

from __future__ import annotations

import re
import socket
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import anyio
import pytest

from muniment.errors import ModelBudgetSpent, ModelUnavailable, UnstorableText
from muniment.ports.language_model import (
    AnswerForm,
    Ask,
    JsonObject,
    ModelUsage,
    Reply,
    Said,
    Stop,
    Tool,
    ToolCall,
    ToolResult,
)
from muniment.providers.anthropic_models import AnthropicModelServer
from muniment.providers.model_calls import AskedModel
from muniment.providers.model_calls import ModelServer as Adapter
from muniment.providers.openai_models import OpenAiModelServer
from muniment.providers.token_budget import TokenBudget
from muniment.settings import SecretStr
from muniment.testing.model_script import Breaks, Calls, Garbles, Hangs, Refuses, Replies
from muniment.testing.model_server import ModelServer, model_server
from tests.unit.pauses_asked import PAUSES, TOLD_AT

KEY = "sk-never-shown"
"""The time that the server says it is."""
SCHEMA: JsonObject = {
    "type": "object",
    "properties": {"city": {"type": "string"}},
    "required": ["city"],
}
LOOK = Tool(name="look", about="Look a city up.", parameters=SCHEMA)
ASK = Ask(instructions="Answer briefly.", parts=(Said(text="Where is Mike?"),))


@dataclass
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as scripted:
        yield scripted


Made = Callable[..., AskedModel]


@pytest.fixture(params=["openai", "anthropic"])
def made(request: pytest.FixtureRequest, server: ModelServer) -> Made:
    """Return what makes a model of either protocol, at the scripted server unless told otherwise."""

    def make(
        *,
        place: str | None = None,
        timeout_s: float = 30.0,
        tokens_per_day_max: int | None = None,
        clock: Clock | None = None,
        back_off_s: tuple[float, ...] = (0.0, 0.0),
    ) -> AskedModel:
        is_openai = request.param == "openai"
        adapter: Adapter
        kind = OpenAiModelServer if is_openai else AnthropicModelServer
        adapter = kind(
            role="extractor",
            model="small",
            base_url=place or (server.openai_url if is_openai else server.anthropic_url),
            api_key=SecretStr(KEY),
        )
        return AskedModel(
            adapter,
            role="extractor",
            tokens_max=500,
            timeout_s=timeout_s,
            tokens_per_day_max=tokens_per_day_max,
            back_off_s=back_off_s,
            clock=clock or Clock(),
        )

    return make


@contextmanager
def elsewhere(place: str) -> Iterator[str]:
    """Lend the address of a server that sends whoever asks to another one."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(307)
            self.send_header("Location", f"{place}{self.path}")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as sending:
        thread = threading.Thread(target=sending.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{sending.server_port}/v1"
        finally:
            sending.shutdown()
            thread.join()


async def refusal(model: AskedModel, ask: Ask = ASK) -> str:
    """Return the message of the refusal, after a look that the key is nowhere in it."""
    try:
        with pytest.raises(ModelUnavailable) as raised:
            await model.reply(ask)
    finally:
        await model.aclose()
    assert KEY not in "".join(traceback.format_exception(raised.value))
    return raised.value.message


def is_resting(model: AskedModel) -> bool:
    return model.usage.is_resting


async def test_an_ask_is_sent_with_the_key_and_the_reply_is_counted(
    server: ModelServer, made: Made
) -> None:
    server.script(Replies(text="In Bath.", tokens_in=21, tokens_out=4))
    model = made()
    reply = await model.reply(ASK)
    await model.aclose()
    assert (reply.text, reply.calls, reply.stop) == ("In Bath.", (), Stop.DONE)
    assert (reply.tokens_in, reply.tokens_out) == (21, 4)
    (asked,) = server.asked
    assert (asked.key, asked.model, asked.tokens_max) == (KEY, "small", 500)
    assert (asked.instructions, asked.texts) == ("Answer briefly.", ("Where is Mike?",))
    assert model.usage == ModelUsage(asks=1, tokens_in=21, tokens_out=4)
    assert model.identity.name in {"openai:small", "anthropic:small"}


async def test_variables_of_the_sdk_change_nothing(
    server: ModelServer, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("API_KEY", "BASE_URL", "ORG_ID", "PROJECT_ID", "ADMIN_KEY"):
        monkeypatch.setenv(f"OPENAI_{name}", "http://stray.test/")
    for name in ("API_KEY", "AUTH_TOKEN", "BASE_URL"):
        monkeypatch.setenv(f"ANTHROPIC_{name}", "http://stray.test/")
    server.script(Replies(text="In Bath."))
    model = made()
    assert (await model.reply(ASK)).text == "In Bath."
    await model.aclose()
    assert server.asked[0].key == KEY
    assert "stray" not in str(server.asked[0].headers)


async def test_temperature_is_zero_where_the_protocol_still_has_one(
    server: ModelServer, made: Made
) -> None:
    server.script(Replies(text="In Bath."))
    model = made()
    await model.reply(ASK)
    await model.aclose()
    expected = 0 if model.identity.provider == "openai" else None
    assert server.asked[0].body.get("temperature") == expected


async def test_a_schema_and_tools_are_sent(server: ModelServer, made: Made) -> None:
    server.script(Replies(text='{"city":"Bath"}'))
    model = made()
    await model.reply(
        Ask(
            instructions="Answer.",
            parts=ASK.parts,
            tools=(LOOK,),
            form=AnswerForm(name="place", schema=SCHEMA),
        )
    )
    await model.aclose()
    assert server.asked[0].schema == SCHEMA
    assert server.asked[0].tools == ("look",)


async def test_a_conversation_with_tools_goes_on_until_the_model_is_done(
    server: ModelServer, made: Made
) -> None:
    called = (Calls(tool="look", arguments={"city": "Bath"}), Calls(tool="look"))
    server.script(Replies(calls=called), Replies(text="Done."))
    model = made()
    first = await model.reply(Ask(instructions="Look.", parts=ASK.parts, tools=(LOOK,)))
    assert first.stop is Stop.CALLS
    assert [(call.name, call.arguments) for call in first.calls] == [
        ("look", '{"city": "Bath"}'),
        ("look", "{}"),
    ]
    results = (
        ToolResult(call_id=first.calls[0].id, text="It rains."),
        ToolResult(call_id=first.calls[1].id, text="No city.", is_refusal=True),
    )
    ask = Ask(instructions="Look.", parts=(*ASK.parts, first, *results), tools=(LOOK,))
    assert (await model.reply(ask)).text == "Done."
    await model.aclose()
    assert server.asked[1].results == ("It rains.", "No city.")
    assert server.violations == []


async def test_a_reply_of_another_provider_can_be_handed_back(
    server: ModelServer, made: Made
) -> None:
    server.script(Replies(text="Done."))
    model = made()
    call = ToolCall(id="call_1", name="look", arguments='{"city": "Bath"}')
    before = Reply(text="Let me look.", calls=(call,), stop=Stop.CALLS)
    result = ToolResult(call_id="call_1", text="It rains.")
    await model.reply(Ask(instructions="Look.", parts=(*ASK.parts, before, result), tools=(LOOK,)))
    await model.aclose()
    assert server.asked[0].results == ("It rains.",)
    assert server.violations == []


async def test_thinking_is_no_part_of_the_text_and_is_handed_back_unchanged(
    server: ModelServer,
) -> None:
    server.script(Replies(calls=(Calls(tool="look"),)), Replies(text="Done."))
    adapter = AnthropicModelServer(role="x", model="m", base_url=server.anthropic_url)
    model = AskedModel(adapter, role="x", tokens_max=50)
    first = await model.reply(Ask(instructions="Look.", parts=ASK.parts, tools=(LOOK,)))
    result = ToolResult(call_id=first.calls[0].id, text="It rains.")
    await model.reply(Ask(instructions="Look.", parts=(*ASK.parts, first, result), tools=(LOOK,)))
    await model.aclose()
    assert first.text == ""
    assert server.asked[1].body["messages"][1]["content"][0] == {
        "type": "thinking",
        "thinking": "Well.",
        "signature": "s1",
    }


@pytest.mark.parametrize(
    "replies, stop",
    [
        (Replies(text="In B", is_cut_at_its_budget=True), Stop.LENGTH),
        (Replies(text="", is_refusal=True), Stop.REFUSED),
    ],
)
async def test_a_reply_says_why_it_ended(
    replies: Replies, stop: Stop, server: ModelServer, made: Made
) -> None:
    server.script(replies)
    model = made()
    assert (await model.reply(ASK)).stop is stop
    await model.aclose()


@pytest.mark.parametrize("misbehaviour", [Refuses(status=429), Refuses(status=500), Refuses(status=529), Garbles(), Garbles(body='{"choices":[],"content":7}'), Garbles(body="[" * 100_000), Breaks()])  # fmt: skip
async def test_what_passes_is_tried_again(
    misbehaviour: Refuses | Garbles | Breaks, server: ModelServer, made: Made
) -> None:
    server.script(misbehaviour, misbehaviour, Replies(text="In Bath."))
    model = made()
    assert (await model.reply(ASK)).text == "In Bath."
    await model.aclose()
    assert (model.usage.asks, model.usage.retries, model.usage.failures) == (1, 2, 0)


@pytest.mark.parametrize(
    "misbehaviour, told",
    [
        (Refuses(status=503, message=f"key {KEY}"), "answered 503, 3 times in a row."),
        (Garbles(), "gave no answer that can be read, 3 times in a row."),
        (Hangs(), "did not answer within 0.1 s."),
    ],
)
async def test_what_does_not_pass_in_time_is_told(
    misbehaviour: Refuses | Garbles | Hangs, told: str, server: ModelServer, made: Made
) -> None:
    server.script(*[misbehaviour] * 3)
    model = made(timeout_s=0.1 if isinstance(misbehaviour, Hangs) else 30.0)
    assert (await refusal(model)).endswith(told)
    assert model.usage.failures == 1


async def test_an_answer_beyond_all_bounds_is_none(server: ModelServer, made: Made) -> None:
    server.script(Replies(text="x" * 16_777_216), Replies(text="x" * 16_000_000))
    model = made()
    assert len((await model.reply(ASK)).text) == 16_000_000
    await model.aclose()
    assert model.usage.retries == 1


@pytest.mark.parametrize(
    "refused, told",
    [
        (Refuses(status=401, message=f"key {KEY}"), "refused the key (401). Set models.extractor.api_key."),
        (Refuses(status=404), "Check models.extractor.model and models.extractor.base_url"),
        (Refuses(status=400, code="context_length_exceeded"), "refused the request (400, context_length_exceeded)."),
        (Refuses(status=400, code=KEY, message=KEY), "refused the request (400"),
    ],
)  # fmt: skip
async def test_what_does_not_pass_is_tried_once_and_told_without_its_words(
    refused: Refuses, told: str, server: ModelServer, made: Made
) -> None:
    server.script(refused, Replies(text="never asked for"))
    assert told in await refusal(made())
    assert server.left == 1


async def test_a_server_that_is_not_there_is_told_at_once(made: Made) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        place = f"http://127.0.0.1:{closed.getsockname()[1]}/v1"
        assert await refusal(made(place=place)) == (
            f"The model server {place} cannot be reached (ConnectError)."
        )


@pytest.mark.parametrize("asked, paused", PAUSES)
async def test_a_server_may_ask_for_a_longer_pause(
    asked: str, paused: float, server: ModelServer, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr("anyio.sleep", pause)
    monkeypatch.setattr(BaseHTTPRequestHandler, "date_time_string", lambda _: TOLD_AT)
    server.script(Refuses(status=429, retry_after=asked), Replies(text="In Bath."))
    model = made(back_off_s=(0.5,))
    await model.reply(ASK)
    await model.aclose()
    assert pauses == [paused]


async def test_a_pause_that_would_end_too_late_is_not_begun(
    server: ModelServer, made: Made
) -> None:
    server.script(Refuses(status=429, retry_after="3600"), Replies(text="never asked for"))
    assert (await refusal(made())).endswith("answered 429.")
    assert server.left == 1


async def test_a_caller_that_is_broken_off_in_time_goes_on_without_an_answer(
    server: ModelServer, made: Made
) -> None:
    server.script(Replies(text="In Bath."), Hangs())
    model = made()
    await model.reply(ASK)  # the library that speaks with the server takes its time to load
    with anyio.fail_after(5.0):
        told = await refusal(model)
    assert re.search(r"did not answer within [0-2](?:\.\d+)? s\.$", told)  # half of what was left


async def test_a_key_does_not_follow_to_where_a_server_sends_it(
    server: ModelServer, made: Made
) -> None:
    server.script(Replies(text="In Bath."))
    with elsewhere(server.anthropic_url) as place:
        told = await refusal(made(place=place))
    assert "answered 307: it is somewhere else. Set models.extractor.base_url" in told
    assert server.asked == []


async def test_a_server_that_keeps_failing_is_left_alone_and_then_tried_by_one_ask(
    server: ModelServer, made: Made
) -> None:
    clock = Clock()
    model = made(clock=clock, back_off_s=())
    server.script(*[Refuses(status=500)] * 6, Replies(text="In Bath."))
    waits = []
    for _ in range(5):
        with pytest.raises(ModelUnavailable, match="answered 500") as failed:
            await model.reply(ASK)
        waits.append(failed.value.wait_s)
    assert waits == [0.0, 0.0, 0.0, 0.0, 30.0]
    assert is_resting(model)
    clock.now = 12.0
    with pytest.raises(
        ModelUnavailable, match=r"failed 5 times in a row\. .* again in 18 s"
    ) as left:
        await model.reply(ASK)
    assert left.value.wait_s == 18.0
    clock.now = 30.0
    with pytest.raises(ModelUnavailable, match="answered 500"):
        await model.reply(ASK)
    clock.now = 59.0
    with pytest.raises(ModelUnavailable, match="again in 1 s"):
        await model.reply(ASK)
    clock.now = 60.0
    assert (await model.reply(ASK)).text == "In Bath."
    await model.aclose()
    assert not is_resting(model)
    assert len(server.asked) == 7


async def test_a_days_tokens_bound_the_asks_and_the_answers(
    server: ModelServer, made: Made
) -> None:
    clock = Clock()
    model = made(clock=clock, tokens_per_day_max=100)
    needed = 8  # "Answer briefly." and "Where is Mike?" have 29 characters
    server.script(*[Replies(text="In Bath.", tokens_in=20, tokens_out=70)] * 2)
    await model.reply(ASK)
    assert server.asked[0].tokens_max == 100 - needed
    await model.reply(ASK)
    assert server.asked[1].tokens_max == 10 - needed
    with pytest.raises(ModelBudgetSpent, match=r"models\.extractor\.tokens_per_day_max is 100"):
        await model.reply(ASK)
    assert len(server.asked) == 2
    clock.now = 86_400.0
    server.script(Replies(text="In Bath."))
    assert (await model.reply(ASK)).text == "In Bath."
    await model.aclose()


def test_what_an_ask_of_yesterday_gives_back_is_not_spent_again_today() -> None:
    clock = Clock()
    budget = TokenBudget(tokens_max=100, clock=clock)
    assert budget.take(10, 50) == 50
    clock.now = 86_400.0
    assert budget.take(10, 500) == 30
    budget.settle(60, 20)
    assert budget.take(10, 500) == 30
    budget.settle(40, 40)
    budget.settle(40, 40)
    assert budget.take(1, 500) == 0


async def test_of_two_first_asks_at_once_every_client_is_closed_with_the_model(
    server: ModelServer,
) -> None:
    clients: list[Any] = []

    class Watched(OpenAiModelServer):
        def _made(self) -> object:
            clients.append(super()._made())
            return clients[-1]

    adapter = Watched(role="extractor", model="small", base_url=server.openai_url)
    server.script(*[Replies(text="In Bath.")] * 2)
    async with anyio.create_task_group() as asking:
        for _ in range(2):
            asking.start_soon(adapter.attempt, ASK, 50)
    await adapter.aclose()
    assert [client.is_closed() for client in clients] == [True] * len(clients)


async def test_an_ask_that_failed_spends_nothing(server: ModelServer, made: Made) -> None:
    model = made(tokens_per_day_max=100, back_off_s=())
    server.script(Refuses(status=500), Replies(text="In Bath."))
    with pytest.raises(ModelUnavailable):
        await model.reply(ASK)
    await model.reply(ASK)
    await model.aclose()
    assert server.asked[1].tokens_max == 92


async def test_a_text_that_cannot_be_sent_asks_the_server_nothing(
    server: ModelServer, made: Made
) -> None:
    with pytest.raises(UnstorableText):
        await made().reply(Ask(instructions="Answer.", parts=(Said(text="a\0b"),)))
    assert server.asked == []


async def test_a_closed_model_opens_again_and_may_be_closed_twice(
    server: ModelServer, made: Made
) -> None:
    server.script(*[Replies(text="In Bath.")] * 2)
    model = made()
    await model.reply(ASK)
    await model.aclose()
    await model.aclose()
    assert (await model.reply(ASK)).text == "In Bath."
    await model.aclose()


async def test_a_missing_sdk_is_named_with_what_to_install(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("openai", "anthropic"):
        monkeypatch.setitem(sys.modules, name, None)
    model = made()
    told = await refusal(model)
    assert f"pip install 'muniment[{model.identity.provider}]'" in told


@pytest.mark.parametrize("name", ["temperature", "max_tokens", "response_format"])
async def test_what_a_model_refuses_by_name_is_not_sent_to_it_again(
    name: str, server: ModelServer
) -> None:
    message = f"Unsupported parameter: '{name}' is not supported with this model."
    server.script(Refuses(status=400, param=name, message=message), *[Replies(text="{}")] * 2)
    model = AskedModel(
        OpenAiModelServer(role="x", model="m", base_url=server.openai_url),
        role="x",
        tokens_max=50,
    )
    ask = Ask(instructions="Answer.", parts=ASK.parts, form=AnswerForm(name="place", schema=SCHEMA))
    await model.reply(ask)
    await model.reply(ask)
    await model.aclose()
    assert [name in asked.body for asked in server.asked] == [True, False, False]
    assert [asked.tokens_max for asked in server.asked] == [50, 50, 50]
    assert model.usage.retries == 0


async def test_what_a_model_refuses_twice_is_told(server: ModelServer) -> None:
    server.script(*[Refuses(status=400, param="temperature")] * 2)
    adapter = OpenAiModelServer(role="x", model="m", base_url=server.openai_url)
    assert "refused the request (400" in await refusal(AskedModel(adapter, role="x", tokens_max=5))


def test_the_key_does_not_show_in_a_representation(made: Made) -> None:
    model = made()
    assert KEY not in repr(model)
    assert KEY not in repr(vars(model))
