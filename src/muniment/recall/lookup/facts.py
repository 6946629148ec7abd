"""Tell what is believed at a basis: the narrower scope wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from muniment.access.partition import PartitionFound
from muniment.access.principal import Principal
from muniment.model.memory import Memory, Scope
from muniment.model.reading import GetCurrentFacts, Page
from muniment.recall.lookup.asking import ask, key_of, numbers_of, reader
from muniment.recall.lookup.cursor import Cursor, page_of
from muniment.recall.lookup.rows import MemoryFound
from muniment.store.pool import Store


async def current_facts(
    store: Store, principal: Principal, request: GetCurrentFacts
) -> Page[Memory]:
    """Return the held beliefs that hold at a basis, newest valid time first, then by id.

    Where a category holds one belief, an entity's belief of a container hides that of the user,
    and this that of the tenant. Beliefs of a category that holds many stand side by side.

    Raises:
        InvalidValue: the cursor is no good.
    """
    question = repr(replace(request, cursor=None, limit=1))
    cursor = Cursor.read(request.cursor, question)
    principal = reader(principal, request.containers)
    async with store.reading(principal.as_setting()) as work:
        asked = await ask(
            work, principal, request.as_of if cursor is None else cursor.number, request.namespace
        )
        basis, partitions = await asked.answers(
            request.valid_at if cursor is None else cursor.valid_at
        )
        await work.plan_anew()
        if request.entity is None and request.category is None:
            await work.walk_in_order()
        rows = await work.all(
            "facts_current",
            MemoryFound,
            tenant_id=principal.tenant_id,
            partition_nos=numbers_of(partitions),
            narrower_nos=numbers_of(_narrower(partitions)),
            as_of=basis.as_of.time,
            valid_at=basis.valid_at,
            entity_key=key_of(request.entity),
            category_key=key_of(request.category),
            after_from=None if cursor is None else cursor.after_from,
            after_id=None if cursor is None else cursor.after_id,
            limit=request.limit + 1,
        )
    return page_of(
        rows,
        request.limit,
        basis,
        question,
        shown=MemoryFound.memory,
        place=lambda row: Cursor.behind(basis, row.valid_from, row.memory_id),
    )


def _narrower(partitions: Sequence[PartitionFound]) -> list[PartitionFound]:
    """Return those that could hide a belief of another: a reader of one scope is spared the search."""
    scopes = {Scope(found.scope) for found in partitions}
    widest = next((scope for scope in Scope if scope in scopes), None)
    return [found for found in partitions if Scope(found.scope) is not widest]
