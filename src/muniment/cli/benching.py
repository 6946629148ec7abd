"""Start the benchmarks from the command line."""

from __future__ import annotations

import runpy
from typing import Annotated, Final

import typer

from muniment.cli.chosen import Chosen, with_chosen

app = typer.Typer()

_PROGRAM: Final = "muniment.bench.__main__"


@app.command("bench", context_settings={"ignore_unknown_options": True})
@with_chosen
def bench(
    chosen: Chosen,
    *,
    arguments: Annotated[
        list[str] | None,
        typer.Argument(
            help="What to measure (speed if left out), files, and its own options.",
            metavar="[WHAT] [FILES] [OPTIONS]",
        ),
    ] = None,
) -> int:
    """Run a benchmark on a store of its own, and compare the figures with their bars.

    speed [--sizes 1000,10000 --runs N --approximate]: recalls and writes, also with an index of the vectors.

    serving [--size N --runs N --requests N --processes N]: reading over HTTP from many connections,
    and writing to a service that is killed meanwhile.

    board [--size N --runs N]: opening every page for people.

    quality FILES [--each-max N --leave-one-out]: how much of the evidence a recall finds in LoCoMo or LongMemEval
    files.

    questions FILES [--show]: whether what was written down answers questions asked in other words.

    rounds FILES [--tagger packaged]: how quickly conversations are learnt from.

    extraction FILES [--parser patterns|spacy --tagger packaged --read-in FILE --show]: how much of
    what turns say is learnt, or what another reader found in them.

    supersession FILES [--tagger packaged --show]: whether what changes is superseded, and nothing
    else.

    The exit code is 1 if a bar is missed; a figure without a bar is only reported.

    With --json the figures are one document, and the tables go to standard error.
    """
    flags = ["--json"] if chosen.as_json else []
    # rooms on one line do not import each other: the benchmarks are a program of their own
    main = runpy.run_module(_PROGRAM)["main"]
    return int(main([*(arguments or ()), *flags]))
