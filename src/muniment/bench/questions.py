"""Measure whether a question is answered first by the belief that a person wrote down for it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from rich.console import Console

from muniment import AgentMemory
from muniment.bench.figures import Figure
from muniment.bench.homes import settings_in, temporary_home

Object = Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What somebody has written down, as it is added, and what they ask."""

    name: str
    asker: str
    beliefs: tuple[Mapping[str, str], ...]
    questions: tuple[tuple[str, frozenset[str]], ...]
    """Each question with the sentences that answer it; none if nothing does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What became of a question."""

    query: str
    wanted: frozenset[str]
    recalled: tuple[str, ...]
    stated: tuple[str, ...]

    @property
    def place(self) -> int | None:
        """The place of the first right belief among the recalled ones, from 1."""
        places = (at for at, each in enumerate(self.recalled, 1) if each in self.wanted)
        return next(places, None)

    @property
    def is_answered(self) -> bool:
        """Whether the answer begins with a right belief."""
        return bool(self.stated) and self.stated[0] in self.wanted


def questions(console: Console, paths: Sequence[Path], *, show: bool) -> list[Figure]:
    """Ask every question in a store of what its asker wrote down; return the shares that are right."""
    asked = [each for path in paths for kept in read_kept(path) for each in _ask(kept)]
    if show:
        for each in asked:
            if not each.is_answered or each.place != 1:
                _show(console, each)
    return list(_figures(asked))


def read_kept(path: Path) -> Iterator[Kept]:
    """Yield what a file of JSON lines holds."""
    for line in path.read_text("utf-8").splitlines():
        given = cast("Object", json.loads(line))
        beliefs = cast("Sequence[Mapping[str, str]]", given["beliefs"])
        said = [each["content"] for each in beliefs]
        asked = cast("Sequence[Object]", given["questions"])
        yield Kept(
            name=str(given["name"]),
            asker=str(given["asker"]),
            beliefs=tuple(beliefs),
            questions=tuple(
                (
                    str(q["question"]),
                    frozenset(said[n] for n in cast("Sequence[int]", q["answers"])),
                )
                for q in asked
            ),
        )


def _ask(kept: Kept) -> Iterator[Asked]:
    """Add what was written down, where a slot has several beliefs as one that may, and ask."""
    slots = Counter((each.get("entity"), each.get("category")) for each in kept.beliefs)
    with (
        temporary_home() as home,
        AgentMemory(settings=settings_in(home, user=kept.asker)) as memory,
    ):
        for category in sorted(
            {of for (entity, of), count in slots.items() if entity and of and count > 1}
        ):
            memory.set_cardinality(category, "many")
        memory.add_many(kept.beliefs)
        for query, wanted in kept.questions:
            recalled = memory.recall(query, limit=10)
            answer = memory.answer(query)
            yield Asked(
                query=query,
                wanted=wanted,
                recalled=tuple(each.memory.content for each in recalled),
                stated=tuple(each.text for each in answer.statements),
            )


def _figures(asked: Sequence[Asked]) -> Iterator[Figure]:
    wanted = [each for each in asked if each.wanted]
    unanswerable = [each for each in asked if not each.wanted]

    def share(name: str, holds: Iterable[bool], among: Sequence[Asked]) -> Figure:
        count = sum(holds)
        value = 100 * count / len(among) if among else 0.0
        return Figure(name=name, value=value, unit="%", note=f"{count} of {len(among)}")

    for most in (1, 3, 10):
        name = "a right belief is recalled first" if most == 1 else f"among the first {most}"
        yield share(
            name, (each.place is not None and each.place <= most for each in wanted), wanted
        )
    yield share("an answer begins with it", (each.is_answered for each in wanted), wanted)
    yield share("no answer, though there is one", (not each.stated for each in wanted), wanted)
    yield share(
        "nothing to answer, and no answer", (not each.stated for each in unanswerable), unanswerable
    )


def _show(console: Console, asked: Asked) -> None:
    console.print(f"{asked.query}", markup=False)
    console.print(f"    wanted: {' / '.join(sorted(asked.wanted)) or 'nothing'}", markup=False)
    console.print(f"    recalled: {' / '.join(asked.recalled[:3]) or 'nothing'}", markup=False)
    console.print(f"    answered: {' / '.join(asked.stated) or 'nothing'}", markup=False)
