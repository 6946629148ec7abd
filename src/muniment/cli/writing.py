"""Offer the verbs that change the ledger."""

from __future__ import annotations

from typing import Any

import typer
from rich.console import RenderableType

from muniment.cli.answer_pages import written_page
from muniment.cli.deriving import Derived, add_derived
from muniment.cli.hints import hint
from muniment.cli.pages import lines, told
from muniment.model.worded import counted
from muniment.model.writes import EpisodeHidden
from muniment.operations import writes
from muniment.operations.catalogue import arguments

app = typer.Typer()


def _add(reason: str | None = None, **fields: Any) -> writes.Add:
    return writes.Add(memories=(writes.NewMemory(**fields),), reason=reason)


def _transaction_page(number: int | None) -> RenderableType:
    return lines("It was so already." if number is None else f"Done in transaction {number}.")


def _hidden_page(hidden: EpisodeHidden) -> RenderableType:
    """Say what was hidden, and what rests on nothing else."""
    left, forgotten = hidden.beliefs, hidden.forgotten
    resting = counted(
        len(left), "belief rests on nothing else and is", "beliefs rest on nothing else and are"
    )
    return lines(
        _transaction_page(hidden.transaction),
        f"Forgotten with it: {told(forgotten)}" if forgotten else None,
        f"Displaced by that, and not brought back: {told(hidden.displaced)}"
        if hidden.displaced
        else None,
        f"{resting} still believed: {told(left)}" if left else None,
        hint(f"Forget with it: `muniment forget-episode {hidden.id} --with-beliefs`")
        if left
        else None,
    )


add_derived(
    app,
    Derived(
        what=writes.add_many,
        name="add",
        page=written_page,
        first=("content",),
        fields=(
            *arguments(writes.NewMemory),
            *(each for each in arguments(writes.Add) if each.name == "reason"),
        ),
        request=_add,
        answer=lambda added: added[0],
        summary="""Add a belief, so from --valid-from on (now if left out).

        With an entity and a category it has a slot; if the slot holds one belief, the latest
        to become valid holds.""",
    ),
)
add_derived(app, Derived(what=writes.update, page=written_page, first=("id", "content")))
add_derived(app, Derived(what=writes.end, page=written_page, first=("id",)))
add_derived(app, Derived(what=writes.forget, page=written_page, first=("id",)))
add_derived(app, Derived(what=writes.forget_episode, page=_hidden_page, first=("id",)))
add_derived(app, Derived(what=writes.retract, page=written_page, first=("id",)))
add_derived(
    app,
    Derived(what=writes.set_cardinality, page=_transaction_page, first=("category", "cardinality")),
)
