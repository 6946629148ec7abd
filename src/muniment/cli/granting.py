"""Offer keys and grants: who may reach a service, and on whose behalf."""

from __future__ import annotations

from dataclasses import replace

import typer
from rich.console import RenderableType

from muniment.cli.chosen import Chosen
from muniment.cli.deriving import Derived, add_derived
from muniment.cli.opening import run_operation
from muniment.cli.pages import lines, table
from muniment.cli.printing import show
from muniment.model.access import AccessGrant, AccessKey, Granted, KeyMade
from muniment.model.plain import plain
from muniment.operations import granting

app = typer.Typer()


def key_page(made: KeyMade) -> RenderableType:
    """Show a token, and say that it is shown once."""
    return lines(
        f"Key {made.id}, made in transaction {made.transaction}.",
        "Its token, shown this once:",
        made.token,
    )


def _make(chosen: Chosen, request: granting.NewKey) -> int:
    """Make a key of the agent that was named, which does not make it itself."""
    of_agent = replace(request, agent=chosen.agent)
    made = run_operation(replace(chosen, agent=None), granting.create_key, of_agent)
    show(chosen, plain(made), lambda: key_page(made))
    return 0


def keys_page(found: tuple[AccessKey, ...]) -> RenderableType:
    """List keys; a token is never among what is shown."""
    if not found:
        return lines("There are no keys.")
    return table(
        ("id", "name", "role", "user", "agent", "namespaces", "expires", "last used", "revoked"),
        (
            (
                each.id,
                each.name,
                each.role,
                each.user,
                each.agent,
                "all" if each.namespaces is None else each.namespaces,
                each.expires_at or "never",
                each.last_used_at or "never",
                each.revoked_at,
            )
            for each in found
        ),
    )


def granted_page(made: Granted) -> RenderableType:
    """Say that it was granted."""
    return lines(f"Granted: {made.id}, in transaction {made.transaction}.")


def grants_page(found: tuple[AccessGrant, ...]) -> RenderableType:
    """List grants."""
    if not found:
        return lines("There are no grants.")
    return table(
        ("id", "of", "to", "level", "within", "expires", "revoked"),
        (
            (
                each.id,
                each.owner,
                each.grantee,
                each.level.value,
                each.namespace or each.container or "everything",
                each.expires_at or "never",
                each.revoked_at,
            )
            for each in found
        ),
    )


def revoked_page(number: int) -> RenderableType:
    """Say that it is over."""
    return lines(f"Revoked in transaction {number}.")


add_derived(
    app,
    Derived(what=granting.create_key, act=_make, first=("name",), without=("user", "agent")),
)
add_derived(app, Derived(what=granting.keys, page=keys_page))
add_derived(app, Derived(what=granting.revoke_key, page=revoked_page, first=("id",)))
add_derived(
    app, Derived(what=granting.grant, page=granted_page, first=("grantee",), without=("owner",))
)
add_derived(app, Derived(what=granting.grants, page=grants_page))
add_derived(app, Derived(what=granting.revoke_grant, page=revoked_page, first=("id",)))
