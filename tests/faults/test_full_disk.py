"""On a full disk each write is refused with what to do, nothing is lost, and room makes all well again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from muniment import AgentMemory
from muniment.embedded import Lease, lease
from muniment.errors import DiskFull, WriteOutcomeUnknown
from muniment.model.writes import Written
from muniment.operations.writes import NewMemory, NewTurn
from tests.faults.disks import Disk, mounted
from tests.faults.processes import open_memory, refuse_damage

LONG = " ".join(f"word{number}" for number in range(400))


@pytest.fixture
def disk(files: Path) -> Iterator[Disk]:
    with mounted(files / "disk", "160m") as made:
        yield made


@pytest.fixture
def held(disk: Disk) -> Iterator[Lease]:
    with lease(disk.path) as lent:
        yield lent
        disk.free()


@pytest.fixture
def memory(disk: Disk, held: Lease) -> Iterator[AgentMemory]:
    with open_memory(disk.path) as opened:
        yield opened
        disk.free()


def found_city(memory: AgentMemory) -> Written:
    return memory.add("Mike lives in London", entity="Mike", category="city")


def attempts(memory: AgentMemory, city: Written) -> dict[str, Callable[[], object]]:
    many = [NewMemory(content=f"{number} {LONG}") for number in range(30)]
    turns = [
        NewTurn(content=f"{number} {LONG}", occurred_at="2026-03-01", session="chat")
        for number in range(30)
    ]
    return {
        "add": lambda: memory.add(LONG, entity="Mike", category="words"),
        "add_many": lambda: memory.add_many(many),
        "update": lambda: memory.update(city.id, LONG),
        "ingest_turns": lambda: memory.ingest_turns(turns),
        "ingest_round": lambda: memory.ingest_round(
            f"I moved to Bath last month. {LONG}", session="chat", speaker="Mike"
        ),
        "compile_page": lambda: memory.compile_page("Mike"),
    }


@pytest.mark.slow
def test_every_write_on_a_full_disk_is_refused_whole_and_works_when_there_is_room(
    disk: Disk, held: Lease, memory: AgentMemory
) -> None:
    city = found_city(memory)
    disk.fill()
    tried = attempts(memory, city)
    for attempt in tried.values():
        with pytest.raises(DiskFull, match=r"wrote nothing; earlier ones stay. Free some space"):
            attempt()
    assert memory.transactions(after=2) == ()
    assert memory.get(city.id).content == "Mike lives in London"
    assert [each.content for each in memory.current_facts("Mike").items] == ["Mike lives in London"]

    disk.free()
    for attempt in tried.values():
        attempt()
    assert [each.operation for each in memory.transactions(after=2)] == [
        "add",
        "add",
        "update",
        "ingest",
        "learn",
        "compile",
    ]
    assert refuse_damage(memory, held.conninfo("muniment")) == 8


def task_states(held: Lease) -> list[tuple[str, str, str | None]]:
    with psycopg.connect(held.conninfo("muniment")) as connection:
        found = connection.execute(
            "SELECT kind, state, error_code FROM muniment.tasks ORDER BY task_id"
        )
        return [(str(kind), str(state), code) for kind, state, code in found]


def pass_time(held: Lease) -> None:
    with psycopg.connect(held.conninfo("muniment")) as connection:
        connection.execute(
            "UPDATE muniment_queue.pgqueuer SET execute_after = execute_after - interval '2 hours'"
        )


@pytest.mark.slow
def test_tasks_that_find_no_room_wait_for_it_and_are_done_when_there_is(
    disk: Disk, held: Lease, memory: AgentMemory
) -> None:
    for day in (1, 2, 3):
        memory.process_turn(
            f"I moved to Bath last month. {LONG * 5}", occurred_at=f"2026-03-0{day}"
        )
    kept = memory.stats().transactions
    disk.fill()
    with pytest.raises(DiskFull, match="Free some space, then try again"):
        memory.run_pending()
    assert task_states(held) == [("process_turn", "waiting", None)] * 3

    begun = 0
    for free_bytes in range(0, 1 << 20, 1 << 14):  # until there is room to begin, and none to learn
        disk.free()
        disk.fill(free_bytes)
        with suppress(DiskFull):
            begun += memory.run_pending().tasks.postponed
        if begun:
            break
    assert begun > 0
    assert memory.stats().transactions == kept
    assert {state for _, state, _ in task_states(held)} == {"waiting"}
    assert "disk_full" in {code for _, _, code in task_states(held)}

    disk.free()
    pass_time(held)
    memory.run_pending()
    assert {state for _, state, _ in task_states(held)} == {"done"}
    assert [each.content for each in memory.search(kind="memory").items] == ["local lives in Bath."]
    refuse_damage(memory, held.conninfo("muniment"))


def embed_all(memory: AgentMemory) -> None:
    while memory.heal_backlog(units_max=50).waiting:
        pass


@pytest.mark.slow
def test_embedding_anew_goes_on_where_it_found_no_room(
    disk: Disk, held: Lease, memory: AgentMemory
) -> None:
    contents = [NewMemory(content=f"{number} {LONG}") for number in range(200)]
    memory.add_many(contents, embed=False)
    disk.fill()
    with pytest.raises(DiskFull, match="Free some space, then try again"):
        embed_all(memory)
    waiting = memory.stats().not_embedded
    assert waiting > 0
    disk.free()
    assert memory.heal_backlog(units_max=1_000).embedded == waiting
    assert refuse_damage(memory, held.conninfo("muniment")) == 3


def test_a_question_on_a_full_disk_is_answered_and_says_that_it_was_not_traced(
    disk: Disk, memory: AgentMemory
) -> None:
    found_city(memory)
    disk.fill()
    answer = memory.recall("Where does Mike live?")
    assert [each.memory.content for each in answer] == ["Mike lives in London"]
    assert any("not traced" in each for each in answer.receipt.degraded)


def test_a_server_that_stops_for_lack_of_room_says_so_and_goes_on_when_there_is_room(
    disk: Disk, held: Lease, memory: AgentMemory
) -> None:
    city = found_city(memory)
    disk.fill()
    with psycopg.connect(held.conninfo("muniment")) as connection:
        # The next write needs a new file of the server's own log, without which it stops at once.
        connection.execute("SELECT pg_switch_wal()")
    with pytest.raises(
        WriteOutcomeUnknown,
        match=r"The disk is full: free some space.* Transaction 3 landed whole or not at all",
    ):
        memory.end(city.id)
    with pytest.raises(DiskFull, match=r"[Ff]ree some space, then try again"):
        memory.end(city.id)
    with pytest.raises(DiskFull, match=r"[Ff]ree some space, then try again"):
        memory.get(city.id)

    disk.free()
    assert memory.get(city.id).content == "Mike lives in London"
    assert memory.end(city.id).transaction == 3
    assert refuse_damage(memory, held.conninfo("muniment")) == 3


def test_a_memory_cannot_be_opened_on_a_full_disk_and_says_so(disk: Disk) -> None:
    open_memory(disk.path).close()
    disk.fill()
    with pytest.raises(DiskFull, match=r"[Ff]ree some space"):
        open_memory(disk.path)
    disk.free()
    with open_memory(disk.path) as memory:
        assert memory.stats().transactions == 1


def test_a_server_that_takes_nobody_for_lack_of_room_is_not_waited_for(
    disk: Disk, held: Lease
) -> None:
    # As recovery does, without room to write them anew.
    for written in disk.path.glob("postgres/**/pg_internal.init"):
        written.unlink()
    disk.fill()
    with pytest.raises(DiskFull, match=r"accepts nobody.*[Ff]ree some space"):
        open_memory(disk.path)
    disk.free()
    with open_memory(disk.path) as memory:
        assert found_city(memory).transaction == 2
