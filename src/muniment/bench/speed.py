"""Measure how long reading and writing take, at several sizes of one tenant, in one run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Final

from anyio.from_thread import BlockingPortal, start_blocking_portal

from muniment import AgentMemory
from muniment.bench.figures import Figure, median, percentile
from muniment.bench.filling import BATCH, REAL_BATCH, REAL_VECTORS, memory_to_fill
from muniment.bench.lanes import Parts, time_parts
from muniment.bench.owner import as_owner
from muniment.bench.vectors import BulkEmbedder
from muniment.bench.workload import MANY_AT_ONCE, Workload
from muniment.bootstrap.wiring import opened
from muniment.operations.services import Services

WARMING: Final = 5
RECALL_BARS_MS: Final = {1_000: 10.0, 10_000: 16.0, 100_000: 60.0}
ADD_BAR_MS: Final = 8.0
LOAD_BAR: Final = 2_500.0
AS_OF_RATIO: Final = 1.3
LANES_RATIO: Final = 1.8
GROWTH_RATIO: Final = 1.3

Told = Callable[[str], None]


@dataclass(slots=True, kw_only=True)
class Recalls:
    """How long each way of asking took, in milliseconds, question by question."""

    plain: list[float] = field(default_factory=list)
    at_head: list[float] = field(default_factory=list)
    halfway: list[float] = field(default_factory=list)
    parts: list[Parts] = field(default_factory=list)
    steps: dict[str, list[float]] = field(default_factory=dict)


class SpeedBench:
    """A store that grows, and what is measured on the way.

    The first 1,000 beliefs have real vectors, and the questions are about them; the others have
    unit vectors drawn from a seeded generator, because embedding 100,000 texts takes minutes and
    a search costs the same whatever the vectors say. After each load the tables are vacuumed, as
    autovacuum would have done by then.
    """

    def __init__(self, home: Path, memory: AgentMemory, embedder: BulkEmbedder, tell: Told) -> None:
        self.home = home
        self.memory = memory
        self.embedder = embedder
        self.tell = tell
        self.workload = Workload()
        self.adds: dict[int, float] = {}
        self._written = 0
        self._known: list[tuple[int, int]] = []

    def at_size(
        self, size: int, runs: int, portal: BlockingPortal, services: Services
    ) -> Iterator[Figure]:
        """Grow to a size, and measure recall, its parts and `add` there."""
        yield from self._load(size)
        counted = self.memory.stats()
        held = f"{counted.memories_current:,} of {counted.memories:,} beliefs hold now"
        self.tell(f"{held}; asking {runs} questions in 4 ways")
        recalls = self._recalls(runs, lambda query: portal.call(time_parts, services, query))
        yield from _recall_figures(size, recalls, held)
        self.tell(f"adding {runs} beliefs one by one at {size:,} beliefs")
        yield from self._add_figures(size, runs, portal)

    def _load(self, size: int) -> Iterator[Figure]:
        if not self._written:
            for category in MANY_AT_ONCE:
                self.memory.set_cardinality(category, "many")
        seconds, loaded = 0.0, 0
        while self._written < size:
            real = self._written < REAL_VECTORS
            until = min(size, self._written + (REAL_BATCH if real else BATCH))
            batch = list(self.workload.beliefs(range(self._written, until)))
            self.embedder.made_up = not real
            self.embedder.make_up([] if real else [str(each.content) for each in batch])
            began = perf_counter()
            self.memory.add_many(batch)
            if not real:
                seconds += perf_counter() - began
                loaded += len(batch)
            self._written = until
            self._known.append((until, self.memory.stats().head.number))
            self.tell(f"loaded {self._written:,} of {size:,} beliefs")
        self.embedder.made_up = False
        as_owner(self.home, "bench_vacuum")
        if loaded:
            yield Figure(
                name=f"add_many up to {size:,}",
                value=loaded / seconds,
                unit="beliefs/s",
                bar=LOAD_BAR,
                is_floor=True,
                note=f"{BATCH:,} at a time, postings and vectors included, embedding not",
            )

    def _recalls(self, runs: int, parts: Callable[[str], Parts]) -> Recalls:
        head = self.memory.stats().head.number
        halfway = next(number for known, number in self._known if 2 * known >= self._written)
        questions = [self.workload.question(number) for number in range(runs + WARMING)]
        found = Recalls()
        for turn, query in enumerate(questions):
            took: dict[str, float] = {}
            ways = ["plain", "at_head", "halfway", "parts"]
            for way in ways[turn % 4 :] + ways[: turn % 4]:
                began = perf_counter()
                match way:
                    case "plain":
                        recalled = self.memory.recall(query)
                    case "at_head":
                        self.memory.recall(query, as_of=head)
                    case "halfway":
                        self.memory.recall(query, as_of=halfway)
                    case _:
                        measured = parts(query)
                took[way] = (perf_counter() - began) * 1000
            if turn >= WARMING:
                found.plain.append(took["plain"])
                found.at_head.append(took["at_head"])
                found.halfway.append(took["halfway"])
                found.parts.append(measured)
                for step in recalled.receipt.steps:
                    found.steps.setdefault(step.name, []).append(step.milliseconds)
        return found

    def _add_figures(self, size: int, runs: int, portal: BlockingPortal) -> Iterator[Figure]:
        added: list[float] = []
        embedded: list[float] = []
        for turn in range(runs + WARMING):
            belief = self.workload.belief(self._written)
            began = perf_counter()
            portal.call(self.embedder.embed_documents, [belief.content])
            between = perf_counter()
            self.memory.add(
                belief.content,
                entity=None if belief.category is None else belief.name,
                category=belief.category,
            )
            if turn >= WARMING:
                added.append((perf_counter() - between) * 1000)
                embedded.append((between - began) * 1000)
            self._written += 1
        self.adds[size] = median(added)
        share = f"of which embedding {median(embedded):.1f} ms"
        yield Figure(
            name=f"add p50 at {size:,}", value=median(added), unit="ms", bar=ADD_BAR_MS, note=share
        )
        yield Figure(name=f"add p95 at {size:,}", value=percentile(added, 0.95), unit="ms")

    def growth(self) -> Iterator[Figure]:
        """Compare `add` at the largest size with the smallest."""
        small, large = min(self.adds), max(self.adds)
        if small < large:
            yield Figure(
                name=f"add p50, {large:,} : {small:,}",
                value=self.adds[large] / self.adds[small],
                unit="×",
                bar=GROWTH_RATIO,
            )


def _recall_figures(size: int, recalls: Recalls, held: str) -> Iterator[Figure]:
    bar = RECALL_BARS_MS.get(size)
    plain = median(recalls.plain)
    steps = ", ".join(f"{name} {median(took):.1f}" for name, took in recalls.steps.items())
    yield Figure(name=f"recall p50 at {size:,}", value=plain, unit="ms", bar=bar, note=steps)
    yield Figure(
        name=f"recall p95 at {size:,}",
        value=percentile(recalls.plain, 0.95),
        unit="ms",
        bar=None if bar is None else 2 * bar,
        note=held,
    )
    for name, asked in (("as_of the head", recalls.at_head), ("as_of half of it", recalls.halfway)):
        yield Figure(
            name=f"recall {name} : plain, at {size:,}",
            value=median(asked) / plain,
            unit="×",
            bar=AS_OF_RATIO,
            note=f"p50 {median(asked):.1f} ms, interleaved with the plain ones",
        )
    lanes = {
        name: median([each.lanes[name] for each in recalls.parts])
        for name in recalls.parts[0].lanes
    }
    whole = median([each.total for each in recalls.parts])
    yield Figure(
        name=f"recall : lanes and embedding, at {size:,}",
        value=plain / whole,
        unit="×",
        bar=LANES_RATIO,
        note=", ".join(
            [
                f"p50 {whole:.1f} ms: embedding {median([p.embedding for p in recalls.parts]):.1f}",
                *(f"{name} {took:.1f}" for name, took in lanes.items()),
            ]
        ),
    )


@contextmanager
def speed_bench(home: Path, tell: Told) -> Iterator[tuple[SpeedBench, BlockingPortal, Services]]:
    """Open a store in a home, once as a user would and once to reach its parts."""
    with (
        memory_to_fill(home) as (memory, embedder),
        start_blocking_portal("asyncio") as portal,
        portal.wrap_async_context_manager(opened(memory.settings, embedder=embedder)) as services,
    ):
        yield SpeedBench(home, memory, embedder, tell), portal, services
