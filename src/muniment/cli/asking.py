"""Offer recall, and what an answer can be asked about itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from muniment.cli.answer_pages import (
    pack_page,
    provenance_page,
    recalled_page,
    replayed_page,
    traces_page,
)
from muniment.cli.chosen import Chosen, with_chosen
from muniment.cli.deriving import Derived, add_derived
from muniment.cli.opening import run_operation
from muniment.cli.printing import show
from muniment.errors import FileNotFound, InvalidValue
from muniment.model.plain import plain
from muniment.model.recalled import Receipt
from muniment.model.receipts import read_receipt
from muniment.operations import reads, traces

NOT_THE_SAME = 1

app = typer.Typer()

add_derived(app, Derived(what=reads.recall, page=recalled_page, first=("query",)))
add_derived(app, Derived(what=reads.recall_as_pack, page=pack_page, first=("query",)))
add_derived(app, Derived(what=reads.explain, page=provenance_page, first=("id",)))


@app.command("replay")
@with_chosen
def replay(
    chosen: Chosen,
    recall: Annotated[
        str | None, typer.Argument(help="The id of a traced recall.", metavar="RECALL")
    ] = None,
    receipt: Annotated[
        Path | None,
        typer.Option(
            "--receipt", help="A file with a receipt, or with what recall --json printed."
        ),
    ] = None,
) -> int:
    """Give a past answer again at its basis, and compare the two byte for byte.

    The exit code is 1 if the two differ.
    """
    if (recall is None) == (receipt is None):
        raise InvalidValue("name a past answer: give the id of a recall, or --receipt FILE.")
    past = recall if receipt is None else _receipt(receipt)
    assert past is not None, "one of the two was given"
    replayed = run_operation(chosen, reads.replay, reads.Replay(recall=past))
    show(chosen, plain(replayed), lambda: replayed_page(replayed))
    return 0 if replayed.same else NOT_THE_SAME


add_derived(app, Derived(what=traces.traces, page=traces_page, first=("text",)))


def _receipt(path: Path) -> Receipt:
    if not path.is_file():
        raise FileNotFound(f"{path} is not there. Name a file with a receipt.")
    try:
        text = path.read_text(encoding="utf-8")
        told = json.loads(text)
    except (OSError, ValueError, RecursionError) as error:
        raise InvalidValue(f"{path} holds no receipt: {error}.") from None
    whole = told.get("receipt") if isinstance(told, dict) else None
    return read_receipt(text if whole is None else json.dumps(whole))
