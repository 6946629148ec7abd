"""Offer Muniment to asynchronous Python: each method is one operation of the catalogue."""

from __future__ import annotations

from muniment.library.reading import Reads
from muniment.library.writing import Writes


class AsyncAgentMemory(Writes, Reads):
    """Shared memory for agents, on the bundled PostgreSQL or on your own.

    With no argument the bundled server of `settings.home` is started or joined. Every other
    setting can be given by name and goes before the environment and `~/.muniment.toml`:
    `AsyncAgentMemory(tenant="acme", user="anna")`. Use it as an async context manager, or call
    `open` and `close`. Times are aware datetimes, dates (midnight UTC) or ISO 8601 texts.

    Raises:
        UnknownSetting: a setting does not exist or its value is not allowed.
    """
