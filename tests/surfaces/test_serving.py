"""What listens for the service."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import pytest
from anyio.lowlevel import checkpoint
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from muniment.errors import AddressNeedsAuthentication, AddressTaken
from muniment.rest.serving import listening, refuse_open_address, serve
from tests.surfaces.terminal import Terminal


@asynccontextmanager
async def connected() -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Serve an app that tells how long a body is, which it does not read at once; lend a connection to it."""

    async def length(request: Request) -> PlainTextResponse:
        for _ in range(50):
            await checkpoint()
        return PlainTextResponse(str(len(await request.body())))

    app = Starlette(routes=[Route("/", length, methods=["POST"])])
    stop = anyio.Event()
    with listening("127.0.0.1", 0) as listener:
        async with anyio.create_task_group() as group:

            async def served() -> None:
                await serve(app, listener, until=stop)

            group.start_soon(served)
            reader, writer = await asyncio.open_connection(*listener.getsockname())
            try:
                yield reader, writer
            finally:
                writer.close()
                await writer.wait_closed()
                stop.set()


async def test_answers_are_sent_without_delay() -> None:
    """A socket that does not say that it is TCP keeps Nagle's delay: 40 ms for an answer."""
    taken: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def note(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = writer.get_extra_info("socket")
        taken.set_result(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    with listening("127.0.0.1", 0) as listener:
        async with await asyncio.start_server(note, sock=listener):
            _, writer = await asyncio.open_connection(*listener.getsockname())
            assert await taken
            writer.close()


def head(content_length: int, **more: str) -> bytes:
    """Return the head of a request."""
    told = {"Host": "localhost", "Content-Length": str(content_length), **more}
    return "".join(
        ["POST / HTTP/1.1\r\n", *(f"{name}: {value}\r\n" for name, value in told.items()), "\r\n"]
    ).encode()


async def answered(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """Return the first line of an answer, and its body."""
    told = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
    length = next(line for line in told if line.lower().startswith(b"content-length: "))
    return told[0], await reader.readexactly(int(length[16:]))


@pytest.mark.parametrize("line", [b"X-Long: ", b"X-A: b\r\n" * 9000])
async def test_a_head_that_does_not_end_is_refused(line: bytes) -> None:
    async with connected() as (reader, writer):
        writer.write(b"POST / HTTP/1.1\r\nHost: localhost\r\n" + line.ljust(70_000, b"a"))

        assert (await reader.read()).startswith(b"HTTP/1.1 400 ")


async def test_a_body_may_be_longer_than_a_head_and_the_next_head_is_bounded_anew() -> None:
    async with connected() as (reader, writer):
        for _ in range(3):
            writer.write(head(200_000, Long="a" * 40_000) + b"a" * 200_000)

            assert await answered(reader) == (b"HTTP/1.1 200 OK", b"200000")


async def test_who_sends_no_more_is_answered_what_was_asked_to_its_end() -> None:
    async with connected() as (reader, writer):
        writer.write(head(5) + b"12345")
        writer.write_eof()

        with anyio.fail_after(60):
            told = await reader.read()
    assert told.startswith(b"HTTP/1.1 200 OK")
    assert told.endswith(b"\r\n\r\n5")


async def test_each_of_several_requests_is_answered_to_who_sends_no_more() -> None:
    async with connected() as (reader, writer):
        writer.write((head(5) + b"12345") * 3)
        writer.write_eof()

        with anyio.fail_after(60):
            told = await reader.read()
    assert told.count(b"HTTP/1.1 200 OK") == 3


@pytest.mark.parametrize("begun", [b"", b"POST / HT", head(5) + b"1234"])
async def test_who_sends_no_more_before_a_request_ends_is_left(begun: bytes) -> None:
    async with connected() as (reader, writer):
        writer.write(begun)
        writer.write_eof()

        with anyio.fail_after(60):
            assert await reader.read() == b""


@pytest.mark.parametrize(
    "begun, waited_s",
    [
        (b"", 0.1),
        (b"POST / HT", 0.1),
        (b"POST / HTTP/1.1\r\nHost: local", 0.1),
        (head(5) + b"1234", 0.1),
        (head(5) + b"12345POST / HT", 2.0),  # the first is to be answered meanwhile
    ],
)
async def test_a_request_that_does_not_come_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, begun: bytes, waited_s: float
) -> None:
    monkeypatch.setattr("muniment.rest.heads.WAITED_S", waited_s)
    async with connected() as (reader, writer):
        writer.write(begun)

        with anyio.fail_after(60):
            told = await reader.read()
    assert told.count(b"HTTP/1.1 200") == begun.count(b"12345")


SERVING = """
import gc
from anyio import Event, create_task_group
from starlette.applications import Starlette
from muniment.rest.serving import listening, serve
from muniment.store import event_loop

async def whole():
    stop = Event()
    stop.set()
    with listening("127.0.0.1", 0) as listener:
        await serve(Starlette(), listener, until=stop)

loaded = len(gc.get_objects())
event_loop.run(whole)
print(gc.get_freeze_count() >= 0.9 * loaded)
"""


def test_no_collection_of_garbage_walks_over_what_a_service_has_loaded() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", SERVING], capture_output=True, text=True, timeout=60, check=True
    )
    assert ended.stdout == "True\n"


INTERRUPTED_BEFORE_IT_SERVES = """
import os, signal, sys
from starlette.applications import Starlette
from muniment.rest import serving
from muniment.store import event_loop

def interrupt(before):
    if before == sys.argv[1]:
        os.kill(os.getpid(), signal.SIGINT)

class Collects:
    freeze = serving.gc.freeze

    @staticmethod
    def collect():
        interrupt("as garbage is collected")

serving.gc = Collects

async def whole():
    interrupt("before it listens")
    with serving.listening("127.0.0.1", 0) as listener:
        interrupt("as it listens")
        await serving.serve(Starlette(), listener)

try:
    event_loop.run(whole)
except KeyboardInterrupt:
    print("interrupted")
"""


INTERRUPTED_AS_IT_BEGINS = """
import os, signal
from starlette.applications import Starlette
from muniment.rest import serving
from muniment.store import event_loop

begin = serving.create_task_group

def begin_and_interrupt():
    os.kill(os.getpid(), signal.SIGINT)
    return begin()

serving.create_task_group = begin_and_interrupt

async def whole():
    with serving.listening("127.0.0.1", 0) as listener:
        await serving.serve(Starlette(), listener)
    print("stopped")

event_loop.run(whole)
"""


def test_a_service_that_is_interrupted_as_it_begins_to_hear_stops() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_AS_IT_BEGINS],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "stopped\n", "")


@pytest.mark.parametrize("place", ["before it listens", "as it listens", "as garbage is collected"])
def test_a_service_that_is_interrupted_before_it_serves_ends_without_a_word(place: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_BEFORE_IT_SERVES, place],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "interrupted\n", "")


BROKEN_OFF = """
import os, signal, socket, sys, threading
import anyio
from anyio.lowlevel import checkpoint
from starlette.applications import Starlette
from starlette.routing import Route
from muniment.rest import serving
from muniment.store import event_loop

async def endless(request):
    os.kill(os.getpid(), signal.SIGINT)
    while not getattr(app.state, "is_stopping", False):
        await checkpoint()
    if sys.argv[1] == "told again":
        os.kill(os.getpid(), signal.SIGINT)
    await anyio.sleep_forever()

def ask(address):
    with socket.create_connection(address) as asked:
        asked.sendall(b"GET / HTTP/1.1\\r\\nHost: here\\r\\n\\r\\n")
        while asked.recv(1024):
            pass

async def whole():
    with serving.listening("127.0.0.1", 0) as listener:
        threading.Thread(target=ask, args=[listener.getsockname()]).start()
        await serving.serve(app, listener)
    print("stopped")

if sys.argv[1] == "out of patience":
    serving.GRACE_S = 0
app = Starlette(routes=[Route("/", endless)])
event_loop.run(whole)
"""


@pytest.mark.parametrize(
    "why, told",
    [
        ("told again", ""),
        ("out of patience", "Cancel 1 running task(s), timeout graceful shutdown exceeded\n"),
    ],
)
def test_a_request_that_is_broken_off_as_the_service_stops_is_no_failure(
    why: str, told: str
) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", BROKEN_OFF, why],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "stopped\n", told)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7", "example.org"])
def test_without_authentication_other_addresses_are_refused(host: str) -> None:
    with pytest.raises(AddressNeedsAuthentication, match="no authentication is configured"):
        refuse_open_address(host, is_authenticated=False)
    refuse_open_address(host, is_authenticated=True)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.9", "::1", "localhost"])
def test_this_machine_alone_needs_no_authentication(host: str) -> None:
    refuse_open_address(host, is_authenticated=False)


def test_an_address_that_is_taken_is_told(terminal: Terminal) -> None:
    with listening("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        with (
            pytest.raises(AddressTaken, match=f"cannot listen at 127.0.0.1:{port}"),
            listening("127.0.0.1", port),
        ):
            pass
        assert terminal.refusal("api", "--port", str(port))[:2] == (8, "address_taken")


def test_an_open_address_is_refused_before_anything_starts(terminal: Terminal) -> None:
    refused = terminal.refusal("api", "--host", "0.0.0.0")

    assert refused[:2] == (2, "address_needs_authentication")
    assert not terminal.home.exists()
