"""Stand between a client and its server, and cut the line at a chosen moment."""

from __future__ import annotations

import enum
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from psycopg.conninfo import make_conninfo

from tests.database import Database

FAREWELLS = (
    b"SFATAL\x00VFATAL\x00C57P01\x00Mterminating connection due to administrator command\x00\x00",
    b"SFATAL\x00VFATAL\x00C08P01\x00Mserver conn crashed?\x00\x00",
)
"""What PgBouncer says when its server ends: that one's last words, then its own."""
WORDS = b"Mike lives in Bath"
"""What a write says whose commit is cut off."""


class Cut(enum.Enum):
    """When the line of a connection is cut."""

    BEFORE_THE_SERVER_HEARS = "the commit does not reach the server"
    BEFORE_THE_CLIENT_HEARS = "the commit is done, its answer lost"
    WHILE_THE_SERVER_WAITS = "the commit reaches the server after the client gave up"
    WITH_A_FAREWELL = (
        "the commit is done, and in place of its answer the client is told that the server ends"
    )
    WITH_AN_EARLY_FAREWELL = "the client is told so, and the commit does not reach the server"
    WITHOUT_A_WORD = "the commit is done, and the line stays open and says nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Behind(Database):
    """A database that the application reaches through somebody between."""

    directory: Path

    @property
    def app(self) -> str:
        """How the application connects to it."""
        return make_conninfo(self.server.app(self.name), host=str(self.directory))


class Proxy:
    """A Unix socket in front of another; it cuts the next commits as it was told."""

    def __init__(self, directory: Path, server: Path) -> None:
        self._server = server
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(directory / ".s.PGSQL.5432"))
        self._listener.listen()
        self._lines: list[socket.socket] = []
        self._silenced: list[socket.socket] = []
        self.cuts: list[Cut] = []
        self.refusing = False
        self.silent = False
        self.unheard = 0
        """How many lines were opened while nothing was passed on."""
        self.deliver_late: Callable[[], None] = lambda: None
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Hang up."""
        for line in (self._listener, *self._lines):
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()

    def fall_silent(self) -> None:
        """Hold every line open, new ones too, and pass nothing on; those from before stay so for good."""
        self.silent = True
        self._silenced += self._lines

    def speak(self) -> None:
        """Pass on what is said over the lines that are opened from now on."""
        self.silent = False

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                self._lines.append(client)
                if self.refusing:
                    client.close()
                    continue
                if self.silent:
                    self._silenced.append(client)
                    self.unheard += 1
                    continue
                server = socket.socket(socket.AF_UNIX)
                server.connect(str(self._server))
                self._lines.append(server)
                for run in (self._talk, self._answer):
                    threading.Thread(target=run, args=(client, server), daemon=True).start()

    def _talk(self, client: socket.socket, server: socket.socket) -> None:
        lately = b""
        with suppress(OSError):
            while said := client.recv(1 << 20):
                if client in self._silenced:
                    continue
                lately += said
                if b"COMMIT\x00" in lately:
                    if self.cuts and WORDS in lately:
                        self._cut(self.cuts.pop(0), client, server, said)
                        return
                    lately = b""
                server.sendall(said)
            if client not in self._silenced:
                server.shutdown(socket.SHUT_WR)

    def _answer(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while (said := server.recv(1 << 20)) and client not in self._silenced:
                client.sendall(said)
            if client not in self._silenced:
                client.shutdown(socket.SHUT_RDWR)

    def _cut(self, cut: Cut, client: socket.socket, server: socket.socket, said: bytes) -> None:
        match cut:
            case Cut.BEFORE_THE_SERVER_HEARS:
                server.shutdown(socket.SHUT_RDWR)
                client.shutdown(socket.SHUT_RDWR)
            case Cut.BEFORE_THE_CLIENT_HEARS:
                client.shutdown(socket.SHUT_RDWR)
                server.sendall(said)
            case Cut.WHILE_THE_SERVER_WAITS:
                client.shutdown(socket.SHUT_RDWR)
                self.deliver_late()
                server.sendall(said)
            case Cut.WITH_A_FAREWELL:
                self._bid_farewell(client)
                server.sendall(said)
            case Cut.WITHOUT_A_WORD:
                self._silenced.append(client)
                server.sendall(said)
            case Cut.WITH_AN_EARLY_FAREWELL:
                self._bid_farewell(client)
                server.shutdown(socket.SHUT_RDWR)

    def _bid_farewell(self, client: socket.socket) -> None:
        self._silenced.append(client)
        for said in FAREWELLS:
            client.sendall(b"E" + (len(said) + 4).to_bytes(4) + said)
        client.shutdown(socket.SHUT_RDWR)
