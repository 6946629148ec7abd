"""Measure how fast conversations are learnt from, turn by turn, and what comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Final

from rich.console import Console

from muniment import AsyncAgentMemory
from muniment.bench.conversations import read_all, told_as_round
from muniment.bench.figures import Figure, median, percentile
from muniment.bench.homes import settings_in, temporary_home
from muniment.model.decisions import RoundIngested
from muniment.operations.rounds import NewRound
from muniment.settings import TaggerName

BATCH: Final = 64
TURNS_PER_SECOND_MIN: Final = 100.0


async def rounds(console: Console, paths: Sequence[Path], tagger: TaggerName) -> list[Figure]:
    """Learn from every turn of some files, one in a transaction and many in one; return the figures."""
    given = list(_rounds(paths))
    with temporary_home() as home:
        async with AsyncAgentMemory(settings=settings_in(home, tagger)) as memory:
            # What is run first is not measured: connections, plans and rules are made there.
            await memory.ingest_rounds(given[:BATCH], namespace="warm", embed=False)
            for each in given[:BATCH]:
                await memory.ingest_rounds([each], namespace="warmer", embed=False)
            single, took, done = await _one_by_one(memory, given)
            began = perf_counter()
            for first in range(0, len(given), BATCH):
                batch = given[first : first + BATCH]
                await memory.ingest_rounds(batch, namespace="batches", embed=False)
            batched = perf_counter() - began
            found = await memory.verify()
    outcomes = Counter(d.outcome.value for each in done for d in each.decisions)
    console.print(
        f"{len(given)} turns; decisions: "
        + ", ".join(f"{count} {name}" for name, count in sorted(outcomes.items()))
        + f"; {len(found.findings)} findings of an audit"
    )
    return [
        Figure(
            name="turns learnt from, one in a transaction",
            value=len(given) / took,
            unit="/s",
            bar=TURNS_PER_SECOND_MIN,
            is_floor=True,
            note="without embedding",
        ),
        Figure(name="one turn, median", value=median(single) * 1000, unit="ms"),
        Figure(name="one turn, 95th percentile", value=percentile(single, 0.95) * 1000, unit="ms"),
        Figure(
            name=f"turns learnt from, {BATCH} in a transaction",
            value=len(given) / batched,
            unit="/s",
            note="without embedding",
        ),
        Figure(name="decisions", value=float(sum(outcomes.values())), unit=""),
    ]


async def _one_by_one(
    memory: AsyncAgentMemory, given: Sequence[NewRound]
) -> tuple[list[float], float, list[RoundIngested]]:
    single: list[float] = []
    done: list[RoundIngested] = []
    for each in given:
        began = perf_counter()
        done += await memory.ingest_rounds([each], namespace="turns", embed=False)
        single.append(perf_counter() - began)
    return single, sum(single), done


def _rounds(paths: Sequence[Path]) -> Iterator[NewRound]:
    for conversation in read_all(paths):
        for turn in conversation.turns:
            yield told_as_round(turn)
