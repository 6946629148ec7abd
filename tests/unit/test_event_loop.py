"""What waits for the database runs on the loop that suits it."""

from __future__ import annotations

import asyncio
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
