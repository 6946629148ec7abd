"""Offer the verbs that change the ledger."""

from __future__ import annotations

from typing import Any

import typer
from rich.console import RenderableType

from muniment.cli.answer_pages import written_page
from muniment.cli.deriving import Derived, Other, add_derived
from muniment.cli.pages import lines
from muniment.operations import writes
from muniment.operations.catalogue import arguments

app = typer.Typer()


def _add(reason: str | None = None, **fields: Any) -> writes.Add:
    return writes.Add(memories=(writes.NewMemory(**fields),), reason=reason)


def _transaction_page(number: int | None) -> RenderableType:
    return lines("It was so already." if number is None else f"Done in transaction {number}.")


add_derived(
    app,
    "add",
    Derived(
        what=writes.memory_add,
        page=written_page,
        first=("content",),
        fields=(
            *arguments(writes.NewMemory),
            *(each for each in arguments(writes.Add) if each.name == "reason"),
        ),
        request=_add,
        answer=lambda added: added[0],
        summary="""Add a belief: it is so from --valid-from (now if left out) on.

        With an entity and a category it has a slot; where the slot holds one belief, the latest
        to become valid holds. CONTENT - is read from standard input.""",
    ),
)
add_derived(
    app,
    "update",
    Derived(what=writes.memory_update, page=written_page, first=("id", "content")),
)
add_derived(app, "end", Derived(what=writes.memory_end, page=written_page, first=("id",)))
add_derived(
    app,
    "forget",
    Derived(
        what=writes.memory_forget,
        page=written_page,
        first=("id",),
        other=Other(
            flag="--episode",
            about="The id is a conversation turn's: hide it from now on.",
            what=writes.episode_forget,
            page=_transaction_page,
        ),
    ),
)
add_derived(app, "retract", Derived(what=writes.memory_retract, page=written_page, first=("id",)))
add_derived(
    app,
    "set-cardinality",
    Derived(what=writes.cardinality_set, page=_transaction_page, first=("category", "cardinality")),
)
