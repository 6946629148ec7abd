"""Measure whether a question is answered first by the belief, or the turn, that a person named for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast
from uuid import UUID

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
from muniment.operations.rounds import NewRound, round_of
from muniment.operations.writes import NewTurn


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What somebody has written down, as it is added, or said, and what they ask."""

    asker: str
    beliefs: tuple[Mapping[str, str], ...]
    turns: tuple[NewRound, ...]
    questions: tuple[tuple[str, frozenset[str]], ...]
    """Each question with the sentences or turns that answer it; none if nothing does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounded:
    """What was recalled or stated, and the turns that it rests on."""

    text: str
    turns: frozenset[str] = frozenset()

    def is_of(self, wanted: frozenset[str]) -> bool:
        """Tell whether it is among what is wanted, or rests on it."""
        return self.text in wanted or not self.turns.isdisjoint(wanted)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What became of a question."""

    query: str
    wanted: frozenset[str]
    recalled: tuple[Grounded, ...]
    stated: tuple[Grounded, ...]

    @property
    def place(self) -> int | None:
        """The place of the first right belief or turn among the recalled ones, from 1."""
        places = (at for at, each in enumerate(self.recalled, 1) if each.is_of(self.wanted))
        return next(places, None)

    @property
    def is_answered(self) -> bool:
        """Whether the answer begins with a right belief or turn."""
        return bool(self.stated) and self.stated[0].is_of(self.wanted)


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
    beliefs = tuple(_belief(each) for each in list_of(row.get("beliefs", []), "beliefs"))
    turns = tuple(_turn(each) for each in list_of(row.get("turns", []), "turns"))
    said = [each["content"] for each in beliefs] or list(map(_words_of, turns))
    if not said:
        raise Unfit("neither beliefs nor turns")
    return Kept(
        asker=text_of(row.get("asker"), "asker"),
        beliefs=beliefs,
        turns=turns,
        questions=tuple(
            _question(each, said) for each in list_of(row.get("questions"), "questions")
        ),
    )


def _turn(value: object) -> NewRound:
    given = object_of(value, "a turn")
    return round_of(
        NewTurn(
            speaker=text_of(given.get("speaker"), "speaker"),
            content=text_of(given.get("text"), "text"),
            session=text_of(given.get("session"), "session"),
            occurred_at=text_of(given.get("occurred_at"), "occurred_at"),
        )
    )


def _words_of(turn: NewRound) -> str:
    return turn.user_message or turn.assistant_message or ""


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
        raise Unfit(f"answers are places among the beliefs or turns, from 0 to {len(said) - 1}")
    return text_of(given.get("question"), "question"), frozenset(
        said[cast("int", each)] for each in answers
    )


def _ask(kept: Kept) -> Iterator[Asked]:
    """Add what was written down, or learn from what was said, and ask."""
    with (
        temporary_home() as home,
        AgentMemory(settings=settings_in(home, user=kept.asker)) as memory,
    ):
        _add(memory, kept.beliefs)
        turns = _learn(memory, kept.turns)
        for query, wanted in kept.questions:
            recalled = memory.recall(query, limit=10)
            answer = memory.answer(query)
            yield Asked(
                query=query,
                wanted=wanted,
                recalled=tuple(
                    Grounded(text=each.memory.content, turns=_said(turns, each.evidence))
                    for each in recalled
                ),
                stated=tuple(
                    Grounded(
                        text=each.text,
                        turns=_said(turns, (quoted.episode_id for quoted in each.quotations)),
                    )
                    for each in answer.statements
                ),
            )


def _add(memory: AgentMemory, beliefs: Sequence[Mapping[str, str]]) -> None:
    """Add beliefs, where a slot has several as one that may."""
    slots = Counter((each.get("entity"), each.get("category")) for each in beliefs)
    for category in sorted(
        {of for (entity, of), count in slots.items() if entity and of and count > 1}
    ):
        memory.set_cardinality(category, "many")
    if beliefs:
        memory.add_many(beliefs)


def _learn(memory: AgentMemory, turns: Sequence[NewRound]) -> Mapping[UUID, str]:
    """Learn from turns, and return their texts by id."""
    if not turns:
        return {}
    learnt = memory.ingest_rounds(turns)
    return {
        episode: _words_of(turn)
        for turn, each in zip(turns, learnt, strict=True)
        for episode in each.episodes
    }


def _said(turns: Mapping[UUID, str], ids: Iterable[UUID]) -> frozenset[str]:
    return frozenset(turns[each] for each in ids if each in turns)


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
    console.print(f"    recalled: {_listed(asked.recalled[:3])}", markup=False)
    console.print(f"    answered: {_listed(asked.stated)}", markup=False)


def _listed(found: Sequence[Grounded]) -> str:
    return " / ".join(each.text for each in found) or "nothing"
