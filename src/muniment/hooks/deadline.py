"""End the process well at a deadline, whatever it is doing: an agent waits for its hooks."""

from __future__ import annotations

import os
import sys
from threading import Timer
from typing import Final

DEADLINE_S: Final = 8.0
DONE: Final = 0


def end_after(seconds: float) -> Timer:
    """Let this process end with exit code 0 after some seconds, unless the timer is cancelled."""
    timer = Timer(seconds, _end, (seconds,))
    timer.daemon = True
    timer.start()
    return timer


def _end(seconds: float) -> None:
    sys.stderr.write(f"muniment: the hook was not done after {seconds:g} s and was left.\n")
    sys.stderr.flush()
    os._exit(DONE)
