"""Show entities: who is spoken of, one of them through time, and how they hang together."""

from __future__ import annotations

from starlette.requests import Request

from muniment.model.memory import Memory
from muniment.operations.services import Services
from muniment.web.asking import ask, basis, given, point
from muniment.web.drawing import drawn, strip
from muniment.web.showing import Shown

GRAPH_FACTS_MAX = 60


async def entities(services: Services, request: Request) -> Shown:
    """List the entities that something is believed of, the often named first."""
    found = await ask(
        services,
        "entities_list",
        starts_with=given(request, "starts_with"),
        cursor=given(request, "cursor"),
        **basis(request),
    )
    return Shown(template="entities.html", title="Entities", told={"found": found})


async def entity(services: Services, request: Request) -> Shown:
    """Show one entity through valid time."""
    name = request.path_params["name"]
    line = await ask(
        services,
        "entity_timeline",
        entity=name,
        category=given(request, "category"),
        objects=True,
        as_of=point(request),
        namespace=given(request, "namespace"),
    )
    return Shown(
        template="entity.html",
        title=name,
        told={"name": name, "line": line, "strip": strip(line.items, line.basis.valid_at)},
    )


async def graph(services: Services, request: Request) -> Shown:
    """Draw the facts around an entity, one step away."""
    name = given(request, "entity")
    facts: tuple[Memory, ...] = ()
    if name is not None:
        line = await ask(
            services,
            "entity_timeline",
            entity=name,
            objects=True,
            as_of=point(request),
            namespace=given(request, "namespace"),
        )
        at = line.basis.valid_at
        facts = tuple(
            each.memory
            for each in line
            if each.memory.object is not None
            and each.memory.valid_from <= at
            and (each.memory.valid_until is None or each.memory.valid_until > at)
        )[:GRAPH_FACTS_MAX]
    return Shown(
        template="graph.html",
        title="Graph",
        told={
            "name": name,
            "drawing": None if name is None else drawn(name, facts),
            "facts": facts,
        },
    )
