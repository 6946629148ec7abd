"""Run a benchmark: that of speed, or the one whose name comes first."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NoReturn

import anyio
from rich.console import Console

from muniment.bench.approximation import approximation, indexed
from muniment.bench.board import board
from muniment.bench.crowds import crowd_figures
from muniment.bench.extraction import extraction
from muniment.bench.figures import Figure, as_json, console_for_tables, print_figures
from muniment.bench.homes import temporary_home
from muniment.bench.processes import process_figures
from muniment.bench.quality import quality
from muniment.bench.questions import questions
from muniment.bench.rounds import rounds
from muniment.bench.serving import serving
from muniment.bench.speed import speed_bench
from muniment.bench.supersession import supersession
from muniment.errors import InvalidValue
from muniment.settings import ParserName, TaggerName

MISSED: Final = 1
"""The exit code where a bar is missed: the command line's for an answer that is no."""


def main(arguments: Sequence[str]) -> int:
    """Run the benchmark that the arguments name; return the exit code: 0 only if every bar is kept.

    Raises:
        InvalidValue: the arguments are none of a benchmark.
    """
    named = bool(arguments) and arguments[0] in _ARGUMENTS
    which = arguments[0] if named else "speed"
    given = _ARGUMENTS[which](arguments[1:] if named else arguments)
    console = console_for_tables(stderr=given.json)
    if which == "quality":
        figures = quality(
            console, given.paths, held_out=given.leave_one_out, each_max=given.each_max
        )
        print_figures(console, "Quality", figures)
    elif which == "extraction":
        figures = extraction(
            console,
            given.paths,
            show=given.show,
            parser=given.parser,
            tagger=given.tagger,
            read_in=given.read_in,
        )
        print_figures(console, "Extraction", figures)
    elif which == "rounds":
        figures = anyio.run(rounds, console, given.paths, given.tagger)
        print_figures(console, "Rounds", figures)
    elif which == "serving":
        figures = serving(console, given.size, given.runs, given.requests, given.processes)
    elif which == "board":
        figures = board(console, given.size, given.runs)
    elif which == "supersession":
        figures = supersession(console, given.paths, tagger=given.tagger, show=given.show)
        print_figures(console, "Supersession", figures)
    elif which == "questions":
        figures = questions(console, given.paths, show=given.show)
        print_figures(console, "Questions", figures)
    else:
        figures = _speed(console, given.sizes, given.runs, approximate=given.approximate)
    if given.json:
        print(as_json(figures))
    missed = [figure.name for figure in figures if figure.holds is False]
    console.print(f"missed: {', '.join(missed)}" if missed else "every bar is kept")
    return MISSED if missed else 0


class _Arguments(argparse.ArgumentParser):
    def __init__(self, benchmark: str) -> None:
        super().__init__(prog=f"muniment bench {benchmark}")
        self.add_argument("--json", action="store_true", help="print the figures as JSON")

    def add_tagger(self) -> None:
        """Let the rules have a tagger beside them."""
        self.add_argument(
            "--tagger",
            type=TaggerName,
            choices=list(TaggerName),
            default=TaggerName.NONE,
            help="what reads beside the rules",
        )

    def error(self, message: str) -> NoReturn:
        """Refuse what is no argument."""
        raise InvalidValue(f"{message}. `muniment bench --help` says what each benchmark takes.")


def _quality_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = _Arguments("quality")
    parser.add_argument("paths", type=Path, nargs="+", help="LoCoMo or LongMemEval files")
    parser.add_argument(
        "--each-max", type=int, help="ask no more questions of a category than this"
    )
    parser.add_argument(
        "--leave-one-out",
        action="store_true",
        help="rank each conversation with weights fitted on the others, too",
    )
    return parser.parse_args(arguments)


def _extraction_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = _Arguments("extraction")
    parser.add_argument("paths", type=Path, nargs="+", help="JSON lines of turns with their claims")
    parser.add_argument(
        "--parser",
        type=ParserName,
        choices=list(ParserName),
        default=ParserName.PATTERNS,
        help="what the rules stand on",
    )
    parser.add_tagger()
    parser.add_argument(
        "--read-in", type=Path, help="the same turns with another reader's claims, to judge those"
    )
    parser.add_argument("--show", action="store_true", help="print what is wrong or missed")
    return parser.parse_args(arguments)


def _rounds_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = _Arguments("rounds")
    parser.add_argument("paths", type=Path, nargs="+", help="LoCoMo files, or JSON lines of turns")
    parser.add_tagger()
    return parser.parse_args(arguments)


def _board_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = _Arguments("board")
    parser.add_argument("--size", type=int, default=100_000, help="beliefs in the store")
    parser.add_argument("--runs", type=int, default=10, help="how often each page is opened")
    return parser.parse_args(arguments)


def _serving_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = _Arguments("serving")
    parser.add_argument("--size", type=int, default=10_000, help="beliefs in the store")
    parser.add_argument("--runs", type=int, default=200, help="reads of each kind")
    parser.add_argument("--processes", type=int, default=1, help="processes of the service")
    parser.add_argument(
        "--requests", type=int, default=2_000, help="requests to a service that is killed"
    )
    return parser.parse_args(arguments)


def _supersession_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = _Arguments("supersession")
    parser.add_argument("paths", type=Path, nargs="+", help="JSON lines of facts that change")
    parser.add_tagger()
    parser.add_argument("--show", action="store_true", help="print the cases that fail")
    return parser.parse_args(arguments)


def _questions_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = _Arguments("questions")
    parser.add_argument("paths", type=Path, nargs="+", help="JSON lines of beliefs and questions")
    parser.add_argument("--show", action="store_true", help="print what is not answered rightly")
    return parser.parse_args(arguments)


def _speed_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = _Arguments("speed")
    parser.add_argument(
        "--sizes",
        type=_sizes,
        default=(1_000, 10_000, 100_000),
        help="numbers of beliefs to measure at, rising: 1000,10000,100000",
    )
    parser.add_argument("--runs", type=int, default=100, help="measurements of each kind")
    parser.add_argument(
        "--approximate",
        action="store_true",
        help="at the largest size, make an index of the vectors and ask by it, too",
    )
    return parser.parse_args(arguments)


_ARGUMENTS: Final = {
    "speed": _speed_arguments,
    "quality": _quality_arguments,
    "extraction": _extraction_arguments,
    "board": _board_arguments,
    "questions": _questions_arguments,
    "rounds": _rounds_arguments,
    "serving": _serving_arguments,
    "supersession": _supersession_arguments,
}


def _sizes(text: str) -> tuple[int, ...]:
    return tuple(sorted({int(part.replace("_", "")) for part in text.split(",")}))


def _speed(console: Console, sizes: Sequence[int], runs: int, *, approximate: bool) -> list[Figure]:
    told = Console(stderr=True)
    console.print(
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, Python "
        f"{platform.python_version()}. Sentences of 10 to 20 words; the "
        "first 1,000 beliefs and all questions are embedded for real, the other beliefs have "
        "seeded unit vectors. Tables are vacuumed after each load."
    )
    figures: list[Figure] = []

    def show(title: str, found: Sequence[Figure]) -> None:
        if not found:
            return
        print_figures(console, title, found)
        figures.extend(found)

    show("Processes", list(process_figures(min(runs, 5))))
    with (
        temporary_home() as home,
        speed_bench(home, lambda line: told.print(line, style="dim")) as (bench, portal, services),
    ):
        for size in sizes:
            show(f"{size:,} beliefs", list(bench.at_size(size, runs, portal, services)))
        show("Growth", list(bench.growth()))
        show("Crowds", list(crowd_figures(bench, runs)))
        if approximate:
            seconds = portal.call(indexed, services)
            show("By an index", list(approximation(bench, max(sizes), runs, seconds)))
    return figures


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
