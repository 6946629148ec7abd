"""Offer entities: names, aliases and the graph."""

from __future__ import annotations

import typer
from rich.console import RenderableType

from muniment.cli.answer_pages import written_page
from muniment.cli.deriving import Derived, add_derived
from muniment.cli.pages import NOTHING_FITS, degraded_lines, lines, more_line, table
from muniment.model.entities import EntityEntry, EntityGraph, GraphMeasures, NameResolved
from muniment.model.reading import Page
from muniment.model.worded import basis_line, counted, period
from muniment.operations import entities

app = typer.Typer()
CUT = "There is more than was read: raise --edges-max."


def resolved_page(resolved: NameResolved) -> RenderableType:
    """Say what a name stands for, or what it may."""
    if resolved.entity is not None and resolved.path is not None:
        said = f"{resolved.entity} (by {resolved.path.value}, {resolved.score:.4g})"
        proofs = [f"alias: {each}" for each in resolved.aliases]
        return lines(said, *proofs, basis_line(resolved.basis))
    found = table(
        ("candidate", "by", "score", "against"),
        ((each.entity, each.path.value, each.score, each.against) for each in resolved.candidates),
    )
    return lines(
        "Not certain." if resolved.candidates else NOTHING_FITS,
        found if resolved.candidates else None,
        *degraded_lines(resolved.degraded),
        basis_line(resolved.basis),
    )


def entities_page(page: Page[EntityEntry]) -> RenderableType:
    """List entities."""
    if not page.items:
        return lines(NOTHING_FITS)
    return lines(
        table(
            ("entity", "as subject", "as object", "aliases"),
            ((each.name, each.as_subject, each.as_object, each.aliases) for each in page),
        ),
        basis_line(page.basis),
        more_line(page.cursor),
    )


def graph_page(graph: EntityGraph) -> RenderableType:
    """List the facts of a graph, and how far each entity is."""
    if not graph.edges:
        return lines(NOTHING_FITS)
    return lines(
        table(
            ("id", "valid", "subject", "predicate", "object"),
            (
                (
                    each.memory_id,
                    period(each.valid_from, each.valid_until),
                    each.subject,
                    each.predicate,
                    each.object,
                )
                for each in graph.edges
            ),
        ),
        table(
            ("entity", "steps", "facts"),
            ((each.name, each.hops, each.degree) for each in graph.nodes),
        ),
        CUT if graph.is_cut else None,
        basis_line(graph.basis),
    )


def measures_page(measures: GraphMeasures) -> RenderableType:
    """List entities, the central ones first."""
    if not measures.nodes:
        return lines(NOTHING_FITS)
    return lines(
        table(
            ("entity", "pagerank", "facts", "community"),
            ((each.name, each.pagerank, each.degree, each.community) for each in measures.nodes),
        ),
        f"{counted(measures.edges, 'fact')}, "
        f"{counted(measures.communities, 'community', 'communities')}",
        CUT if measures.is_cut else None,
        basis_line(measures.basis),
    )


add_derived(app, Derived(what=entities.resolve_entity, page=resolved_page, first=("mention",)))
add_derived(app, Derived(what=entities.add_alias, page=written_page, first=("alias", "entity")))
add_derived(app, Derived(what=entities.entities, page=entities_page, first=("starts_with",)))
add_derived(app, Derived(what=entities.graph, page=graph_page, first=("entity",)))
add_derived(app, Derived(what=entities.graph_measures, page=measures_page))
