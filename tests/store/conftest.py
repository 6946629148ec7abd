"""Lend services that run tasks, a gate, and a server that replies as language models do, from a script."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from muniment.operations.services import Services
from muniment.testing.model_server import ModelServer, model_server
from tests.database import Database
from tests.store.task_kinds import GATES, Gate
from tests.store.tasking import serving


@pytest.fixture
def scripted() -> Iterator[ModelServer]:
    """Lend one whose script is empty."""
    with model_server() as served:
        yield served


@pytest.fixture
async def services(database: Database) -> AsyncIterator[Services]:
    """Lend services, with kinds of tasks for tests."""
    async with serving(database) as lent:
        yield lent


@pytest.fixture
def gate() -> Iterator[Gate]:
    """Lend the gate `here`."""
    GATES["here"] = Gate()
    yield GATES["here"]
    del GATES["here"]
