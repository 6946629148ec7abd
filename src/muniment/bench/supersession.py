"""Measure whether a change that was told supersedes what it changes, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, cast

from rich.console import Console

from muniment import AgentMemory
from muniment.bench.figures import Figure
from muniment.bench.homes import settings_in, temporary_home
from muniment.bench.rows import read_rows
from muniment.ingest.json_values import Object, Unfit
from muniment.model.claims import DENIED, category_of
from muniment.model.decisions import Decided, RoundIngested
from muniment.model.memory import Memory
from muniment.model.names import folded
from muniment.settings import TaggerName
from muniment.temporal.instants import read_instant

_FIELDS: Final = ("id", "kind", "user", "turns", "bystanders", "question", "old_words", "new_words")

PASSES_BAR: Final = 92.0
"""In percent: how many of the cases pass, 46 of 50."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a case says that somebody claims: a subject, what of it, and the value."""

    subject: str
    category: str
    object: str

    @classmethod
    def read(cls, given: Object) -> Told:
        """Read it from a case."""
        of = given.get("of")
        category = category_of(str(given["predicate"]), None if of is None else str(of))
        return cls(
            subject=str(given["subject"]), category=category, object=str(given.get("object", ""))
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One fact that changes: the turns, what changes, what stays, and what is asked in the end."""

    id: str
    kind: str
    user: str
    turns: tuple[Object, ...]
    bystanders: tuple[Told, ...]
    question: str
    old_words: str
    new_words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What became of a case."""

    case: Case
    learnt: bool
    """Whether the old value was believed at all."""
    superseded: bool
    recalled: bool
    untouched: bool
    told: tuple[str, ...]
    """What happened, for whoever looks."""

    @property
    def passes(self) -> bool:
        """Whether the old value is gone, the new one comes first, and nothing else was touched."""
        return self.superseded and self.recalled and self.untouched


def read_cases(path: Path) -> list[Case]:
    """Read JSON lines of cases.

    Raises:
        FileNotFound: there is no such file.
        UnreadableConversation: a line is no case; the message names it and says why.
    """
    return list(read_rows(path, _case))


def _case(given: Object) -> Case:
    lacking = [name for name in _FIELDS if name not in given]
    if lacking:
        raise Unfit(f"a case has {', '.join(lacking)} too")
    return Case(
        id=str(given["id"]),
        kind=str(given["kind"]),
        user=str(given["user"]),
        turns=tuple(cast("Sequence[Object]", given["turns"])),
        bystanders=tuple(Told.read(each) for each in cast("Sequence[Object]", given["bystanders"])),
        question=str(given["question"]),
        old_words=str(given["old_words"]),
        new_words=str(given["new_words"]),
    )


def supersession(
    console: Console, paths: Sequence[Path], *, tagger: TaggerName, show: bool
) -> list[Figure]:
    """Run every case in a namespace of its own; return the shares that pass."""
    cases = [case for path in paths for case in read_cases(path)]
    with temporary_home() as home, AgentMemory(settings=settings_in(home, tagger)) as memory:
        judged = [run_case(memory, case) for case in cases]
    if show:
        for each in judged:
            if not each.passes:
                _show(console, each)
    return list(_figures(judged))


def run_case(memory: AgentMemory, case: Case) -> Judged:
    """Tell a case and look at what is believed then."""
    done = [
        memory.ingest_round(
            str(turn["user"]),
            None if turn.get("assistant") is None else str(turn["assistant"]),
            session=case.id,
            occurred_at=str(turn["occurred_at"]),
            speaker=case.user,
            namespace=case.id,
        )
        for turn in case.turns
    ]
    at = _when(case, done[-1])
    current = list(memory.current_facts(namespace=case.id, valid_at=at, limit=1000))
    learnt = _learnt(done[:-1], case.old_words)
    gone = not any(_says(each, case.old_words) for each in current if not _is_of_past(each))
    found = memory.recall(case.question, namespace=case.id, valid_at=at, limit=5, speaker=case.user)
    first = found[0].memory if len(found) else None
    recalled = first is not None and _has(_text(first), case.new_words)
    hurt = [each for each in case.bystanders if _is_hurt(each, done, current)]
    return Judged(
        case=case,
        learnt=bool(learnt),
        superseded=bool(learnt) and gone,
        recalled=recalled,
        untouched=not hurt,
        told=(
            *(_told(each) for each in _decided(done)),
            *(f"holds: {each.content}" for each in current),
            f"first: {'nothing' if first is None else first.content}",
            *(f"hurt: {each.subject} {each.category} {each.object}" for each in hurt),
        ),
    )


def _when(case: Case, last: RoundIngested) -> datetime:
    """Return the day after the change was told and came into force."""
    told = read_instant(str(case.turns[-1]["occurred_at"]), field="occurred_at")
    begun = [
        each.claim.valid_from
        for each in last.decisions
        if each.claim is not None and each.claim.valid_from is not None
        if each.claim.act.asserts
        if each.claim.predicate not in ("plan", "event")
    ]
    return max([told, *begun]) + timedelta(days=1)


def _decided(done: Iterable[RoundIngested]) -> list[Decided]:
    return [each for ingested in done for each in ingested.decisions]


def _learnt(done: Iterable[RoundIngested], words: str) -> list[Decided]:
    return [
        each
        for each in _decided(done)
        if each.memory_id is not None and each.claim is not None and _has(each.claim.object, words)
    ]


def _is_of_past(memory: Memory) -> bool:
    """Tell whether a belief says what happened or what is not so: it may name the old value."""
    category = memory.category or ""
    return category == "event" or category.startswith(DENIED)


def _is_hurt(told: Told, done: Sequence[RoundIngested], current: Sequence[Memory]) -> bool:
    """Tell whether a bystander was believed and is no more."""
    learnt = [
        each
        for each in _learnt(done, told.object)
        if each.claim is not None and folded(each.claim.subject) == folded(told.subject)
    ]
    return bool(learnt) and not any(_says(each, told.object) for each in current)


def _says(memory: Memory, words: str) -> bool:
    return _has(memory.object if memory.object is not None else memory.content, words)


def _text(memory: object) -> str:
    return " ".join(str(getattr(memory, name, "") or "") for name in ("content", "object"))


def _has(text: str, words: str) -> bool:
    return folded(words) in folded(text)


def _told(each: Decided) -> str:
    return f"{each.decision.value} {each.outcome.value}: {each.sentence} ({each.rationale})"


def _show(console: Console, judged: Judged) -> None:
    case = judged.case
    missed = [
        name
        for name, holds in (
            ("superseded", judged.superseded),
            ("recalled first", judged.recalled),
            ("bystanders", judged.untouched),
        )
        if not holds
    ]
    console.print(f"{case.id}: {', '.join(missed)}; {case.question}", markup=False)
    for turn in case.turns:
        console.print(f"    said: {turn['user']}", markup=False)
    for line in judged.told:
        console.print(f"    {line}", markup=False)


def _figures(judged: Sequence[Judged]) -> Iterable[Figure]:
    def share(
        name: str,
        among: Sequence[Judged],
        holds: Sequence[bool],
        note: str = "",
        bar: float | None = None,
    ) -> Figure:
        value = 100 * sum(holds) / len(among) if among else 0.0
        told = note or f"of {len(among)}"
        return Figure(name=name, value=value, unit="%", note=told, bar=bar, is_floor=True)

    yield share("old value believed at first", judged, [each.learnt for each in judged])
    yield share("old value superseded", judged, [each.superseded for each in judged])
    yield share("new value recalled first", judged, [each.recalled for each in judged])
    yield share("bystanders untouched", judged, [each.untouched for each in judged], bar=100)
    yield share("all of it", judged, [each.passes for each in judged], bar=PASSES_BAR)
    for kind in dict.fromkeys(each.case.kind for each in judged):
        own = [each for each in judged if each.case.kind == kind]
        parts = (
            f"superseded {sum(e.superseded for e in own)}, first {sum(e.recalled for e in own)}, "
            f"untouched {sum(e.untouched for e in own)}"
        )
        yield share(kind, own, [each.passes for each in own], f"of {len(own)}: {parts}")
