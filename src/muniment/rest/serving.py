"""Serve an app until it is told to stop, and let what runs come to its end."""

from __future__ import annotations

import gc
import ipaddress
import logging
import socket
import threading
from asyncio import CancelledError
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Final

import uvicorn
from anyio import Event, create_task_group
from anyio.lowlevel import checkpoint
from starlette.applications import Starlette

from muniment.errors import AddressNeedsAuthentication, AddressTaken
from muniment.rest.processes import ends_heard

GRACE_S: Final = 10
"""How long requests that run may take to end after the service was told to stop."""

KEPT_ALIVE_S: Final = 60
"""How long a connection stays open that nothing is asked over: agents ask now and then."""


def refuse_open_address(host: str, *, is_authenticated: bool) -> None:
    """Raise unless a service at this address can only be reached by whoever may use it.

    Raises:
        AddressNeedsAuthentication: it asks nobody who they are, and others can reach it.
    """
    if is_authenticated or host == "localhost" or _is_loopback(host):
        return
    raise AddressNeedsAuthentication(
        f"the address is {host!r}, and no authentication is configured: whoever reaches it could "
        "read and write everything. Listen at 127.0.0.1, or configure `access`."
    )


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """Listen at an address; port 0 takes a free one.

    Raises:
        AddressTaken: the system refuses it.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends without delay on sockets that say they are TCP; others wait 40 ms for an answer
    with socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
            listener.listen(1024)
        except OSError as error:
            raise AddressTaken(
                f"cannot listen at {host}:{port}: {error.strerror or error}. Choose another "
                "--host or --port, or stop the program that holds it."
            ) from None
        yield listener


def address_of(listener: socket.socket) -> str:
    """Return the address that somebody listens at, as a URL without a path."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class _Server(uvicorn.Server):
    """A server that tells its app when it is to stop, so that what never ends comes to its end."""

    def __init__(self, config: uvicorn.Config, app: Starlette) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let no more requests in, and wait for those that run."""
        self._app.state.is_stopping = True
        await super().shutdown(sockets)
        if self.force_exit:
            # Told again: nothing is waited for, and everything is closed all the same.
            for each in self.server_state.tasks:
                each.cancel()
            await self.lifespan.shutdown()


async def serve(app: Starlette, listener: socket.socket, *, until: Event | None = None) -> None:
    """Serve until SIGINT, SIGTERM or an event; SIGINT again breaks off the requests that run."""
    config = uvicorn.Config(
        app,
        http="muniment.rest.heads:BoundedHeads" if find_spec("httptools") else "h11",
        log_config=None,
        access_log=False,  # an address may carry what somebody searched for
        server_header=False,
        timeout_graceful_shutdown=GRACE_S,
        timeout_keep_alive=KEPT_ALIVE_S,
    )
    server = _Server(config, app)

    async def stop_when_told() -> None:
        if until is not None:
            await until.wait()
            server.should_exit = True

    logging.getLogger("uvicorn.error").addFilter(_is_failure)
    _spare_what_stays()
    with _signals_heard(server):
        # A stop that was asked for until here ends it here, with nothing begun.
        await checkpoint()
        async with create_task_group() as tasks:
            tasks.start_soon(stop_when_told)
            await server.serve(sockets=[listener])
            tasks.cancel_scope.cancel()


def _is_failure(record: logging.LogRecord) -> bool:
    """Return whether something failed: a request that is broken off because the server stops did not."""
    return record.exc_info is None or not isinstance(record.exc_info[1], CancelledError)


def _spare_what_stays() -> None:
    """Let no collection of garbage walk over what is loaded by now: each would hold up all requests for 0.1 s."""
    if threading.current_thread() is threading.main_thread():
        gc.collect()
        gc.freeze()


@contextmanager
def _signals_heard(server: uvicorn.Server) -> Iterator[None]:
    """Let a signal stop the server, and no more than that, from before it hears to after.

    It raises what it stopped at again when it has stopped: the process would die of it with
    everything open that the service was given.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
    else:
        with ends_heard(server.handle_exit):
            yield
