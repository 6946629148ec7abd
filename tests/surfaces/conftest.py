"""Lend a terminal, a service and a memory to each test."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from muniment import AsyncAgentMemory
from muniment.settings import Settings
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database
from tests.surfaces.board import Board, board_of
from tests.surfaces.issuer import Issuer, issuing
from tests.surfaces.service import Service, serving
from tests.surfaces.terminal import Terminal, environment_without_settings


@pytest.fixture
def terminal(
    one_model: None,
    database: Database,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Terminal:
    """Name the test's database in the environment, and a home that is empty."""
    database.close_to_others()
    environment = environment_without_settings() | {
        "HOME": str(tmp_path),
        "MUNIMENT_EXTRACTION__PARSER": "patterns",
        "MUNIMENT_HOME": str(tmp_path / "muniment"),
        "MUNIMENT_DATABASE_URL": database.app,
    }
    for name in os.environ.keys() - environment.keys():
        monkeypatch.delenv(name)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return Terminal(home=tmp_path / "muniment", environment=environment, capsys=capsys)


@pytest.fixture
def quick(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Lend a terminal whose commands load no model."""
    monkeypatch.setenv("MUNIMENT_EMBEDDER__NAME", "none")
    return terminal


@pytest.fixture
async def service(database: Database) -> AsyncIterator[Service]:
    """Serve a test's database without authentication."""
    async with serving(database) as lent:
        yield lent


@pytest.fixture
async def guarded(database: Database) -> AsyncIterator[Service]:
    """Serve a test's database to who has a key."""
    async with serving(database, access={"keys": True}) as lent:
        yield lent


@pytest.fixture(scope="module")
def issuer() -> Iterator[Issuer]:
    """Lend an issuer of tokens."""
    with issuing() as trusted:
        yield trusted


@pytest.fixture
async def memory(database: Database) -> AsyncIterator[AsyncAgentMemory]:
    """Open the library on a test's database."""
    settings = Settings(database_url=database.app)
    async with AsyncAgentMemory(settings=settings, embedder=HashedEmbedder()) as memory:
        yield memory


@pytest.fixture
async def board(database: Database, request: pytest.FixtureRequest) -> AsyncIterator[Board]:
    """Show pages over a store in which Mike moved."""
    async with board_of(database, **getattr(request, "param", {})) as lent:
        yield lent
