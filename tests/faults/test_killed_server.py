"""The server is killed and its clients live: they start it again, or say truly what became of a write."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import pytest

from muniment import AgentMemory
from muniment.embedded import lease
from muniment.errors import ConnectionLost, DatabaseUnavailable, WriteOutcomeUnknown
from muniment.model.memory import Outcome
from muniment.testing.embedder import HashedEmbedder
from tests.faults.processes import (
    children,
    kill,
    kill_server,
    open_memory,
    postmaster,
    refuse_damage,
    until,
)


def kill_everything(home: Path) -> None:
    kill_server(home)


def kill_the_parent_alone(home: Path) -> None:
    kill(postmaster(home))


def kill_one_child(home: Path) -> None:
    """Kill what serves a client: PostgreSQL then ends all others, and recovers by itself."""
    kill(max(children(postmaster(home))))


KILLS = [kill_everything, kill_the_parent_alone, kill_one_child]


@dataclass(slots=True)
class Told:
    """What a thread was told of each of its writes."""

    landed: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)


def write(memory: AgentMemory, name: str, told: Told, enough: threading.Event) -> None:
    for number in range(1_000_000):
        if enough.is_set():
            return
        content = f"{name} wrote {number}"
        try:
            written = memory.add(content, entity=name, category=f"count {number}")
        except (ConnectionLost, DatabaseUnavailable):
            told.refused.append(content)
        except WriteOutcomeUnknown:
            told.unknown.append(content)
        except Exception as error:  # noqa: BLE001 - the test fails on it below
            told.others.append(repr(error))
        else:
            assert written.outcome is Outcome.ADD
            told.landed.append(content)


def stored(memory: AgentMemory) -> dict[str, int]:
    """Return how much evidence there is for each content."""
    found: dict[str, int] = {}
    cursor: str | None = None
    while True:
        page = memory.search(limit=100, cursor=cursor)
        for each in page.items:
            found[each.content] = len(memory.explain(each.id).evidence)
        if page.cursor is None:
            return found
        cursor = page.cursor


@pytest.mark.parametrize("killing", KILLS, ids=lambda each: each.__name__)
def test_a_memory_goes_on_after_its_server_was_killed_between_calls(
    home: Path, killing: Callable[[Path], None]
) -> None:
    with open_memory(home) as memory, lease(home) as held:
        before = memory.add("Mike lives in London", entity="Mike", category="city")
        killing(home)
        after = memory.add("Mike lives in Bath", entity="Mike", category="city")
        assert (before.transaction, after.transaction) == (2, 3)
        assert refuse_damage(memory, held.conninfo("muniment")) == 3


def test_a_question_starts_a_killed_server_again(home: Path) -> None:
    with open_memory(home) as memory:
        memory.add("Mike lives in Bath", entity="Mike", category="city")
        kill_server(home)
        assert [each.memory.content for each in memory.recall("Where does Mike live?")] == [
            "Mike lives in Bath"
        ]


@pytest.mark.slow
@pytest.mark.parametrize("killing", KILLS, ids=lambda each: each.__name__)
def test_every_write_under_a_killed_server_landed_once_or_truly_not(
    home: Path, killing: Callable[[Path], None]
) -> None:
    told, enough = [Told(), Told(), Told()], threading.Event()

    def landed() -> int:
        return sum(len(each.landed) for each in told)

    with open_memory(home) as memory, lease(home) as held:
        threads = [
            threading.Thread(target=write, args=(memory, f"writer {n}", each, enough))
            for n, each in enumerate(told)
        ]
        for thread in threads:
            thread.start()
        try:
            for moment in (7, 29):
                before = landed()
                until(lambda: landed() >= before + moment, "the threads write")  # noqa: B023 - called at once
                killing(home)
            before = landed()
            until(lambda: landed() >= before + 15, "the threads go on")
        finally:
            enough.set()
            for thread in threads:
                thread.join()
        refuse_damage(memory, held.conninfo("muniment"))
        found = stored(memory)
    assert [each.others for each in told] == [[], [], []]
    acknowledged = {content for each in told for content in each.landed}
    refused = {content for each in told for content in each.refused}
    unknown = {content for each in told for content in each.unknown}
    assert acknowledged <= found.keys()
    assert not refused & found.keys()
    assert found.keys() <= acknowledged | unknown
    assert set(found.values()) == {1}
    assert len(acknowledged) > 40


def test_a_memory_whose_own_server_does_not_come_back_says_so_and_goes_on_when_it_does(
    home: Path,
) -> None:
    with (
        lease(home) as held,
        AgentMemory(
            held.conninfo("muniment", "muniment_app"),
            embedder=HashedEmbedder(),
            pool={"connect_timeout_s": 1.0},
        ) as memory,
    ):
        memory.add("Mike lives in London", entity="Mike", category="city")
        kill_server(home)
        with pytest.raises(DatabaseUnavailable, match="Is it running"):
            memory.add("Mike lives in Bath", entity="Mike", category="city")
        held.revive()
        assert [each.content for each in memory.current_facts("Mike").items] == [
            "Mike lives in London"
        ]
        assert memory.add("Mike lives in Bath", entity="Mike", category="city").transaction == 3
        assert refuse_damage(memory, held.conninfo("muniment")) == 3


@pytest.mark.slow
def test_a_file_that_is_ingested_while_the_server_is_killed_is_stored_once(
    home: Path, tmp_path: Path
) -> None:
    turns, file = 4_000, tmp_path / "chat.jsonl"
    told = [
        {"text": f"I drink tea number {number}.", "time": "2026-03-01", "id": str(number)}
        for number in range(turns)
    ]
    file.write_text("".join(f"{json.dumps(each)}\n" for each in told))
    command = [sys.executable, "-m", "muniment", "ingest", str(file), "--home", str(home), "--json"]
    environment = {**os.environ, "MUNIMENT_EMBEDDER__NAME": "none"}
    with lease(home) as held:

        def stored() -> int:
            with psycopg.connect(held.conninfo("muniment")) as connection:
                row = connection.execute("SELECT count(*) FROM muniment.episodes").fetchone()
            assert row is not None
            return int(row[0])

        before = stored()
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) as first:
            until(lambda: stored() > before, "some turns are stored")
            kill_server(home)
            printed, _ = first.communicate()
        if first.returncode:
            assert b'"interrupted": true' in printed
            again = subprocess.run(command, env=environment, capture_output=True, check=True)
            assert json.loads(again.stdout)["known_already"] > 0
        with open_memory(home) as memory:
            assert memory.stats().episodes == turns
            refuse_damage(memory, held.conninfo("muniment"))
