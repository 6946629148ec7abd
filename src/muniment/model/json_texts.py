"""Read JSON that others wrote, in which nothing is said twice."""

from __future__ import annotations

import json

from muniment.errors import FieldRepeated


def read_json(text: str | bytes) -> object:
    """Return the value of a JSON text.

    Raises:
        FieldRepeated: an object names a field twice, and all of it is JSON.
        ValueError, RecursionError: it is no JSON, or nested too deeply.
    """
    value: object
    try:
        value = json.loads(text, object_pairs_hook=fields_of)
    except FieldRepeated:
        json.loads(text)
        raise
    return value


def fields_of(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return the object of some fields and their values.

    Raises:
        FieldRepeated: one of them is there twice.
    """
    told: dict[str, object] = {}
    for name, value in pairs:
        if name in told:
            raise FieldRepeated(f"{name!r:.80} appears twice in one object. Write it once.")
        told[name] = value
    return told
