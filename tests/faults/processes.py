"""Start what a fault test kills, and kill nothing else."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest

from muniment import AgentMemory
from muniment.errors import MemoryNotFound
from muniment.testing.embedder import HashedEmbedder

WRITER = """
import json, os, sys
from muniment import AgentMemory
from muniment.errors import MemoryNotFound
from muniment.testing.embedder import HashedEmbedder
from tests.faults.writing import WRITES

home, name, acknowledged, first = sys.argv[1:]
with (
    AgentMemory(home=home, embedder=HashedEmbedder()) as memory,
    open(acknowledged, "ab", buffering=0) as file,
):
    for number in range(int(first), 1_000_000):
        told = WRITES[number % len(WRITES)](memory, name, number)
        file.write(json.dumps(told).encode() + b"\\n")
        os.fsync(file.fileno())
"""


def until(true: Callable[[], bool], what: str, within_s: float = 240.0) -> None:
    """Look again and again until something is so."""
    end, pause_s = time.monotonic() + within_s, 0.001
    while not true():
        if time.monotonic() > end:
            pytest.fail(f"{what}: not within {within_s:g} s")
        time.sleep(pause_s)
        pause_s = min(2 * pause_s, 0.05)


@contextmanager
def other_process(home: Path, program: str) -> Iterator[Any]:
    """Run a program on a home in a process of its own, and kill it when the block ends."""
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(home)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    try:
        with process:
            yield process
    finally:
        process.kill()


def postmaster(home: Path) -> int:
    """Return the process of the server of a home."""
    return int((home / "postgres" / "postmaster.pid").read_text().split()[0])


def children(parent: int) -> list[int]:
    """Return the processes that a process started."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            if int(fields[1]) == parent:
                found.append(int(path.parent.name))
    return found


def kill(*pids: int) -> None:
    """Kill processes that a test started, at once and without notice; return when they are dead."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    until(lambda: not any(lives(pid) for pid in pids), "the killed die")


def lives(pid: int) -> bool:
    """Tell whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def kill_server(home: Path) -> None:
    """Kill the server of a home that a test made, and its children."""
    parent = postmaster(home)
    kill(parent, *children(parent))


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """A process that writes until it is killed, and what it was told that it wrote."""

    process: subprocess.Popen[bytes]
    file: Path

    @property
    def calls(self) -> int:
        """How many calls returned."""
        return self.file.read_bytes().count(b"\n") if self.file.exists() else 0

    @property
    def acknowledged(self) -> list[tuple[str, str]]:
        """The id and the content of everything that calls which returned had written."""
        lines = self.file.read_bytes().split(b"\n")[:-1]
        return [(id_, content) for line in lines for id_, content in json.loads(line)]


@contextmanager
def writers(home: Path, files: Path, names: list[str], first: int = 0) -> Iterator[list[Writer]]:
    """Start processes that write into a home; none of them outlives the block."""
    started: list[Writer] = []
    try:
        for name in names:
            file = files / name
            process = subprocess.Popen(
                [sys.executable, "-c", WRITER, str(home), name, str(file), str(first)],
                env={**os.environ, "PYTHONPATH": os.pathsep.join([str(Path.cwd()), *sys.path])},
            )
            started.append(Writer(process=process, file=file))
        yield started
    finally:
        for each in started:
            each.process.kill()
            each.process.wait()


def open_memory(home: Path, embedder: HashedEmbedder | None = None) -> AgentMemory:
    """Open a home as its writers do."""
    return AgentMemory(home=home, embedder=embedder or HashedEmbedder())


LACKING = {
    "a memory without assertion": """
        SELECT count(*) FROM muniment.memories m WHERE NOT EXISTS (
            SELECT FROM muniment.assertions a
            WHERE a.tenant_id = m.tenant_id AND a.memory_id = m.memory_id)""",
    "a memory without version": """
        SELECT count(*) FROM muniment.memories m WHERE NOT EXISTS (
            SELECT FROM muniment.versions v
            WHERE v.tenant_id = m.tenant_id AND v.memory_id = m.memory_id)""",
    "a memory without labels": """
        SELECT count(*) FROM muniment.memories m WHERE entity IS NOT NULL AND NOT EXISTS (
            SELECT FROM muniment.labels l WHERE l.tenant_id = m.tenant_id AND l.unit_no = m.unit_no)""",
    "a unit without words": """
        SELECT count(*) FROM units u WHERE NOT EXISTS (
            SELECT FROM muniment.postings p
            WHERE p.tenant_id = u.tenant_id AND p.unit_no = u.unit_no AND p.term = '')""",
    "a unit neither embedded nor waiting": """
        SELECT count(*) FROM units u
        WHERE NOT EXISTS (SELECT FROM muniment.vectors v
                          WHERE v.tenant_id = u.tenant_id AND v.unit_no = u.unit_no)
          AND NOT EXISTS (SELECT FROM muniment.backlog b
                          WHERE b.tenant_id = u.tenant_id AND b.unit_no = u.unit_no)""",
    "a head that is not the last transaction": """
        SELECT count(*) FROM muniment.heads h WHERE NOT EXISTS (
            SELECT FROM muniment.transactions t
            WHERE t.tenant_id = h.tenant_id AND t.number = h.number AND t.hash = h.hash
              AND t.recorded_at = h.recorded_at AND t.units_total = h.units_total
              AND NOT EXISTS (SELECT FROM muniment.transactions later
                              WHERE later.tenant_id = h.tenant_id AND later.number > h.number))""",
    "units that were not counted": """
        SELECT count(*) FROM muniment.heads h
        WHERE units_total <> (SELECT count(*) FROM units u WHERE u.tenant_id = h.tenant_id)""",
}
UNITS = """
    CREATE TEMPORARY VIEW units AS
        SELECT tenant_id, unit_no FROM muniment.memories
        UNION ALL SELECT tenant_id, unit_no FROM muniment.episodes"""


def half_written(conninfo: str) -> list[str]:
    """Say what a superuser finds of writes of which a part is missing."""
    with psycopg.connect(conninfo) as connection:
        connection.execute(UNITS)
        found = []
        for what, query in LACKING.items():
            row = connection.execute(query.encode()).fetchone()
            if row != (0,):
                found.append(f"{what}: {row}")
        return found


def refuse_damage(memory: AgentMemory, admin: str) -> int:
    """Fail unless the ledger verifies, whole and to its head; return the head's number."""
    told = memory.verify()
    assert told.findings == ()
    assert told.is_complete
    assert told.head_number == told.transactions == memory.stats().transactions
    assert half_written(admin) == []
    return told.head_number


def refuse_loss(memory: AgentMemory, told: Iterable[tuple[str, str]]) -> None:
    """Fail unless each id is there with the content that was told of it."""
    for id_, content in told:
        try:
            found = memory.history(id_)[-1].content
        except MemoryNotFound:
            found = memory.get_episode(id_).content
        assert found == content
