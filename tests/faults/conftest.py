"""Lend homes to the tests that kill their servers."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from muniment.embedded import lease
from tests.faults.processes import open_memory


@contextmanager
def _directory() -> Iterator[Path]:
    # Not pytest's tmp_path: its parents are closed to the user that root's server runs as.
    top = Path(tempfile.mkdtemp(prefix="mun-"))
    top.chmod(0o711)
    try:
        yield top
    finally:
        shutil.rmtree(top)


@pytest.fixture(scope="session")
def founded() -> Iterator[Path]:
    """Make a home with a tenant, once."""
    with _directory() as top:
        open_memory(top / "home").close()
        yield top / "home"


@pytest.fixture
def files() -> Iterator[Path]:
    """Lend a directory that the server's user can pass through."""
    with _directory() as top:
        yield top


@pytest.fixture
def home(founded: Path, files: Path) -> Iterator[Path]:
    """Lend a home of its own; its server, if it was left, is ended."""
    made = files / "home"
    subprocess.run(["cp", "-a", str(founded), str(made)], check=True)
    yield made
    with lease(made):
        pass
