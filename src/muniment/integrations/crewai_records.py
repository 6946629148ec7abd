"""Keep CrewAI's records in a memory: one asynchronous implementation for both of its faces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from muniment.errors import InvalidValue, MemoryNotFound
from muniment.integrations.crewai_items import (
    Scopes,
    Wanted,
    likeness,
    metadata_of,
    record_of,
    tag_of,
    tags_of,
)
from muniment.integrations.faces import (
    BUDGET,
    PAGE,
    all_namespaces,
    extra_missing,
    forgotten,
    read_or,
)
from muniment.integrations.quoting import question_in
from muniment.library import AsyncAgentMemory
from muniment.model.memory import Memory, Outcome
from muniment.operations.moments import BasisLike, Moment
from muniment.operations.writes import NewMemory

try:
    from crewai.memory.types import MemoryRecord
except ModuleNotFoundError as missing:
    raise extra_missing("crewai") from missing

SOURCE: Final = "crewai"


@dataclass(frozen=True, slots=True, kw_only=True)
class Records:
    """The records of a memory, at a basis."""

    memory: AsyncAgentMemory
    scopes: Scopes
    as_of: BasisLike | None = None
    valid_at: Moment | None = None

    async def save(self, records: Sequence[MemoryRecord]) -> None:
        """Add records, in one transaction."""
        self._refuse_past()
        if not records:
            return
        written = await self.memory.add_many(
            [
                NewMemory(
                    content=record.content,
                    namespace=self.scopes.name_of(record.scope),
                    tags=tags_of(record),
                    metadata=metadata_of(record),
                    source=record.source or SOURCE,
                )
                for record in records
            ],
            reason=f"saved by {SOURCE}",
        )
        for record, done in zip(records, written, strict=True):
            if done.outcome is Outcome.NOOP:  # the same words were there: they go by this id too
                before = await self.memory.get(done.id)
                tags = tuple(dict.fromkeys((*before.tags, *tags_of(record))))
                await self.memory.update(done.id, tags=tags, reason=f"saved by {SOURCE} again")

    async def search(
        self, text: str, wanted: Wanted, limit: int, min_score: float
    ) -> list[tuple[MemoryRecord, float]]:
        """Recall in every scope that is wanted, the most alike first."""
        found: list[tuple[MemoryRecord, float]] = []
        question = question_in(text)
        if question is None:
            return found
        for name in await self.names(wanted.scope):
            recalled = await self.memory.recall(
                question,
                namespace=name,
                as_of=self.as_of,
                valid_at=self.valid_at,
                limit=min(PAGE, 3 * limit + 10),
                budget=BUDGET,
            )
            for result in recalled:
                if isinstance(result.memory, Memory) and result.memory.namespace == name:
                    record = record_of(result.memory, self.scopes)
                    if wanted.fits(result.memory, record) and likeness(result) >= min_score:
                        found.append((record, likeness(result)))
        found.sort(key=lambda each: (-each[1], each[0].id))
        return found[:limit]

    async def delete(self, wanted: Wanted) -> int:
        """Forget records, and return how many."""
        self._refuse_past()
        reason = f"deleted by {SOURCE}"
        meant = await self.all(wanted)
        done = [await forgotten(self.memory, memory.id, reason=reason) for memory, _ in meant]
        return sum(done)

    async def update(self, record: MemoryRecord) -> None:
        """Correct a record; into another scope it is moved.

        Raises:
            MemoryNotFound: there is no such record.
        """
        self._refuse_past()
        before = await self.find(record.id, record.scope)
        if before is None:
            raise MemoryNotFound(f"there is no record {record.id}.")
        if before.namespace != self.scopes.name_of(record.scope):
            await self.save([record])
            await self.memory.forget(before.id, reason=f"moved by {SOURCE}")
            return
        await self.memory.update(
            before.id,
            record.content,
            tags=tags_of(record),
            metadata=metadata_of(record),
            reason=f"updated by {SOURCE}",
        )

    async def find(self, record_id: str, scope: str = "/") -> Memory | None:
        """Return the belief of a record, by CrewAI's id or by its own. It is looked for in a scope first."""
        first = self.scopes.name_of(scope)
        for name in sorted(await self.names(None), key=lambda each: each != first):
            for found in await self._page(name, tags=(tag_of(record_id),), limit=1):
                return found
        try:
            asked = self.memory.get(UUID(record_id), as_of=self.as_of, valid_at=self.valid_at)
            by_id = await read_or(None, asked)
        except (ValueError, MemoryNotFound):
            return None
        if by_id is None:
            return None
        return by_id if self.scopes.below(None, [by_id.namespace]) else None

    async def all(self, wanted: Wanted) -> list[tuple[Memory, MemoryRecord]]:
        """Return every record that is wanted, the latest first."""
        found = [
            (memory, record_of(memory, self.scopes))
            for name in await self.names(wanted.scope)
            for memory in await self._page(name)
        ]
        fitting = [each for each in found if wanted.fits(*each)]
        return sorted(fitting, key=lambda each: (each[1].created_at, each[1].id), reverse=True)

    async def names(self, scope: str | None) -> list[str]:
        """Return the namespaces of a scope and of those below it."""
        found = await all_namespaces(self.memory, self.scopes.name_of(scope), self.as_of)
        return self.scopes.below(scope, found)

    async def _page(self, name: str, limit: int | None = None, **filters: Any) -> list[Memory]:
        """Return the beliefs of a namespace that fit, the first of them or all."""
        found: list[Memory] = []
        cursor: str | None = None
        while True:
            page = await self.memory.search(
                kind="memory",
                namespace=name,
                as_of=self.as_of,
                valid_at=self.valid_at,
                limit=limit or PAGE,
                cursor=cursor,
                **filters,
            )
            found += [each for each in page if isinstance(each, Memory) and each.namespace == name]
            cursor = page.cursor
            if cursor is None or limit is not None:
                return found

    def _refuse_past(self) -> None:
        if self.as_of is not None or self.valid_at is not None:
            raise InvalidValue(
                "this storage shows another time and is read-only. Save into one made without `as_of` and `valid_at`."
            )
