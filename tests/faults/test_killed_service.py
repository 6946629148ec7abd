"""The service is killed in the midst of requests: what it acknowledged is there, and there once."""

from __future__ import annotations

from pathlib import Path

import pytest

from muniment.bench.api_process import service_process
from muniment.bench.killing import killed_while_writing
from muniment.embedded import lease
from tests.faults.processes import open_memory, refuse_damage


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
