"""Read in full what was ranked: the beliefs and turns themselves, and how they hang together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from muniment.model.ids import EpisodeId
from muniment.model.memory import ELISION, Episode, Memory
from muniment.recall.candidates import Candidate
from muniment.recall.gathered import Found
from muniment.recall.grounds import Grounds
from muniment.recall.lookup.rows import EpisodeFound, MemoryFound
from muniment.recall.parts import is_asked
from muniment.store.arrays import Bigints, Integers, Texts, Uuids
from muniment.store.work import Pending, Work


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRow:
    """That a belief rests on a turn, and what holds in its place at the basis.

    `replaced` says that the belief was put in other words since, or that a narrower scope has another one,
    `is_ahead` that it holds from a later time on, and something else until then, `ends` that the turn
    tells its end. Of a forgotten one `said` is what the turn says. `terms_said` is how often the words that
    told it have each term of the question, where something else holds in its place.
    """

    episode_id: UUID
    memory_id: UUID
    holder_id: UUID | None
    span_from: int | None
    span_until: int | None
    replaced: bool
    is_ahead: bool
    ends: bool
    forgotten: bool
    said: str | None
    terms_said: Sequence[int]


class ContradictedRow(NamedTuple):
    """A contested belief, and what is held in its slot."""

    memory_id: UUID
    holder_id: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryRead(MemoryFound):
    """A memory as it stands at a basis, the unit it was found by, and the first turn it rests on."""

    unit_no: int
    source_episode_id: EpisodeId | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeRead(EpisodeFound):
    """A turn, the unit it was found by, and whether nothing that it told is so any more."""

    unit_no: int
    is_over: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """A belief or a turn in full, the turn that it comes from, and whether that is over."""

    memory: Memory | Episode
    source: EpisodeId | None
    is_over: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairs:
    """The candidates that may be recalled, with what they hang together with; what to elide from turns."""

    candidates: tuple[Candidate, ...]
    elided: Mapping[str, tuple[tuple[int, int], ...]]


def without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return a text with spans (character offsets, end exclusive) replaced by an ellipsis."""
    left: list[str] = []
    at = 0
    for start, end in sorted(set(spans)):
        if start >= at:
            left += (text[at:start], ELISION)
        at = max(at, end)
    return "".join((*left, text[at:]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ties:
    """How turns and beliefs hang together at a basis, by their ids as text.

    `sources` are the turns that told a belief which holds, `successors` what holds in the place of what
    a turn told, `replaced` what each told in whose place something else holds, `telling` those that told what holds still, unless
    a narrower scope says otherwise; `elided` are the spans of what was forgotten, `silenced` the turns that say nothing else.
    """

    rows: tuple[PairRow, ...] = ()
    sources: Mapping[str, Sequence[str]] = field(default_factory=dict)
    successors: Mapping[str, Sequence[str]] = field(default_factory=dict)
    replaced: Mapping[str, Sequence[PairRow]] = field(default_factory=dict)
    telling: frozenset[str] = frozenset()
    elided: Mapping[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    silenced: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class TiesAsked:
    """How turns hang together with beliefs, and with those of narrower scopes, as it was asked for in one round trip."""

    asked: Sequence[Pending[PairRow]]

    async def ties(self) -> Ties:
        """Wait for them."""
        return _tied([row for each in self.asked for row in await each.all()])


async def ask_ties(
    work: Work,
    tenant_id: UUID,
    grounds: Grounds,
    turns: Sequence[UUID],
    language: str,
    terms: Sequence[str] = (),
) -> TiesAsked:
    """Queue the question how turns hang together with beliefs; nothing is asked of none.

    Of `terms`, stems of a language, it is asked how often the words have them that told what was replaced.
    """
    about = {
        "tenant_id": tenant_id,
        "episode_ids": Uuids(turns),
        "known": grounds.basis.as_of.time,
        "valid_first": grounds.span.first,
        "valid_last": grounds.span.last,
        "language": language,
        "terms": Texts(terms),
    }
    asked = [await work.send("recall_pairs", PairRow, **about)] if turns else []
    if turns and grounds.row.has_scopes:
        partitions = Integers(grounds.row.partitions)
        about |= {"partitions": partitions, "named_last": grounds.span.named_last}
        asked.append(await work.send("recall_narrower", PairRow, **about))
    return TiesAsked(asked=asked)


def _tied(rows: Sequence[PairRow]) -> Ties:
    sources: dict[str, list[str]] = {}
    successors: dict[str, list[str]] = {}
    elided: dict[str, list[tuple[int, int]]] = {}
    said: dict[str, str] = {}
    gone: dict[str, list[PairRow]] = {}
    telling: set[str] = set()
    silenced: set[str] = set()
    standing: list[PairRow] = []
    holding = {
        (row.episode_id, row.memory_id)
        for row in rows
        if row.holder_id == row.memory_id and not row.replaced
    }
    replaced = {(row.episode_id, row.memory_id) for row in rows if row.replaced}
    for row in rows:
        turn = str(row.episode_id)
        if row.forgotten:
            if row.span_from is None or row.span_until is None:
                silenced.add(turn)
            else:
                elided.setdefault(turn, []).append((row.span_from, row.span_until))
                said[turn] = row.said or ""
        elif row.holder_id == row.memory_id and not row.replaced:
            standing.append(row)
        elif row.holder_id is not None and (
            row.replaced or (row.episode_id, row.memory_id) not in holding
        ):
            successors.setdefault(turn, []).append(str(row.holder_id))
            gone.setdefault(turn, []).append(row)
    for row in standing:
        turn = str(row.episode_id)
        if not _is_elided(row, elided.get(turn, ())):
            sources.setdefault(str(row.memory_id), []).append(turn)
            telling |= set() if (row.episode_id, row.memory_id) in replaced else {turn}
    silenced |= {turn for turn, spans in elided.items() if _is_empty(without(said[turn], spans))}
    return Ties(
        rows=tuple(rows),
        sources=sources,
        successors=successors,
        replaced=gone,
        telling=frozenset(telling),
        elided={turn: tuple(spans) for turn, spans in elided.items()},
        silenced=frozenset(silenced),
    )


async def pair(
    work: Work,
    tenant_id: UUID,
    grounds: Grounds,
    found: Found,
    language: str,
) -> Pairs:
    """Tell beliefs the turns they rest on, and turns and contested beliefs what holds in the place of what is asked of them."""
    turns = [found.ids[each.item_id] for each in found.candidates if each.kind == "episode"]
    asked = await ask_ties(work, tenant_id, grounds, turns, language, found.words.terms)
    contradicted = await _contradicted(work, tenant_id, grounds, found.contested)
    ties = await asked.ties()
    held: defaultdict[str, list[str]] = defaultdict(list)
    for memory, holders in contradicted.items():
        for each in (memory, *ties.sources.get(memory, ())):
            held[each][:0] = holders
    beliefs = {each.item_id: each for each in found.candidates if each.kind == "memory"}

    def asked_of(turn: Candidate) -> list[PairRow]:
        return [
            row
            for row in ties.replaced.get(turn.item_id, ())
            if is_asked(row.terms_said, turn, beliefs.get(str(row.holder_id)), found.words.terms)
        ]

    told = tuple(
        _told(each, ties, asked_of(each), held.get(each.item_id, ()))
        for each in found.candidates
        if each.item_id not in ties.silenced
    )
    return Pairs(candidates=told, elided=ties.elided)


async def _contradicted(
    work: Work, tenant_id: UUID, grounds: Grounds, contested: Sequence[UUID]
) -> dict[str, list[str]]:
    """Return what is held in the slots of contested beliefs, by their ids as text."""
    if not contested:
        return {}
    rows = await work.all(
        "recall_contradicted",
        ContradictedRow,
        tenant_id=tenant_id,
        memory_ids=Uuids(contested),
        partitions=Integers(grounds.row.partitions),
        known=grounds.basis.as_of.time,
        valid_first=grounds.span.first,
        valid_last=grounds.span.last,
    )
    held: defaultdict[str, list[str]] = defaultdict(list)
    for row in rows:
        held[str(row.memory_id)].append(str(row.holder_id))
    return dict(held)


def _is_elided(row: PairRow, spans: Sequence[tuple[int, int]]) -> bool:
    """Tell whether a turn no longer says all of what a belief rests on, so that it cannot stand for both."""
    if row.span_from is None or row.span_until is None:
        return bool(spans)
    return any(start < row.span_until and row.span_from < end for start, end in spans)


def _is_empty(told: str) -> bool:
    """Tell whether nothing that carries meaning is left of a turn."""
    return not any(each.isalnum() for each in told)


def _told(
    candidate: Candidate, ties: Ties, replaced: Sequence[PairRow], contradicted: Sequence[str]
) -> Candidate:
    sources = ties.sources.get(candidate.item_id, ())
    if not sources and not replaced and not contradicted:
        return candidate
    successors = (*contradicted, *(str(row.holder_id) for row in replaced))
    return candidate._replace(
        sources=tuple(dict.fromkeys(sources)),
        successors=tuple(dict.fromkeys(successors)),
        is_superseded=any(not row.is_ahead for row in replaced),
        still_tells=candidate.item_id in ties.telling,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitsAsked:
    """Beliefs and turns that were asked for, in the same round trip."""

    memories: Pending[MemoryRead] | None
    episodes: Pending[EpisodeRead] | None


async def ask_units(
    work: Work,
    tenant_id: UUID,
    grounds: Grounds,
    chosen: Sequence[Candidate],
) -> UnitsAsked:
    """Queue the question what beliefs and turns say in full."""
    span, known = grounds.span, grounds.basis.as_of.time
    memories = [each.unit_no for each in chosen if each.kind == "memory"]
    episodes = [each.unit_no for each in chosen if each.kind == "episode"]
    asked_memories: Pending[MemoryRead] | None = None
    asked_episodes: Pending[EpisodeRead] | None = None
    if memories:
        asked_memories = await work.send(
            "recall_memories",
            MemoryRead,
            tenant_id=tenant_id,
            unit_nos=Bigints(memories),
            as_of=known,
            known=known,
            valid_first=span.first,
            valid_last=span.last,
            named_last=span.named_last,
        )
    if episodes:
        asked_episodes = await work.send(
            "recall_episodes",
            EpisodeRead,
            tenant_id=tenant_id,
            unit_nos=Bigints(episodes),
            known=known,
            valid_first=span.first,
            partition_nos=Integers(grounds.row.partitions),
        )
    return UnitsAsked(memories=asked_memories, episodes=asked_episodes)


async def read_units(asked: UnitsAsked, pairs: Pairs, valid_at: datetime) -> dict[int, Read]:
    """Wait for beliefs and turns, by unit number; tell what is over at an instant."""
    read: dict[int, Read] = {}
    if asked.episodes is not None:
        for row in await asked.episodes.all():
            turn = row.episode()
            elided = pairs.elided.get(str(row.episode_id), ())
            told = replace(turn, content=without(turn.content, elided))
            read[row.unit_no] = Read(memory=told, source=turn.id, is_over=row.is_over)
    if asked.memories is not None:
        for found in await asked.memories.all():
            memory = found.memory()
            is_over = memory.valid_until is not None and memory.valid_until <= valid_at
            source = found.source_episode_id
            read[found.unit_no] = Read(memory=memory, source=source, is_over=is_over)
    return read
