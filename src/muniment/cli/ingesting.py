"""Store the conversations of a file, in batches that can be broken off and gone on with."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import Annotated, Final, TypeVar

import typer
from anyio import Event, create_task_group
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn

from muniment.cli.chosen import Chosen, with_chosen
from muniment.cli.opening import run, settings_of
from muniment.cli.pages import lines
from muniment.cli.printing import show, visible
from muniment.cli.progress import passing_progress
from muniment.cli.stopping import stop_on_signals
from muniment.errors import MunimentError, TurnDiffers, WriteOutcomeUnknown
from muniment.ingest.conversation import Conversation, turn_fields
from muniment.ingest.conversation_files import read_conversations
from muniment.model.plain import plain
from muniment.model.worded import counted, named
from muniment.operations import rounds, writes
from muniment.operations.catalogue import perform
from muniment.operations.services import Services

TURNS_PER_TRANSACTION: Final = 64
_STANDARD_INPUT: Final = Path("-")
_TOLD: Final = "standard input"

Item = TypeVar("Item")

app = typer.Typer()


@dataclass(slots=True, kw_only=True)
class Stored:
    """How far an ingest has come; `unsettled` turns were being stored when it was broken off."""

    file: str
    conversations: tuple[str, ...]
    turns: int
    stored: int = 0
    known_already: int = 0
    not_embedded: int = 0
    transactions: int = 0
    decisions: int = 0
    unsettled: int = 0
    interrupted: bool = False

    @property
    def done(self) -> int:
        """How many turns of the file are there, from its beginning."""
        return self.stored + self.known_already


@app.command("ingest")
@with_chosen
def ingest(
    chosen: Chosen,
    path: Annotated[
        Path,
        typer.Argument(
            help="LoCoMo JSON, or JSON lines of turns; - reads standard input.", metavar="PATH"
        ),
    ],
    *,
    conversation: Annotated[
        str | None, typer.Option(help="What to call the conversation instead of its file's name.")
    ] = None,
    no_embed: Annotated[
        bool, typer.Option("--no-embed", help="Leave embedding to `muniment reembed`.")
    ] = False,
    learn: Annotated[
        bool, typer.Option("--learn", help="Learn from each turn, in a transaction of its own.")
    ] = False,
    reason: Annotated[str | None, typer.Option(help="Why, for the ledger.")] = None,
) -> None:
    """Store the turns of a file verbatim, each once, and make them searchable.

    It reads LoCoMo's conversations in both published forms, and JSON lines of {text, time,
    speaker, session, id, caption}, of which text and time must be there. The file is checked
    before anything is stored. Broken off, it goes on when it is run again: what is stored is
    known by its id. --learn also reads each turn for what its speaker claims, and judges that by
    what is believed.
    """
    with _kept(path) as file:
        told = _TOLD if path == _STANDARD_INPUT else str(path)
        _ingest(chosen, file, told, conversation, learn=learn, embed=not no_embed, reason=reason)


@contextmanager
def _kept(path: Path) -> Iterator[Path]:
    """Yield a file that can be read twice: what comes over a pipe is checked first, too."""
    is_standard = path == _STANDARD_INPUT
    if not is_standard and not path.is_fifo() and not path.is_char_device():
        yield path
        return
    told = _TOLD if is_standard else str(path)
    with TemporaryDirectory(prefix="muniment-") as folder:
        kept = Path(folder, "standard-input")
        with (
            nullcontext(sys.stdin.buffer) if is_standard else path.open("rb") as given,
            kept.open("wb") as file,
        ):
            copyfileobj(given, file)
        try:
            yield kept
        except MunimentError as error:
            raise type(error)(error.message.replace(str(kept), told)) from None


def _ingest(
    chosen: Chosen,
    path: Path,
    told: str,
    conversation: str | None,
    *,
    learn: bool,
    embed: bool,
    reason: str | None,
) -> None:
    settings = settings_of(chosen)
    found = read_conversations(path, name=conversation, limits=settings.limits)
    stored = Stored(
        file=told,
        conversations=tuple(each.name for each in found),
        turns=sum(each.turns_total for each in found),
    )
    described = TextColumn("{task.description}", markup=False)
    bar = passing_progress(
        chosen, described, BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    )
    keep = partial(_learn if learn else _store, stored=stored, reason=reason, embed=embed)

    async def act(services: Services) -> None:
        async with create_task_group() as group:
            told_to_stop = Event()

            def stop() -> None:
                told_to_stop.set()
                if not chosen.as_json:
                    bar.console.print("Storing the turns in hand. Ctrl-C again breaks them off.")

            group.start_soon(stop_on_signals, stop, group.cancel_scope.cancel)
            task = bar.add_task("", total=stored.turns)
            stored.interrupted = True
            for batch in _batches(_requests(found), 1 if learn else TURNS_PER_TRANSACTION):
                if told_to_stop.is_set():
                    break
                await keep(services, batch)
                bar.update(task, advance=len(batch), description=visible(batch[-1].session))
            else:
                stored.interrupted = False
            group.cancel_scope.cancel()

    try:
        with bar:
            run(settings, act, as_json=chosen.as_json)
        if stored.interrupted:
            raise KeyboardInterrupt
    except (KeyboardInterrupt, MunimentError) as stopped:
        if isinstance(stopped, MunimentError) and not isinstance(stopped, WriteOutcomeUnknown):
            stored.unsettled = 0
        if stored.interrupted:
            show(chosen, plain(stored), lambda: lines(*_told(stored)))
        if isinstance(stopped, TurnDiffers):
            raise _placed(stopped, stored) from None
        raise
    show(chosen, plain(stored), lambda: lines(*_told(stored)))


def _placed(error: TurnDiffers, stored: Stored) -> TurnDiffers:
    return TurnDiffers(
        f"{stored.file}, turn {stored.done + 1}: {error.message} To keep all of the file apart, name it "
        "with --conversation."
    )


async def _store(
    services: Services,
    batch: list[writes.NewTurn],
    *,
    stored: Stored,
    reason: str | None,
    embed: bool,
) -> None:
    request = writes.Ingest(turns=batch, reason=reason, embed=embed)
    stored.unsettled = len(batch)
    try:
        done = await perform(services, writes.ingest_turns, request)
    except TurnDiffers:
        if len(batch) == 1:
            raise
        for turn in batch:  # those before the one that differs go in
            await _store(services, [turn], stored=stored, reason=reason, embed=embed)
        return
    stored.unsettled = 0
    stored.stored += done.stored
    stored.known_already += done.known_already
    stored.not_embedded += 0 if done.embedded else done.stored
    stored.transactions += done.transaction is not None


async def _learn(
    services: Services,
    batch: list[writes.NewTurn],
    *,
    stored: Stored,
    reason: str | None,
    embed: bool,
) -> None:
    asked = [rounds.round_of(turn) for turn in batch]
    request = rounds.IngestRounds(rounds=asked, reason=reason, embed=embed)
    stored.unsettled = len(batch)
    (done,) = await perform(services, rounds.ingest_rounds, request)
    stored.unsettled = 0
    stored.stored += not done.known_already
    stored.known_already += done.known_already
    stored.not_embedded += not done.embedded
    stored.transactions += done.transaction is not None
    stored.decisions += 0 if done.known_already else len(done.decisions)


def _requests(conversations: Iterable[Conversation]) -> Iterator[writes.NewTurn]:
    for conversation in conversations:
        for turn in conversation.turns:
            yield writes.NewTurn(**turn_fields(turn))  # type: ignore[arg-type]  # the same fields


def _batches(items: Iterator[Item], size: int) -> Iterator[list[Item]]:
    while batch := list(islice(items, size)):
        yield batch


def _told(stored: Stored) -> Iterator[str]:
    yield (
        f"{counted(stored.stored, 'turn')} stored, {stored.known_already} known already, of {stored.turns} in "
        f"{visible(stored.file)} ({visible(', '.join(stored.conversations))})."
    )
    if stored.decisions:
        yield f"{counted(stored.decisions, 'decision')}: `muniment decisions` shows them."
    if stored.not_embedded:
        yield f"{stored.not_embedded} {named(stored.not_embedded, 'is', 'are')} not embedded yet: `muniment reembed` does it."
    if stored.unsettled:
        yield f"The next {stored.unsettled} were being stored: all of them are, or none."
    if stored.interrupted:
        again = "command with the same input" if stored.file == _TOLD else "command"
        yield f"Interrupted after turn {stored.done}: the same {again} goes on where it stopped."
