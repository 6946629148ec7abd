"""Verify the ledger, and remember its head so that a cut tail shows the next time."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import RenderableType

from muniment.access.principal import Permission
from muniment.audit.anchors import Anchor, read_anchor
from muniment.audit.findings import Verification
from muniment.audit.verify import verify
from muniment.cli.anchors import AnchorFile
from muniment.cli.chosen import Chosen, with_chosen
from muniment.cli.opening import run, settings_of
from muniment.cli.pages import lines, table
from muniment.cli.printing import show
from muniment.cli.progress import passing_progress
from muniment.errors import LedgerCorrupt, telling_of
from muniment.model.plain import plain
from muniment.model.worded import counted
from muniment.operations.services import Services

FINDINGS_SHOWN = 20

app = typer.Typer()
audit = typer.Typer(no_args_is_help=True, help="Verify the ledger.")
app.add_typer(audit, name="audit")


@audit.command("verify")
@with_chosen
def audit_verify(
    chosen: Chosen,
    *,
    anchor: Annotated[
        str | None,
        typer.Option(
            help="Compare with a head noted earlier, NUMBER:HASH, instead of the one in the home."
        ),
    ] = None,
) -> int:
    """Walk the ledger, recompute every digest and what holds, and name the first row that differs.

    The head of a ledger that verifies is kept in the home and compared the next time, which reveals lost last
    transactions. If --anchor gives another head, the kept one stays. The exit code is 9 if the ledger does not
    verify.
    """
    noted = None if anchor is None else read_anchor(anchor)
    progress = passing_progress(chosen)
    way_out: list[str] = []

    async def act(services: Services) -> Verification:
        services.principal.require(Permission.READ)
        file = AnchorFile.of(services)
        remembered = file.read()
        task = progress.add_task("transactions", total=None)
        beliefs = progress.add_task("what holds", total=None)
        seen = await verify(
            services.store,
            services.principal,
            anchor=noted or remembered,
            progress=lambda done, total: progress.update(task, completed=done, total=total),
            recomputed=lambda done, total: progress.update(beliefs, completed=done, total=total),
        )
        if seen.is_empty:
            await services.tenancy.enter(services.principal)
        is_compared = noted is None or remembered is None
        if noted is None and remembered is not None and seen.misses_only(remembered.number):
            way_out.append(file.way_out)
        if is_compared and seen.is_as_written and seen.is_complete and seen.head_number > 0:
            file.keep(Anchor(number=seen.head_number, hash=seen.head_hash))
        return seen

    with progress:
        seen = run(settings_of(chosen), act)
    show(chosen, plain(seen), lambda: lines(verification_page(seen), *way_out))
    return 0 if seen.holds else telling_of(LedgerCorrupt()).exit_code


def verification_page(seen: Verification) -> RenderableType:
    """Say that the ledger holds, or what is wrong with it, the first first."""
    walked = f"{counted(seen.transactions, 'transaction')}, {counted(seen.rows, 'row')}"
    if seen.erased:
        walked += f", {seen.erased} of them erased by law"
    if seen.holds:
        return lines(
            f"The ledger verifies: {walked}.",
            _mended(seen),
            f"Head, to note elsewhere: {seen.anchor}",
        )
    first = seen.first
    assert first is not None, "a ledger that does not hold has a finding"
    return lines(
        f"The ledger does not verify. First: {first.sentence}",
        table(
            ("what", "table", "transaction", "row", "id", "detail"),
            (
                (
                    each.what.value,
                    each.table,
                    each.number,
                    each.ordinal,
                    each.memory_id,
                    each.sentence,
                )
                for each in seen.findings[:FINDINGS_SHOWN]
            ),
        ),
        None
        if len(seen.findings) <= FINDINGS_SHOWN
        else f"and {len(seen.findings) - FINDINGS_SHOWN} more; --json shows them.",
        _mended(seen),
        f"{walked} were read{'' if seen.is_complete else '; the walk stopped there'}. {seen.advice}",
    )


def _mended(seen: Verification) -> str | None:
    if not seen.mended:
        return None
    told = f"Right now but wrong before, and so are answers as of then: {seen.mended[0].sentence}"
    more = len(seen.mended) - 1
    return told if not more else f"{told} And {more} more; --json shows them."
