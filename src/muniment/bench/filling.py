"""Fill a store with beliefs of the workload, as a benchmark needs them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from muniment import AgentMemory
from muniment.bench.homes import settings_in
from muniment.bench.owner import as_owner
from muniment.bench.vectors import BulkEmbedder
from muniment.bench.workload import MANY_AT_ONCE, Workload
from muniment.providers.choose import embedder_named

REAL_VECTORS: Final = 1_000
REAL_BATCH: Final = 250
BATCH: Final = 5_000


@contextmanager
def memory_to_fill(home: Path) -> Iterator[tuple[AgentMemory, BulkEmbedder]]:
    """Open the store of a home with an embedder that can make vectors up."""
    settings = settings_in(home)
    real = embedder_named(settings.embedder)
    assert real is not None, "the benchmark's settings name an embedder"
    embedder = BulkEmbedder(real)
    with AgentMemory(settings=settings, embedder=embedder) as memory:
        yield memory, embedder


def fill(
    home: Path, memory: AgentMemory, embedder: BulkEmbedder, size: int, tell: Callable[[str], None]
) -> None:
    """Write beliefs, the first 1,000 with real vectors, and vacuum, as autovacuum would have."""
    workload = Workload()
    for category in MANY_AT_ONCE:
        memory.set_cardinality(category, "many")
    written = 0
    while written < size:
        embedder.made_up = written >= REAL_VECTORS
        until = min(size, written + (BATCH if embedder.made_up else REAL_BATCH))
        memory.add_many(list(workload.beliefs(range(written, until))))
        written = until
        tell(f"loaded {written:,} of {size:,} beliefs")
    embedder.made_up = False
    as_owner(home, "bench_vacuum")
