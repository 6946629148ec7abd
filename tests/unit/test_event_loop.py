"""What waits for the database runs on the loop that suits it."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest

from muniment.store import event_loop


async def running() -> type[asyncio.AbstractEventLoop]:
    return type(asyncio.get_running_loop())


def test_it_runs_on_the_quicker_loop() -> None:
    assert event_loop.run(running).__module__ == "uvloop"


def test_it_runs_on_asyncios_own_loop_without_that(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_loop, "find_spec", lambda _: None)
    assert event_loop.run(running).__module__.startswith("asyncio")


def test_on_windows_it_runs_on_the_loop_that_the_driver_can_wait_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert event_loop.run(running) is asyncio.SelectorEventLoop


@pytest.mark.parametrize("closed", ["<&-", "2>&-", "<&- 2>&-"])
def test_it_runs_where_standard_streams_are_closed(closed: str) -> None:
    program = (
        "import tests.unit.test_event_loop as t; print(t.event_loop.run(t.running).__module__)"
    )
    finished = subprocess.run(
        ["sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        timeout=60,
    )

    assert (finished.returncode, finished.stdout) == (0, b"uvloop\n")
