"""Say which refusals pass, and how long to wait for it: the same for every server."""

from __future__ import annotations

import math
from typing import Final

BACK_OFF_S: Final = (0.5, 1.0, 2.0)
"""Pauses before the second and later attempts, in seconds; there is one attempt more."""

RETRY_AFTER_MAX_S: Final = 30.0
"""The longest pause that a server may ask for."""


def is_passing(status: int) -> bool:
    """Return whether the same request may succeed later."""
    return status in {408, 429} or status >= 500


def retry_after_s(asked: str | None) -> float:
    """Return the pause that a `Retry-After` header asks for in seconds; a date counts as none."""
    try:
        pause_s = float(asked or "0")
    except ValueError:
        return 0.0
    return min(pause_s, RETRY_AFTER_MAX_S) if math.isfinite(pause_s) and pause_s > 0 else 0.0
