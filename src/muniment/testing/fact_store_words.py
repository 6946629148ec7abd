"""Hold the words that the contract of a fact store is told in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from datetime import UTC, datetime
from functools import partial
from typing import TypeVar

import anyio

from muniment.errors import MunimentError
from muniment.model.facts import Fact
from muniment.ports.embedder import Embedder
from muniment.ports.fact_store import FactStore

Store = TypeVar("Store", bound=FactStore)
Contract = TypeVar("Contract", bound="OpensFactStores")


class OpensFactStores(ABC):
    """Somebody who says how a store is opened."""

    @abstractmethod
    def open_store(
        self, *, embedder: Embedder | None = None, many: Collection[str] = ()
    ) -> AbstractAsyncContextManager[FactStore]:
        """Lend an empty store with this embedder, in which these predicates hold many facts."""


def day(month: int, number: int = 1) -> datetime:
    """Return a midnight of 2026."""
    return datetime(2026, month, number, tzinfo=UTC)


def fact(subject: str, predicate: str, object_: str, since: datetime | None = None) -> Fact:
    """Return a fact, open from an instant on."""
    return Fact(subject=subject, predicate=predicate, object=object_, valid_from=since)


@asynccontextmanager
async def closing(store: Store) -> AsyncIterator[Store]:
    """Lend a store, and close it."""
    try:
        yield store
    finally:
        await store.aclose()


@contextmanager
def refusal(kind: type[MunimentError]) -> Iterator[None]:
    """Demand an error of a kind.

    Raises:
        AssertionError: there was none.
    """
    try:
        yield
    except kind:
        return
    raise AssertionError(f"nothing was refused as {kind.__name__}")


def in_a_loop(test: Callable[[Contract], Awaitable[None]]) -> Callable[[Contract], None]:
    """Return a coroutine test as one that any runner can call."""

    def run(self: Contract) -> None:
        anyio.run(partial(test, self))

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


async def told(
    store: FactStore, *, as_of: datetime | None = None, user_id: str | None = None
) -> list[tuple[str, datetime | None, datetime | None]]:
    """Return the object and the period of every stretch."""
    return [
        (each.object, each.valid_from, each.valid_until)
        for each in await store.all_facts(as_of=as_of, user_id=user_id)
    ]


async def objects(
    store: FactStore,
    *,
    valid_at: datetime | None = None,
    as_of: datetime | None = None,
    user_id: str | None = None,
) -> list[str]:
    """Return the objects of what holds."""
    found = await store.query(valid_at=valid_at, as_of=as_of, user_id=user_id)
    return [each.object for each in found]


async def subjects(
    store: FactStore,
    *,
    subject: str | None = None,
    predicate: str | None = None,
    object_: str | None = None,
    valid_at: datetime,
    limit: int = 10,
) -> list[str]:
    """Return the subjects of what fits."""
    found = await store.query(
        subject=subject, predicate=predicate, object_=object_, valid_at=valid_at, limit=limit
    )
    return [each.subject for each in found]
