"""What stays waits for a database that is started beside it, and says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.database import Database
from tests.faults.processes import until
from tests.faults.proxies import Behind, Proxy
from tests.faults.workers import program


@pytest.mark.parametrize(
    "command, works",
    [
        (("api", "--port", "0"), "Listening at "),
        (("api", "--port", "0", "--processes", "2"), "Listening at "),
        (("worker",), "Working."),
    ],
    ids=["a service", "two processes", "a worker"],
)
def test_a_database_that_starts_later_is_waited_for(
    database: Database, files: Path, command: tuple[str, ...], works: str
) -> None:
    behind = Behind(server=database.server, name=database.name, directory=files)
    with program(behind, *command) as started:
        until(lambda: "It is waited for, 30 s at most." in started.said(), "it says that it waits")
        proxy = Proxy(files, Path(database.server.lease.host) / ".s.PGSQL.5432")
        if works.startswith("Listening"):
            assert started.process.stdout is not None
            assert started.process.stdout.readline().decode().startswith(works)
        else:
            until(lambda: works in started.said(), "it works")
        assert "Traceback" not in started.said()
        started.process.terminate()
        started.process.wait(60)
        proxy.close()
