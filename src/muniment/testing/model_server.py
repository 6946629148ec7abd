"""Serve a language model from a script, over real HTTP on the loopback, in the real protocols."""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final, assert_never

from muniment.testing.model_protocols import PROTOCOLS, Asked, Protocol, Violated, as_json
from muniment.testing.model_script import Act, Breaks, Garbles, Hangs, Obeys, Refuses, Replies

NO_SCRIPT: Final = Refuses(status=400, code="no_script", message="the script is at its end")


class ModelServer(ThreadingHTTPServer):
    """Do what the script says with each request, and remember what was asked.

    It speaks `/v1/chat/completions` and `/v1/messages`, and refuses what these protocols refuse.
    A script can be given for one model alone, so that several roles share a server.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.asked: list[Asked] = []
        self.violations: list[str] = []
        self._scripts: dict[str | None, deque[Act]] = {}
        self._turn = threading.Lock()
        self.is_over = threading.Event()

    @property
    def openai_url(self) -> str:
        """Return the address that an OpenAI client is given."""
        return f"{self.anthropic_url}/v1"

    @property
    def anthropic_url(self) -> str:
        """Return the address that an Anthropic client is given."""
        return f"http://127.0.0.1:{self.server_port}"

    def script(self, *acts: Act, model: str | None = None) -> None:
        """Add to what is done, in order, with requests for one model, or for any without a script."""
        with self._turn:
            self._scripts.setdefault(model, deque()).extend(acts)

    def forget(self) -> None:
        """Forget the script and what was asked."""
        with self._turn:
            self._scripts.clear()
            self.asked.clear()
            self.violations.clear()

    @property
    def left(self) -> int:
        """Return how many acts of the script were not asked for."""
        return sum(len(acts) for acts in self._scripts.values())

    def next_act(self, asked: Asked) -> tuple[Act, int]:
        """Take what is to be done with a request, and the request's number."""
        with self._turn:
            self.asked.append(asked)
            acts = self._scripts.get(asked.model if asked.model in self._scripts else None)
            return (acts.popleft() if acts else NO_SCRIPT), len(self.asked)


@contextmanager
def model_server() -> Iterator[ModelServer]:
    """Run a server for as long as the block lasts."""
    with ModelServer() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.is_over.set()
            server.shutdown()
            thread.join()


class _Handler(BaseHTTPRequestHandler):
    """Read one request, do one act."""

    protocol_version = "HTTP/1.1"
    server: ModelServer

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        protocol = PROTOCOLS.get(self.path)
        if protocol is None:
            self._send(404, as_json({"error": {"message": "no such path"}}))
            return
        headers = {name.lower(): value for name, value in self.headers.items()}
        try:
            asked = protocol.read(self.path, body, headers)
        except Violated as violated:
            self.server.violations.append(str(violated))
            self._refuse(protocol, Refuses(status=400, message=str(violated)))
            return
        act, number = self.server.next_act(asked)
        self._do(protocol, asked, act, number)

    def _do(self, protocol: Protocol, asked: Asked, act: Act, number: int) -> None:
        match act:
            case Replies():
                self._send(200, as_json(protocol.reply(asked, act, number)))
            case Obeys():
                text = _obeyed(asked.texts[-1], act.mark)
                self._send(200, as_json(protocol.reply(asked, Replies(text=text), number)))
            case Refuses():
                self._refuse(protocol, act)
            case Garbles():
                self._send(200, act.body.encode())
            case Breaks():
                whole = as_json(protocol.reply(asked, Replies(text="half"), number))
                self._send(200, whole[: len(whole) // 2], length=len(whole))
                self.close_connection = True
            case Hangs():
                self.server.is_over.wait(timeout=30)
                self.close_connection = True
            case _:
                assert_never(act)

    def _refuse(self, protocol: Protocol, refusal: Refuses) -> None:
        headers = {} if refusal.retry_after is None else {"Retry-After": refusal.retry_after}
        self._send(refusal.status, as_json(protocol.refusal(refusal)), headers)

    def _send(
        self,
        status: int,
        body: bytes,
        headers: dict[str, str] | None = None,
        length: int | None = None,
    ) -> None:
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: what was asked is remembered."""


def _obeyed(text: str, mark: str) -> str:
    """Return what data asks a model to say: what follows a mark, where a model would read it."""
    for said in _strings(text):
        _, found, after = said.partition(mark)
        if found:
            return after.splitlines()[0].strip()
    return text


def _strings(text: str) -> Iterator[str]:
    """Give the texts within a JSON document, or a text that is none."""
    try:
        waiting = [json.loads(text)]
    except ValueError:
        waiting = [text]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
