"""Guide somebody through a first minute: two beliefs, two times, and the question why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import typer
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from muniment.cli.chosen import Chosen, with_chosen
from muniment.cli.hints import options_of
from muniment.cli.opening import run, settings_of
from muniment.cli.pages import lines
from muniment.cli.printing import show, visible
from muniment.model.ids import MemoryId
from muniment.model.plain import plain
from muniment.model.worded import counted
from muniment.operations import reads, verifying, writes
from muniment.operations.catalogue import perform
from muniment.operations.services import Services

TENANT: Final = "quickstart"
"""Where the first minute happens: a tenant of its own, so that nothing is mixed up with yours."""

QUESTION: Final = "Where does Mike live?"
MARCH, APRIL, JUNE, JULY = "2026-03-01", "2026-04-10", "2026-06-01", "2026-07-10"

NEXT: Final = (
    ('muniment add "…" --entity … --category …', "remember something of your own"),
    ("muniment ingest FILE", "store a conversation"),
    (
        "muniment setup claude-code",
        "give this memory to a coding agent (or: cursor, codex, vscode)",
    ),
    ("muniment ui", "see it in a browser"),
    ("muniment doctor", "check every part"),
    ("muniment --help", "list every command"),
)
"""What comes after the first minute: commands, and what each is for."""

app = typer.Typer()


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing that was done: why, the command that does the same, and what came of it."""

    about: str
    command: str
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Guided:
    """A first minute."""

    tenant: str
    server: str
    steps: tuple[Step, ...]
    next: tuple[str, ...]


@app.command("quickstart")
@with_chosen
def quickstart(chosen: Chosen) -> None:
    """Try it in a minute: two beliefs, two times, two answers, and why.

    It works in a tenant of its own (`quickstart`, or the one you name), on the PostgreSQL that comes with the package
    unless you configured another. It touches nothing of yours and can be run again.
    """
    settings = settings_of(replace(chosen, tenant=chosen.tenant or TENANT))
    guided = run(settings, partial(_guided, chosen))
    show(chosen, plain(guided), lambda: _page(guided))


async def _guided(chosen: Chosen, services: Services) -> Guided:
    tenant = services.principal.tenant
    told = options_of(replace(chosen, tenant=tenant))
    first, london = await _live(services, "London", MARCH)
    second, _ = await _live(services, "Bath", JUNE)
    rows = await perform(services, reads.history, reads.History(id=str(london)))
    heard = min(row.transaction for row in rows)
    steps = [
        Step(
            about="A belief is about somebody (Mike) and something (his city), and true from a day on.",
            command=_added("London", MARCH) + told,
            said=first,
        ),
        Step(
            about="Something changes. The earlier belief ends where the later one begins; nothing is overwritten.",
            command=_added("Bath", JUNE) + told,
            said=second,
        ),
    ]
    asked: tuple[tuple[str, str, int | None], ...] = (
        ("What was true on 10 April?", APRIL, None),
        ("And on 10 July?", JULY, None),
        ("What would we have said about 10 July when we knew only the first?", JULY, heard),
    )
    for about, valid_at, as_of in asked:
        point = "" if as_of is None else f" --as-of {as_of}"
        command = f'muniment recall "{QUESTION}" --valid-at {valid_at}{point}{told}'
        said = await _answer(services, valid_at, as_of)
        steps.append(Step(about=about, command=command, said=said))
    verified = await perform(services, verifying.verify, verifying.Verify())
    steps.append(
        Step(
            about="Every change is a link in a chain of hashes, so tampering shows.",
            command=f"muniment audit verify{told}",
            said=f"The ledger verifies: {counted(verified.transactions, 'transaction')}."
            if verified.holds
            else "The ledger does not verify.",
        )
    )
    return Guided(tenant=tenant, server=services.server, steps=tuple(steps), next=_next(chosen))


async def _live(services: Services, city: str, since: str) -> tuple[str, MemoryId]:
    memory = writes.NewMemory(
        content=f"Mike lives in {city}", entity="Mike", category="city", valid_from=since
    )
    request = writes.Add(memories=(memory,), reason="quickstart")
    (written,) = await perform(services, writes.add_many, request)
    return f"{written.outcome.value} {written.id} in transaction {written.transaction}", written.id


async def _answer(services: Services, valid_at: str, as_of: int | None) -> str:
    request = reads.RecallResults(query=QUESTION, valid_at=valid_at, as_of=as_of, limit=1)
    recalled = await perform(services, reads.recall, request)
    return recalled[0].memory.content if recalled else f"Nothing: {recalled.receipt.abstained}"


def _added(city: str, since: str) -> str:
    return f'muniment add "Mike lives in {city}" --entity Mike --category city --valid-from {since}'


def _next(chosen: Chosen) -> tuple[str, ...]:
    commands = [command + options_of(chosen) for command, _ in NEXT]
    width = max(map(len, commands))
    return tuple(
        f"{command:{width}}    {about}" for command, (_, about) in zip(commands, NEXT, strict=True)
    )


def _page(guided: Guided) -> RenderableType:
    server = f"This is tenant {visible(guided.tenant)} on {visible(guided.server)}."
    return Group(Text(server), *_steps(guided.steps), lines("", "Next:", *guided.next))


def _steps(steps: Sequence[Step]) -> Iterator[RenderableType]:
    for number, step in enumerate(steps, start=1):
        yield Text("")
        yield Text(f"{number}. {step.about}", style="bold")
        yield Padding(Text(f"$ {visible(step.command)}", style="dim"), (0, 0, 0, 3), expand=False)
        yield Padding(Text(visible(step.said)), (0, 0, 0, 3), expand=False)
