"""Tell a coding agent, when it starts, what matters for the repository it works in."""

from __future__ import annotations

from typing import Final

from muniment.errors import PageNotFound
from muniment.mcp.wording import DATA
from muniment.model.memory import Episode, Memory, Standing
from muniment.model.plain import Plain, plain
from muniment.model.quoting import quoted
from muniment.model.tokens import CHARACTERS_PER_TOKEN
from muniment.operations import pages, reads
from muniment.operations.catalogue import perform
from muniment.operations.services import Services
from muniment.temporal.instants import format_instant

SUMMARY: Final = "session summary"
"""The category of what a session came to."""

TOKENS_MAX: Final = 2_000
_EACH: Final = 8
_SESSIONS: Final = 3
_TAG_MAX: Final = 128

_HEAD: Final = """\
Long-term memory (Muniment) holds the following about {repository}. Ask for more with the tool memory_recall, or in a \
terminal with `muniment recall "…"`. Keep what will matter later with memory_add."""


async def told_at_start(services: Services, repository: str) -> str:
    """Return what matters for a repository, an empty text if nothing is known.

    What is believed of it, decisions, what the last sessions came to, what bears on it, and the
    snapshot of the user, each once, as much as fits.
    """
    found: dict[str, Plain] = {}
    for memory in await _memories(services, repository):
        found.setdefault(str(memory.id), _record(memory))
    snapshot = await _snapshot(services)
    lines: list[str] = []
    left = TOKENS_MAX * CHARACTERS_PER_TOKEN
    for record in ([snapshot] if snapshot else []) + [quoted(each) for each in found.values()]:
        if len(record) <= left:
            lines.append(record)
            left -= len(record)
    if not lines:
        return ""
    return "\n".join((_HEAD.format(repository=quoted(repository)), DATA, *lines))


def tag_of(repository: str) -> str:
    """Return the tag of what belongs to a repository."""
    return repository[-_TAG_MAX:]


async def _memories(services: Services, repository: str) -> list[Memory | Episode]:
    facts = await perform(
        services, reads.current_facts, reads.CurrentFacts(entity=repository, limit=_EACH)
    )
    decisions = await perform(
        services, reads.search, reads.Search(category="decision", kind="memory", limit=_EACH)
    )
    sessions = await perform(
        services,
        reads.search,
        reads.Search(category=SUMMARY, tags=(tag_of(repository),), kind="memory", limit=_SESSIONS),
    )
    question = f"What was decided, what is open, and what is to be known about {repository}?"
    recalled = await perform(
        services, reads.recall, reads.RecallResults(query=question, limit=_EACH, budget=TOKENS_MAX)
    )
    return [*facts, *decisions, *sessions, *(result.memory for result in recalled)]


async def _snapshot(services: Services) -> str | None:
    try:
        snapshot = await perform(services, pages.get_snapshot, pages.GetSnapshot())
    except PageNotFound:
        return None
    return quoted({"snapshot": plain(snapshot)})


def _record(said: Memory | Episode) -> Plain:
    record: dict[str, Plain] = {"id": str(said.id), "says": said.content}
    match said:
        case Memory():
            record |= {"about": said.entity, "category": said.category}
            if said.stands_as is not Standing.HELD:
                record["standing"] = said.stands_as.value
        case Episode():
            record["speaker"] = said.speaker
    record["since"] = format_instant(said.valid_from)
    return {name: value for name, value in record.items() if value is not None}
