"""The line breaks while a write is committed: the caller is told the truth, and told it once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from muniment import AgentMemory
from muniment.errors import ConnectionLost, WriteOutcomeUnknown
from muniment.model.memory import Outcome
from muniment.store import pool
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database
from tests.faults.processes import refuse_damage, until
from tests.faults.proxies import Cut, Proxy


@pytest.fixture
def proxy(database: Database, files: Path) -> Iterator[Proxy]:
    made = Proxy(files, Path(database.server.lease.host) / ".s.PGSQL.5432")
    yield made
    made.close()


@pytest.fixture
def memory(database: Database, proxy: Proxy, files: Path) -> Iterator[AgentMemory]:
    url = make_conninfo(database.app, host=str(files))
    with AgentMemory(
        url, embedder=HashedEmbedder(), pool={"connect_timeout_s": 2.0}, recall={"trace": "off"}
    ) as opened:
        yield opened


def contents(memory: AgentMemory) -> list[str]:
    return sorted(each.content for each in memory.search(limit=100).items)


def test_a_commit_whose_answer_is_lost_is_looked_up_and_reported(
    memory: AgentMemory, proxy: Proxy, database: Database
) -> None:
    proxy.cuts = [Cut.BEFORE_THE_CLIENT_HEARS]
    written = memory.add("Mike lives in Bath", entity="Mike", category="city")
    assert proxy.cuts == []
    assert (written.outcome, written.transaction) == (Outcome.ADD, 2)
    assert contents(memory) == ["Mike lives in Bath"]
    assert len(memory.explain(written.id).evidence) == 1
    assert refuse_damage(memory, database.admin) == 2


def test_a_commit_that_never_arrived_is_made_again_once(
    memory: AgentMemory, proxy: Proxy, database: Database
) -> None:
    proxy.cuts = [Cut.BEFORE_THE_SERVER_HEARS]
    written = memory.add("Mike lives in Bath", entity="Mike", category="city")
    assert proxy.cuts == []
    assert (written.outcome, written.transaction) == (Outcome.ADD, 2)
    assert len(memory.explain(written.id).evidence) == 1
    assert refuse_damage(memory, database.admin) == 2


def test_a_commit_on_a_line_that_stays_open_and_says_nothing_is_looked_up(
    database: Database, proxy: Proxy, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "SILENCES_MAX", 1)
    with AgentMemory(
        make_conninfo(database.app, host=str(files)),
        embedder=HashedEmbedder(),
        pool={"statement_timeout_s": 2.0},
        recall={"trace": "off"},
    ) as memory:
        proxy.cuts = [Cut.WITHOUT_A_WORD]
        written = memory.add("Mike lives in Bath", entity="Mike", category="city")
        assert proxy.cuts == []
        assert (written.outcome, written.transaction) == (Outcome.ADD, 2)
        assert contents(memory) == ["Mike lives in Bath"]
        assert refuse_damage(memory, database.admin) == 2


@pytest.mark.parametrize("cut", [Cut.WITH_A_FAREWELL, Cut.WITH_AN_EARLY_FAREWELL])
def test_a_commit_to_which_a_server_says_that_it_ends_is_looked_up_or_made_again(
    memory: AgentMemory, proxy: Proxy, database: Database, cut: Cut
) -> None:
    proxy.cuts = [cut]
    written = memory.add("Mike lives in Bath", entity="Mike", category="city")
    assert proxy.cuts == []
    assert (written.outcome, written.transaction) == (Outcome.ADD, 2)
    assert len(memory.explain(written.id).evidence) == 1
    assert refuse_damage(memory, database.admin) == 2


def test_a_commit_that_never_arrives_is_told_as_not_written(
    memory: AgentMemory, proxy: Proxy, database: Database
) -> None:
    proxy.cuts = [Cut.BEFORE_THE_SERVER_HEARS] * 2
    with pytest.raises(ConnectionLost, match="Nothing was written: try again"):
        memory.add("Mike lives in Bath", entity="Mike", category="city")
    assert proxy.cuts == []
    assert contents(memory) == []
    assert refuse_damage(memory, database.admin) == 1


def test_a_commit_that_arrives_late_is_waited_for(
    memory: AgentMemory, proxy: Proxy, database: Database
) -> None:
    proxy.cuts = [Cut.WHILE_THE_SERVER_WAITS]
    proxy.deliver_late = lambda: until(
        lambda: somebody_waits(database), "the lookup waits for the commit"
    )
    written = memory.add("Mike lives in Bath", entity="Mike", category="city")
    assert written.transaction == 2
    assert len(memory.explain(written.id).evidence) == 1
    assert refuse_damage(memory, database.admin) == 2


def somebody_waits(database: Database) -> bool:
    with psycopg.connect(database.admin) as connection:
        row = connection.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        ).fetchone()
    return row == (1,)


def test_a_commit_that_cannot_be_looked_up_is_told_as_unknown(
    memory: AgentMemory, proxy: Proxy, database: Database
) -> None:
    proxy.cuts = [Cut.BEFORE_THE_CLIENT_HEARS]
    proxy.refusing = True
    with pytest.raises(
        WriteOutcomeUnknown,
        match=r"Transaction 2 landed whole or not at all.* hash is [0-9a-f]{64}",
    ) as unknown:
        memory.add("Mike lives in Bath", entity="Mike", category="city")
    proxy.refusing = False
    assert memory.transactions(after=1)[0].hash in unknown.value.message
    assert contents(memory) == ["Mike lives in Bath"]
    assert refuse_damage(memory, database.admin) == 2
