"""When the agent stops: take in what it did, and keep what its session came to."""

from __future__ import annotations

from pathlib import Path

from muniment.hooks.events import Event, repository_of, session_of
from muniment.hooks.spooling import Spool
from muniment.hooks.summing import sum_up, take_in
from muniment.hooks.transcript import talk_of
from muniment.hooks.working import with_memory
from muniment.operations.services import Services
from muniment.settings import Settings


def run(event: Event, settings: Settings) -> str:
    """Take in what was put aside and sum up; there is nothing to tell the agent.

    An agent that goes on because of a hook is left alone: no hook is to call itself for ever.
    """
    if event.get("stop_hook_active"):
        return ""
    spool = Spool(settings, session_of(event))
    talk = talk_of(Path(str(event.get("transcript_path") or "nowhere")))

    async def act(services: Services) -> str:
        await take_in(services, spool)
        await sum_up(services, repository_of(event), spool.session, talk)
        return ""

    return with_memory(settings, event, act)
