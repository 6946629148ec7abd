"""Show the ledger as it is kept: its transactions, and the rows that one of them wrote."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Final

import typer
from rich.console import RenderableType

from muniment.access.principal import Permission
from muniment.audit.snapshot import Snapshot, Values
from muniment.cli.answer_pages import transactions_page
from muniment.cli.chosen import Chosen, with_chosen
from muniment.cli.hints import hint
from muniment.cli.opening import run, run_operation, settings_of
from muniment.cli.pages import lines, pairs
from muniment.cli.printing import show, visible
from muniment.errors import TransactionNotFound
from muniment.model.plain import Plain, plain
from muniment.model.receipts import NUMBER_MAX
from muniment.model.worded import counted
from muniment.operations import reads
from muniment.operations.services import Services
from muniment.recall.lookup.users import name_of_user

_HIDDEN: Final = frozenset({"tenant_id", "salt"})

app = typer.Typer()


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of the ledger, column by column."""

    table: str
    values: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspected:
    """One transaction as it is kept, its user's name, and the rows it wrote that the reader may see."""

    transaction: Mapping[str, object]
    rows: tuple[Row, ...]


@app.command("inspect")
@with_chosen
def inspect(
    chosen: Chosen,
    number: Annotated[
        int | None,
        typer.Argument(
            help="The number of a transaction: show it, and its rows.", metavar="NUMBER"
        ),
    ] = None,
    *,
    after: Annotated[int, typer.Option(help="List transactions with a greater number.")] = 0,
    before: Annotated[
        int | None, typer.Option(help="List transactions with a lesser number.")
    ] = None,
    actor: Annotated[str | None, typer.Option(help="List only what this actor did.")] = None,
    key: Annotated[
        str | None, typer.Option(help="List only what was written with the API key of this id.")
    ] = None,
    latest_first: Annotated[
        bool, typer.Option("--latest-first", help="List the latest first.")
    ] = False,
    limit: Annotated[int, typer.Option(help="The most transactions to list.")] = 100,
) -> None:
    """Show transactions: who did what, when and why; or one of them with all that it wrote."""
    if number is None:
        request = reads.Transactions(
            after=after, before=before, actor=actor, key=key, latest_first=latest_first, limit=limit
        )
        found = run_operation(chosen, reads.transactions, request)
        show(chosen, plain(found), lambda: transactions_page(found))
        return
    inspected = run(settings_of(chosen), lambda services: _inspected(services, number))
    show(chosen, plain(inspected), lambda: inspected_page(chosen, inspected))


async def _inspected(services: Services, number: int) -> Inspected:
    principal = services.principal
    principal.require(Permission.READ)
    if not 1 <= number <= NUMBER_MAX:
        raise TransactionNotFound(f"there is no transaction {number}; they are numbered from 1.")
    await services.tenancy.enter(principal)
    async with services.store.reading(principal.as_setting()) as work:
        snapshot = await Snapshot.of(work, principal.tenant_id)
        found = await snapshot.transactions_from(number, 1)
        kept = found[0] if found else {}
        if kept.get("number") != number:
            raise TransactionNotFound(f"there is no transaction {number}.")
        rows = [
            Row(table=table, values=_readable(snapshot.read(table, row)))
            async for table, batch, _ in snapshot.rows(number, number)
            for row in batch
        ]
        user = await name_of_user(work, principal, kept["user_id"])
    rows.sort(key=lambda each: (str(each.values["ordinal"]).zfill(10), each.table))
    return Inspected(transaction={**_readable(kept), "user": user}, rows=tuple(rows))


def _readable(values: Values) -> Mapping[str, object]:
    """Return columns as JSON can hold them: digests in hexadecimal, lists as lists."""
    return {name: _column(name, value) for name, value in values.items() if name not in _HIDDEN}


def _column(name: str, value: object) -> object:
    if isinstance(value, bytes):
        return value.hex()
    if name in ("entries", "closings") and isinstance(value, str):
        try:
            listed: Plain = json.loads(value)
        except ValueError:
            return value
        return listed
    return value


def inspected_page(chosen: Chosen, inspected: Inspected) -> RenderableType:
    """Lay out a transaction and its rows, a block for each."""
    kept = dict(inspected.transaction)
    entries, closings = kept.pop("entries", None), kept.pop("closings", None)
    written = len(entries) if isinstance(entries, list) else 0
    hidden = written - len(inspected.rows)
    blocks: list[RenderableType | str | None] = [pairs(kept.items())]
    for row in inspected.rows:
        shown = {name: value for name, value in row.values.items() if name != "number"}
        blocks += ["", row.table, pairs(shown.items())]
    if isinstance(closings, list) and closings:
        blocks += [
            "",
            "closed",
            pairs((str(each[0]), f"{each[1]}, row {each[2]}") for each in closings),
        ]
    if hidden > 0:
        blocks += ["", f"{counted(hidden, 'row')} of others, not shown.", _shown_to(chosen, kept)]
    return lines(*blocks)


def _shown_to(chosen: Chosen, kept: Mapping[str, object]) -> str | None:
    """Say how the rows of a transaction are seen whose user is another one and told."""
    user = kept["user"]
    if user is None or user == settings_of(chosen).user:
        return None
    seen = hint(f"`muniment inspect {kept['number']}`", replace(chosen, user=str(user)))
    return f"{visible(seen)} shows those that its user sees."
