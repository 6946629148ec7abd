"""Measure reads over REST beside the same reads by the library, and what survives a killed service.

A `muniment api` of its own process, or of several, serves a store of some thousand beliefs. In one run the same
questions, look-ups and searches are asked of the library, one after another; of the service over one
connection; over 32 connections that ask again as soon as they are answered; and over 32 connections
that together ask half as often as the service can answer.

Two ratios have bars, both to the library's median at one connection. *Latency*: the median over one
connection, and over 32 connections at half load. *Time a read takes of the machine*: with 32 callers
that never pause every core is busy, and a request waits for the 31 before it, so its latency says how
many wait, not how dear it is. What is compared there is seconds × cores ÷ reads. The latency under
that load is told without a bar. Callers, service and database share the machine.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from rich.console import Console

from muniment import AgentMemory
from muniment.bench.api_process import ServiceProcess, service_process
from muniment.bench.callers import Call, Load, load, one_after_another
from muniment.bench.figures import Figure, median, percentile, print_figures
from muniment.bench.filling import fill, memory_to_fill
from muniment.bench.homes import temporary_home
from muniment.bench.killing import KILLS, killing_figures
from muniment.bench.workload import Workload

CONNECTIONS: Final = 32
RATIO: Final = 2.0
WARMING: Final = 40
HALF: Final = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Reads:
    """One kind of read, asked of the library and of the service."""

    name: str
    by_library: Sequence[Callable[[], object]]
    over_http: Sequence[Call]


def serving(console: Console, size: int, runs: int, requests: int, processes: int) -> list[Figure]:
    """Fill a store, measure reads, then kill the service again and again while it is written to."""
    told = Console(stderr=True)
    figures: list[Figure] = []
    with temporary_home() as home, memory_to_fill(home) as (memory, embedder):
        fill(home, memory, embedder, size, lambda line: told.print(line, style="dim"))
        with service_process(home, MUNIMENT_REST__PROCESSES=str(processes)) as service:
            for reads in _kinds(memory, runs):
                found = list(_measured(service, reads))
                print_figures(console, f"{reads.name}, {size:,} beliefs", found)
                figures += found
        survived = list(killing_figures(home, memory, requests, KILLS))
        print_figures(console, "A killed service", survived)
    return [*figures, *survived]


def _kinds(memory: AgentMemory, runs: int) -> Iterator[Reads]:
    workload = Workload()
    questions = [workload.question(number) for number in range(runs + WARMING)]
    names = [workload.belief(number * 2).name for number in range(runs + WARMING)]
    page = memory.search(limit=100).items
    ids = [str(page[number % len(page)].id) for number in range(runs + WARMING)]
    yield Reads(
        name="recall",
        by_library=[lambda query=each: memory.recall(query) for each in questions],  # type: ignore[misc]  # mypy infers no default of a lambda
        over_http=[_asked(each) for each in questions],
    )
    yield Reads(
        name="get",
        by_library=[lambda name=each: memory.get(name) for each in ids],  # type: ignore[misc]  # as above
        over_http=[Call(method="GET", path=f"/v1/memories/{each}") for each in ids],
    )
    yield Reads(
        name="search",
        by_library=[lambda name=each: memory.search(entity=name) for each in names],  # type: ignore[misc]  # as above
        over_http=[
            Call(method="GET", path=f"/v1/search?{urlencode({'entity': each})}") for each in names
        ],
    )


def _asked(question: str) -> Call:
    return Call(method="POST", path="/v1/recall", body=json.dumps({"query": question}).encode())


def _measured(service: ServiceProcess, reads: Reads) -> Iterator[Figure]:
    cores = os.cpu_count() or 1
    for connections in (1, CONNECTIONS):
        load(service, list(reads.over_http[:WARMING]) * 2, connections=connections)
    by_library = one_after_another(reads.by_library)[WARMING:]
    calls = list(reads.over_http[WARMING:])
    alone = load(service, calls, connections=1)
    crowd = load(service, calls * 4, connections=CONNECTIONS)
    half = load(service, calls, connections=CONNECTIONS, per_second=HALF * crowd.per_second)
    library = median(by_library)
    busy = cores * 1000 * crowd.seconds / len(crowd.took)
    name = reads.name
    note = f"p95 {percentile(by_library, 0.95):.1f} ms, {1000 * len(by_library) / sum(by_library):.0f} reads/s"
    yield Figure(name=f"{name} by the library, p50", value=library, unit="ms", note=note)
    yield _told(f"{name} over 1 connection, p50", alone)
    yield _told(f"{name} over {CONNECTIONS} without pause, p50", crowd)
    yield _told(f"{name} over {CONNECTIONS} at half load, p50", half)
    yield _ratio(f"{name} over 1 : library", median(alone.took), library)
    yield _ratio(f"{name} over {CONNECTIONS} at half load : library", median(half.took), library)
    yield _ratio(
        f"{name} over {CONNECTIONS} without pause, core time : library",
        busy,
        library,
        f"{busy:.1f} ms = {cores} cores × {crowd.seconds:.1f} s ÷ {len(crowd.took)} reads",
    )


def _told(name: str, found: Load) -> Figure:
    share = f"p95 {percentile(found.took, 0.95):.1f} ms, {found.per_second:.0f} reads/s"
    return Figure(name=name, value=median(found.took), unit="ms", note=share)


def _ratio(name: str, one: float, other: float, note: str = "") -> Figure:
    return Figure(name=name, value=one / other, unit="×", bar=RATIO, note=note)
