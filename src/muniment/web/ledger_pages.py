"""Show the ledger: its transactions, whether it verifies, what changed, and what contradicts."""

from __future__ import annotations

import shlex

from starlette.requests import Request

from muniment.access.principal import Principal
from muniment.operations.services import Services
from muniment.settings import DEFAULT_TENANT, DEFAULT_USER
from muniment.web.reads import ask, given, transaction_number
from muniment.web.showing import Shown

TRANSACTIONS = 50


async def transactions(services: Services, request: Request) -> Shown:
    """List transactions, latest first."""
    until, who = transaction_number(request, "until"), given(request, "who")
    found = await ask(
        services,
        "transactions",
        before=None if until is None else until + 1,
        actor=who,
        key=given(request, "key"),
        latest_first=True,
        limit=TRANSACTIONS + 1,
    )
    shown, further = found[:TRANSACTIONS], found[TRANSACTIONS:]
    return Shown(
        title="Ledger",
        told={"shown": shown, "earlier": further[0].number if further else None},
    )


async def verification(services: Services, request: Request) -> Shown:
    """Walk the whole ledger and say whether it is as it was written."""
    found = await ask(services, "verify", anchor=given(request, "anchor"))
    return Shown(title="Verification", told={"found": found})


async def changes(services: Services, request: Request) -> Shown:
    """Show what was learnt, corrected, ended and forgotten between two moments."""
    found = await ask(
        services,
        "diff",
        since=given(request, "since"),
        until=given(request, "until"),
        entity=given(request, "entity"),
        namespace=given(request, "namespace"),
        cursor=given(request, "cursor"),
    )
    return Shown(title="Changes", told={"found": found})


async def reviews(services: Services, request: Request) -> Shown:
    """List the contradictions that wait for a person."""
    found = await ask(
        services,
        "review",
        as_of=given(request, "as_of"),
        namespace=given(request, "namespace"),
        cursor=given(request, "cursor"),
    )
    return Shown(title="Reviews", told={"found": found, "acting": _acting(services.principal)})


def _acting(principal: Principal) -> str:
    """Return the options by which a command is for whom a page shows; none where that is the default."""
    options = []
    if principal.tenant != DEFAULT_TENANT:
        options += ["--tenant", principal.tenant]
    if principal.user != DEFAULT_USER:
        options += ["--user", principal.user or "null"]
    return f" {shlex.join(options)}" if options else ""
