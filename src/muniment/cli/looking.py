"""Offer the readings that list and count, without ranking."""

from __future__ import annotations

import typer

from muniment.cli.answer_pages import (
    diff_page,
    entries_page,
    feed_page,
    history_page,
    stats_page,
    timeline_page,
    users_page,
)
from muniment.cli.deriving import Derived, add_derived
from muniment.cli.pages import memory_page, names_page
from muniment.operations import feeding, namespaces, reads, users

app = typer.Typer()

add_derived(app, Derived(what=reads.get, page=memory_page, first=("id",)))
add_derived(app, Derived(what=reads.get_episode, page=memory_page, first=("id",)))
add_derived(app, Derived(what=reads.search, page=entries_page, first=("text",)))
add_derived(
    app,
    Derived(
        what=reads.search,
        name="list",
        page=entries_page,
        without=("text", "metadata", "created_from", "created_until"),
        summary="List memories and turns, latest valid time first; --kind memory lists beliefs only.",
    ),
)
add_derived(app, Derived(what=reads.history, page=history_page, first=("id",)))
add_derived(app, Derived(what=reads.timeline, page=timeline_page, first=("entity",)))
add_derived(app, Derived(what=reads.current_facts, page=entries_page, first=("entity",)))
add_derived(app, Derived(what=namespaces.namespaces, page=names_page, first=("starts_with",)))
add_derived(app, Derived(what=users.users, page=users_page, first=("starts_with",)))
add_derived(app, Derived(what=feeding.changes, page=feed_page))
add_derived(app, Derived(what=feeding.diff, page=diff_page))
add_derived(app, Derived(what=reads.stats, page=stats_page))
