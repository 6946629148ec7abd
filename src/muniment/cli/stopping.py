"""Let a command that is told to stop end what it has in hand, and break that off when it is told again."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable

import anyio


async def stop_on_signals(stop: Callable[[], None], break_off: Callable[[], None]) -> None:
    """Wait for SIGINT or SIGTERM, as long as it is not cancelled: the first stops, the others break off.

    On a system without signals of this kind Ctrl-C interrupts the process; outside the main thread,
    which alone hears signals, whoever started the command stops it.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    try:
        with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as received:
            await anext(received)
            stop()
            async for _ in received:
                break_off()
    except NotImplementedError:
        return
