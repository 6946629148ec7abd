"""The service is killed in the midst of requests: what it acknowledged is there, and there once."""

from __future__ import annotations

from pathlib import Path

import pytest

from muniment import MemoryClient
from muniment.bench.api_process import service_process
from muniment.bench.killing import killed_while_writing
from muniment.embedded import lease
from tests.faults.processes import children, kill, lives, open_memory, refuse_damage, until


@pytest.mark.slow
def test_every_write_to_a_killed_service_is_there_once_and_the_chain_verifies(home: Path) -> None:
    with open_memory(home) as memory, lease(home) as held:
        with service_process(home, MUNIMENT_EMBEDDER__NAME="none") as service:
            found = killed_while_writing(service, memory, requests=200, kills=3)
        refuse_damage(memory, held.conninfo("muniment"))
    assert found.refused == []
    assert found.lost == []
    assert found.findings == []
    # 25 requests of each of 8 callers: ten add or correct, five store a round, ten only read
    assert (found.writes, found.transactions, found.turns) == (120, 120, 40)
    assert len(found.in_flight) == 3
    assert all(found.in_flight)


def serving_beside(parent: int) -> list[int]:
    """Return the processes that a service of several has started to serve."""
    return [pid for pid in children(parent) if "spawn_main" in _command(pid)]


def _command(pid: int) -> str:
    """Return what a process was started with; nothing of one that has ended meanwhile."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return ""


@pytest.mark.slow
def test_a_service_of_two_processes_outlives_one_and_goes_with_its_parent(home: Path) -> None:
    with service_process(
        home, MUNIMENT_EMBEDDER__NAME="none", MUNIMENT_REST__PROCESSES="2"
    ) as service:
        with MemoryClient(service.address, attempts_max=20) as memory:
            memory.add("Mike lives in Bath")
            first, second = serving_beside(service.pid)
            kill(first)
            assert len(memory.search()) == 1
            until(lambda: len(serving_beside(service.pid)) == 2, "another one takes its place")
        left = serving_beside(service.pid)
        assert second in left
        service.kill()
        until(lambda: not any(lives(pid) for pid in left), "its children go with it")
        service.start()
        with MemoryClient(service.address) as memory:
            assert len(memory.search()) == 1
