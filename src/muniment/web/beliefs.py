"""Show memories: the list with its filters, and one of them in two times, down to the words it rests on."""

from __future__ import annotations

from starlette.requests import Request

from muniment.errors import MemoryNotFound
from muniment.model.memory import Version
from muniment.model.reading import Page, Provenance
from muniment.operations.namespaces import elsewhere
from muniment.operations.services import Services
from muniment.web.plane import plane
from muniment.web.reads import ask, basis, given
from muniment.web.showing import Shown

FILTERS = ("text", "entity", "category", "scope", "standing")
DRAWN = 6
"""How many neighbours in its slot are drawn before a memory, and after it."""
NAMED = 20
"""How many are named."""


async def memories(services: Services, request: Request) -> Shown:
    """List memories, newest valid time first."""
    filters = {name: given(request, name) for name in FILTERS}
    tag = given(request, "tag")
    found = await ask(
        services,
        "search",
        kind="memory",
        status=given(request, "status") or "current",
        tags=None if tag is None else (tag,),
        cursor=given(request, "cursor"),
        **filters,
        **basis(request),
    )
    namespace = services.namespace_of(given(request, "namespace"))
    others = () if found.items else await elsewhere(services, namespace)
    told = {"found": found, "namespace": namespace, "elsewhere": others}
    return Shown(title="Memories", told=told)


async def memory(services: Services, request: Request) -> Shown:
    """Show one memory: what it says, its slot in two times, its evidence, its transactions."""
    memory_id = request.path_params["id"]
    where = {"as_of": given(request, "as_of")}
    at = {**where, "valid_at": given(request, "valid_at")}
    provenance: Provenance = await ask(services, "explain", id=memory_id, **at)
    found = provenance.memory
    if found is None:
        raise MemoryNotFound(provenance.missing or "")
    own: Page[Version] = await ask(services, "history", id=memory_id, **where)
    slot = await _slot(services, provenance, own, where)
    decisions = await ask(services, "decisions", memory=memory_id, **where)
    at_basis = provenance.basis
    return Shown(
        title=found.content,
        told={
            "memory": found,
            "versions": own,
            "provenance": provenance,
            "earlier": provenance.earlier[-NAMED:],
            "later": provenance.later[:NAMED],
            "plane": plane(slot, valid_at=at_basis.valid_at, as_of=at_basis.as_of),
            "decisions": decisions,
        },
    )


async def _slot(
    services: Services, provenance: Provenance, own: Page[Version], where: dict[str, str | None]
) -> tuple[Version, ...]:
    neighbours = dict.fromkeys(
        each.memory_id
        for each in (*provenance.earlier[-DRAWN:], *provenance.later[:DRAWN])
        if each.memory_id != provenance.memory_id
    )
    drawn = list(own)
    for neighbour in neighbours:
        drawn += await ask(services, "history", id=str(neighbour), **where)
    return tuple(drawn)
