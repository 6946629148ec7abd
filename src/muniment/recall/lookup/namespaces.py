"""List the namespaces that a principal reads, as they were known at a transaction."""

from __future__ import annotations

from dataclasses import dataclass

from muniment.access.principal import Principal
from muniment.model.reading import AsOf
from muniment.recall.lookup.opening import reading_at
from muniment.store.pool import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class NamespaceFound:
    """The name of a namespace."""

    namespace: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GetNamespaces:
    """Ask for the namespaces whose names begin like this, and come after that one."""

    starts_with: str | None = None
    after: str | None = None
    containers: tuple[str, ...] = ()
    as_of: AsOf = None
    limit: int = 100


async def namespaces(store: Store, principal: Principal, request: GetNamespaces) -> tuple[str, ...]:
    """Return the names of namespaces, in the order of their characters."""
    async with reading_at(store, principal, request.as_of, request.containers) as at:
        rows = await at.work.all(
            "namespaces_list",
            NamespaceFound,
            **at.where,
            user_id=at.principal.user_id,
            container_ids=list(at.principal.containers),
            starts_with=request.starts_with or "",
            after=request.after or "",
            limit=request.limit,
        )
    return tuple(row.namespace for row in rows)
