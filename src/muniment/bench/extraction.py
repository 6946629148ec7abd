"""Measure extraction by rules against turns whose claims people wrote down."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Final

from rich.console import Console
from rich.table import Table

from muniment.bench.figures import Figure, median, percentile
from muniment.bench.gold import GoldClaim, GoldTurn, read_turns
from muniment.bench.matching import Outcome, judged
from muniment.knowledge import reading_by_parse, reading_by_rules, reading_by_tags
from muniment.model.claims import Claim, Message
from muniment.ports.tagger import Tagger
from muniment.providers.choose_parser import parser_named, tagger_named
from muniment.settings import ExtractionSettings, ParserName, TaggerName

PRECISION_BAR: Final = 0.92
RECALL_BAR: Final = 0.6
MEDIAN_MS_BAR: Final = 3.0
SLOWER_MEDIAN_MS_BAR: Final = 10.0
"""Of what reads over a parse, or with a tagger beside."""

Read = Callable[[Message], tuple[Claim, ...]]
_RUNS: Final = 5


def extraction(
    console: Console,
    paths: Sequence[Path],
    *,
    show: bool,
    parser: ParserName,
    tagger: TaggerName,
    read_in: Path | None,
) -> list[Figure]:
    """Extract from every turn of the files, print what was right and missed, and return it.

    Claims marked optional count neither as missed nor as wrong. With `read_in`, a file of the same
    turns, it is another reader's claims that are judged, those that the reader was sure of.
    """
    turns = [turn for path in paths for turn in read_turns(path)]
    if read_in is not None:
        console.print(f"read in {read_in}")
        theirs = {turn.message: _claims_of(turn) for turn in read_turns(read_in)}
        return _judged(console, turns, lambda message: theirs.get(message, ()), show=show)
    settings = ExtractionSettings(parser=parser, tagger=tagger)
    chosen, beside = parser_named(settings), tagger_named(settings)
    read = (
        reading_by_rules.read if chosen is None else partial(reading_by_parse.read, parser=chosen)
    )
    told = f"read by rules over {'patterns' if chosen is None else chosen.name}"
    if beside is not None:
        read = partial(_beside, rules=read, tagger=beside)
        told = f"{told}, and by the {beside.name}"
    console.print(told)
    times = [_milliseconds(turn, read) for turn in turns]
    bar = MEDIAN_MS_BAR if chosen is None and beside is None else SLOWER_MEDIAN_MS_BAR
    return [*_judged(console, turns, read, show=show), *_speed(times, bar)]


def _beside(message: Message, *, rules: Read, tagger: Tagger) -> tuple[Claim, ...]:
    tags = tagger.tags(message.text, message.role)
    claims, beside = reading_by_tags.weighed(message, rules(message), tags)
    return (*claims, *beside)


def _claims_of(turn: GoldTurn) -> tuple[Claim, ...]:
    return tuple(
        Claim(
            subject=each.subject,
            predicate=each.predicate,
            of=each.of,
            object=each.object,
            act=each.act,
            sentence="",
            span=each.span,
            valid_from=each.period[0],
            valid_until=each.period[1],
        )
        for each in turn.claims
        if not each.optional
    )


def _judged(console: Console, turns: Sequence[GoldTurn], read: Read, *, show: bool) -> list[Figure]:
    outcomes = [judged(turn, read(turn.message)) for turn in turns]
    _print_rows(console, "By kind of turn", ((each.turn.kind, each) for each in outcomes))
    _print_rows(console, "By predicate", _by_predicate(outcomes))
    if show:
        _print_misses(console, outcomes)
    return _figures(outcomes)


def _milliseconds(turn: GoldTurn, read: Read) -> float:
    """Return the least of a few runs: what else the machine does is no cost of the rules."""
    runs = []
    for _ in range(_RUNS):
        began = perf_counter()
        read(turn.message)
        runs.append((perf_counter() - began) * 1000)
    return min(runs)


def _figures(outcomes: Sequence[Outcome]) -> list[Figure]:
    right, predicted, wanted = _counts(outcomes)
    precision, recall = _share(right, predicted), _share(right, wanted)
    timed = [pair for each in outcomes for pair in each.right if pair[1].has_time]
    kept = sum(gold.period == (made.valid_from, made.valid_until) for made, gold in timed)
    return [
        Figure(name="precision", value=precision, unit="", bar=PRECISION_BAR, is_floor=True,
               note=f"{right} of {predicted} claims that were made"),
        Figure(name="recall", value=recall, unit="", bar=RECALL_BAR, is_floor=True,
               note=f"{right} of {wanted} claims that were wanted"),
        Figure(name="F1", value=_f1(precision, recall), unit=""),
        Figure(name="periods", value=_share(kept, len(timed)), unit="",
               note=f"{kept} of {len(timed)} right claims with a time have the very period"),
    ]  # fmt: skip


def _speed(times: Sequence[float], bar: float) -> list[Figure]:
    if not times:
        return []
    return [
        Figure(name="a turn", value=median(times), unit="ms", bar=bar, note="median"),
        Figure(name="a turn, p95", value=percentile(times, 0.95), unit="ms"),
    ]


def _counts(outcomes: Sequence[Outcome]) -> tuple[int, int, int]:
    right = sum(len(each.right) for each in outcomes)
    wrong = sum(len(each.wrong) for each in outcomes)
    missed = sum(len(each.missed) for each in outcomes)
    return right, right + wrong, right + missed


def _by_predicate(outcomes: Sequence[Outcome]) -> Iterator[tuple[str, Outcome]]:
    """Cut the outcomes by predicate: that of the gold claim, of a wrong one its own."""
    for each in outcomes:
        names = {gold.predicate for _, gold in each.right} | {
            gold.predicate for gold in each.missed
        }
        for name in sorted(names | {claim.predicate for claim in each.wrong}):
            yield (
                name,
                Outcome(
                    turn=each.turn,
                    right=tuple(pair for pair in each.right if pair[1].predicate == name),
                    wrong=tuple(claim for claim in each.wrong if claim.predicate == name),
                    missed=tuple(gold for gold in each.missed if gold.predicate == name),
                ),
            )


def _print_rows(console: Console, title: str, named: Iterator[tuple[str, Outcome]]) -> None:
    groups: dict[str, list[Outcome]] = {}
    for name, outcome in named:
        groups.setdefault(name, []).append(outcome)
    table = Table(title=title, title_justify="left", title_style="bold", pad_edge=False)
    for heading in ("", "wanted", "made", "right", "precision", "recall"):
        table.add_column(heading, justify="right" if heading else "left")
    for name, outcomes in sorted(groups.items()):
        right, predicted, wanted = _counts(outcomes)
        table.add_row(
            name,
            *(str(number) for number in (wanted, predicted, right)),
            f"{right / predicted:.2f}" if predicted else "",
            f"{right / wanted:.2f}" if wanted else "",
        )
    console.print(table)


def _print_misses(console: Console, outcomes: Sequence[Outcome]) -> None:
    for each in outcomes:
        if each.wrong or each.missed:
            console.print(
                f"{each.turn.id} ({each.turn.kind}) {each.turn.message.text}", markup=False
            )
        for claim in each.wrong:
            console.print(f"    wrong  {_told(claim)}", markup=False)
        for gold in each.missed:
            console.print(f"    missed {_told(gold)}", markup=False)


def _told(claim: Claim | GoldClaim) -> str:
    of = f" of {claim.of}" if claim.of else ""
    return f"{claim.act} {claim.subject} · {claim.predicate}{of} · {claim.object}"


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


def _f1(precision: float, recall: float) -> float:
    both = precision + recall
    return 2 * precision * recall / both if both else 0.0
