"""Lend a memory to each test, and see that no framework reports anything to anybody."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from muniment import AgentMemory, AsyncAgentMemory
from muniment.settings import Settings
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database

SILENCE = {
    "LANGSMITH_TRACING": "false",
    "OPENAI_AGENTS_DISABLE_TRACING": "1",
    "CREWAI_DISABLE_TELEMETRY": "true",
    "CREWAI_TRACING_ENABLED": "false",
    "OTEL_SDK_DISABLED": "true",
    "ANONYMIZED_TELEMETRY": "false",
}
"""What tells frameworks to keep to themselves what they see."""


@pytest.fixture(autouse=True)
def silence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Switch off what frameworks report."""
    for name, value in SILENCE.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def memory(database: Database) -> Iterator[AgentMemory]:
    """Lend a memory to synchronous code."""
    settings = Settings(database_url=database.app)
    with AgentMemory(settings=settings, embedder=HashedEmbedder()) as opened:
        yield opened


@pytest.fixture
async def async_memory(database: Database) -> AsyncIterator[AsyncAgentMemory]:
    """Lend a memory to asynchronous code."""
    settings = Settings(database_url=database.app)
    async with AsyncAgentMemory(settings=settings, embedder=HashedEmbedder()) as opened:
        yield opened


@pytest.fixture
def new_tenant(database: Database) -> Iterator[AgentMemory]:
    """Lend a memory of a tenant that is not there yet."""
    settings = Settings(database_url=database.app, tenant="new")
    with AgentMemory(settings=settings, embedder=HashedEmbedder()) as opened:
        yield opened
