"""Lend homes to the tests that kill their servers."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from muniment.embedded import lease
from tests.directories import open_directory
from tests.faults.processes import open_memory


@pytest.fixture(scope="session")
def founded() -> Iterator[Path]:
    """Make a home with a tenant, once."""
    with open_directory() as top:
        open_memory(top / "home").close()
        yield top / "home"


@pytest.fixture(scope="session")
def made_once() -> Iterator[Path]:
    """Make a home whose server has nothing in it, once."""
    with open_directory() as top:
        with lease(top / "home"):
            pass
        yield top / "home"


@pytest.fixture
def new_home() -> Iterator[Path]:
    """Lend a place for a home."""
    with open_directory() as top:
        yield top / "home"


@pytest.fixture
def files() -> Iterator[Path]:
    """Lend a directory that the server's user can pass through."""
    with open_directory() as top:
        yield top


@pytest.fixture
def home(founded: Path, files: Path) -> Iterator[Path]:
    """Lend a home of its own; its server, if it was left, is ended."""
    made = files / "home"
    subprocess.run(["cp", "-a", str(founded), str(made)], check=True)
    yield made
    with lease(made):
        pass
