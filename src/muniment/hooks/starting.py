"""When a session starts: take in what was left over, and tell the agent what matters here."""

from __future__ import annotations

import json

from muniment.access.principal import Permission
from muniment.errors import MunimentError, Unavailable
from muniment.hooks.complaining import complain
from muniment.hooks.events import Event, repository_of, session_of
from muniment.hooks.spooling import Spool, spools
from muniment.hooks.summing import take_in
from muniment.hooks.telling import told_at_start
from muniment.hooks.working import in_session, with_memory
from muniment.operations.services import Services
from muniment.settings import Settings


def run(event: Event, settings: Settings) -> str:
    """Return what the agent is to know at once: made once for a session, and told again if it goes on."""
    spool = Spool(settings, session_of(event))
    told = spool.noted()
    if told is None:

        async def act(services: Services) -> str:
            await _take_in_left(services, settings)
            return await told_at_start(services, repository_of(event))

        told = with_memory(settings, event, act)
        spool.note(told)
    if not told:
        return ""
    answer = {"hookEventName": "SessionStart", "additionalContext": told}
    return json.dumps({"hookSpecificOutput": answer}, ensure_ascii=False)


async def _take_in_left(services: Services, settings: Settings) -> None:
    """Take in what was left over, but for an agent that only reads; what cannot be is said, and stays.

    A session that is refused keeps no later one from being taken in, and a database that is away is asked once.
    """
    if Permission.WRITE not in services.principal.permissions:
        return
    for left in spools(settings):
        try:
            await take_in(in_session(services, left.session), left)
        except MunimentError as error:
            complain(error)
            if isinstance(error, Unavailable):
                return
