"""Every process is killed in the middle of writes: what was acknowledged is there, and no half of more."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest

from muniment.embedded import lease
from muniment.errors import EpisodeNotFound
from tests.faults.processes import (
    Writer,
    children,
    kill,
    open_memory,
    postmaster,
    refuse_damage,
    refuse_loss,
    until,
    writers,
)

NAMES = ["Ann", "Ben", "Cleo"]
MOMENTS = [1, 26, 61]
"""How many calls returned when everything is killed, round by round: every kind of write among them."""


def calls(started: list[Writer]) -> int:
    assert all(writer.process.poll() is None for writer in started), "a writer ended by itself"
    return sum(writer.calls for writer in started)


@pytest.mark.slow
def test_killing_every_process_in_the_middle_of_writes_loses_nothing_and_leaves_no_half(
    home: Path, files: Path
) -> None:
    told: list[tuple[str, str]] = []
    for round_, moment in enumerate(MOMENTS):
        records = files / f"round {round_}"
        records.mkdir()
        with writers(home, records, NAMES, first=1000 * round_) as started:
            until(lambda: calls(started) >= moment, "the writers write")  # noqa: B023 - called at once
            pids = [writer.process.pid for writer in started]
            parent = postmaster(home)
            server = [parent, *children(parent)]
            kill(*(pids + server if round_ % 2 else server + pids))
        for writer in started:
            assert writer.process.returncode == -9
            told += writer.acknowledged if writer.calls else []

    with open_memory(home) as memory, lease(home) as held:
        head = refuse_damage(memory, held.conninfo("muniment"))
        refuse_loss(memory, told)
        assert memory.add("we go on").transaction == head + 1
    assert len(told) > sum(MOMENTS)
    assert head > sum(MOMENTS)


def test_a_killed_writer_holds_nobody_up_and_loses_nothing(home: Path, files: Path) -> None:
    with writers(home, files, ["Ann", "Ben"]) as (ann, ben):
        until(lambda: calls([ann, ben]) >= 12 and min(ann.calls, ben.calls) >= 4, "both write")
        kill(ann.process.pid)
        ann.process.wait()
        before = ben.calls
        until(lambda: calls([ben]) >= before + 20, "the other goes on")
    with open_memory(home) as memory, lease(home) as held:
        refuse_damage(memory, held.conninfo("muniment"))
        refuse_loss(memory, [*ann.acknowledged, *ben.acknowledged])


def test_17_turns_red_if_a_write_is_acknowledged_and_not_committed(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    execute = psycopg.AsyncConnection.execute

    def forgetting(
        connection: psycopg.AsyncConnection[object], query: object, *rest: object, **named: object
    ) -> object:
        said = "ROLLBACK" if query == "COMMIT" else query
        return execute(connection, said, *rest, **named)  # type: ignore[call-overload]  # passed on

    with open_memory(home) as memory:
        memory.add("Mike lives in London")
        with monkeypatch.context() as mutant:
            mutant.setattr(psycopg.AsyncConnection, "execute", forgetting)
            lost = memory.add("Mike lives in Bath")
        with pytest.raises(EpisodeNotFound):
            refuse_loss(memory, [(str(lost.id), "Mike lives in Bath")])


@pytest.mark.parametrize(
    "part", ["assertions", "versions", "labels", "postings", "vectors", "transactions"]
)
def test_17_turns_red_if_half_of_a_write_is_there(home: Path, part: str) -> None:
    with open_memory(home) as memory, lease(home) as held:
        memory.add("Mike lives in London", entity="Mike", category="city")
        admin = held.conninfo("muniment")
        refuse_damage(memory, admin)
        with psycopg.connect(admin) as connection:
            connection.execute("SET session_replication_role = replica")
            connection.execute(f"DELETE FROM muniment.{part}".encode())
        with pytest.raises(AssertionError):
            refuse_damage(memory, admin)
