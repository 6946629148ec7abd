"""Read instants that Python cannot hold, which only a stranger can have written."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import psycopg
from psycopg.abc import AdaptContext, Buffer
from psycopg.adapt import AdaptersMap, Loader
from psycopg.pq import Format

BEYOND: Final = "beyond the years 1 to 9999"
"""What stands for an infinite instant, or one before year 1 or after year 9999."""


class _AnyInstantLoader(Loader):
    format = Format.BINARY

    def __init__(self, oid: int, context: AdaptContext | None = None) -> None:
        super().__init__(oid, context)
        found = psycopg.adapters.get_loader(oid, Format.BINARY)
        assert found is not None
        self._load = found(oid, context).load

    def load(self, data: Buffer) -> datetime | str:
        """Return an instant, or the text that stands for what is none."""
        try:
            instant: datetime = self._load(data)
        except psycopg.DataError:
            return f"{BEYOND}: {bytes(data).hex()}"
        return instant


def read_any_instant(adapters: AdaptersMap) -> None:
    """Let a cursor's adapters read every `timestamptz`."""
    adapters.register_loader("timestamptz", _AnyInstantLoader)
