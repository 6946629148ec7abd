"""Derive the keys by which slots and equal contents are found."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from typing import Final
from uuid import UUID

from muniment.access.partition import PartitionKey
from muniment.model.claims import DENIED
from muniment.model.memory import Cardinality
from muniment.model.names import folded

_NO_WORD: Final = re.compile(r"[\W_]+")
_encode: Final = json.JSONEncoder(ensure_ascii=False).encode


def match_key(
    partition: PartitionKey,
    *,
    entity_key: str | None,
    category_key: str | None,
    cardinality: Cardinality | None,
    content: str,
    object_key: str | None,
) -> UUID:
    """Return the key that a belief shares with its rivals.

    In a slot of cardinality one that is the slot; elsewhere the slot (or none) and the content,
    so that only the same belief meets itself. The first 16 bytes of a SHA-256.
    """
    slot = [*partition.slot_prefix, entity_key, category_key]
    if cardinality is not Cardinality.ONE:
        slot += [content, object_key]
    return UUID(bytes=sha256(_encode(slot).encode()).digest()[:16])


def searchable_text(
    content: str, entity: str | None, category: str | None, object_: str | None
) -> str:
    """Return what the words and the embedding of a memory are made from.

    The object, the category and the entity are added where the sentence does not name them itself;
    of the category of a denial ("not lives_in") what is denied, as its sentence says that it is not so.
    """
    text = content
    of = None if category is None else _NO_WORD.sub(" ", category.removeprefix(DENIED)).strip()
    for name in (object_, of, entity):
        if name and folded(name) not in folded(text):
            text = f"{name}: {text}"
    return text
