"""Offer Muniment to asynchronous Python: each method is one operation of the catalogue."""

from __future__ import annotations

from typing import Any, TypeVar

from muniment.library.answers import Answers
from muniment.library.beside import Beside
from muniment.library.connection import Connection
from muniment.library.context import AgentContext, Contexts
from muniment.library.entities import Entities
from muniment.library.facts import Facts
from muniment.library.following import Follows
from muniment.library.granting import Grants
from muniment.library.in_process import EmbedderGiven, InProcess, settings_given
from muniment.library.learning import Learns
from muniment.library.pages import Pages
from muniment.library.reading import Reads
from muniment.library.reflecting import Reflecting
from muniment.library.tasking import Tasks
from muniment.library.teaming import Teaming
from muniment.library.writing import Writes
from muniment.operations.catalogue import Operation
from muniment.settings import Settings

Request = TypeVar("Request")
Answer = TypeVar("Answer")


class AsyncVerbs(
    Writes,
    Learns,
    Reads,
    Facts,
    Tasks,
    Pages,
    Entities,
    Grants,
    Teaming,
    Follows,
    Beside,
    Reflecting,
    Answers,
):
    """The verbs of the library: each is one operation of the catalogue."""


class AsyncBoundContext(AgentContext, AsyncVerbs):
    """A context that is bound to an asynchronous memory: it has the memory's methods."""

    def __init__(self, memory: AsyncAgentMemory, agent_id: str, **given: Any) -> None:
        super().__init__(agent_id, **given)
        self.memory = memory

    async def perform(
        self,
        what: Operation[Request, Answer],
        request: Request,
        context: AgentContext | None = None,
    ) -> Answer:
        """Run any operation of the catalogue, as the agent of this context if no other is given."""
        return await self.memory.perform(what, request, self if context is None else context)


class AsyncAgentMemory(Connection, AsyncVerbs, Contexts[AsyncBoundContext]):
    """Shared memory for agents, on the bundled PostgreSQL or on your own.

    With no argument the bundled server of `settings.home` is started or joined. Every other
    setting can be given by name and goes before the environment and `~/.muniment.toml`:
    `AsyncAgentMemory(tenant="acme", user="anna")`. Use it as an async context manager, or call
    `open` and `close`. A new tenant is opened by the first write, or at once with
    `founding`; `local` always exists. Times are aware datetimes, dates (midnight UTC) or ISO 8601
    texts.

    Raises:
        UnknownSetting: a setting does not exist, its value is not allowed, or one is given beside `settings`.
    """

    def __init__(
        self,
        database_url: str | None = None,
        *,
        settings: Settings | None = None,
        embedder: EmbedderGiven = None,
        adopting: bool = False,
        founding: bool = False,
        **configuration: Any,
    ) -> None:
        in_force, own = settings_given(database_url, settings, embedder, **configuration)
        super().__init__(InProcess(in_force, own, adopting=adopting, founding=founding))

    def _bind(self, agent_id: str, **given: Any) -> AsyncBoundContext:
        return AsyncBoundContext(self, agent_id, **given)
