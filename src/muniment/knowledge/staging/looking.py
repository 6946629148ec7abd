"""Answer the tools of a session that look: what is believed, why, and what it is connected with."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from muniment.access.principal import Principal
from muniment.errors import Incorrect, MemoryNotFound, ModelAnswerUnusable, NotFound
from muniment.knowledge.roles.reading import a_choice, a_text, perhaps_text
from muniment.knowledge.staging.session import Session
from muniment.knowledge.staging.tools import Reads
from muniment.model.ids import MemoryId
from muniment.model.memory import Episode, Memory, Standing
from muniment.model.plain import Plain
from muniment.model.quoting import quoted
from muniment.model.reading import GetMemory, GetTimeline, Search, Status
from muniment.ports.language_model import JsonObject
from muniment.recall.grounds import Ask
from muniment.recall.lookup.history import timeline
from muniment.recall.lookup.listing import search
from muniment.recall.lookup.one import get
from muniment.recall.lookup.provenance import provenance
from muniment.recall.recaller import Recaller
from muniment.store.pool import Store
from muniment.temporal.instants import format_instant

FOUND_MAX: Final = 10
LISTED_MAX: Final = 30
WORDS_MAX: Final = 500
"""How many characters of one belief or turn are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Looking:
    """Where a session looks, and as whom: it sees what the principal may read."""

    store: Store
    recaller: Recaller
    principal: Principal
    namespace: str
    containers: tuple[str, ...] = ()
    is_private: bool = False
    """Whether what it looks for is kept for its agent alone."""

    async def look(self, tool: Reads, told: JsonObject, session: Session) -> str:
        """Return what a tool finds, as data.

        Raises:
            ModelAnswerUnusable: the arguments are no good.
        """
        try:
            found = await self._found(tool, told, session)
        except (Incorrect, NotFound) as error:
            raise ModelAnswerUnusable(error.message) from None
        return quoted({"found": found})

    async def _found(self, tool: Reads, told: JsonObject, session: Session) -> list[Plain]:
        match tool:
            case Reads.SEARCH:
                return await self._searched(a_text(told, "query", WORDS_MAX), session)
            case Reads.METADATA:
                return await self._listed(
                    session,
                    entity=perhaps_text(told, "entity", WORDS_MAX),
                    category=perhaps_text(told, "category", WORDS_MAX),
                    status=a_choice(told, "status", Status),
                )
            case Reads.CONTRADICTIONS:
                return await self._listed(session, standing=Standing.CONTESTED)
            case Reads.LINEAGE:
                return await self._lineage(session.memory(told))
            case Reads.GRAPH:
                return await self._graph(a_text(told, "entity", WORDS_MAX), session)
            case Reads.FETCH:
                named = session.memory(told)
                request = GetMemory(memory_id=named.id, containers=self.containers)
                return [_shown(await get(self.store, self.principal, request), session)]

    async def _searched(self, words: str, session: Session) -> list[Plain]:
        """Return what a recall finds; a belief that a turn stands for in it is shown as well."""
        ask = Ask(
            query=words, namespace=self.namespace, containers=self.containers, limit=FOUND_MAX
        )
        found: list[Plain] = []
        recalled = await self.recaller.recall(self.principal, ask, is_private=self.is_private)
        for result in recalled:
            found.append(_shown(result.memory, session))
            if isinstance(result.memory, Episode):
                found += [_shown(each, session) for each in await self._beliefs(result.evidence)]
        return found

    async def _beliefs(self, ids: Iterable[UUID]) -> list[Memory]:
        beliefs = []
        for each in ids:
            request = GetMemory(memory_id=MemoryId(each), containers=self.containers)
            with suppress(MemoryNotFound):
                beliefs.append(await get(self.store, self.principal, request))
        return beliefs

    async def _listed(
        self,
        session: Session,
        *,
        entity: str | None = None,
        category: str | None = None,
        status: Status = Status.CURRENT,
        standing: Standing | None = None,
    ) -> list[Plain]:
        request = Search(
            namespace=self.namespace,
            containers=self.containers,
            kind="memory",
            entity=entity,
            category=category,
            status=status,
            standing=standing,
            limit=LISTED_MAX,
        )
        page = await search(self.store, self.principal, request)
        return [_shown(each, session) for each in page]

    async def _graph(self, entity: str, session: Session) -> list[Plain]:
        request = GetTimeline(
            entity=entity, namespace=self.namespace, containers=self.containers, objects=True
        )
        entries = await timeline(self.store, self.principal, request)
        return [_shown(entry.memory, session) for entry in entries.items[-LISTED_MAX:]]

    async def _lineage(self, memory: Memory) -> list[Plain]:
        request = GetMemory(memory_id=memory.id, containers=self.containers)
        told = await provenance(self.store, self.principal, request)
        found: list[Plain] = [
            {
                "quotation": (each.quotation or each.source or "")[:WORDS_MAX],
                "by": each.actor,
                "from": format_instant(each.valid_from),
            }
            for each in told.evidence
            if not each.gap
        ]
        for where, versions in (("before", told.earlier), ("after", told.later)):
            found += [{where: each.content} for each in versions if each.content is not None]
        return found


def _shown(said: Memory | Episode, session: Session) -> Plain:
    if isinstance(said, Episode):
        return {
            "turn": said.content[:WORDS_MAX],
            "speaker": said.speaker,
            "said_at": format_instant(said.occurred_at),
        }
    told: dict[str, Plain] = {
        "memory": session.show(said),
        "says": said.content[:WORDS_MAX],
        "entity": said.entity,
        "category": said.category,
        "object": said.object,
        "valid_from": format_instant(said.valid_from),
        "scope": said.scope.value,
    }
    if said.valid_until is not None:
        told["valid_until"] = format_instant(said.valid_until)
    if said.stands_as is not Standing.HELD:
        told["standing"] = said.stands_as.value
    return told
