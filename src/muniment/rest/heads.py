"""Read requests off a connection in C, and of a head no more than is fit to be kept."""

from __future__ import annotations

from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_BYTES_MAX: Final = 65_536
"""The most bytes that a connection takes in before a head, or a part of a body, is whole."""


class BoundedHeads(HttpToolsProtocol):
    """A connection that is closed when a head grows beyond its bound: the parser itself has none."""

    _unread_bytes = 0

    def data_received(self, data: bytes) -> None:
        """Take in what came, and refuse a head that does not end."""
        self._unread_bytes += len(data)
        super().data_received(data)
        if self._unread_bytes > HEAD_BYTES_MAX and not self.transport.is_closing():
            self.send_400_response("The head of the request is too large.")

    def on_headers_complete(self) -> None:
        """Go on to the body."""
        self._unread_bytes = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Hand on a part of a body, which is bounded elsewhere."""
        self._unread_bytes = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Be ready for the next request."""
        self._unread_bytes = 0
        super().on_message_complete()
