"""Make the sentences of a page from what was believed: pure, and the same for the same sources."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from muniment.knowledge.pages.sections import (
    CHANGED,
    CONNECTIONS,
    CONTESTED,
    ORDER,
    SAID,
    section_of,
)
from muniment.model.memory import Cardinality, Scope, Standing
from muniment.model.pages import Citation, Mark, Sentence
from muniment.temporal.period import Period

QUOTED_CHARACTERS_MAX: Final = 300
_NARROWNESS: Final = {Scope.CONTAINER.value: 0, Scope.USER.value: 1, Scope.GLOBAL.value: 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class BeliefFound:
    """One stretch of valid time of one belief."""

    memory_id: UUID
    content: str
    valid_from: datetime
    valid_until: datetime | None
    entity: str | None
    entity_key: str | None
    category_key: str | None
    cardinality: str | None
    standing: str
    scope: str
    superseded_by: UUID | None
    total: int

    @property
    def period(self) -> Period:
        """When it holds."""
        return Period(start=self.valid_from, end=self.valid_until)

    @property
    def slot(self) -> tuple[str | None, str | None]:
        """What of whom it is about."""
        return (self.entity_key, self.category_key)


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceFound:
    """That a memory rests on a turn."""

    memory_id: UUID
    episode_id: UUID
    span_from: int | None
    span_until: int | None
    occurred_at: datetime

    @property
    def citation(self) -> Citation:
        """The turn as a sentence cites it."""
        span = (
            None
            if self.span_from is None or self.span_until is None
            else (self.span_from, self.span_until)
        )
        return Citation(id=self.episode_id, kind="episode", span=span)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnFound:
    """A turn that somebody said."""

    episode_id: UUID
    content: str
    occurred_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ContradictionFound:
    """That two memories contradict each other, and nobody has settled which is right."""

    first_id: UUID
    second_id: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """All that a page is made of. `entity_keys` are the names of its entity; a category has none."""

    beliefs: Sequence[BeliefFound]
    contradictions: Sequence[ContradictionFound]
    evidence: Sequence[EvidenceFound]
    turns: Sequence[TurnFound]
    entity_keys: frozenset[str]
    valid_at: datetime

    def mark(self, belief: BeliefFound) -> Mark:
        """Return how a belief stands at the time of the page."""
        is_disputed = any(
            belief.memory_id in (pair.first_id, pair.second_id) for pair in self.contradictions
        )
        if is_disputed or belief.standing == Standing.CONTESTED.value:
            return Mark.CONTESTED
        if belief.valid_from > self.valid_at:
            return Mark.AHEAD
        return Mark.HOLDS if belief.period.contains(self.valid_at) else Mark.FORMER


def sentences_of(sources: Sources) -> tuple[Sentence, ...]:
    """Return the sentences of a page, section by section.

    A belief is quoted as it stands, with its period. Of beliefs that hold in a slot for one, the
    narrowest scope's is told. What held before, and what contradicts, has a section of its own.
    """
    hidden = _hidden(sources)
    turns = _by_memory(sources.evidence)
    told = [
        (belief, _sentence(belief, sources, turns))
        for place, belief in enumerate(sources.beliefs)
        if place not in hidden
    ]
    told.sort(key=lambda each: _place(*each))
    return (*(sentence for _, sentence in told), *_said(sources))


def _hidden(sources: Sources) -> set[int]:
    """Return the beliefs that one of a narrower scope stands before."""
    narrowest: dict[tuple[str | None, str | None], int] = {}
    competing = [
        place
        for place, belief in enumerate(sources.beliefs)
        if belief.cardinality == Cardinality.ONE.value
        and sources.mark(belief) is Mark.HOLDS
        and None not in belief.slot
    ]
    for place in competing:
        belief = sources.beliefs[place]
        rank = _NARROWNESS[belief.scope]
        narrowest[belief.slot] = min(rank, narrowest.get(belief.slot, rank))
    return {
        place
        for place in competing
        if _NARROWNESS[sources.beliefs[place].scope] > narrowest[sources.beliefs[place].slot]
    }


def _by_memory(evidence: Iterable[EvidenceFound]) -> Mapping[UUID, Sequence[Citation]]:
    found: defaultdict[UUID, list[Citation]] = defaultdict(list)
    for each in evidence:
        found[each.memory_id].append(each.citation)
    return found


def _section(belief: BeliefFound, mark: Mark, sources: Sources) -> str:
    if mark is Mark.CONTESTED:
        return CONTESTED
    if mark is Mark.FORMER:
        return CHANGED
    if not sources.entity_keys:
        return belief.entity or "Other"
    if belief.entity_key not in sources.entity_keys:
        return CONNECTIONS
    return section_of(belief.category_key)


def _place(belief: BeliefFound, sentence: Sentence) -> tuple[int, str, str, bool, datetime, UUID]:
    section = sentence.section
    by_time = section in (CHANGED, CONTESTED)
    return (
        ORDER.get(section, -1),
        "" if by_time or section in ORDER else belief.entity_key or "",
        "" if by_time else belief.category_key or "",
        sentence.mark is Mark.AHEAD,
        belief.valid_from,
        belief.memory_id,
    )


def _sentence(
    belief: BeliefFound, sources: Sources, turns: Mapping[UUID, Sequence[Citation]]
) -> Sentence:
    mark = sources.mark(belief)
    further: list[Citation] = list(turns.get(belief.memory_id, ()))
    if mark is Mark.CONTESTED:
        further += [_of_memory(other) for other in _against(belief, sources)]
    elif mark is Mark.FORMER and belief.superseded_by is not None:
        further.append(_of_memory(belief.superseded_by))
    return Sentence(
        section=_section(belief, mark, sources),
        text=belief.content,
        mark=mark,
        valid_from=belief.valid_from,
        valid_until=belief.valid_until,
        source=_of_memory(belief.memory_id),
        further=tuple(dict.fromkeys(further)),
    )


def _against(belief: BeliefFound, sources: Sources) -> list[UUID]:
    """Return what a contested belief contradicts.

    What was found to, and whatever is held in the slot of what its writer contested, at a time that
    it claims too.
    """
    found = [
        pair.second_id if pair.first_id == belief.memory_id else pair.first_id
        for pair in sources.contradictions
        if belief.memory_id in (pair.first_id, pair.second_id)
    ]
    if None in belief.slot or belief.standing == Standing.HELD.value:
        return found
    beside = sorted(sources.beliefs, key=lambda each: (each.valid_from, each.memory_id))
    return found + [
        other.memory_id
        for other in beside
        if other.slot == belief.slot
        and other.standing == Standing.HELD.value
        and other.period.overlaps(belief.period)
    ]


def _of_memory(memory_id: UUID) -> Citation:
    return Citation(id=memory_id, kind="memory")


def _said(sources: Sources) -> list[Sentence]:
    turns = sorted(sources.turns, key=lambda each: (each.occurred_at, each.episode_id))
    return [
        Sentence(
            section=SAID,
            text=_quoted(turn.content),
            mark=Mark.SAID,
            valid_from=turn.occurred_at,
            valid_until=None,
            source=Citation(id=turn.episode_id, kind="episode"),
        )
        for turn in turns
    ]


def _quoted(content: str) -> str:
    text = content.strip()
    if len(text) <= QUOTED_CHARACTERS_MAX:
        return text
    return text[: QUOTED_CHARACTERS_MAX - 1].rstrip() + "…"
