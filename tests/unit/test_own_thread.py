"""A memory on a thread of its own begins or is refused, and none is left open at the end."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import pytest

from muniment import AsyncAgentMemory
from muniment.errors import MemoryClosed
from muniment.library import own_thread
from muniment.library.own_thread import OwnThread
from muniment.store import event_loop


def test_a_thread_that_gets_no_event_loop_is_told_as_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError("Too many open files")

    monkeypatch.setattr(event_loop, "run", full)
    memory = AsyncAgentMemory(home=tmp_path)
    pool = ThreadPoolExecutor()
    try:
        with pytest.raises(OSError, match="Too many open files"):
            pool.submit(OwnThread, memory, "AgentMemory").result(timeout=10)
    finally:
        pool.shutdown(wait=False)


def test_a_call_on_its_own_thread_is_refused_instead_of_waiting_for_itself() -> None:
    class Idle:
        async def __aenter__(self) -> None: ...
        async def __aexit__(self, *_: object) -> None: ...

    async def nothing() -> str:
        return "done"

    async def inside() -> str:
        return thread.call(nothing)

    thread = OwnThread(cast(AsyncAgentMemory, Idle()), "AgentMemory")
    try:
        assert thread.call(nothing) == "done"
        with pytest.raises(MemoryClosed, match="wait for itself"):
            thread.call(inside)
    finally:
        thread.end()


def test_one_that_cannot_be_closed_keeps_no_other_open(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[str] = []

    class Running:
        def __init__(self, name: str) -> None:
            self.name = name

        def end(self) -> None:
            ended.append(self.name)
            raise OSError(f"{self.name} cannot be closed")

    monkeypatch.setattr(own_thread, "_RUNNING", [Running("one"), Running("two")])

    with pytest.raises(OSError, match="cannot be closed"):
        own_thread._end_all()
    assert sorted(ended) == ["one", "two"]
