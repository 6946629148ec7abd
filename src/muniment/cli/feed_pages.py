"""Lay out the ledger as a feed."""

from __future__ import annotations

from rich.console import RenderableType

from muniment.cli.pages import lines, more_line, table
from muniment.model.feed import Feed


def feed_page(feed: Feed) -> RenderableType:
    """List transactions with what they changed, and say where to go on."""
    if not feed.entries:
        return lines(f"Nothing after transaction {feed.last}.")
    return lines(
        table(
            ("transaction", "recorded at", "by", "operation", "change", "id", "content"),
            (
                (
                    entry.transaction.number,
                    entry.transaction.recorded_at,
                    entry.transaction.actor,
                    entry.transaction.operation,
                    None if change is None else change.kind.value,
                    None if change is None else change.memory_id,
                    None if change is None else change.content_after or change.content_before,
                )
                for entry in feed.entries
                for change in entry.changes or (None,)
            ),
        ),
        more_line(feed.cursor) or f"Go on with --after {feed.last}.",
    )
