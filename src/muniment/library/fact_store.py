"""Keep facts in PostgreSQL: a fact store that is a thin face over the ledger."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import datetime
from types import TracebackType
from typing import Any, Self, TypeVar

from anyio.from_thread import start_blocking_portal

from muniment.errors import DatabaseUnavailable, InvalidValue
from muniment.library.in_process import EmbedderGiven, InProcess, settings_given
from muniment.model.facts import Fact, When, standing_facts
from muniment.model.ids import user_named
from muniment.model.names import folded
from muniment.model.reading import Page
from muniment.operations.catalogue import Operation, perform
from muniment.operations.facts import AppendFacts, ListFacts, NewFact, append_facts, facts
from muniment.operations.moments import BasisLike, Moment
from muniment.operations.services import Services
from muniment.operations.writes import SetCardinality, set_cardinality
from muniment.ports.embedder import Embedder
from muniment.settings import Settings
from muniment.store import event_loop

Request = TypeVar("Request")
Answer = TypeVar("Answer")
_PAGE = 1000


class PostgresFactStore:
    """A fact store on the bundled PostgreSQL or on your own: `muniment.ports.fact_store.FactStore`.

    It is opened and configured as AsyncAgentMemory is, and shares its ledger: what one writes the
    other reads, with provenance and history. `many` names the predicates that hold many facts of a
    subject at once; saying so for the first time needs the permission `govern`. The user of each
    call is the one that it names, whatever the settings say.

    Raises:
        UnknownSetting: a setting does not exist, its value is not allowed, or one is given beside `settings`.
    """

    def __init__(
        self,
        database_url: str | None = None,
        *,
        many: Collection[str] = (),
        settings: Settings | None = None,
        embedder: EmbedderGiven = None,
        **configuration: Any,
    ) -> None:
        if isinstance(many, str):
            raise InvalidValue("many is a text; write a list of predicates.")
        in_force, own = settings_given(database_url, settings, embedder, **configuration)
        self._embedder = own
        self._reach = InProcess(in_force, own, founding=True)
        self._many = {folded(name): name for name in many}

    @property
    def embedder(self) -> Embedder | None:
        """What compares facts with questions; that of the settings is known once the store is open."""
        services = self._reach.services_open
        if services is None or services.embedder is None:
            return self._embedder
        return services.embedder.wrapped

    async def open(self) -> Self:
        """Connect, starting the bundled server if it is to be used; calling it again does nothing.

        Raises:
            Unsupported, Unavailable, Conflict: the database cannot be used; the message says
                what to do.
        """
        await self._reach.open()
        return self

    async def __aenter__(self) -> Self:
        return await self.open()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()

    async def append(self, fact: Fact) -> str:
        """Record a fact and return its id."""
        return (await self.append_many([fact]))[0]

    async def append_many(self, facts: Iterable[Fact]) -> list[str]:
        """Record facts, in order, those of one user in one transaction; return their ids."""
        given = list(facts)
        await self._declare({folded(fact.predicate) for fact in given})
        ids = [""] * len(given)
        for user in sorted({fact.user_id for fact in given}, key=lambda user: user or ""):
            own = [place for place, fact in enumerate(given) if fact.user_id == user]
            request = AppendFacts(facts=[_new(given[place]) for place in own])
            written = await self._as(user, append_facts, request)
            for place, each in zip(own, written, strict=True):
                ids[place] = str(each.id)
        return ids

    async def _declare(self, predicates: set[str]) -> None:
        for key, name in sorted(self._many.items()):
            if key in predicates:
                request = SetCardinality(category=name, cardinality="many")
                await self._reach.perform(set_cardinality, request, None)
                self._many.pop(key, None)  # who appends at the same time says so too

    async def query(
        self,
        *,
        subject: str | None = None,
        predicate: str | None = None,
        object_: str | None = None,
        valid_at: When | None = None,
        as_of: When | int | None = None,
        limit: int = 10,
        user_id: str | None = None,
    ) -> list[Fact]:
        """Return the facts that hold and fit what is given, the latest `valid_from` first, then by id."""
        request = ListFacts(
            subject=subject,
            predicate=predicate,
            object=object_,
            valid_at=valid_at,
            as_of=as_of,
            limit=limit,
        )
        page = await self._as(user_id, facts, request)
        return list(page)

    async def recall_text(
        self,
        query: str,
        *,
        limit: int = 5,
        valid_at: When | None = None,
        as_of: When | int | None = None,
        user_id: str | None = None,
    ) -> list[Fact]:
        """Return the facts that hold and bear on a question, best first."""
        request = ListFacts(text=query, valid_at=valid_at, as_of=as_of, limit=limit)
        page = await self._as(user_id, facts, request)
        return list(page)

    async def all_facts(
        self,
        *,
        valid_at: When | None = None,
        as_of: When | int | None = None,
        user_id: str | None = None,
    ) -> list[Fact]:
        """Return every stretch in which a fact holds, through all of valid time, in its order."""
        services = _of(await self._reach.services(), user_id)
        return (await _every(services, valid_at, as_of, always=valid_at is None))[0]

    def snapshot(
        self,
        *,
        valid_at: When | None = None,
        as_of: When | int | None = None,
        user_id: str | None = None,
    ) -> dict[str, Fact]:
        """Return every fact by its id: the stretch that holds, else its last, else its first.

        It reads over a connection of its own, and whoever calls waits for it.

        Raises:
            DatabaseUnavailable: the store is not open.
        """
        if self._reach.services_open is None:
            raise DatabaseUnavailable("the fact store is not open. Call `open` first.")
        services = _of(self._reach.services_open, user_id)

        async def read() -> dict[str, Fact]:
            store = services.store.apart()
            try:
                await store.open()
                apart = replace(services, store=store)
                stretches, page = await _every(apart, valid_at, as_of, always=True)
                return standing_facts(stretches, page.basis.valid_at)
            finally:
                await store.close()

        with start_blocking_portal(backend_options=event_loop.options()) as portal:
            return portal.call(read)

    async def aclose(self) -> None:
        """Release connections and model; the last process to close stops the bundled server."""
        await self._reach.close()

    async def _as(
        self, user: str | None, what: Operation[Request, Answer], request: Request
    ) -> Answer:
        return await perform(_of(await self._reach.services(), user), what, request)


def _of(services: Services, user: str | None) -> Services:
    """Return the services for calls that run as a user."""
    principal = services.principal
    return replace(
        services,
        principal=replace(
            principal, user=user, user_id=user_named(principal.tenant_id, user), containers=()
        ),
    )


def _new(fact: Fact) -> NewFact:
    return NewFact(
        subject=fact.subject,
        predicate=fact.predicate,
        object=fact.object,
        valid_from=fact.valid_from,
        valid_until=fact.valid_until,
        confidence=fact.confidence,
        sources=fact.sources,
    )


async def _every(
    services: Services, valid_at: Moment | None, as_of: BasisLike | None, *, always: bool
) -> tuple[list[Fact], Page[Fact]]:
    """Return the facts of every page, in the order of valid time, and the last page."""
    found: list[Fact] = []
    cursor: str | None = None
    while True:
        request = ListFacts(
            valid_at=valid_at, as_of=as_of, always=always, limit=_PAGE, cursor=cursor
        )
        page = await perform(services, facts, request)
        found += page
        cursor = page.cursor
        if cursor is None:
            return sorted(found, key=_in_order), page


def _in_order(fact: Fact) -> tuple[datetime, str]:
    assert fact.valid_from is not None
    assert fact.id is not None
    return fact.valid_from, fact.id
