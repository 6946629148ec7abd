"""Start the benchmarks from the command line."""

from __future__ import annotations

import runpy
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

import typer

from muniment.cli.chosen import Chosen, with_chosen
from muniment.settings import ParserName

app = typer.Typer()

_PROGRAM: Final = "muniment.bench.__main__"


class Measured(StrEnum):
    """What a benchmark measures."""

    SPEED = "speed"
    QUALITY = "quality"
    EXTRACTION = "extraction"
    SERVING = "serving"
    BOARD = "board"


_NEEDS_NO_FILES: Final = (Measured.SPEED, Measured.SERVING, Measured.BOARD)


@app.command("bench")
@with_chosen
def bench(
    chosen: Chosen,
    *,
    what: Annotated[
        Measured,
        typer.Argument(
            help="speed, serving, board, quality of recall, or extraction of claims.",
            metavar="WHAT",
        ),
    ],
    paths: Annotated[
        list[Path] | None,
        typer.Argument(help="Quality: LoCoMo files. Extraction: turns with their claims."),
    ] = None,
    parser: Annotated[
        ParserName, typer.Option(help="Extraction: what the rules stand on.")
    ] = ParserName.PATTERNS,
    show: Annotated[
        bool, typer.Option("--show", help="Extraction: print what is wrong or missed.")
    ] = False,
) -> int:
    """Measure speed, serving, the board, recall or extraction, and compare with what is asked of them.

    All but extraction are measured on a store of their own, which is removed again. Serving is
    reading over HTTP from many connections, and writing to a service that is killed meanwhile; board is opening
    every page for people on 100,000 beliefs. With --json the figures are one document, and the tables go to standard error.
    """
    if what not in _NEEDS_NO_FILES and not paths:
        raise typer.BadParameter("name at least one file", param_hint="PATHS")
    arguments = [] if what is Measured.SPEED else [what.value, *map(str, paths or ())]
    flags = [f"--parser={parser.value}"] if what is Measured.EXTRACTION else []
    flags += ["--show"] if show and what is Measured.EXTRACTION else []
    flags += ["--json"] if chosen.as_json else []
    # rooms on one line do not import each other: the benchmarks are a program of their own
    main = runpy.run_module(_PROGRAM)["main"]
    return int(main([*arguments, *flags]))
