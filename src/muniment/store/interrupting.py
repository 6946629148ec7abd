"""Interrupt what the process runs where a shell has it ignore Ctrl-C; it loads no event loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

RUNNING: Final[list[Callable[[], bool]]] = []
"""What cancels each loop that the main thread runs, the innermost last; it tells whether it did."""


def interrupt() -> None:
    """Cancel what runs, as Ctrl-C would; told again, break it off.

    Raises:
        KeyboardInterrupt: nothing runs that was not cancelled already.
    """
    if not any(cancel() for cancel in reversed(RUNNING)):
        raise KeyboardInterrupt
