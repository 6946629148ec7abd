"""That reading and writing take as many round trips as ARCHITECTURE.md says."""

from __future__ import annotations

import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from muniment import AgentMemory
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database

_STARTUP_HEAD = 4
_MESSAGE_HEAD = 5
_PROTOCOL_3 = 3


class Counter:
    """A Unix socket in front of a server that counts how often a client waits for it.

    A client in pipeline mode waits after each Flush and each Sync; a Flush right after a Sync
    waits for nothing.
    """

    url = ""

    def __init__(self, directory: Path, server: str) -> None:
        self._server = server
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(directory / ".s.PGSQL.5432"))
        self._listener.listen()
        self._lines: list[socket.socket] = []
        self._said = b""
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Hang up."""
        for line in (self._listener, *self._lines):
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()

    def trips(self) -> int:
        """Return the round trips since the last time, and begin anew."""
        said, self._said = self._said, b""
        return len(said.replace(b"SH", b"S"))

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(self._server)
                self._lines += [client, server]
                threading.Thread(target=self._talk, args=(client, server), daemon=True).start()
                threading.Thread(target=self._answer, args=(server, client), daemon=True).start()

    def _talk(self, client: socket.socket, server: socket.socket) -> None:
        waiting, started = b"", False
        with suppress(OSError):
            while said := client.recv(1 << 20):
                waiting += said
                if not started and len(waiting) >= 2 * _STARTUP_HEAD:
                    length = int.from_bytes(waiting[:4], "big")
                    started = int.from_bytes(waiting[4:6], "big") == _PROTOCOL_3
                    waiting = waiting[length:]
                while started and len(waiting) >= _MESSAGE_HEAD:
                    length = 1 + int.from_bytes(waiting[1:5], "big")
                    if len(waiting) < length:
                        break
                    if waiting[:1] in (b"S", b"H", b"Q"):
                        self._said += waiting[:1]
                    waiting = waiting[length:]
                server.sendall(said)
            server.shutdown(socket.SHUT_WR)

    def _answer(self, server: socket.socket, client: socket.socket) -> None:
        with suppress(OSError):
            while said := server.recv(1 << 20):
                client.sendall(said)


@pytest.fixture
def counter(database: Database) -> Iterator[Counter]:
    host = database.server.lease.host
    with tempfile.TemporaryDirectory() as directory:
        made = Counter(Path(directory), f"{host}/.s.PGSQL.5432")
        made.url = database.app.replace(host, directory)
        yield made
        made.close()


@pytest.fixture
def memory(counter: Counter) -> Iterator[AgentMemory]:
    pool = {"size_max": 1}
    with AgentMemory(counter.url, embedder=HashedEmbedder(), pool=pool) as opened:
        opened.add("Anna lives in Leeds", entity="Anna", category="city", valid_from="2026-01-01")
        opened.recall("Where does Anna live?")
        yield opened


def test_a_write_takes_two_round_trips_and_what_it_reads_first(
    memory: AgentMemory, counter: Counter
) -> None:
    counter.trips()
    london = memory.add("Mike lives in London", entity="Mike", category="city")
    assert counter.trips() == 2
    memory.add_many([f"Mike owns book {number}" for number in range(50)])
    assert counter.trips() == 2
    talk = memory.ingest_turns(
        [
            {
                "content": "We moved.",
                "occurred_at": "2026-06-20",
                "session": "chat",
                "speaker": "Mike",
            }
        ]
    )
    assert counter.trips() == 2
    memory.add("Mike moved", episode_id=str(talk.episodes[0]))
    assert counter.trips() == 3
    memory.update(london.id, "Mike lives in Bath")
    assert counter.trips() == 4
    memory.end(london.id)
    assert counter.trips() == 2
    memory.forget(london.id)
    assert counter.trips() == 2


def test_a_recall_takes_five_round_trips_and_more_with_turns_or_scopes(
    memory: AgentMemory, counter: Counter
) -> None:
    counter.trips()
    memory.recall("Where does Anna live?")
    assert counter.trips() == 5
    memory.ingest_turns(
        [{"content": "I live in Leeds.", "occurred_at": "2026-06-20", "session": "chat"}]
    )
    counter.trips()
    memory.recall("Where does Anna live?")
    assert counter.trips() == 7
    memory.add("Leeds is a city", entity="Leeds", category="kind", scope="global")
    counter.trips()
    memory.recall("Where does Anna live?")
    assert counter.trips() == 8


def test_an_answer_takes_as_many_round_trips_however_much_was_found_for_it(
    memory: AgentMemory, counter: Counter
) -> None:
    for day, text in enumerate(("I drive a Fiesta.", "I live in Leeds."), start=1):
        memory.ingest_round(text, occurred_at=f"2026-06-{day:02}", session="chat", speaker="Anna")
    memory.answer("What do I drive?", speaker="Anna")
    counter.trips()
    assert len(memory.answer("What do I drive?", speaker="Anna").statements) == 1
    assert counter.trips() == 16
    for day, text in enumerate(("I drive a Golf too.", "I also drive a van."), start=3):
        memory.ingest_round(text, occurred_at=f"2026-06-{day:02}", session="chat", speaker="Anna")
    counter.trips()
    assert len(memory.answer("What do I drive?", speaker="Anna").statements) == 3
    assert counter.trips() == 16
