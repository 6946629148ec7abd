"""Count what Python does, where a test says that work grows with what there is and not with its square."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import TraceFunction


def steps(run: Callable[[], object]) -> int:
    """Return how many instructions running something takes: the same each time, on any machine."""
    count = 0

    def noted(frame: FrameType, event: str, _: object) -> TraceFunction:
        nonlocal count
        frame.f_trace_opcodes = True
        count += event == "opcode"
        return noted

    before = sys.gettrace()
    sys.settrace(noted)
    try:
        run()
    finally:
        sys.settrace(before)
    return count
