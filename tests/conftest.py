"""What every test shares: one event loop library, and properties that fail the same way twice."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.database"]

# what the rules stand on is the same for every test, whether spaCy is installed or not
os.environ["MUNIMENT_EXTRACTION__PARSER"] = "patterns"

settings.register_profile(
    "muniment",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("muniment")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run coroutine tests on asyncio, which psycopg needs."""
    return "asyncio"
