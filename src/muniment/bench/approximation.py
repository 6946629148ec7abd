"""Measure what an index of vectors gives to recall, and what it takes from it."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Final
from uuid import UUID

from muniment import AgentMemory
from muniment.bench.figures import Figure, median, percentile
from muniment.bench.homes import settings_in
from muniment.bench.speed import WARMING, SpeedBench
from muniment.bootstrap.wiring import owning
from muniment.model.recalled import Recalled
from muniment.operations.services import Services
from muniment.recall.lookup.condition import vector_index
from muniment.settings import VectorSearch
from muniment.store.vector_index import make_index

MEMORY_MB: Final = 2_048


async def indexed(services: Services) -> float:
    """Make the index of a tenant's vectors; return the seconds that it took."""
    index = await vector_index(services.store, services.principal)
    assert index is not None, "the benchmark's tenant has vectors"
    began = perf_counter()
    async with owning(services.settings) as conninfo:
        await make_index(conninfo, index, memory_mb=MEMORY_MB, seen=lambda _: None)
    return perf_counter() - began


def approximation(bench: SpeedBench, size: int, runs: int, seconds: float) -> Iterator[Figure]:
    """Ask the same questions exactly and by the index, by turns."""
    settings = settings_in(bench.home)
    changed = settings.recall.model_copy(update={"vector_search": VectorSearch.APPROXIMATE})
    settings = settings.model_copy(update={"recall": changed})
    bench.tell(f"asking {runs} questions exactly and by the index")
    exact: list[float] = []
    near: list[float] = []
    shared: list[float] = []
    with AgentMemory(settings=settings, embedder=bench.embedder) as approximate:
        for number in range(runs + WARMING):
            query = bench.workload.question(number)
            began = perf_counter()
            surely = bench.memory.recall(query)
            between = perf_counter()
            maybe = approximate.recall(query)
            if number >= WARMING:
                exact.append((between - began) * 1000)
                near.append((perf_counter() - between) * 1000)
                shared.append(_shared(surely, maybe))
    yield Figure(name=f"index of {size:,} vectors made in", value=seconds, unit="s")
    yield Figure(
        name=f"approximate recall p50 at {size:,}",
        value=median(near),
        unit="ms",
        note=f"p95 {percentile(near, 0.95):.1f} ms; exact {median(exact):.1f} ms, by turns",
    )
    yield Figure(
        name=f"exact results that it gives, at {size:,}",
        value=sum(shared) / len(shared),
        unit="",
        note="share of the results of the exact answer, mean",
    )


def _shared(surely: Recalled, maybe: Recalled) -> float:
    wanted, got = _ids(surely), _ids(maybe)
    return len(wanted & got) / len(wanted) if wanted else 1.0


def _ids(recalled: Recalled) -> set[UUID]:
    return {each.memory.id for each in recalled}
