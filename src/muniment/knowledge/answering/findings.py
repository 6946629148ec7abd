"""Lay out what a recall found for an answer: beliefs and turns, and what each of these says besides the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Self
from uuid import UUID

from muniment.knowledge.attributes import content_words
from muniment.knowledge.names.aliases import ALIAS_OF
from muniment.model.answers import Quotation
from muniment.model.ids import EpisodeId
from muniment.model.memory import ELISION, Episode, Memory
from muniment.model.names import folded
from muniment.model.recalled import Recalled
from muniment.recall.grounds import Grounds
from muniment.recall.hydration import PairRow, Ties, ask_ties, without
from muniment.recall.lookup.entities import Names
from muniment.recall.lookup.one import ask_episodes, ask_memories, standing
from muniment.store.work import Pending

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
class Told:
    """A belief that a turn told, the words of it that say so, and what holds in its place."""

    belief: Memory
    words: str
    is_over: bool
    successor: Memory | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What was found in one place of a recall, and how strong it is in words and in meaning, from 0 to 1.

    Of a belief that was found by its turn, `words` are those of the turn that it rests on, `beside` the
    rest; the turn's nearness is its own only if that says nothing. `turns` are those that a belief
    rests on, `told` what a turn told, `superseded` says that what is asked of it was replaced. `score` is that of
    the recall, None of what came with something else; `likelihood` is how likely it answers, None where that is not known.
    """

    said: Memory | Episode
    place: int
    strength: float
    cosine: float
    score: float | None = None
    likelihood: float | None = None
    words: str = ""
    beside: str = ""
    turns: frozenset[UUID] = frozenset()
    is_over: bool = False
    superseded: bool = False
    told: tuple[Told, ...] = ()


async def findings(
    names: Names, grounds: Grounds, recalled: Recalled, language: str
) -> list[Finding]:
    """Return what was found: of a turn the beliefs that were found with it and then itself, of a belief its turn too.

    Two round trips, however much was found.
    """
    reader = await _Reader.of(names, grounds, recalled, language)
    laid: list[Finding] = []
    for place, (result, strength) in enumerate(zip(recalled, strengths(recalled), strict=True)):
        cosine = next((part.value for part in result.lanes if part.name == "cosine"), 0.0)
        found = Finding(
            said=result.memory,
            place=place,
            strength=strength,
            cosine=cosine,
            score=result.score,
            is_over=result.is_over,
            superseded=result.superseded,
        )
        if isinstance(result.memory, Memory):
            laid.append(replace(found, turns=reader.turns_of(result.memory)))
            laid += reader.turns(found, result.evidence)
            continue
        beliefs = list(reader.beliefs(found, result.evidence))
        found = replace(found, told=reader.told(result.memory))
        if language == ENGLISH:
            laid += [*beliefs, found]
        else:
            laid += [replace(found, said=beliefs[0].said)] if len(beliefs) == 1 else [found]
    return [each for each in laid if not _is_alias(each.said)]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reader:
    """What counts as one result with what was found."""

    valid_at: datetime
    ties: Ties
    quoted: Mapping[UUID, Sequence[Quotation]]
    memories: Mapping[UUID, Memory]
    episodes: Mapping[UUID, Episode]

    @classmethod
    async def of(cls, names: Names, grounds: Grounds, recalled: Recalled, language: str) -> Self:
        beliefs = [each for each in recalled if isinstance(each.memory, Memory)]
        turns = [each for each in recalled if isinstance(each.memory, Episode)]
        found = {id_ for each in turns for id_ in each.evidence}
        resting = {id_ for each in beliefs for id_ in each.evidence}
        tenant_id, ids = names.principal.tenant_id, {*resting, *(each.memory.id for each in turns)}
        asked_ties = await ask_ties(names.work, tenant_id, grounds, [*ids], language)
        asked_quotations = await ask_quotations(
            names, [*found, *(each.memory.id for each in beliefs)]
        )
        ties, quoted = await asked_ties.ties(), quotations_of(await asked_quotations.all())
        holding = {row.holder_id for row in ties.rows if row.holder_id is not None}
        asked_memories = await ask_memories(
            names, {*found, *holding, *(row.memory_id for row in ties.rows)}
        )
        asked_episodes = await ask_episodes(names, resting)
        return cls(
            valid_at=names.basis.valid_at,
            ties=ties,
            quoted=quoted,
            memories=standing(await asked_memories.all()),
            episodes={
                row.episode_id: row.episode()
                for row in await asked_episodes.all()
                if row.content is not None
            },
        )

    def turns_of(self, belief: Memory) -> frozenset[UUID]:
        """Return the turns that a belief rests on."""
        return frozenset(each.episode_id for each in self.quoted.get(belief.id, ()))

    def beliefs(self, turn: Finding, ids: Iterable[UUID]) -> Iterator[Finding]:
        """Yield the beliefs that were found by a turn: its nearness is that of one that has all it says."""
        for belief in (self.memories[id_] for id_ in ids if id_ in self.memories):
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
                score=None,
                cosine=0.0 if content_words(beside) else turn.cosine,
                words=" ; ".join(words),
                beside=beside,
                turns=self.turns_of(belief),
                is_over=_is_over(belief, self.valid_at),
                superseded=False,
            )

    def turns(self, belief: Finding, ids: Iterable[UUID]) -> Iterator[Finding]:
        """Yield the turns that were found by a belief, without what was forgotten; how near they are is not known."""
        for turn in (self.episodes[id_] for id_ in ids if id_ in self.episodes):
            if str(turn.id) in self.ties.silenced:
                continue
            said = without(turn.content, self.ties.elided.get(str(turn.id), ()))
            told = self.told(turn)
            yield replace(
                belief,
                said=replace(turn, content=said),
                score=None,
                cosine=0.0,
                is_over=belief.is_over and all(each.is_over for each in told),
                superseded=any(each.successor is not None for each in told),
                turns=frozenset(),
                told=told,
            )

    def told(self, turn: Episode) -> tuple[Told, ...]:
        """Return what a turn told, each with what holds in its place."""
        is_whole = str(turn.id) not in self.ties.elided
        told: list[Told] = []
        for row in self.ties.rows:
            belief = self.memories.get(row.memory_id)
            if row.episode_id == turn.id and belief is not None and not row.ends:
                successor = self._successor(row)
                told.append(
                    Told(
                        belief=belief,
                        words=turn.content[row.span_from : row.span_until] if is_whole else "",
                        is_over=successor is not None or _is_over(belief, self.valid_at),
                        successor=successor,
                    )
                )
        return tuple(told)

    def _successor(self, row: PairRow) -> Memory | None:
        """Return what holds in the place of what a turn told, None where that begins only later or holds itself."""
        holder, turn = row.holder_id, str(row.episode_id)
        if holder is None or str(holder) not in self.ties.successors.get(turn, ()):
            return None
        if row.is_ahead or (holder == row.memory_id and not row.replaced):
            return None
        return self.memories.get(holder)


def _is_over(belief: Memory, at: datetime) -> bool:
    return belief.valid_until is not None and belief.valid_until <= at


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


async def ask_quotations(names: Names, memory_ids: Sequence[UUID]) -> Pending[QuotationFound]:
    """Queue the question in which words of turns some beliefs rest."""
    return await names.work.send(
        "answer_quotations", QuotationFound, memory_ids=memory_ids, **names.where
    )


def quotations_of(rows: Iterable[QuotationFound]) -> dict[UUID, Sequence[Quotation]]:
    """Return the words of turns that some beliefs rest on, by belief."""
    found: defaultdict[UUID, list[Quotation]] = defaultdict(list)
    for row in rows:
        found[row.memory_id].append(row.quotation())
    return dict(found)
