"""The operation that lists namespaces."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from dataclasses import dataclass
from typing import Final

from muniment.access.principal import Permission
from muniment.operations.catalogue import Effect, about, operation
from muniment.operations.moments import BasisLike, as_of
from muniment.operations.services import Services
from muniment.recall.lookup.namespaces import GetNamespaces
from muniment.recall.lookup.namespaces import namespaces as read_namespaces
from muniment.recall.lookup.opening import PAGE_MAX

OF_ONE_NAMESPACE: Final = frozenset({"current_facts", "recall", "search", "timeline"})
"""Reads that may find nothing because it is in another namespace."""

ELSEWHERE_MAX: Final = 6
"""How many other namespaces are looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListNamespaces:
    """Which namespaces to list."""

    starts_with: str | None = about("What their names start with.", None)
    after: str | None = about("Names that come after this one.", None)
    as_of: BasisLike | None = about("As known at this time or transaction number.", None)
    containers: Sequence[str] = about("Containers to read too.", ())
    limit: int = about("The most names.", 100, least=1, most=PAGE_MAX)


@operation(Effect.READS, Permission.READ)
async def namespaces(services: Services, request: ListNamespaces) -> tuple[str, ...]:
    """List, by name, the namespaces in which something of the user's or the tenant's was written.

    For more, ask again with `after` set to the last name.
    """
    asked = GetNamespaces(
        starts_with=request.starts_with,
        after=request.after,
        containers=tuple(request.containers),
        as_of=as_of(request.as_of),
        limit=request.limit,
    )
    return await read_namespaces(services.store, services.principal, asked)


def found_nothing(what: str, answer: object) -> bool:
    """Tell whether an operation read one namespace, and nothing was there."""
    return what in OF_ONE_NAMESPACE and isinstance(answer, Sized) and not len(answer)


async def elsewhere(services: Services, namespace: str | None) -> tuple[str, ...]:
    """Return the first namespaces that were written to besides the one that was read."""
    read = services.namespace_of(namespace)
    asked = GetNamespaces(limit=ELSEWHERE_MAX + 1)
    found = await read_namespaces(services.store, services.principal, asked)
    return tuple(name for name in found if name != read)[:ELSEWHERE_MAX]
