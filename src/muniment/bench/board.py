"""Open every page of the evidence board on a large store, and measure how long each takes.

A history is large where one slot was held by a thousand beliefs in turn; one entity of the workload
has several thousand beliefs. The pages are read over HTTP from a process of their own.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final
from urllib.parse import quote, urlencode

from rich.console import Console

from muniment import AgentMemory
from muniment.bench.api_process import ServiceProcess, service_process
from muniment.bench.callers import Call, load, send
from muniment.bench.figures import Figure, median, percentile, print_figures
from muniment.bench.filling import fill, memory_to_fill
from muniment.bench.homes import temporary_home
from muniment.bench.owner import as_owner
from muniment.bench.workload import Workload
from muniment.operations.writes import NewMemory, NewTurn

PAGE_BAR_MS: Final = 300.0
HISTORY: Final = 1_000
TURNS: Final = 2_000
ASKED: Final = 120
WARMING: Final = 3
_KEEPER: Final = "Registry of harbours"
_START: Final = datetime(2021, 1, 1, tzinfo=UTC)


def board(console: Console, size: int, runs: int) -> list[Figure]:
    """Fill a store, and open every page of its board."""
    told = Console(stderr=True)
    with temporary_home() as home, memory_to_fill(home) as (memory, embedder):
        fill(home, memory, embedder, size, lambda line: told.print(line, style="dim"))
        furnish(home, memory)
        with service_process(home, "ui") as service:
            found = list(page_figures(service, memory, runs))
    print_figures(console, f"Pages, {size:,} beliefs", found)
    return found


def furnish(home: Path, memory: AgentMemory) -> None:
    """Add what the workload lacks: one slot with a long history, a conversation, recalls, a task."""
    memory.set_cardinality("harbour", "one")
    memory.add_many(
        [
            NewMemory(
                content=f"The registry of harbours moved to pier {number}",
                entity=_KEEPER,
                category="harbour",
                valid_from=_START + timedelta(days=number),
            )
            for number in range(HISTORY)
        ]
    )
    memory.ingest_turns(
        [
            NewTurn(
                content=f"The boat of berth {number} came in at noon.",
                speaker="Ines",
                session="harbour",
                occurred_at=_START + timedelta(minutes=number),
            )
            for number in range(TURNS)
        ],
        embed=False,
    )
    for number in range(ASKED):
        memory.recall(Workload().question(number))
    memory.enqueue("embed_backlog")
    as_owner(home, "bench_vacuum")


def page_figures(service: ServiceProcess, memory: AgentMemory, runs: int) -> Iterator[Figure]:
    """Open each page again and again, over one connection."""
    paths = list(_pages(memory))
    paths.insert(2, ("memories, next page", _next_page(service)))
    for name, path in paths:
        call = Call(method="GET", path=path)
        took = load(service, [call] * (runs + WARMING), connections=1).took[WARMING:]
        size = len(_opened(service, path))
        yield Figure(
            name=name,
            value=median(took),
            unit="ms",
            bar=PAGE_BAR_MS,
            note=f"p95 {percentile(took, 0.95):.0f} ms, {size / 1024:.0f} kB",
        )
    verified = load(service, [Call(method="GET", path="/ledger/verify")], connections=1)
    yield Figure(
        name="verification", value=verified.seconds, unit="s", note="walks the whole ledger, once"
    )


def _opened(service: ServiceProcess, path: str) -> bytes:
    connection = service.connection()
    try:
        return send(connection, Call(method="GET", path=path))
    finally:
        connection.close()


def _next_page(service: ServiceProcess) -> str:
    link = re.search(r'href="([^"]+)" rel="next"', _opened(service, "/memories").decode())
    if link is None:
        raise RuntimeError("/memories is one page: the store is too small")
    return html.unescape(link[1])


def _pages(memory: AgentMemory) -> Iterator[tuple[str, str]]:
    workload = Workload()
    busiest = memory.entities(limit=1).items[0].name
    held = memory.current_facts(_KEEPER).items[0].id
    newest = memory.search(limit=1).items[0].id
    turn = memory.search(kind="episode", limit=1).items[0].id
    head = memory.stats().head.number
    yield "overview", "/"
    yield "memories", "/memories"
    yield "memories, all of them", _with("/memories", status="all")
    yield "memories, by words", _with("/memories", text=workload.belief(7).content.split()[-1])
    yield "memories, by entity", _with("/memories", entity=busiest)
    yield "memories, by category", _with("/memories", category="plan")
    yield "memories, as half was known", _with("/memories", as_of=head // 2)
    yield "one memory", f"/memories/{newest}"
    yield f"one memory in a slot of {HISTORY:,}", f"/memories/{held}"
    yield "entities", "/entities"
    yield "entities, by beginning", _with("/entities", starts_with="A")
    yield "the busiest entity", f"/entities/{quote(busiest, safe='')}"
    yield f"an entity with a slot of {HISTORY:,}", f"/entities/{quote(_KEEPER, safe='')}"
    yield "graph", _with("/graph", entity=busiest)
    yield "ask", _with("/ask", query=workload.question(3))
    yield "conversations", "/conversations"
    yield "conversations, by words", _with("/conversations", text="berth")
    yield "one turn", f"/conversations/{turn}"
    yield "pages", "/pages"
    yield "reviews", "/reviews"
    yield "ledger", "/ledger"
    yield "changes", _with("/changes", since=head - 3)
    yield "agents", "/agents"
    yield "tasks", "/tasks"
    yield "traces", "/traces"


def _with(path: str, **query: object) -> str:
    return f"{path}?{urlencode(query)}"
