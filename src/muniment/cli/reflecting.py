"""Offer the looks back: reflection, what faded, pairs of beliefs, and reading turns again."""

from __future__ import annotations

import typer
from rich.console import RenderableType

from muniment.cli.deriving import Derived, add_derived
from muniment.cli.pages import NOTHING_FITS, degraded_lines, lines, table
from muniment.cli.printing import one_line
from muniment.model.consolidation import Consolidated, Proposed
from muniment.model.reflection import FadedBeliefs, Reflection, StableBelief
from muniment.model.similar import Pairs
from muniment.model.worded import basis_line, counted
from muniment.operations import reflecting

app = typer.Typer()
CUT = "There is more: raise --limit."


def reflection_page(reflection: Reflection) -> RenderableType:
    """Lay out a look back, list by list."""
    changed = table(
        ("changed at", "old", "new", "before", "content"),
        (
            (each.changed_at, each.old_id, each.new_id, each.old_content, each.new_content)
            for each in reflection.changed_beliefs
        ),
    )
    disputed = table(
        ("review", "first", "second", "why"),
        (
            (each.id, each.first_content, each.second_content, each.rationale)
            for each in reflection.contradictions_for_review
        ),
    )
    return lines(
        *(one_line(each.told) for each in reflection.phrases),
        *(f"The model: {one_line(each)}" for each in reflection.degraded),
        *_stable("Stable preferences", reflection.stable_preferences),
        *_stable("Stable constraints", reflection.stable_constraints),
        "Changed beliefs" if reflection.changed_beliefs else "No changed beliefs.",
        changed if reflection.changed_beliefs else None,
        "Contradictions for review"
        if reflection.contradictions_for_review
        else "No contradictions for review.",
        disputed if reflection.contradictions_for_review else None,
        CUT if reflection.is_cut else None,
        basis_line(reflection.basis),
    )


def _stable(title: str, beliefs: tuple[StableBelief, ...]) -> tuple[RenderableType | str, ...]:
    if not beliefs:
        return (f"No {title.lower()}.",)
    shown = table(
        ("id", "turns", "content"),
        ((each.memory_id, len(each.episodes), each.content) for each in beliefs),
    )
    return title, shown


def faded_page(faded: FadedBeliefs) -> RenderableType:
    """List what has faded."""
    if not faded.items:
        return lines("Nothing has faded.", basis_line(faded.basis))
    return lines(
        table(
            ("id", "was", "is", "since", "content"),
            (
                (each.memory_id, each.confidence, each.faded, each.valid_from, each.content)
                for each in faded.items
            ),
        ),
        CUT if faded.is_cut else None,
        basis_line(faded.basis),
    )


def pairs_page(pairs: Pairs) -> RenderableType:
    """List pairs of beliefs."""
    if not pairs.items:
        return lines(NOTHING_FITS, basis_line(pairs.basis))
    return lines(
        table(
            ("why", "first", "second", "first says", "second says"),
            (
                (
                    each.reason.value,
                    each.first,
                    each.second,
                    each.first_content,
                    each.second_content,
                )
                for each in pairs.items
            ),
        ),
        CUT if pairs.is_cut else None,
        basis_line(pairs.basis),
    )


def proposed_page(proposed: Proposed) -> RenderableType:
    """Say what was put under review."""
    if not proposed.items:
        return lines("Nothing new to review.")
    return lines(
        table(
            ("review", "why", "first says", "second says"),
            (
                (each.id, each.pair.reason.value, each.pair.first_content, each.pair.second_content)
                for each in proposed.items
            ),
        ),
        f"{len(proposed.items)} under review in transaction {proposed.transaction}",
        CUT if proposed.is_cut else None,
    )


def consolidated_page(done: Consolidated) -> RenderableType:
    """Say what reading again came to."""
    return lines(
        f"{counted(done.read, 'turn')} read by {done.extracted_by}: "
        f"{counted(done.changed, 'decision')} changed what is "
        f"believed, {done.repeated} did not",
        *degraded_lines(done.degraded),
        "There are more turns to read: run it again." if done.has_more else None,
    )


add_derived(app, Derived(what=reflecting.reflect, page=reflection_page))
add_derived(app, Derived(what=reflecting.faded, page=faded_page))
add_derived(app, Derived(what=reflecting.find_duplicates, page=pairs_page, first=("entity",)))
add_derived(app, Derived(what=reflecting.find_contradictions, page=pairs_page, first=("entity",)))
add_derived(
    app, Derived(what=reflecting.propose_contradictions, page=proposed_page, first=("entity",))
)
add_derived(app, Derived(what=reflecting.consolidate, page=consolidated_page))
