"""Be the storage of CrewAI's memory: its records are beliefs, its scopes are namespaces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime

from muniment.integrations.crewai_items import Handles, Scopes, Wanted, record_of
from muniment.integrations.crewai_records import Records
from muniment.integrations.faces import at_once, awaited, extra_missing, finished
from muniment.library import AsyncAgentMemory
from muniment.library.wrapped import Memory
from muniment.operations.moments import BasisLike, Moment

try:
    from crewai.memory.types import MemoryRecord, ScopeInfo
except ModuleNotFoundError as missing:
    raise extra_missing("crewai") from missing

Filter = Mapping[str, object]


class MunimentStorage:
    """A storage for `Memory(storage=storage, embedder=storage.embedder)`.

    CrewAI hands a storage vectors, but a memory needs the words: `embedder` gives each text a
    handle in the place of a vector, and a search finds the text by it. The scope `/a/b` is the
    namespace `crewai/a/b`, where `root` is `crewai`; categories are tags; to delete is to forget.
    Beliefs of these namespaces that others wrote are records too. The same words in the same scope
    are one belief, which goes by the ids of all its records.

    `as_of` and `valid_at` make it a storage of what was known or true then, which is only read.
    """

    def __init__(
        self,
        memory: Memory,
        *,
        root: str = "crewai",
        as_of: BasisLike | None = None,
        valid_at: Moment | None = None,
    ) -> None:
        self.embedder = Handles()
        self._memory = memory
        self._scopes = Scopes(root=root)
        self._as_of = as_of
        self._valid_at = valid_at

    def save(self, records: Sequence[MemoryRecord]) -> None:
        """Add records, in one transaction."""
        finished(self._now().save(records))

    def search(
        self,
        query_embedding: Sequence[float],
        scope_prefix: str | None = None,
        categories: Sequence[str] | None = None,
        metadata_filter: Filter | None = None,
        limit: int = 10,
        min_score: float = 0.0,
    ) -> list[tuple[MemoryRecord, float]]:
        """Recall for the text of a handle; scores are the likeness of meanings, from 0 to 1.

        Raises:
            InvalidValue: the vector is no handle.
        """
        wanted = Wanted(scope=scope_prefix, categories=categories, metadata=metadata_filter)
        text = self.embedder.text(query_embedding)
        return finished(self._now().search(text, wanted, limit, min_score))

    def delete(
        self,
        scope_prefix: str | None = None,
        categories: Sequence[str] | None = None,
        record_ids: Sequence[str] | None = None,
        older_than: datetime | None = None,
        metadata_filter: Filter | None = None,
    ) -> int:
        """Forget records, and return how many."""
        wanted = Wanted(
            scope=scope_prefix,
            categories=categories,
            ids=record_ids,
            older_than=older_than,
            metadata=metadata_filter,
        )
        return finished(self._now().delete(wanted))

    def update(self, record: MemoryRecord) -> None:
        """Correct a record; into another scope it is moved.

        Raises:
            MemoryNotFound: there is no such record.
        """
        finished(self._now().update(record))

    def get_record(self, record_id: str) -> MemoryRecord | None:
        """Return a record by CrewAI's id, or by that of a belief."""
        found = finished(self._now().find(record_id))
        return None if found is None else record_of(found, self._scopes, record_id)

    def list_records(
        self, scope_prefix: str | None = None, limit: int = 200, offset: int = 0
    ) -> list[MemoryRecord]:
        """List records, the latest first."""
        return self._records(scope_prefix)[offset : offset + limit]

    def get_scope_info(self, scope: str) -> ScopeInfo:
        """Count the records of a scope and of those below it."""
        records = self._records(scope)
        return ScopeInfo(
            path=scope.rstrip("/") or "/",
            record_count=len(records),
            categories=sorted({name for record in records for name in record.categories}),
            oldest_record=records[-1].created_at if records else None,
            newest_record=records[0].created_at if records else None,
            child_scopes=self.list_scopes(scope),
        )

    def list_scopes(self, parent: str = "/") -> list[str]:
        """List the scopes directly below one that have records, or once had."""
        return self._scopes.children(parent, finished(self._now().names(parent)))

    def list_categories(self, scope_prefix: str | None = None) -> dict[str, int]:
        """Count the records of each category."""
        named = Counter(
            name for record in self._records(scope_prefix) for name in record.categories
        )
        return dict(sorted(named.items()))

    def count(self, scope_prefix: str | None = None) -> int:
        """Count records."""
        return len(self._records(scope_prefix))

    def reset(self, scope_prefix: str | None = None) -> None:
        """Forget every record of a scope and below it; without one, of all."""
        finished(self._now().delete(Wanted(scope=scope_prefix)))

    async def asave(self, records: Sequence[MemoryRecord]) -> None:
        """Add records, in one transaction."""
        await self._on(awaited(self._memory)).save(records)

    async def asearch(
        self,
        query_embedding: Sequence[float],
        scope_prefix: str | None = None,
        categories: Sequence[str] | None = None,
        metadata_filter: Filter | None = None,
        limit: int = 10,
        min_score: float = 0.0,
    ) -> list[tuple[MemoryRecord, float]]:
        """Recall, as `search` does."""
        wanted = Wanted(scope=scope_prefix, categories=categories, metadata=metadata_filter)
        text = self.embedder.text(query_embedding)
        return await self._on(awaited(self._memory)).search(text, wanted, limit, min_score)

    async def adelete(
        self,
        scope_prefix: str | None = None,
        categories: Sequence[str] | None = None,
        record_ids: Sequence[str] | None = None,
        older_than: datetime | None = None,
        metadata_filter: Filter | None = None,
    ) -> int:
        """Forget records, as `delete` does."""
        wanted = Wanted(
            scope=scope_prefix,
            categories=categories,
            ids=record_ids,
            older_than=older_than,
            metadata=metadata_filter,
        )
        return await self._on(awaited(self._memory)).delete(wanted)

    def _records(self, scope: str | None) -> list[MemoryRecord]:
        return [record for _, record in finished(self._now().all(Wanted(scope=scope)))]

    def _now(self) -> Records:
        return self._on(at_once(self._memory))

    def _on(self, memory: AsyncAgentMemory) -> Records:
        return Records(
            memory=memory, scopes=self._scopes, as_of=self._as_of, valid_at=self._valid_at
        )
