"""Put conversations into a store and ask the questions that came with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Final

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from muniment import AgentMemory
from muniment.ingest.conversation import Conversation, Question, turn_fields
from muniment.ingest.conversation_files import read_conversations
from muniment.model.ids import EpisodeId
from muniment.model.memory import Episode
from muniment.model.recalled import Recalled
from muniment.model.writes import Turn
from muniment.operations.rounds import NewRound, round_of
from muniment.operations.writes import NewTurn
from muniment.settings import LimitSettings

BATCH: Final = 64
FRACTION_AMONG: Final = 10
SESSION_AMONG: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A conversation in a store: its turns by source id, and where each of them is kept."""

    conversation: Conversation
    namespace: str
    turns: dict[str, Turn]
    episodes: dict[str, EpisodeId]
    known: dict[str, int]
    """The transaction that each turn was stored in."""

    @property
    def halfway(self) -> int:
        """The transaction by which half of the turns were known."""
        return sorted(self.known.values())[(len(self.known) - 1) // 2]

    @property
    def questions(self) -> list[Question]:
        """The questions that say which turns answer them."""
        return [each for each in self.conversation.questions if each.evidence]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What one question found: the source ids of the turns, best first."""

    question: Question
    found: tuple[str, ...]
    fraction: float
    """The part of the question's evidence that is among the first ten."""
    session_hit: bool
    """Whether a turn of a session that holds evidence is among the first five."""
    milliseconds: float


def read_all(
    paths: Sequence[Path], each_max: int | None = None, limits: LimitSettings | None = None
) -> list[Conversation]:
    """Read every conversation of some files.

    With `each_max`, only the first questions of each category are kept, and no conversation of
    which none is left.
    """
    bounds = limits or LimitSettings()
    found = [each for path in paths for each in read_conversations(path, limits=bounds)]
    if each_max is None:
        return found
    taken: Counter[str | None] = Counter()
    kept: list[Conversation] = []
    for conversation in found:
        questions: list[Question] = []
        for question in conversation.questions:
            if question.evidence and taken[question.category] < each_max:
                taken[question.category] += 1
                questions.append(question)
        if questions:
            kept.append(replace(conversation, questions=tuple(questions)))
    return kept


def tell(memory: AgentMemory, conversation: Conversation, namespace: str, bar: Progress) -> Told:
    """Ingest a conversation into a namespace, with progress."""
    task = bar.add_task(f"ingesting {conversation.name}", total=conversation.turns_total)
    turns: dict[str, Turn] = {}
    episodes: dict[str, EpisodeId] = {}
    known: dict[str, int] = {}
    for batch in _batches(conversation.turns):
        ingested = memory.ingest_turns([_new(turn, namespace) for turn in batch])
        for turn, episode_id in zip(batch, ingested.episodes, strict=True):
            assert turn.source_id is not None, "the readers name every turn"
            turns[turn.source_id] = turn
            episodes[turn.source_id] = episode_id
            known[turn.source_id] = ingested.transaction or 0
        bar.update(task, advance=len(batch))
    return Told(
        conversation=conversation, namespace=namespace, turns=turns, episodes=episodes, known=known
    )


def ask_all(memory: AgentMemory, told: Told, bar: Progress) -> Iterator[Outcome]:
    """Ask a conversation's questions with the default settings, ten results each."""
    task = bar.add_task(f"asking {told.conversation.name}", total=len(told.questions))
    for question in told.questions:
        began = perf_counter()
        recalled = memory.recall(
            question.question,
            valid_at=question.asked_at,
            namespace=told.namespace,
            limit=FRACTION_AMONG,
        )
        took = (perf_counter() - began) * 1000
        yield outcome(told, question, turns_of(recalled), took)
        bar.update(task, advance=1)


def told_as_round(turn: Turn) -> NewRound:
    """Return a turn as a round by itself, to be learnt from."""
    return round_of(NewTurn(**turn_fields(turn)))  # type: ignore[arg-type]  # the same fields


def turns_of(recalled: Recalled) -> tuple[str, ...]:
    """Return the source ids of the turns in an answer, best first."""
    said = [result.memory for result in recalled]
    return tuple(each.source_id or "" for each in said if isinstance(each, Episode))


def outcome(told: Told, question: Question, found: Sequence[str], milliseconds: float) -> Outcome:
    """Compare what was found with what answers the question."""
    evidence = set(question.evidence)
    sessions = {told.turns[each].session for each in evidence}
    return Outcome(
        question=question,
        found=tuple(found),
        fraction=len(evidence.intersection(found[:FRACTION_AMONG])) / len(evidence),
        session_hit=any(told.turns[each].session in sessions for each in found[:SESSION_AMONG]),
        milliseconds=milliseconds,
    )


def progress() -> Progress:
    """Return the bar that long steps are shown with."""
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        transient=True,
    )


def _new(turn: Turn, namespace: str) -> NewTurn:
    return NewTurn(**turn_fields(turn), namespace=namespace)  # type: ignore[arg-type]  # the same fields


def _batches(turns: Iterable[Turn]) -> Iterator[list[Turn]]:
    walk = iter(turns)
    while batch := list(islice(walk, BATCH)):
        yield batch
