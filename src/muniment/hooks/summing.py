"""Take in what a coding agent did, and say in one memory what its session came to."""

from __future__ import annotations

from muniment.hooks.spooling import Spool
from muniment.hooks.telling import SUMMARY, tag_of
from muniment.hooks.transcript import Talk
from muniment.operations import writes
from muniment.operations.catalogue import perform
from muniment.operations.services import Services
from muniment.operations.writes import NewMemory, NewTurn


async def take_in(services: Services, spool: Spool) -> None:
    """Store what was put aside as turns of the session, each once, and empty the spool."""
    kept = spool.artefacts()
    if not kept:
        return
    turns = [
        NewTurn(
            content=each.artefact.content,
            occurred_at=each.occurred_at,
            session=session_name(spool.session),
            speaker=services.principal.agent,
            source_id=each.artefact.source_id,
            metadata={"tool": each.artefact.tool, "about": each.artefact.about},
        )
        for each in kept
    ]
    await perform(services, writes.ingest_turns, writes.Ingest(turns=turns, reason="hook"))
    for each in kept:
        each.file.unlink(missing_ok=True)


async def sum_up(services: Services, repository: str, session: str, talk: Talk) -> None:
    """Keep what a session came to, in place of what it had come to before.

    Its slot is the session's: the last summary holds, and the timeline keeps the others.
    """
    if talk.asked_first is None and talk.said_last is None:
        return
    memory = NewMemory(
        content=_sentence(repository, talk),
        entity=f"{repository} session {session[:8]}",
        category=SUMMARY,
        tags=(tag_of(repository),),
    )
    await perform(services, writes.add_many, writes.Add(memories=(memory,), reason="hook"))


def session_name(session: str) -> str:
    """Return what the session of a coding agent is called here."""
    return f"claude-code/{session}"


def _sentence(repository: str, talk: Talk) -> str:
    parts = [f"In {repository}"]
    if talk.asked_first is not None:
        parts.append(f"it was asked: “{talk.asked_first}”")
    if talk.asked_last is not None:
        parts.append(f"and after {talk.questions - 1} more: “{talk.asked_last}”")
    text = ", ".join(parts) + "."
    return text if talk.said_last is None else f"{text} The answer ended: “{talk.said_last}”"
