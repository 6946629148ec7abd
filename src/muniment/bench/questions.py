"""Measure whether a question is answered first by the belief that a person wrote down for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from rich.console import Console

from muniment import AgentMemory
from muniment.bench.figures import Figure
from muniment.bench.homes import settings_in, temporary_home
from muniment.bench.rows import read_rows
from muniment.ingest.json_values import (
    Object,
    Unfit,
    list_of,
    object_of,
    optional_text,
    text_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What somebody has written down, as it is added, and what they ask."""

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
    """Return what a file of JSON lines holds, as it is read.

    Raises:
        FileNotFound: there is no such file.
        UnreadableConversation: a line is no store with its questions; the message names it and says why.
    """
    return read_rows(path, _kept)


def _kept(row: Object) -> Kept:
    beliefs = tuple(_belief(each) for each in list_of(row.get("beliefs"), "beliefs"))
    said = [each["content"] for each in beliefs]
    return Kept(
        asker=text_of(row.get("asker"), "asker"),
        beliefs=beliefs,
        questions=tuple(
            _question(each, said) for each in list_of(row.get("questions"), "questions")
        ),
    )


def _belief(value: object) -> dict[str, str]:
    given = object_of(value, "a belief")
    told = {
        name: optional_text(given.get(name), name) for name in ("content", "entity", "category")
    }
    text_of(told["content"], "content")
    return {name: text for name, text in told.items() if text is not None}


def _question(value: object, said: Sequence[str]) -> tuple[str, frozenset[str]]:
    given = object_of(value, "a question")
    answers = list_of(given.get("answers"), "answers")
    if not all(isinstance(each, int) and 0 <= each < len(said) for each in answers):
        raise Unfit(f"answers are places among the beliefs, from 0 to {len(said) - 1}")
    return text_of(given.get("question"), "question"), frozenset(
        said[cast("int", each)] for each in answers
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
    console.print(asked.query, markup=False)
    console.print(f"    wanted: {' / '.join(sorted(asked.wanted)) or 'nothing'}", markup=False)
    console.print(f"    recalled: {' / '.join(asked.recalled[:3]) or 'nothing'}", markup=False)
    console.print(f"    answered: {' / '.join(asked.stated) or 'nothing'}", markup=False)
