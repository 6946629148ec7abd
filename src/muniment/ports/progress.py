"""Tell somebody how far something is that takes long."""

from __future__ import annotations

from collections.abc import Callable

Seen = Callable[[int, int], None]
"""Who is told how many of how many are done."""


def unseen(done: int, total: int) -> None:
    """Tell nobody."""
