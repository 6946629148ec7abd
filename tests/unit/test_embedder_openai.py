"""How an embedding server is spoken to over HTTP, and what happens when it misbehaves."""

from __future__ import annotations

import gzip
import json
import socket
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from muniment.errors import EmbedderUnavailable, UnstorableText
from muniment.providers.openai_compatible import EmbeddingServer, OpenAiCompatibleEmbedder
from muniment.settings import SecretStr
from tests.unit.pauses_asked import PAUSES, TOLD_AT

KEY = "sk-never-shown"
"""The time that the server says it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One answer of the scripted server; `is_never` keeps the request waiting until the end."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    is_never: bool = False


class ScriptedServer(ThreadingHTTPServer):
    """Answer each request with the next scripted answer and remember what was asked."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), ScriptedHandler)
        self.answers: list[Answer] = []
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.paths: list[str] = []
        self.is_over = threading.Event()

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


class ScriptedHandler(BaseHTTPRequestHandler):
    """Read one request, give one answer."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        server = self.server
        assert isinstance(server, ScriptedServer)
        server.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        server.keys.append(self.headers["Authorization"])
        server.paths.append(self.path)
        answer = server.answers.pop(0)
        if answer.is_never:
            server.is_over.wait(timeout=30)
            self.close_connection = True
            return
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        self.wfile.write(answer.body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as scripted:
        thread = threading.Thread(target=scripted.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield scripted
        scripted.is_over.set()
        scripted.shutdown()
        thread.join()


def vectors(*rows: list[float]) -> Answer:
    data = [{"index": index, "embedding": row} for index, row in enumerate(rows)]
    return Answer(body=json.dumps({"object": "list", "data": data}).encode())


def embedder_at(
    base_url: str,
    *,
    dimensions_requested: bool = False,
    timeout_s: float = 30.0,
    batch_max: int = 128,
    back_off_s: tuple[float, ...] = (0.0, 0.0),
    clock: Callable[[], float] = lambda: 0.0,
) -> OpenAiCompatibleEmbedder:
    return OpenAiCompatibleEmbedder(
        EmbeddingServer(
            base_url=base_url,
            model="small",
            dimensions=2,
            dimensions_requested=dimensions_requested,
            api_key=SecretStr(KEY),
            timeout_s=timeout_s,
            batch_max=batch_max,
        ),
        back_off_s=back_off_s,
        clock=clock,
    )


async def refusal(embedder: OpenAiCompatibleEmbedder, *texts: str) -> str:
    """Return the message of the refusal, after a look that the key is nowhere in it."""
    try:
        with pytest.raises(EmbedderUnavailable) as raised:
            await embedder.embed_documents(texts or ("text",))
    finally:
        await embedder.aclose()
    assert KEY not in "".join(traceback.format_exception(raised.value))
    return raised.value.message


async def test_texts_are_sent_with_the_key_and_come_back_with_length_one(
    server: ScriptedServer,
) -> None:
    server.answers = [vectors([3.0, 4.0], [0.0, 2.0]), vectors([1.0, 0.0])]
    embedder = embedder_at(server.base_url)
    documents = await embedder.embed_documents(["one", "two"])
    question = await embedder.embed_query("three")
    await embedder.aclose()
    assert documents.tolist() == [pytest.approx([0.6, 0.8]), [0.0, 1.0]]
    assert question.tolist() == [1.0, 0.0]
    assert (documents.dtype.name, question.dtype.name) == ("float32", "float32")
    assert server.asked == [
        {"model": "small", "input": ["one", "two"], "encoding_format": "float"},
        {"model": "small", "input": ["three"], "encoding_format": "float"},
    ]
    assert server.keys == [f"Bearer {KEY}", f"Bearer {KEY}"]
    assert server.paths == ["/v1/embeddings", "/v1/embeddings"]


async def test_dimensions_are_sent_only_when_the_settings_name_them(
    server: ScriptedServer,
) -> None:
    server.answers = [vectors([1.0, 0.0])]
    embedder = embedder_at(server.base_url, dimensions_requested=True)
    await embedder.embed_query("text")
    await embedder.aclose()
    assert server.asked[0]["dimensions"] == 2


async def test_a_server_that_refuses_dimensions_is_asked_without_them_from_then_on(
    server: ScriptedServer,
) -> None:
    refused = Answer(status=400, body=b'{"error": "dimensions is not supported by this model"}')
    server.answers = [refused, vectors([1.0, 0.0]), vectors([0.0, 1.0])]
    embedder = embedder_at(server.base_url, dimensions_requested=True)
    first = await embedder.embed_query("one")
    second = await embedder.embed_query("two")
    await embedder.aclose()
    assert (first.tolist(), second.tolist()) == ([1.0, 0.0], [0.0, 1.0])
    assert [asked.get("dimensions") for asked in server.asked] == [2, None, None]


async def test_vectors_of_another_length_are_refused_also_where_dimensions_are_not_taken(
    server: ScriptedServer,
) -> None:
    server.answers = [Answer(status=422), vectors([1.0, 0.0, 0.0])]
    message = await refusal(embedder_at(server.base_url, dimensions_requested=True))
    assert message == (
        "The embedder 'openai:small' answered with a vector of shape (3,), expected (2,). "
        "Set embedder.dimensions, or choose another model."
    )


async def test_a_refusal_for_another_reason_is_told_and_dimensions_are_sent_again(
    server: ScriptedServer,
) -> None:
    server.answers = [Answer(status=400), Answer(status=400), vectors([1.0, 0.0])]
    embedder = embedder_at(server.base_url, dimensions_requested=True)
    with pytest.raises(EmbedderUnavailable, match=r"answered 400, expected 200\.$"):
        await embedder.embed_query("too long")
    await embedder.embed_query("short")
    await embedder.aclose()
    assert [asked.get("dimensions") for asked in server.asked] == [2, None, 2]


async def test_a_server_that_took_dimensions_is_asked_once_about_a_text_that_it_refuses(
    server: ScriptedServer,
) -> None:
    server.answers = [vectors([1.0, 0.0]), Answer(status=400), vectors([1.0, 0.0])]
    embedder = embedder_at(server.base_url, dimensions_requested=True)
    await embedder.embed_query("short")
    with pytest.raises(EmbedderUnavailable, match=r"answered 400, expected 200\.$"):
        await embedder.embed_query("too long")
    await embedder.aclose()
    assert [asked.get("dimensions") for asked in server.asked] == [2, 2]


async def test_each_side_is_sent_with_its_prefix_and_the_prefixes_are_part_of_the_identity(
    server: ScriptedServer,
) -> None:
    server.answers = [vectors([1.0, 0.0]), vectors([1.0, 0.0])]
    told = EmbeddingServer(
        base_url=server.base_url,
        model="small",
        dimensions=2,
        query_prefix="search_query: ",
        document_prefix="search_document: ",
    )
    embedder = OpenAiCompatibleEmbedder(told)
    await embedder.embed_query("text")
    await embedder.embed_documents(["text"])
    await embedder.aclose()
    assert [asked["input"] for asked in server.asked] == [
        ["search_query: text"],
        ["search_document: text"],
    ]
    assert embedder.identity.digest != embedder_at(server.base_url).identity.digest


async def test_vectors_are_ordered_by_their_index_and_not_by_their_place(
    server: ScriptedServer,
) -> None:
    body = b'{"data":[{"index":1,"embedding":[0,1]},{"index":0,"embedding":[1,0]}]}'
    server.answers = [Answer(body=body)]
    embedder = embedder_at(server.base_url)
    documents = await embedder.embed_documents(["first", "second"])
    await embedder.aclose()
    assert documents.tolist() == [[1.0, 0.0], [0.0, 1.0]]


async def test_many_texts_are_cut_into_batches_by_number_and_by_length(
    server: ScriptedServer,
) -> None:
    pair = vectors([1.0, 0.0], [0.0, 1.0])
    server.answers = [pair, vectors([1.0, 0.0]), pair]
    embedder = embedder_at(server.base_url, batch_max=2)
    long = "x" * 150_000
    documents = await embedder.embed_documents(["a", "b", long, long[:50_001], "c"])
    await embedder.aclose()
    assert documents.shape == (5, 2)
    assert [[len(text) for text in asked["input"]] for asked in server.asked] == [
        [1, 1],
        [150_000],
        [50_001, 1],
    ]


async def test_no_text_asks_the_server_nothing(server: ScriptedServer) -> None:
    documents = await embedder_at(server.base_url).embed_documents([])
    assert documents.shape == (0, 2)
    assert server.asked == []


async def test_a_text_that_cannot_be_stored_asks_the_server_nothing(
    server: ScriptedServer,
) -> None:
    with pytest.raises(UnstorableText):
        await embedder_at(server.base_url).embed_documents(["fine", "\0"])
    assert server.asked == []


@pytest.mark.parametrize("status", [429, 500, 502, 503, 529])
async def test_a_passing_refusal_is_tried_again(status: int, server: ScriptedServer) -> None:
    server.answers = [Answer(status=status), Answer(status=status), vectors([1.0, 0.0])]
    embedder = embedder_at(server.base_url)
    question = await embedder.embed_query("text")
    await embedder.aclose()
    assert question.tolist() == [1.0, 0.0]
    assert [asked["input"] for asked in server.asked] == [["text"], ["text"], ["text"]]


async def test_a_passing_refusal_that_stays_is_told(server: ScriptedServer) -> None:
    server.answers = [Answer(status=500, body=KEY.encode())] * 3
    assert await refusal(embedder_at(server.base_url)) == (
        f"The embedding server {server.base_url} answered 500, 3 times in a row."
    )
    assert server.answers == []


async def test_a_server_that_keeps_failing_is_left_alone_and_then_tried_by_one_request(
    server: ScriptedServer,
) -> None:
    now = [0.0]
    embedder = embedder_at(server.base_url, back_off_s=(), clock=lambda: now[0])
    server.answers = [Answer(status=500)] * 6 + [vectors([3, 4])]
    for _ in range(4):
        assert "answered 500" in await refusal(embedder)
    with pytest.raises(EmbedderUnavailable, match="answered 500") as fifth:
        await embedder.embed_query("text")
    assert fifth.value.wait_s == 30.0
    assert "failed 5 times in a row. It will be asked again in 30 s." in await refusal(embedder)
    now[0] = 10.5
    with pytest.raises(EmbedderUnavailable, match=r"again in 20 s\.") as resting:
        await embedder.embed_query("text")
    assert resting.value.wait_s == 19.5
    now[0] = 30.0
    assert "answered 500" in await refusal(embedder)
    assert "It will be asked again in 30 s." in await refusal(embedder)
    now[0] = 60.0
    assert (await embedder.embed_query("text")).tolist() == pytest.approx([0.6, 0.8])
    await embedder.aclose()
    assert len(server.asked) == 7


async def test_a_server_that_refuses_is_asked_each_time(server: ScriptedServer) -> None:
    embedder = embedder_at(server.base_url)
    server.answers = [Answer(status=401)] * 6
    for _ in range(6):
        assert "refused the key (401). Set embedder.api_key" in await refusal(embedder)


@pytest.mark.parametrize(
    "status, told",
    [
        (400, "answered 400, expected 200."),
        (401, "refused the key (401). Set embedder.api_key."),
        (404, "knows no such model or address (404). Check embedder.model, which is 'small',"),
        (302, "answered 302, expected 200."),
    ],
)
async def test_a_lasting_refusal_is_told_at_once_without_its_body(
    status: int, told: str, server: ScriptedServer
) -> None:
    server.answers = [Answer(status=status, body=f"bad key {KEY}".encode()), vectors([1.0, 0.0])]
    assert told in await refusal(embedder_at(server.base_url))
    assert len(server.answers) == 1


@pytest.mark.parametrize(
    "body, told",
    [
        (b"<html>", "gave no answer that can be read, expected 1 embeddings as JSON"),
        (b"\xff\xfe", "gave no answer that can be read"),
        (b"[]", "gave no answer that can be read"),
        (b'{"data": null}', "gave no answer that can be read"),
        (b'{"data": []}', "gave no answer that can be read"),
        (b'{"data":[{"index":1,"embedding":[1,0]}]}', "gave no answer that can be read"),
        (b'{"data":[{"index":0,"embedding":["x",0]}]}', "gave no answer that can be read"),
        (
            b'{"data":[{"index":0,"embedding":[1,0]},{"index":1,"embedding":[1,0]}]}',
            "answered with 2 embeddings, expected 1",
        ),
        (b'{"data":[{"index":0,"embedding":[1,0,0]}]}', "shape (3,), expected (2,)"),
        (b'{"data":[{"index":0,"embedding":null}]}', "shape (), expected (2,)"),
        (b'{"data":[{"index":0,"embedding":[0,0]}]}', "no direction"),
        (b'{"data":[{"index":0,"embedding":[NaN,1]}]}', "no direction"),
    ],
)
async def test_nonsense_is_refused(body: bytes, told: str, server: ScriptedServer) -> None:
    server.answers = [Answer(body=body)]
    assert told in await refusal(embedder_at(server.base_url))


async def test_an_answer_beyond_all_bounds_is_refused_however_it_is_packed(
    server: ScriptedServer,
) -> None:
    body, packed = vectors([3.0, 4.0]).body, {"Content-Encoding": "gzip"}
    server.answers = [
        Answer(body=gzip.compress(b" " * 1_000_000 + body), headers=packed),
        Answer(body=gzip.compress(b" " * 2_000_000 + body), headers=packed),
    ]
    embedder = embedder_at(server.base_url)
    assert (await embedder.embed_query("text")).tolist() == pytest.approx([0.6, 0.8])
    assert "gave no answer that can be read" in await refusal(embedder)


async def test_a_server_that_never_answers_is_given_up(server: ScriptedServer) -> None:
    server.answers = [Answer(is_never=True)] * 3
    assert await refusal(embedder_at(server.base_url, timeout_s=0.05)) == (
        f"The embedding server {server.base_url} did not answer within 0.05 s."
    )


async def test_a_server_that_is_not_there_is_told_at_once() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        base_url = f"http://127.0.0.1:{closed.getsockname()[1]}/v1"
        assert await refusal(embedder_at(base_url)) == (
            f"The embedding server {base_url} cannot be reached (ConnectError)."
        )


@pytest.mark.parametrize("asked, paused", PAUSES)
async def test_a_server_may_ask_for_a_longer_pause(
    asked: str, paused: float, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr("anyio.sleep", pause)
    monkeypatch.setattr(ScriptedHandler, "date_time_string", lambda _: TOLD_AT)
    server.answers = [Answer(status=429, headers={"Retry-After": asked}), vectors([1.0, 0.0])]
    embedder = OpenAiCompatibleEmbedder(
        EmbeddingServer(base_url=server.base_url, model="small", dimensions=2)
    )
    await embedder.embed_query("text")
    await embedder.aclose()
    assert pauses == [paused]
    assert server.keys == [None, None]


async def test_a_closed_embedder_opens_again_and_may_be_closed_twice(
    server: ScriptedServer,
) -> None:
    server.answers = [vectors([1.0, 0.0]), vectors([0.0, 1.0])]
    embedder = embedder_at(server.base_url)
    await embedder.embed_query("text")
    await embedder.aclose()
    await embedder.aclose()
    assert (await embedder.embed_query("text")).tolist() == [0.0, 1.0]
    await embedder.aclose()


def test_the_key_does_not_show_in_a_representation() -> None:
    server = EmbeddingServer(
        base_url="http://models.test/v1", model="small", dimensions=2, api_key=SecretStr(KEY)
    )
    assert KEY not in repr(server)
    assert KEY not in repr(OpenAiCompatibleEmbedder(server))
