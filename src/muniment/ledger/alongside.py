"""Let a caller put more into the transaction of a write: what makes its tenant, and the answer that it is given."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from muniment.store.work import Work


@dataclass(slots=True, kw_only=True)
class Alongside:
    """What is to be written with the first transaction that lands, and whether one has."""

    write: Callable[[Work, object], Awaitable[None]]
    landed: bool = False


@dataclass(slots=True, kw_only=True)
class Ahead:
    """What is to be written before all else in the first transaction that lands, and whether one has."""

    write: Callable[[Work], Awaitable[None]]
    landed: bool = False


_AHEAD: ContextVar[Ahead | None] = ContextVar("ahead", default=None)
_ALONGSIDE: ContextVar[Alongside | None] = ContextVar("alongside", default=None)


@contextmanager
def written_alongside(alongside: Alongside | None) -> Iterator[None]:
    """Have the first write within the block carry something more; None: have none of them carry anything."""
    token = _ALONGSIDE.set(alongside)
    try:
        yield
    finally:
        _ALONGSIDE.reset(token)


def asked_alongside() -> Alongside | None:
    """Return what the next transaction is to carry."""
    asked = _ALONGSIDE.get()
    return None if asked is None or asked.landed else asked


@contextmanager
def written_ahead(ahead: Ahead) -> Iterator[None]:
    """Have the first write within the block begin with something more."""
    token = _AHEAD.set(ahead)
    try:
        yield
    finally:
        _AHEAD.reset(token)


def asked_ahead() -> Ahead | None:
    """Return what the next transaction is to begin with."""
    asked = _AHEAD.get()
    return None if asked is None or asked.landed else asked
