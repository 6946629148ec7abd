"""Measure whether a crowded category, or a crowded slot, makes `add` slower."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from time import perf_counter
from typing import Final

from muniment import AgentMemory
from muniment.bench.figures import Figure, median
from muniment.bench.homes import settings_in
from muniment.bench.speed import GROWTH_RATIO, WARMING, SpeedBench
from muniment.bench.workload import NAMES, Workload
from muniment.operations.writes import NewMemory

FEW: Final = 5
MANY: Final = 5_000
BATCH: Final = 100
_DAY: Final = datetime(2001, 1, 1, tzinfo=UTC)


def crowd_figures(bench: SpeedBench, runs: int) -> Iterator[Figure]:
    """Add in turn where there are 5 beliefs and where there are 5,000, in a tenant of their own."""
    settings = settings_in(bench.home).model_copy(update={"tenant": "crowds"})
    with AgentMemory(settings=settings, embedder=bench.embedder) as memory:
        memory.set_cardinality("employer", "one")
        bench.embedder.made_up = True
        for name, size in (("few", FEW), ("many", MANY)):
            bench.tell(f"filling a category and a slot with {size:,} beliefs each")
            for making in (_in_category, _in_slot):
                _fill(memory, [making(bench.workload, name, number) for number in range(size)])
        bench.embedder.made_up = False
        bench.tell(f"adding {runs} beliefs to each")
        yield from _compare(memory, "a category", bench.workload, _in_category, runs)
        yield from _compare(memory, "one slot", bench.workload, _in_slot, runs)


Making = Callable[[Workload, str, int], NewMemory]


def _in_category(workload: Workload, crowd: str, number: int) -> NewMemory:
    entity = f"{workload.belief(number).name} {number // NAMES}.{number}"
    return NewMemory(
        content=workload.belief(number).content, entity=entity, category=f"visit {crowd}"
    )


def _in_slot(workload: Workload, crowd: str, number: int) -> NewMemory:
    return NewMemory(
        content=workload.belief(number).content,
        entity=f"Registry {crowd}",
        category="employer",
        valid_from=_DAY + timedelta(days=number),
    )


def _fill(memory: AgentMemory, beliefs: Sequence[NewMemory]) -> None:
    for start in range(0, len(beliefs), BATCH):
        memory.add_many(beliefs[start : start + BATCH])


def _compare(
    memory: AgentMemory, where: str, workload: Workload, making: Making, runs: int
) -> Iterator[Figure]:
    took: dict[str, list[float]] = {"few": [], "many": []}
    for turn in range(runs + WARMING):
        for crowd, size in (("few", FEW), ("many", MANY)):
            made = making(workload, crowd, size + turn)
            began = perf_counter()
            memory.add(
                made.content, entity=made.entity, category=made.category, valid_from=made.valid_from
            )
            if turn >= WARMING:
                took[crowd].append((perf_counter() - began) * 1000)
    few, many = median(took["few"]), median(took["many"])
    yield Figure(
        name=f"add into {where} of {MANY:,} : of {FEW}",
        value=many / few,
        unit="×",
        bar=GROWTH_RATIO,
        note=f"p50 {many:.1f} ms and {few:.1f} ms, interleaved",
    )
