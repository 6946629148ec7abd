"""A process that serves is told of when it does, and replaced when it dies: soon, or after a growing pause."""

from __future__ import annotations

import multiprocessing
from dataclasses import dataclass
from multiprocessing.synchronize import Event, Semaphore

import anyio
import pytest
from anyio import create_task_group, fail_after, to_thread

from muniment.rest.processes import Place, keep_serving


@dataclass(slots=True, kw_only=True)
class Ended:
    """A process that can be told to have ended."""

    pid: int | None
    exitcode: int | None = None


class Clocked:
    """A place whose processes note when they were started, looked at each quarter of a second."""

    def __init__(self, *, exitcode: int | None) -> None:
        self.now = 0.0
        self.exitcode = exitcode
        self.started: list[float] = []
        self.place = Place(self._start, self.now)

    def _start(self) -> Ended:
        self.started.append(self.now)
        return Ended(pid=len(self.started), exitcode=self.exitcode)

    def look_until(self, end: float) -> None:
        while self.now < end:
            self.now += 0.25
            self.place.look(self.now)


def test_what_keeps_dying_is_started_again_after_a_pause_that_doubles_up_to_five_seconds() -> None:
    dying = Clocked(exitcode=3)
    dying.look_until(25.0)
    assert dying.started == [0.0, 0.5, 1.25, 2.5, 4.75, 9.0, 14.25, 19.5, 24.75]


def test_what_lived_a_while_is_replaced_at_once_and_the_pauses_begin_anew() -> None:
    dying = Clocked(exitcode=1)
    dying.look_until(4.5)
    dying.exitcode = None
    dying.look_until(60.0)
    assert dying.started == [0.0, 0.5, 1.25, 2.5, 4.75]
    dying.place.process.exitcode = dying.exitcode = -9
    dying.look_until(61.25)
    assert dying.started[5:] == [60.25, 60.75]


def test_the_log_says_how_a_process_ended_and_when_the_next_one_starts(
    caplog: pytest.LogCaptureFixture,
) -> None:
    dying = Clocked(exitcode=3)
    dying.look_until(1.0)
    assert caplog.messages == [
        "the serving process 1 ended with 3 after 0.2 s; another one is started in 0.25 s",
        "the serving process 2 ended with 3 after 0.2 s; another one is started in 0.5 s",
    ]


def _serve_when_let(begun: Event, may_serve: Event, serves: Semaphore) -> None:
    begun.set()
    may_serve.wait()
    serves.release()


async def test_that_processes_serve_is_told_when_one_of_them_does() -> None:
    context = multiprocessing.get_context("spawn")
    begun, may_serve = context.Event(), context.Event()
    told = anyio.Event()
    with fail_after(120):
        async with create_task_group() as group:
            group.start_soon(keep_serving, 2, told.set, _serve_when_let, begun, may_serve)
            await to_thread.run_sync(begun.wait)
            assert not told.is_set()

            may_serve.set()
            await told.wait()
            group.cancel_scope.cancel()
