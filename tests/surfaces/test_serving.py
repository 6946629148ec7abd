"""What listens for the service."""

from __future__ import annotations

import asyncio
import socket

from muniment.rest.serving import listening


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
