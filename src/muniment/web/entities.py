"""Show entities: who is spoken of, one of them through time, and how they hang together."""

from __future__ import annotations

from starlette.requests import Request

from muniment.model.entities import EntityGraph
from muniment.operations.services import Services
from muniment.web.drawing import drawn, strip
from muniment.web.reads import ask, basis, given, number
from muniment.web.showing import Shown, name_in_path

GRAPH_FACTS_MAX = 60
PART = 100
"""How many beliefs of an entity one page draws."""


async def entities(services: Services, request: Request) -> Shown:
    """List the entities that something is believed of, the often named first."""
    found = await ask(
        services,
        "entities",
        starts_with=given(request, "starts_with"),
        cursor=given(request, "cursor"),
        **basis(request),
    )
    return Shown(title="Entities", told={"found": found})


async def entity(services: Services, request: Request) -> Shown:
    """Show one entity through valid time, its latest beliefs first to be opened."""
    name = name_in_path(request.path_params["name"])
    line = await ask(
        services,
        "timeline",
        entity=name,
        category=given(request, "category"),
        objects=True,
        as_of=given(request, "as_of"),
        namespace=given(request, "namespace"),
    )
    told = number(request, "skip")
    skipped = min(told, len(line.items)) if isinstance(told, int) else 0
    last = len(line.items) - skipped
    first = max(last - PART, 0)
    entries = line.items[first:last]
    return Shown(
        title=name,
        told={
            "name": name,
            "line": line,
            "entries": entries,
            "said": {each.memory.id: each.memory.content for each in line.items},
            "strip": strip(entries, line.basis.valid_at),
            "earlier": skipped + PART if first else None,
            "later": max(skipped - PART, 0) if skipped else None,
        },
    )


async def graph(services: Services, request: Request) -> Shown:
    """Draw the facts around an entity, a few steps away."""
    name = given(request, "entity")
    found: EntityGraph | None = None
    if name is not None:
        found = await ask(
            services,
            "graph",
            entity=name,
            depth=number(request, "depth") or 1,
            edges_max=GRAPH_FACTS_MAX,
            **basis(request),
        )
    return Shown(
        title="Graph",
        told={"name": name, "graph": found, "drawing": None if found is None else drawn(found)},
    )
