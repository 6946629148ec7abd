"""Short words for periods, assertions, runs and rows, counted in days of 2026."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from muniment.temporal.holding import Assertion, Rank, Row, Run
from muniment.temporal.period import Period


def day(number: int) -> datetime:
    return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=number)


def span(start: int, end: int | None) -> Period:
    return Period(start=day(start), end=None if end is None else day(end))


def says(
    memory: str,
    start: int,
    end: int | None,
    *,
    number: int = 1,
    ordinal: int = 0,
    rank_from: int | None = None,
    gap: bool = False,
) -> Assertion:
    ranked = start if rank_from is None else rank_from
    return Assertion(
        assertion_id=f"{memory}{number}.{ordinal}",
        memory_id=memory,
        period=span(start, end),
        rank=Rank(rank_from=day(ranked), number=number, ordinal=ordinal),
        gap=gap,
    )


def run(memory: str, start: int, end: int | None, *, gap: bool = False) -> Run:
    return Run(memory_id=memory, period=span(start, end), gap=gap)


def row(row_id: str, memory: str, start: int, end: int | None, *, gap: bool = False) -> Row:
    return Row(row_id=row_id, memory_id=memory, period=span(start, end), gap=gap)
