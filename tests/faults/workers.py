"""Start workers as processes of their own, with the kinds of tasks that tests run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO

import psycopg

from tests.database import Database
from tests.faults.processes import until

PROGRAM = """
import tests.store.task_kinds
from muniment.cli.outermost import main
main()
"""


@dataclass(slots=True, kw_only=True)
class WorkerProcess:
    """A worker, and where it says what it prints."""

    process: subprocess.Popen[bytes]
    told: BinaryIO

    @property
    def pid(self) -> int:
        """Its process."""
        return self.process.pid

    def send(self, what: signal.Signals) -> None:
        """Send it a signal."""
        self.process.send_signal(what)

    def said(self) -> str:
        """Return what it has told of so far."""
        return os.pread(self.told.fileno(), 100_000, 0).decode()

    def heard(self) -> None:
        """Wait until it says that it was told to stop."""
        until(lambda: "Ctrl-C again" in self.said(), "it heard")

    def ended(self) -> tuple[int, str]:
        """Wait for its end, and return its exit code and what it printed."""
        printed, _ = self.process.communicate(timeout=240)
        return self.process.returncode, printed.decode()


def worker(
    database: Database, *arguments: str, **settings: object
) -> AbstractContextManager[WorkerProcess]:
    """Start a worker that is silent for a second at most; it does not outlive the block."""
    return program(database, "worker", *arguments, **settings)


@contextmanager
def program(database: Database, *arguments: str, **settings: object) -> Iterator[WorkerProcess]:
    """Start a command whose workers are silent for a second at most; it does not outlive the block."""
    given = {"lease_s": 1, "poll_s": 0.2, "backoff_first_s": 0.05, **settings}
    with TemporaryFile() as told:
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *arguments],
            stdout=subprocess.PIPE,
            stderr=told,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join([str(Path.cwd()), *sys.path]),
                "MUNIMENT_DATABASE_URL": database.app,
                "MUNIMENT_EMBEDDER__NAME": "none",
                **{f"MUNIMENT_WORKER__{name.upper()}": str(value) for name, value in given.items()},
            },
        )
        try:
            yield WorkerProcess(process=process, told=told)
        finally:
            process.kill()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()
            told.seek(0)
            sys.stderr.write(told.read().decode())


def workers_alive(database: Database) -> int:
    """Return how many workers say that they are there."""
    with psycopg.connect(database.admin) as connection:
        row = connection.execute("SELECT count(*) FROM muniment_queue.workers").fetchone()
    assert row is not None
    return int(row[0])


def states(database: Database) -> list[tuple[str, int]]:
    """Return the state and the attempts of each task, in the order they were enqueued."""
    with psycopg.connect(database.admin) as connection:
        return [
            (str(state), int(attempts))
            for state, attempts in connection.execute(
                "SELECT state, attempts FROM muniment.tasks ORDER BY task_id"
            )
        ]


def until_settled(database: Database, what: str) -> None:
    """Wait until no task waits or runs."""
    until(lambda: all(state not in ("waiting", "running") for state, _ in states(database)), what)
