"""Translate CrewAI's records and scopes into beliefs and namespaces, and back."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, cast
from unicodedata import normalize

from muniment.errors import InvalidValue
from muniment.integrations.faces import extra_missing
from muniment.model.memory import Memory, Metadata
from muniment.model.recalled import Result

try:
    from crewai.memory.types import MemoryRecord
except ModuleNotFoundError as missing:
    raise extra_missing("crewai") from missing

_BESIDE: Final = "crewai"
"""Where in the metadata of a belief the rest of its record is."""

_TAG: Final = "record:"
_HANDLES_MAX: Final = 10_000


class Handles:
    """Give each text a handle in the form of a vector, and find the text by it.

    The latest texts are remembered; a handle has nothing to do with meaning.
    """

    def __init__(self) -> None:
        self._texts: dict[tuple[float, ...], str] = {}

    def __call__(self, texts: Sequence[str]) -> list[list[float]]:
        """Return a handle for each text."""
        return [self._handle(text) for text in texts]

    def text(self, handle: Sequence[float]) -> str:
        """Return the text of a handle.

        Raises:
            InvalidValue: it is the vector of another embedder.
        """
        found = self._texts.get(tuple(handle))
        if found is None:
            raise InvalidValue(
                "this vector was made by another embedder, and a memory recalls by words. "
                "Make the memory as Memory(storage=storage, embedder=storage.embedder)."
            )
        return found

    def _handle(self, text: str) -> list[float]:
        handle = [
            byte / 127.5 - 1
            for byte in hashlib.sha512(text.encode(errors="surrogatepass")).digest()
        ]
        self._texts.pop(tuple(handle), None)
        self._texts[tuple(handle)] = text
        if len(self._texts) > _HANDLES_MAX:
            del self._texts[next(iter(self._texts))]
        return handle


@dataclass(frozen=True, slots=True, kw_only=True)
class Scopes:
    """Scopes as namespaces: `/a/b` is `crewai/a/b`, where the root is `crewai`."""

    root: str

    def name_of(self, scope: str | None) -> str:
        """Return the namespace of a scope, as it is stored: in NFC, with no white space around a part."""
        parts = (part.strip() for part in normalize("NFC", scope or "").split("/"))
        return "/".join([self.root, *filter(None, parts)])

    def scope_of(self, name: str) -> str:
        """Return the scope of a namespace."""
        return name.removeprefix(self.root) or "/"

    def below(self, scope: str | None, names: Sequence[str]) -> list[str]:
        """Return the namespaces of a scope and of those below it."""
        name = self.name_of(scope)
        return [each for each in names if each == name or each.startswith(f"{name}/")]

    def children(self, parent: str, names: Sequence[str]) -> list[str]:
        """Return the scopes directly below one."""
        name = self.name_of(parent)
        depth = name.count("/") + 2
        below = (each for each in self.below(parent, names) if each != name)
        return sorted({self.scope_of("/".join(each.split("/")[:depth])) for each in below})


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which records are meant: those that fit all that is given."""

    scope: str | None = None
    categories: Sequence[str] | None = None
    ids: Sequence[str] | None = None
    older_than: datetime | None = None
    metadata: Mapping[str, object] | None = None

    def fits(self, memory: Memory, record: MemoryRecord) -> bool:
        """Tell whether a record fits; any of several categories or ids is enough."""
        return (
            (not self.categories or bool(set(self.categories) & set(record.categories)))
            and (not self.ids or bool(set(self.ids) & ids_of(memory)))
            and (self.older_than is None or record.created_at < _naive(self.older_than))
            and all(record.metadata.get(key) == said for key, said in (self.metadata or {}).items())
        )


def tag_of(record_id: str) -> str:
    """Return the tag by which a record is found."""
    return f"{_TAG}{record_id}"


def tags_of(record: MemoryRecord) -> tuple[str, ...]:
    """Return the tags of a record: its categories, and its id."""
    return (*record.categories, tag_of(record.id))


def ids_of(memory: Memory) -> set[str]:
    """Return the ids that a belief goes by."""
    return {str(memory.id), *(tag[len(_TAG) :] for tag in memory.tags if tag.startswith(_TAG))}


def metadata_of(record: MemoryRecord) -> Metadata:
    """Return what is kept beside the words of a record."""
    told = record.model_dump(
        mode="json", include={"metadata", "importance", "source", "private", "created_at"}
    )
    return {_BESIDE: told}


def record_of(memory: Memory, scopes: Scopes, record_id: str | None = None) -> MemoryRecord:
    """Return a belief as a record; one that others wrote goes by its own id."""
    beside = _beside(memory)
    ids = [tag[len(_TAG) :] for tag in memory.tags if tag.startswith(_TAG)]
    others = {"entity": memory.entity, "category": memory.category}
    written = beside.get("created_at")
    return MemoryRecord(
        id=record_id or (ids[0] if ids else str(memory.id)),
        content=memory.content,
        scope=scopes.scope_of(memory.namespace),
        categories=[tag for tag in memory.tags if not tag.startswith(_TAG)],
        metadata=beside.get("metadata") or {name: said for name, said in others.items() if said},
        importance=beside.get("importance", 0.5),
        source=beside.get("source"),
        private=beside.get("private", False),
        # CrewAI reckons in UTC without a zone.
        created_at=_naive(datetime.fromisoformat(written) if written else memory.known_from),
        last_accessed=_naive(memory.known_from),
    )


def likeness(result: Result) -> float:
    """Return how alike in meaning a result and its question are, from 0 to 1; 0.5 if unknown."""
    near = next((lane.value for lane in result.lanes if lane.name == "cosine"), None)
    return 0.5 if near is None or near != near else min(1.0, max(0.0, near))


def _beside(memory: Memory) -> dict[str, Any]:
    found = (memory.metadata or {}).get(_BESIDE)
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


def _naive(moment: datetime) -> datetime:
    return moment if moment.tzinfo is None else moment.astimezone(UTC).replace(tzinfo=None)
