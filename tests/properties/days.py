"""Write beliefs in days, and read an oracle day by day."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tests.properties.oracle import (
    Act,
    Added,
    Belief,
    Cardinality,
    Ended,
    Expectation,
    Oracle,
    Outcome,
)

START = datetime(2024, 1, 1, tzinfo=UTC)
ADDED = Expectation(outcome=Outcome.ADDED, memory_id=None)


def at(day: int) -> datetime:
    return START + timedelta(days=day)


def city(content: str, start: int, end: int | None = None) -> Belief:
    return Belief(
        content=content,
        start=at(start),
        end=None if end is None else at(end),
        entity="mike",
        category="city",
    )


def hobby(content: str, start: int, end: int | None = None) -> Belief:
    return Belief(
        content=content,
        start=at(start),
        end=None if end is None else at(end),
        entity="mike",
        category="hobby",
        cardinality=Cardinality.MANY,
    )


def add(memory_id: str, belief: Belief) -> Added:
    return Added(memory_id=memory_id, belief=belief)


def end(memory_id: str, day: int) -> Ended:
    return Ended(memory_id=memory_id, at=at(day))


def told(*acts: Act) -> Oracle:
    """Record one act a transaction, numbered from 1."""
    oracle = Oracle()
    for number, act in enumerate(acts, start=1):
        oracle.record(number, at(0) + timedelta(hours=number), act)
    return oracle


def line(oracle: Oracle, known: int | None = None, days: int = 7) -> str:
    """Write what held at each day from 0 on: ids (joined by +), a dot where nothing did."""
    as_of = oracle.head if known is None else known
    held = [sorted(one for one, _ in oracle.holds(at(day), as_of)) for day in range(days)]
    return " ".join("+".join(ids) or "." for ids in held)


def contents(oracle: Oracle, days: int) -> list[set[str]]:
    return [{text for _, text in oracle.holds(at(day), oracle.head)} for day in range(days)]
