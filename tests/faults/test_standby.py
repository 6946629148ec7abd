"""A standby answers as of what it has replayed, and promises nothing of what it may not have heard yet."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from muniment import AgentMemory
from muniment.embedded import lease
from muniment.errors import BasisUnsettled, DatabaseReadOnly
from muniment.temporal.instants import format_instant
from muniment.testing.embedder import HashedEmbedder
from tests.faults.processes import open_memory

pytestmark = pytest.mark.slow


@pytest.fixture
def standby(home: Path, files: Path) -> Iterator[AgentMemory]:
    """Copy a home that says London, let the copy wait for what it is sent, and write Bath into the first."""
    with lease(home) as held, psycopg.connect(held.conninfo("postgres"), autocommit=True) as admin:
        admin.execute("ALTER SYSTEM SET wal_level = replica")
    with open_memory(home) as memory:
        memory.add("Mike lives in London", entity="Mike", category="city", valid_from="2026-03-01")
    copy = files / "copy"
    subprocess.run(["cp", "-a", str(home), str(copy)], check=True)
    (copy / "postgres" / "standby.signal").touch()
    with open_memory(home) as memory:
        memory.add("Mike lives in Bath", entity="Mike", category="city", valid_from="2026-06-01")
    with lease(copy) as held:
        url = held.conninfo("muniment", "muniment_app")
        with AgentMemory(
            url, embedder=HashedEmbedder(), read_only=True, pool={"lock_timeout_s": 0.2}
        ) as memory:
            yield memory


def test_a_standby_answers_as_of_what_it_has_and_at_no_time_that_it_may_not_have_heard_of(
    standby: AgentMemory, home: Path
) -> None:
    with open_memory(home) as first:
        heard = format_instant(first.current_facts("Mike", as_of=2).basis.as_of.time)
        beyond = format_instant(first.current_facts("Mike").basis.as_of.time)
    for as_of in (None, 2, heard):
        found = standby.current_facts("Mike", as_of=as_of)
        assert [each.content for each in found] == ["Mike lives in London"]
    with pytest.raises(BasisUnsettled):
        standby.current_facts("Mike", as_of=beyond)
    assert next(part for part in standby.health().parts if part.name == "database").ok


def test_a_standby_takes_no_writes(standby: AgentMemory, home: Path, files: Path) -> None:
    del standby, home
    with lease(files / "copy") as held:
        url = held.conninfo("muniment", "muniment_app")
        with (
            AgentMemory(url, embedder=HashedEmbedder()) as memory,
            pytest.raises(DatabaseReadOnly, match="Nothing was written"),
        ):
            memory.add("Mike lives in York")
