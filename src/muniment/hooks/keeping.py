"""After each tool that changes something: put aside what it left behind, without opening the memory."""

from __future__ import annotations

from muniment.hooks.artefacts import artefact_of
from muniment.hooks.events import Event, session_of
from muniment.hooks.spooling import Spool
from muniment.settings import Settings


def run(event: Event, settings: Settings) -> str:
    """Put aside what the tool left behind; there is nothing to tell the agent."""
    artefact = artefact_of(event)
    if artefact is not None:
        Spool(settings, session_of(event)).keep(artefact)
    return ""
