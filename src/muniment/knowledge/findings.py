"""Lay out what a recall found for an answer: beliefs and turns, and what each of these says besides the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Self
from uuid import UUID

from muniment.knowledge.aliases import ALIAS_OF
from muniment.knowledge.attributes import content_words
from muniment.model.answers import Quotation
from muniment.model.ids import EpisodeId, MemoryId
from muniment.model.memory import ELISION, Episode, Memory
from muniment.model.names import folded
from muniment.model.recalled import Recalled
from muniment.recall.grounds import Grounds
from muniment.recall.hydration import Ties, read_ties, without
from muniment.recall.lookup.entities import Names
from muniment.recall.lookup.rows import EpisodeFound, MemoryFound

ENGLISH: Final = "english"


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotationFound:
    """The words of a turn that a memory rests on."""

    memory_id: UUID
    episode_id: UUID
    speaker: str | None
    occurred_at: datetime
    span_from: int | None
    span_until: int | None
    words: str | None

    def quotation(self) -> Quotation:
        """Return it as the model has it."""
        known = self.span_from is not None and self.span_until is not None
        return Quotation(
            episode_id=EpisodeId(self.episode_id),
            speaker=self.speaker,
            occurred_at=self.occurred_at,
            span=(self.span_from or 0, self.span_until or 0) if known else None,
            words=self.words,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Replaced:
    """What a turn told, and what holds in its place."""

    belief: Memory
    successor: Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What was found in one place of a recall, and how strong it is in words and in meaning, from 0 to 1.

    Of a belief that was found by its turn, `words` are those of the turn that it rests on, `beside` the
    rest; the turn's nearness is its own only if that says nothing. `turns` are those that a belief
    rests on.
    """

    said: Memory | Episode
    place: int
    strength: float
    cosine: float
    words: str = ""
    beside: str = ""
    turns: frozenset[UUID] = frozenset()
    is_over: bool = False
    replaced: tuple[Replaced, ...] = ()

    @property
    def superseded(self) -> bool:
        """Whether it is a turn that told something which was replaced."""
        return bool(self.replaced)


async def findings(
    names: Names, grounds: Grounds, recalled: Recalled, language: str
) -> list[Finding]:
    """Return what was found: of a turn the beliefs that were found with it and then itself, of a belief its turn too."""
    reader = await _Reader.of(names, grounds, recalled)
    laid: list[Finding] = []
    for place, (result, strength) in enumerate(zip(recalled, strengths(recalled), strict=True)):
        cosine = next((part.value for part in result.lanes if part.name == "cosine"), 0.0)
        found = Finding(
            said=result.memory,
            place=place,
            strength=strength,
            cosine=cosine,
            is_over=result.is_over,
        )
        if isinstance(result.memory, Memory):
            laid.append(replace(found, turns=reader.turns_of(result.memory)))
            laid += [each async for each in reader.turns(found, result.evidence)]
            continue
        beliefs = [each async for each in reader.beliefs(found, result.evidence)]
        found = replace(found, replaced=await reader.replaced(result.memory.id))
        if language == ENGLISH:
            laid += [*beliefs, found]
        else:
            laid += [replace(found, said=beliefs[0].said)] if len(beliefs) == 1 else [found]
    return [each for each in laid if not _is_alias(each.said)]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reader:
    """Reads what counts as one result with what was found."""

    names: Names
    grounds: Grounds
    ties: Ties
    quoted: Mapping[UUID, Sequence[Quotation]]

    @classmethod
    async def of(cls, names: Names, grounds: Grounds, recalled: Recalled) -> Self:
        turns = [
            id_
            for each in recalled
            for id_ in (each.evidence if isinstance(each.memory, Memory) else (each.memory.id,))
        ]
        beliefs = [
            id_
            for each in recalled
            for id_ in (each.evidence if isinstance(each.memory, Episode) else (each.memory.id,))
        ]
        return cls(
            names=names,
            grounds=grounds,
            ties=await read_ties(names.work, names.principal.tenant_id, grounds, turns),
            quoted=await quotations(names, beliefs),
        )

    def turns_of(self, belief: Memory) -> frozenset[UUID]:
        """Return the turns that a belief rests on."""
        return frozenset(each.episode_id for each in self.quoted.get(belief.id, ()))

    async def beliefs(self, turn: Finding, ids: Iterable[UUID]) -> AsyncIterator[Finding]:
        """Yield the beliefs that were found by a turn: its nearness is that of one that has all it says."""
        for id_ in ids:
            belief = await memory_at(self.names, MemoryId(id_))
            if belief is None:
                continue
            words = [
                each.words
                for each in self.quoted.get(belief.id, ())
                if each.episode_id == turn.said.id and each.words
            ]
            beside = turn.said.content
            for each in words:
                beside = beside.replace(each, ELISION)
            yield replace(
                turn,
                said=belief,
                cosine=0.0 if content_words(beside) else turn.cosine,
                words=" ; ".join(words),
                beside=beside,
                turns=self.turns_of(belief),
                is_over=belief.valid_until is not None
                and belief.valid_until <= self.names.basis.valid_at,
            )

    async def turns(self, belief: Finding, ids: Iterable[UUID]) -> AsyncIterator[Finding]:
        """Yield the turns that were found by a belief, without what was forgotten; how near they are is not known."""
        for id_ in ids:
            row = await self.names.work.one(
                "episode_at", EpisodeFound, episode_id=id_, **self.names.holding
            )
            if row is None or row.content is None or str(id_) in self.ties.silenced:
                continue
            turn = row.episode()
            said = without(turn.content, self.ties.elided.get(str(id_), ()))
            is_over = belief.is_over and not await self._goes_on(id_)
            yield replace(
                belief,
                said=replace(turn, content=said),
                cosine=0.0,
                is_over=is_over,
                turns=frozenset(),
                replaced=await self.replaced(id_),
            )

    async def replaced(self, turn: UUID) -> tuple[Replaced, ...]:
        """Return what a turn told that was replaced, with what holds in its place."""
        pairs = {
            (row.memory_id, row.holder_id)
            for row in self.ties.rows
            if row.episode_id == turn
            and row.holder_id is not None
            and str(row.holder_id) in self.ties.successors.get(str(turn), ())
            and not (row.is_ahead or (row.holder_id == row.memory_id and not row.corrected))
        }
        found: list[Replaced] = []
        for belief_id, successor_id in sorted(pairs):
            belief = await memory_at(self.names, MemoryId(belief_id))
            successor = await memory_at(self.names, MemoryId(successor_id))
            if belief is not None and successor is not None:
                found.append(Replaced(belief=belief, successor=successor))
        return tuple(found)

    async def _goes_on(self, turn: UUID) -> bool:
        """Tell whether any belief that a turn told holds still, or will."""
        told = {row.memory_id for row in self.ties.rows if row.episode_id == turn}
        at = [await memory_at(self.names, MemoryId(each)) for each in sorted(told)]
        first = self.grounds.span.first
        return any(
            each is not None and (each.valid_until is None or each.valid_until > first)
            for each in at
        )


def strengths(recalled: Recalled) -> list[float]:
    """Return how much of what the best result has each one has, in words or in meaning.

    Cosines lie close together: half of the best one's counts as nothing.
    """
    words = _shares_of_best(recalled, "words")
    cosines = _shares_of_best(recalled, "cosine")
    return [max(word, 2 * cosine - 1) for word, cosine in zip(words, cosines, strict=True)]


def _shares_of_best(recalled: Recalled, name: str) -> list[float]:
    """Return what each result has of a signal, as a share of what the best one has; aliases are none."""
    measured = [
        next((part.value for part in each.lanes if part.name == name), 0.0) for each in recalled
    ]
    best = max(
        (
            value
            for value, each in zip(measured, recalled, strict=True)
            if not _is_alias(each.memory)
        ),
        default=0.0,
    )
    return [value / best if best > 0 else 0.0 for value in measured]


def _is_alias(said: Memory | Episode) -> bool:
    return (
        isinstance(said, Memory) and said.category is not None and folded(said.category) == ALIAS_OF
    )


async def memory_at(names: Names, memory_id: MemoryId) -> Memory | None:
    """Return a belief as it stands at a basis, None if it is none there."""
    row = await names.work.one("memory_at", MemoryFound, memory_id=memory_id, **names.holding)
    return None if row is None or row.content is None else row.memory()


async def quotations(names: Names, memory_ids: Sequence[UUID]) -> dict[UUID, Sequence[Quotation]]:
    """Return the words of turns that some beliefs rest on, by belief."""
    rows = await names.work.all(
        "answer_quotations", QuotationFound, memory_ids=memory_ids, **names.where
    )
    found: defaultdict[UUID, list[Quotation]] = defaultdict(list)
    for row in rows:
        found[row.memory_id].append(row.quotation())
    return dict(found)
