"""Store the conversations of a file, in batches that can be broken off and gone on with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Final

import typer

from muniment.cli.batches import batches_of, go_through, how_it_ended, keep_all, read_twice
from muniment.cli.chosen import Chosen, with_chosen
from muniment.cli.hints import hint
from muniment.cli.opening import settings_of
from muniment.cli.printing import visible
from muniment.errors import TurnDiffers
from muniment.ingest.conversation import Conversation, turn_fields
from muniment.ingest.conversation_files import read_conversations
from muniment.model.worded import counted
from muniment.operations import rounds, writes
from muniment.operations.catalogue import perform
from muniment.operations.services import Services

TURNS_PER_TRANSACTION: Final = 64

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
            help="JSON of LoCoMo or LongMemEval, or JSON lines of turns; - reads standard input.",
            metavar="PATH",
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

    It reads LoCoMo's conversations in both published forms, the sessions of LongMemEval's questions, and JSON lines
    of {text, time, speaker, session, id, caption}, of which text and time are required. The file is checked before
    anything is stored. If interrupted, it continues when it is run again: stored turns are known by their id. --learn
    also reads each turn for what its speaker claims, and judges that against what is believed.
    """
    with read_twice(path) as (file, told):
        _ingest(chosen, file, told, conversation, learn=learn, embed=not no_embed, reason=reason)


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
    keep = partial(_learn if learn else _store, stored=stored, reason=reason, embed=embed)

    async def act(services: Services) -> None:
        await go_through(
            chosen,
            stored,
            batches_of(_requests(found), 1 if learn else TURNS_PER_TRANSACTION),
            partial(keep, services),
            total=stored.turns,
            what="turns",
            described=lambda turn: visible(turn.session or ""),
        )

    try:
        keep_all(chosen, settings, stored, act, partial(_told, stored))
    except TurnDiffers as differs:
        raise _placed(differs, stored) from None


def _placed(error: TurnDiffers, stored: Stored) -> TurnDiffers:
    return TurnDiffers(
        f"{stored.file}, turn {stored.done + 1}: {error.message} To store the whole file under another name, give --conversation."
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


def _told(stored: Stored) -> Iterator[str]:
    yield (
        f"{counted(stored.stored, 'turn')} stored, {stored.known_already} known already, of {stored.turns} in "
        f"{visible(stored.file)} ({visible(', '.join(stored.conversations))})."
    )
    if stored.decisions:
        yield hint(f"{counted(stored.decisions, 'decision')}: `muniment decisions` shows them.")
    yield from how_it_ended(stored, "turn", "stored")
