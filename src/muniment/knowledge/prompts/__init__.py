"""Keep what each role is told: behaviour contracts, one text file for each."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

DATA_IS_DATA: Final = "_data_is_data"
"""The part that every prompt ends with."""

_PLACE: Final = Path(__file__).parent


@cache
def prompt(name: str) -> str:
    """Return the instructions of a role, ending with what data is."""
    return f"{_read(name)}\n{_read(DATA_IS_DATA)}"


def names() -> tuple[str, ...]:
    """Return the names of all prompts."""
    found = (path.stem for path in _PLACE.glob("*.txt"))
    return tuple(sorted(name for name in found if name != DATA_IS_DATA))


def _read(name: str) -> str:
    return (_PLACE / f"{name}.txt").read_text(encoding="utf-8")
