"""Go through what a file holds, batch after batch: with progress, and with a stop that leaves none half done."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from itertools import islice
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import Final, Protocol, TypeVar

from anyio import Event, create_task_group
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn

from muniment.cli.chosen import Chosen
from muniment.cli.deriving import STANDARD_INPUT
from muniment.cli.hints import hint
from muniment.cli.opening import run
from muniment.cli.pages import lines
from muniment.cli.printing import show
from muniment.cli.progress import passing_progress
from muniment.cli.stopping import stop_on_signals
from muniment.errors import MunimentError, WriteOutcomeUnknown
from muniment.model.plain import plain
from muniment.model.worded import named
from muniment.operations.services import Services
from muniment.settings import Settings

CALLED: Final = "standard input"
"""What standard input is called, whose path is a hyphen."""

Item = TypeVar("Item")


class Kept(Protocol):
    """How far a command has come with what a file holds; `unsettled` was being kept when it was broken off."""

    file: str
    not_embedded: int
    unsettled: int
    interrupted: bool

    @property
    def done(self) -> int:
        """How much of the file is there, from its beginning."""


@contextmanager
def read_twice(path: Path) -> Iterator[tuple[Path, str]]:
    """Yield a file that can be read twice, and what it is called: what comes over a pipe is checked first, too."""
    is_standard = path == Path(STANDARD_INPUT)
    called = CALLED if is_standard else str(path)
    if not is_standard and not path.is_fifo() and not path.is_char_device():
        yield path, called
        return
    with TemporaryDirectory(prefix="muniment-") as folder:
        kept = Path(folder, "standard-input")
        with (
            nullcontext(sys.stdin.buffer) if is_standard else path.open("rb") as given,
            kept.open("wb") as file,
        ):
            copyfileobj(given, file)
        try:
            yield kept, called
        except MunimentError as error:
            raise type(error)(error.message.replace(str(kept), called)) from None


def batches_of(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """Return items in lists of a size, the last one perhaps shorter."""
    left = iter(items)
    while batch := list(islice(left, size)):
        yield batch


def keep_all(
    chosen: Chosen,
    settings: Settings,
    kept: Kept,
    act: Callable[[Services], Awaitable[None]],
    told: Callable[[], Iterable[str]],
) -> None:
    """Keep what a file holds, and tell how far it came, also where it was broken off."""
    try:
        run(settings, act)
        if kept.interrupted:
            raise KeyboardInterrupt
    except (KeyboardInterrupt, MunimentError) as stopped:
        if isinstance(stopped, MunimentError) and not isinstance(stopped, WriteOutcomeUnknown):
            kept.unsettled = 0
        if kept.interrupted:
            show(chosen, plain(kept), lambda: lines(*told()))
        raise
    show(chosen, plain(kept), lambda: lines(*told()))


def how_it_ended(kept: Kept, one: str, doing: str) -> Iterator[str]:
    """Say what is left to be done, and where it goes on. `one` of what is kept is a turn, and is `doing` stored."""
    if kept.not_embedded:
        are = named(kept.not_embedded, "is", "are")
        yield hint(f"{kept.not_embedded} {are} not embedded yet: `muniment reembed` does it.")
    if kept.unsettled:
        yield f"The next {kept.unsettled} were being {doing}: all of them are, or none."
    if kept.interrupted:
        again = "command with the same input" if kept.file == CALLED else "command"
        yield f"Interrupted after {one} {kept.done}: run the same {again} to continue."


async def go_through(
    chosen: Chosen,
    kept: Kept,
    batches: Iterable[list[Item]],
    keep: Callable[[list[Item]], Awaitable[None]],
    *,
    total: int,
    what: str,
    described: Callable[[Item], str] = lambda _: "",
) -> None:
    """Keep batch after batch; it is interrupted until it came to the end.

    A signal ends it behind the batch in hand, another one breaks that off. `described` says next to the
    bar what was kept last; `what` says what it is in a sentence.
    """
    kept.interrupted = True
    columns = BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with passing_progress(chosen, TextColumn("{task.description}", markup=False), *columns) as bar:
        async with create_task_group() as group:
            told_to_stop = Event()

            def stop() -> None:
                told_to_stop.set()
                if not chosen.as_json:
                    bar.console.print(f"Storing the {what} in hand. Ctrl-C again abandons them.")

            group.start_soon(stop_on_signals, stop, group.cancel_scope.cancel)
            task = bar.add_task("", total=total)
            for batch in batches:
                if told_to_stop.is_set():
                    break
                await keep(batch)
                bar.update(task, advance=len(batch), description=described(batch[-1]))
            else:
                kept.interrupted = False
            group.cancel_scope.cancel()
