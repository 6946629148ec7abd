"""Read JSON that others wrote, in which nothing is said twice."""

from __future__ import annotations

import json

from muniment.errors import FieldRepeated


def read_json(text: str | bytes) -> object:
    """Return the value of a JSON text.

    Raises:
        FieldRepeated: an object names a field twice.
        ValueError, RecursionError: it is no JSON, or nested too deeply.
    """
    value: object = json.loads(text, object_pairs_hook=fields_of)
    return value


def fields_of(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return the object of some fields and their values.

    Raises:
        FieldRepeated: one of them is there twice.
    """
    told = dict(pairs)
    if len(told) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise FieldRepeated(f"{twice!r:.80} stands twice in one object. Write it once.")
    return told
