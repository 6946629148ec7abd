"""Kill a service again and again while it is written to, and compare what it said with what is there."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter
from typing import Final

from muniment import AgentMemory, MemoryClient
from muniment.bench.api_process import ServiceProcess, service_process
from muniment.bench.figures import Figure, median
from muniment.errors import MunimentError

KILLS: Final = 5
CALLERS: Final = 8
ATTEMPTS_MAX: Final = 12
_SAID: Final = datetime(2026, 3, 1, tzinfo=UTC)
_LOOK_EVERY_S: Final = 0.005


@dataclass(slots=True)
class Told:
    """What one caller was told: words by the id of what they were written under, and what failed."""

    beliefs: dict[str, list[str]] = field(default_factory=dict)
    turns: dict[str, str] = field(default_factory=dict)
    writes: int = 0
    reads: int = 0
    refused: list[str] = field(default_factory=list)
    is_waiting: bool = False

    @property
    def requests(self) -> int:
        """How many requests have come to their end."""
        return self.writes + self.reads + len(self.refused)


@dataclass(slots=True)
class Survived:
    """What was found after the last request was answered."""

    callers: list[Told]
    in_flight: list[int] = field(default_factory=list)
    restarts_s: list[float] = field(default_factory=list)
    seconds: float = 0.0
    lost: list[str] = field(default_factory=list)
    transactions: int = 0
    turns: int = 0
    findings: list[str] = field(default_factory=list)

    @property
    def writes(self) -> int:
        """How many writes were acknowledged."""
        return sum(each.writes for each in self.callers)

    @property
    def refused(self) -> list[str]:
        """What callers gave up."""
        return [error for each in self.callers for error in each.refused]

    @property
    def repeated(self) -> int:
        """How many transactions there are beyond one for each acknowledged write."""
        return self.transactions - self.writes


def killed_while_writing(
    service: ServiceProcess, memory: AgentMemory, requests: int, kills: int
) -> Survived:
    """Send mixed requests from 8 callers, kill the service in their midst, and look what is there.

    Two of five requests are readings; the others add a belief, correct it, and store a round of
    conversation. `memory` is the same store, reached without the service.
    """
    found = Survived(callers=[Told() for _ in range(CALLERS)])
    before = memory.stats()
    began = perf_counter()
    with ThreadPoolExecutor(CALLERS) as threads:
        calling = [
            threads.submit(_call, service.address, number, told, requests // CALLERS)
            for number, told in enumerate(found.callers)
        ]
        for kill in range(1, kills + 1):
            _wait_for(found, requests * kill // (kills + 1))
            found.in_flight.append(sum(each.is_waiting for each in found.callers))
            service.kill()
            killed = perf_counter()
            service.start()
            found.restarts_s.append(perf_counter() - killed)
        for each in calling:
            each.result()
    found.seconds = perf_counter() - began
    after = memory.stats()
    found.transactions = after.head.number - before.head.number
    found.turns = after.episodes - before.episodes
    for told in found.callers:
        found.lost += _lost(memory, told)
    found.findings = [finding.sentence for finding in memory.verify().findings]
    return found


def killing_figures(home: Path, memory: AgentMemory, requests: int, kills: int) -> Iterator[Figure]:
    """Kill a service of its own on the store of a home, and say what was lost or written twice."""
    with service_process(home) as service:
        found = killed_while_writing(service, memory, requests, kills)
    answered = sum(each.requests for each in found.callers)
    rounds = sum(len(each.turns) for each in found.callers)
    in_flight = ", ".join(map(str, found.in_flight))
    written = f"of {found.writes:,} writes among {answered:,} requests"
    killed = f"{kills} kills with {in_flight} requests in flight"
    yield _none("acknowledged writes that are not there", len(found.lost), f"{written}; {killed}")
    repeated = f"{found.transactions:,} transactions"
    yield _none("transactions beyond one for each write", abs(found.repeated), repeated)
    yield _none("turns stored more than once", abs(found.turns - rounds), f"{found.turns:,} turns")
    refused = "; ".join(sorted(set(found.refused)))[:200]
    yield _none("requests that were given up", len(found.refused), refused)
    findings = "; ".join(found.findings)[:200] or "it verifies"
    yield _none("findings in the chain", len(found.findings), findings)
    yield Figure(
        name="requests, kills and starts included",
        value=answered / found.seconds,
        unit="/s",
        note=f"{found.seconds:.1f} s from {CALLERS} callers",
    )
    yield Figure(name="from a kill to a service", value=median(found.restarts_s), unit="s")


def _none(name: str, count: int, note: str) -> Figure:
    return Figure(name=name, value=count, unit="", bar=0, note=note)


def _wait_for(found: Survived, requests: int) -> None:
    pause = threading.Event()
    while sum(each.requests for each in found.callers) < requests:
        pause.wait(_LOOK_EVERY_S)


def _call(address: str, caller: int, told: Told, requests: int) -> None:
    with MemoryClient(address, attempts_max=ATTEMPTS_MAX) as memory:
        last = ""
        for number in range(requests):
            told.is_waiting = True
            try:
                last = _request(memory, told, f"caller {caller}", number, last)
            except MunimentError as error:
                told.refused.append(f"{error.code}: {error.message}")
            told.is_waiting = False


def _request(memory: AgentMemory, told: Told, name: str, number: int, last: str) -> str:
    """Send the request of a number; return the id of the belief that was added last."""
    match number % 5:
        case 0:
            content = f"{name} counted {number} boats"
            added = memory.add(content, entity=name, category=f"count {number}")
            told.beliefs[str(added.id)] = [content]
            told.writes += 1
            return str(added.id)
        case 1:
            content = f"{name} counted {number} ships"
            memory.update(last, content)
            told.beliefs[last].append(content)
            told.writes += 1
        case 2:
            said = f"{name} says {number}: the harbour is calm today."
            stored = memory.ingest_round(
                said, session=name, occurred_at=_SAID + timedelta(minutes=number)
            )
            told.turns[str(stored.episodes[0])] = said
            told.writes += 1
        case 3:
            memory.recall(f"How many ships did {name} count?")
            told.reads += 1
        case _:
            memory.search(entity=name, limit=5)
            told.reads += 1
    return last


def _lost(memory: AgentMemory, told: Told) -> Iterator[str]:
    for id_, contents in told.beliefs.items():
        there = {version.content for version in memory.history(id_)}
        if there != set(contents):
            yield id_
    for id_, said in told.turns.items():
        if memory.get_episode(id_).content != said:
            yield id_
