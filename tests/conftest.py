"""What every test shares: one event loop library, properties that fail the same way twice, and the order."""

from __future__ import annotations

import functools
import os
import signal

import pytest
from hypothesis import HealthCheck, settings

from muniment.providers import minilm
from muniment.store.work import Work

pytest_plugins = ["tests.database"]

# what the rules stand on is the same for every test, whether spaCy is installed or not
os.environ["MUNIMENT_EXTRACTION__PARSER"] = "patterns"

# a shell that runs the tests in its background has them ignore Ctrl-C, and so every program that they start
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "muniment",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("muniment")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the modules that have slow tests, lest one of them is what all wait for at the end."""
    slow = {each.path for each in items if each.get_closest_marker("slow")}
    items.sort(key=lambda each: each.path not in slow)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run coroutine tests on asyncio, which psycopg needs."""
    return "asyncio"


_loaded_once = functools.cache(minilm._loaded)


@pytest.fixture
def one_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have whoever opens a memory in this process find the default model loaded."""
    monkeypatch.setattr(minilm, "_loaded", _loaded_once)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of the statements that are sent from now on."""
    names: list[str] = []
    sent = Work.send

    async def noting(self: Work, name: str, row: type[object], **given: object) -> object:
        names.append(name)
        return await sent(self, name, row, **given)

    monkeypatch.setattr(Work, "send", noting)
    return names
