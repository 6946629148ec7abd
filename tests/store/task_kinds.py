"""Kinds of tasks that tests run: they note what they did in the ledger, fail, or wait to be told."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from pathlib import Path

from anyio import Event, to_thread

from muniment.access.principal import Permission
from muniment.errors import DiskFull, EmbedderUnavailable, InvalidValue
from muniment.model.writes import Draft
from muniment.operations.background import task_kind
from muniment.operations.catalogue import about, perform
from muniment.operations.services import Services
from muniment.operations.writes import Add, NewMemory, add_many
from muniment.tasks.holding import Progress

LOOK_AGAIN_S = 0.01


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """What to note."""

    content: str = about("The words.")


@task_kind("note", Permission.WRITE)
async def note(services: Services, request: Note, progress: Progress) -> str:
    """Add a belief."""
    progress.done, progress.total = 1, 1
    await perform(services, add_many, Add(memories=[NewMemory(content=request.content)]))
    return services.principal.actor


@dataclass(frozen=True, slots=True, kw_only=True)
class Fail:
    """How to fail."""

    why: str = about("away, full, wrong, grouped or broken.")


@task_kind("fail", Permission.READ, attempts_max=3)
async def fail(services: Services, request: Fail, progress: Progress) -> None:
    """Raise an error."""
    if request.why == "away":
        raise EmbedderUnavailable("the embedder is away.")
    if request.why == "full":
        raise DiskFull
    if request.why == "wrong":
        raise InvalidValue("this is wrong and stays so.")
    if request.why == "grouped":
        raise ExceptionGroup("several", [EmbedderUnavailable("one of them is away.")])
    raise RuntimeError("nobody foresaw this of Ann\x00")


@dataclass(slots=True)
class Gate:
    """Where a task of this process says that it begins, and waits until it may go on."""

    begun: Event = field(default_factory=Event)
    go: Event = field(default_factory=Event)
    fails: bool = False
    """Whether it fails then."""


GATES: dict[str, Gate] = {}
"""The gates of this process, by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """Where to wait."""

    gate: str = about("The name of a gate of this process.")
    content: str = about("What to note then.")


@task_kind("pause", Permission.WRITE, attempts_max=3)
async def pause(services: Services, request: Pause, progress: Progress) -> None:
    """Say that it begins, wait at a gate, and add a belief."""
    progress.done, progress.total = 1, 2
    GATES[request.gate].begun.set()
    await GATES[request.gate].go.wait()
    if GATES[request.gate].fails:
        raise EmbedderUnavailable("the embedder is away.")
    drafts = [Draft(content=request.content)]
    await services.ledger.add_many(services.principal, drafts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stall:
    """What to wait for, where others are in another process."""

    begun: str = about("A file to append a line to when it begins.")
    go: str = about("A file to wait for.")
    content: str = about("What to note then.")


@task_kind("stall", Permission.WRITE, attempts_max=3)
async def stall(services: Services, request: Stall, progress: Progress) -> None:
    """Say that it begins, wait for a file, and add a belief."""
    await to_thread.run_sync(
        _begin_and_wait, Path(request.begun), Path(request.go), abandon_on_cancel=True
    )
    drafts = [Draft(content=request.content)]
    await services.ledger.add_many(services.principal, drafts)


def _begin_and_wait(begun: Path, go: Path) -> None:
    with begun.open("a", encoding="utf-8") as file:
        file.write(f"{os.getpid()}\n")
    while not go.exists():
        time.sleep(LOOK_AGAIN_S)
