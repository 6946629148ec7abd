"""Show how the store is: its health, its size, its last transactions, and who works in it."""

from __future__ import annotations

from collections import Counter

from starlette.requests import Request

from muniment.access.principal import Permission
from muniment.model.reading import KnownUser
from muniment.operations.services import Services
from muniment.web.reads import ask, given
from muniment.web.showing import Shown

LATEST = 12
USERS_MAX = 500
"""How many users are offered to who governs."""
ACTING = 1_000
ANOTHER = "another user"


async def overview(services: Services, request: Request) -> Shown:
    """Show health, size and the head of the chain."""
    stats = await ask(services, "stats")
    latest = await ask(services, "transactions", latest_first=True, limit=LATEST)
    return Shown(
        title="Overview",
        told={
            "stats": stats,
            "health": await ask(services, "health"),
            "users": await _users(services),
            "latest": latest,
            "tenant": services.principal.tenant,
            "user": services.principal.user,
            "namespace": services.settings.namespace,
            "server": services.server if services.is_keeper else None,
        },
    )


async def _users(services: Services) -> tuple[KnownUser, ...]:
    if Permission.GOVERN not in services.principal.permissions:
        return ()
    found: tuple[KnownUser, ...] = await ask(services, "users", limit=USERS_MAX)
    return found


async def agents(services: Services, request: Request) -> Shown:
    """Show who wrote the last thousand transactions, and in what role; and who may come in."""
    found = await ask(services, "transactions", latest_first=True, limit=ACTING)
    counted = Counter((each.actor or ANOTHER, each.role) for each in found)
    last = {(each.actor or ANOTHER, each.role): each for each in reversed(found)}
    rows = [
        (actor, role, count, last[actor, role])
        for (actor, role), count in sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    ]
    return Shown(
        title="Agents",
        told={
            "rows": rows,
            "looked": len(found),
            "another": ANOTHER,
            "keys": await ask(services, "keys"),
            "grants": await ask(services, "grants"),
        },
    )


async def tasks(services: Services, request: Request) -> Shown:
    """List what is due, runs, waits or failed, and what is enqueued again and again."""
    found = await ask(
        services,
        "tasks",
        state=given(request, "state"),
        kind=given(request, "kind"),
        cursor=given(request, "cursor"),
    )
    told = {"found": found, "schedules": await ask(services, "schedules")}
    return Shown(title="Tasks", told=told)
