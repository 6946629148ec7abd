"""Tell what is believed at a basis: the narrower scope wins."""

from __future__ import annotations

from collections.abc import Sequence

from muniment.access.partition import PartitionFound
from muniment.access.principal import Principal
from muniment.model.memory import Memory, Scope
from muniment.model.reading import GetCurrentFacts, Page
from muniment.recall.lookup.cursor import Cursor, Listing
from muniment.recall.lookup.opening import Known, key_of, numbers_of
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
    listing = Listing.of(Cursor, request)
    place = (listing.as_of, request.namespace, request.containers)
    async with Known.at(store, principal, *place, valid_at=listing.valid_at) as known:
        await known.work.plan_anew()
        if request.entity is None and request.category is None:
            await known.work.walk_in_order()
        rows = await known.work.all(
            "facts_current",
            MemoryFound,
            **known.holding,
            narrower_nos=numbers_of(_narrower(known.partitions)),
            entity_key=key_of(request.entity, "entity"),
            category_key=key_of(request.category, "category"),
            **listing.part,
        )
    return listing.page(
        rows,
        known.basis,
        shown=MemoryFound.memory,
        place=lambda row: Cursor.behind(known.basis, row.valid_from, row.memory_id),
    )


def _narrower(partitions: Sequence[PartitionFound]) -> list[PartitionFound]:
    """Return those that could hide a belief of another: a reader of one scope is spared the search."""
    scopes = {Scope(found.scope) for found in partitions}
    widest = next((scope for scope in Scope if scope in scopes), None)
    return [found for found in partitions if Scope(found.scope) is not widest]
