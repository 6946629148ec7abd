"""Open the memory for one hook, as the agent and in the session that the hook is of."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from muniment.bootstrap.wiring import opened
from muniment.hooks.events import Event, session_of
from muniment.hooks.summing import session_name
from muniment.operations.services import Services
from muniment.settings import Settings
from muniment.store import event_loop

AGENT: Final = "claude-code"
"""Who writes, unless another agent is configured."""


def with_memory(settings: Settings, event: Event, act: Callable[[Services], Awaitable[str]]) -> str:
    """Do something with the memory, and close it again."""

    async def whole() -> str:
        async with opened(settings, founding=True) as services:
            return await act(in_session(services, session_of(event)))

    return event_loop.run(whole)


def in_session(services: Services, session: str) -> Services:
    """Return services that write as the agent, in one of its sessions."""
    principal = services.principal
    agent = principal.agent or AGENT
    return replace(
        services,
        principal=replace(
            principal,
            agent=agent,
            trail=principal.trail or (agent,),
            session=principal.session or session_name(session),
        ),
    )
