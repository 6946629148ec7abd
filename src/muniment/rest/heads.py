"""Read requests off a connection in C, and of a head no more than is fit to be kept."""

from __future__ import annotations

from asyncio import TimerHandle, Transport
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

HEAD_BYTES_MAX: Final = 65_536
"""The most bytes that a connection takes in before a head, or a part of a body, is whole."""

WAITED_S: Final = 60.0
"""How long a head may take to come, and each part of a body after the one before."""


class BoundedHeads(HttpToolsProtocol):
    """A connection that is closed when a head grows beyond its bound, or a request does not come.

    The parser itself has no bound, and waits for ever for what was begun.
    """

    _unread_bytes = 0
    _waiting: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # as above
        """Wait for the first head."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._wait_no_more()
        super().connection_lost(exc)

    def eof_received(self) -> bool | None:  # type: ignore[override]  # asyncio asks, uvicorn does not say
        """Keep a connection over which no more is sent until the request that came whole is answered.

        Who had something of the answer already is taken for gone: a feed would go on to nobody.
        """
        cycle: RequestResponseCycle | None = self.cycle  # None before the first head
        if cycle is None or cycle.more_body or cycle.response_started:
            return None
        cycle.keep_alive = False
        return True

    def on_message_begin(self) -> None:
        """Wait for the rest of a head."""
        self._wait()
        super().on_message_begin()

    def data_received(self, data: bytes) -> None:
        """Take in what came, and refuse a head that does not end."""
        self._unread_bytes += len(data)
        super().data_received(data)
        if self._unread_bytes > HEAD_BYTES_MAX and not self.transport.is_closing():
            self.send_400_response("The headers of the request are too large.")

    def on_headers_complete(self) -> None:
        """Go on to the body."""
        self._unread_bytes = 0
        self._wait()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Hand on a part of a body, which is bounded elsewhere."""
        self._unread_bytes = 0
        self._wait()
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Be ready for the next request."""
        self._unread_bytes = 0
        self._wait_no_more()
        super().on_message_complete()

    def _wait(self) -> None:
        self._wait_no_more()
        self._waiting = self.loop.call_later(WAITED_S, self._give_up)

    def _wait_no_more(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()

    def _give_up(self) -> None:
        if self.flow.read_paused:  # it is we who do not read
            self._wait()
        else:
            self.transport.close()
