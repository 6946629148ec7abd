"""Add the beliefs of a file, and give beliefs and turns out as such files."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

import typer

from muniment.cli.batches import batches_of, go_through, how_it_ended, keep_all, read_twice
from muniment.cli.chosen import Chosen, with_chosen
from muniment.cli.deriving import Derived, add_derived
from muniment.cli.opening import run, settings_of, tell_if_elsewhere, tell_if_unknown
from muniment.cli.printing import visible
from muniment.errors import (
    Busy,
    Fault,
    Forbidden,
    InvalidValue,
    MunimentError,
    Unavailable,
)
from muniment.ingest.json_values import line_of, refuse_missing
from muniment.model.memory import Outcome
from muniment.model.worded import counted
from muniment.operations import reads, writes
from muniment.operations.belief_lines import UNASKED, UNASKED_OF_TURNS, given_out, read_belief
from muniment.operations.catalogue import perform
from muniment.operations.services import Services

BELIEFS_PER_TRANSACTION: Final = 256

Told: TypeAlias = dict[str, Any]
"""A belief or a turn that is given out, as its line has it."""

app = typer.Typer()


@dataclass(slots=True, kw_only=True)
class Added:
    """How far a load has come; `unsettled` beliefs were being added when it was broken off."""

    file: str
    beliefs: int = 0
    added: int = 0
    known_already: int = 0
    not_embedded: int = 0
    transactions: int = 0
    unsettled: int = 0
    interrupted: bool = False

    @property
    def done(self) -> int:
        """How many beliefs of the file are there, from its beginning."""
        return self.added + self.known_already


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A belief, and where in its file it stands."""

    number: int
    belief: writes.NewMemory


@app.command("add-many")
@with_chosen
def add_many(
    chosen: Chosen,
    path: Annotated[
        Path,
        typer.Argument(help="JSON lines of beliefs; - reads standard input.", metavar="PATH"),
    ],
    *,
    no_embed: Annotated[
        bool, typer.Option("--no-embed", help="Leave embedding to `muniment reembed`.")
    ] = False,
    reason: Annotated[str | None, typer.Option(help="Why, for the ledger.")] = None,
) -> None:
    """Add the beliefs of a file: one JSON object per line, with a field for each option of `muniment add`.

    Lines of `muniment export` can be read as they are: the old id is kept as the source. The file is checked before
    anything is added. If interrupted, it continues when it is run again: what is already believed is a NOOP.
    """
    with read_twice(path) as (file, called):
        _load(chosen, file, Added(file=called), reason=reason, embed=not no_embed)


def _load(chosen: Chosen, path: Path, added: Added, *, reason: str | None, embed: bool) -> None:
    refuse_missing(path, "JSON lines of beliefs")
    keep = partial(_keep, added=added, reason=reason, embed=embed)

    async def act(services: Services) -> None:
        added.beliefs = _checked_total(services, path)
        await go_through(
            chosen,
            added,
            batches_of(_lines(path), BELIEFS_PER_TRANSACTION),
            partial(keep, services),
            total=added.beliefs,
            what="beliefs",
        )

    keep_all(chosen, settings_of(chosen), added, act, partial(_told, added))


def _checked_total(services: Services, path: Path) -> int:
    """Count the beliefs of a file, and refuse one that cannot be added whatever is believed."""
    total = 0
    for line in _lines(path):
        total += 1
        try:
            writes.refuse_unfit(services, line.belief)
        except MunimentError as error:
            raise _placed(error, path, line.number) from None
    if not total:
        raise InvalidValue(f"{path} holds no belief.")
    return total


def _placed(error: MunimentError, file: Path | str, number: int) -> MunimentError:
    return type(error)(f"{file}, line {number}: {error.message}")


def _lines(path: Path) -> Iterator[Line]:
    """Read the beliefs of a file, a line at a time.

    Raises:
        InvalidValue, FieldRepeated, UnstorableText: a line is no belief; the message names it.
    """
    number = 0
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if text := line_of(line, number).strip():
                    yield Line(number=number, belief=read_belief(text))
    except UnicodeDecodeError:
        raise InvalidValue(f"{path}, line {number}: not UTF-8. Convert it first.") from None
    except OSError as error:
        raise InvalidValue(f"{path} cannot be read: {error.strerror}.") from None
    except MunimentError as error:
        raise _placed(error, path, number) from None


async def _keep(
    services: Services, batch: list[Line], *, added: Added, reason: str | None, embed: bool
) -> None:
    memories = [line.belief for line in batch]
    added.unsettled = len(batch)
    try:
        written = await perform(
            services, writes.add_many, writes.Add(memories=memories, reason=reason, embed=embed)
        )
    except (Busy, Fault, Forbidden, Unavailable):
        raise
    except MunimentError as error:
        if len(batch) == 1:
            raise _placed(error, added.file, batch[0].number) from None
        for line in batch:  # those before the one that is refused go in
            await _keep(services, [line], added=added, reason=reason, embed=embed)
        return
    added.unsettled = 0
    known = sum(each.outcome is Outcome.NOOP for each in written)
    added.known_already += known
    added.added += len(written) - known
    added.not_embedded += sum(not each.embedded for each in written)
    added.transactions += 1


def _told(added: Added) -> Iterator[str]:
    yield (
        f"{counted(added.added, 'belief')} added, {added.known_already} known already, of {added.beliefs} "
        f"in {visible(added.file)}."
    )
    yield from how_it_ended(added, "belief", "added")


async def _pages(services: Services, asked: reads.Search) -> AsyncIterator[Sequence[Told]]:
    """Read what is given out, page by page; say if nothing was ever written for its user, or there is more elsewhere."""

    async def admitted() -> Services:
        return services

    async for page in given_out(admitted, asked):
        yield page.lines
    await tell_if_unknown(services)
    await tell_if_elsewhere(services, asked.namespace)


def _print(lines: Iterable[Told]) -> None:
    sys.stdout.writelines(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


def _export(chosen: Chosen, asked: reads.Search) -> int:
    printed = 0

    async def act(services: Services) -> None:
        nonlocal printed
        async for lines in _pages(services, asked):
            _print(lines)
            printed += len(lines)

    try:
        run(settings_of(chosen), act)
    except (KeyboardInterrupt, MunimentError):
        if printed and not chosen.as_json:
            sys.stderr.write(f"Not all was printed: the lines end after belief {printed}.\n")
        raise
    sys.stdout.flush()
    return 0


add_derived(
    app,
    Derived(
        what=reads.search,
        name="export",
        without=UNASKED,
        act=_export,
        summary="""Print the current beliefs of a namespace, one JSON object per line, as known at one basis.

        `muniment add-many` adds such lines elsewhere. `muniment export-turns` prints the turns; earlier
        versions and reviews are not among them: a backup of all is a dump of the database.""",
    ),
)


def _export_turns(chosen: Chosen, asked: reads.Search) -> int:
    async def act(services: Services) -> None:
        told: list[Told] = []
        async for lines in _pages(services, replace(asked, kind="episode")):
            told += lines
        began: dict[str, str] = {}
        for line in told:  # latest first
            began[line["session"]] = line["occurred_at"]
        told.sort(key=lambda line: (began[line["session"]], line["session"], line["position"]))
        _print(told)

    run(settings_of(chosen), act)
    sys.stdout.flush()
    return 0


add_derived(
    app,
    Derived(
        what=reads.search,
        name="export-turns",
        without=UNASKED_OF_TURNS,
        act=_export_turns,
        summary="""Print the turns of a namespace, one JSON object per line, by session and in the order they were said, as known at one basis.

        `muniment ingest` stores such lines elsewhere, in the sessions that they are in. They are
        held in memory until the last is read.""",
    ),
)
