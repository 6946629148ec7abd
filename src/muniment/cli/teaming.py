"""Offer what keeps a team in order: projects, sessions and quotas."""

from __future__ import annotations

import typer
from rich.console import RenderableType

from muniment.cli.deriving import Derived, add_derived
from muniment.cli.pages import lines, more_line, pairs, table
from muniment.model.containers import Container
from muniment.model.quotas import Quota
from muniment.model.reading import Page
from muniment.model.worded import basis_line, moment
from muniment.operations import agents

app = typer.Typer()


def container_page(container: Container) -> RenderableType:
    """Say what a container is."""
    ended = "open" if container.ended_at is None else f"ended at {moment(container.ended_at)}"
    of = "" if container.project is None else f" of {container.project}"
    return lines(f"{container.kind.value} {container.name}{of}, {ended}")


def containers_page(page: Page[Container]) -> RenderableType:
    """List containers."""
    if not page.items:
        return lines("There are none.")
    return lines(
        table(
            ("name", "kind", "project", "since", "ended"),
            (
                (
                    each.name,
                    each.kind.value,
                    each.project,
                    each.started_at,
                    each.ended_at,
                )
                for each in page
            ),
        ),
        basis_line(page.basis),
        more_line(page.cursor),
    )


def quota_page(quota: Quota) -> RenderableType:
    """Show limits, and how far they are reached."""
    return pairs(
        [
            ("user", quota.user or "nobody"),
            ("writes today", _of(quota.writes_today, quota.daily_writes)),
            ("resets at", quota.resets_at),
            ("memories kept", _of(quota.memories_kept, quota.memories)),
        ]
    )


def _of(count: int, limit: int | None) -> str:
    return f"{count}, without limit" if limit is None else f"{count} of {limit}"


add_derived(app, Derived(what=agents.projects, page=containers_page))
add_derived(app, Derived(what=agents.create_project, page=container_page, first=("name",)))
add_derived(app, Derived(what=agents.end_project, page=container_page, first=("name",)))
add_derived(app, Derived(what=agents.sessions, page=containers_page, first=("project",)))
add_derived(app, Derived(what=agents.create_session, page=container_page, first=("name",)))
add_derived(app, Derived(what=agents.end_session, page=container_page, first=("name",)))
add_derived(app, Derived(what=agents.set_quota, page=quota_page))
add_derived(app, Derived(what=agents.get_quota, page=quota_page))
