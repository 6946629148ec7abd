"""Tell what became of the sources of a page, between its compilation and the basis it is read at."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from muniment.model.memory import ELISION, Standing
from muniment.model.pages import Citation, Mark, Sentence, Since
from muniment.model.sentences import cited
from muniment.store.work import Work
from muniment.temporal.basis import Basis
from muniment.temporal.period import Period


@dataclass(frozen=True, slots=True, kw_only=True)
class MemorySource:
    """What a memory says at a basis, and when it holds."""

    memory_id: UUID
    content: str | None
    standing: str
    is_open: bool
    has_gap: bool
    starts: list[datetime]
    ends: list[datetime | None]
    disputed_in: list[int]
    is_followed: bool
    """Whether another belief of its slot begins where it ends."""

    @property
    def periods(self) -> list[Period]:
        """When it holds."""
        return [
            Period(start=start, end=end) for start, end in zip(self.starts, self.ends, strict=True)
        ]

    def is_contested(self, quotable_nos: Collection[int]) -> bool:
        """Tell whether its writer contested it, or what lies in some partitions is under review against it."""
        is_disputed = not frozenset(quotable_nos).isdisjoint(self.disputed_in)
        return is_disputed or self.standing == Standing.CONTESTED.value

    def gone(self) -> Since | None:
        """Return how it went, None if it is there."""
        if self.content is None:
            return Since.ERASED
        if not self.is_open:
            return Since.FORGOTTEN if self.has_gap else Since.RETRACTED
        return Since.HIDDEN if self.standing == Standing.QUARANTINED.value else None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnSource:
    """What became of a turn."""

    episode_id: UUID
    is_erased: bool
    is_open: bool
    is_silenced: bool

    def gone(self) -> Since | None:
        """Return how it went, None if it is there."""
        if self.is_erased:
            return Since.ERASED
        if not self.is_open:
            return Since.HIDDEN
        return Since.FORGOTTEN if self.is_silenced else None


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcesAt:
    """What became of the sources of sentences, at a basis."""

    memories: Mapping[UUID, MemorySource]
    turns: Mapping[UUID, TurnSource]
    valid_at: datetime

    def read(
        self, sentences: Sequence[Sentence], quotable_nos: Collection[int]
    ) -> tuple[Sentence, ...]:
        """Return sentences with what became of them; without the words that must not be shown.

        What is under review counts if both sides lie in partitions that their page may quote. A heading, which may be the name of an entity, goes with the last sentence below it that
        may be shown. A phrase is told while nothing became of anything that it cites.
        """
        read = [self._read(each, quotable_nos) for each in sentences]
        changed = {each.source.id for each in read if each.since is not None}
        shown = {each.section for each in read if each.since is None or not each.since.withholds}
        return tuple(
            each
            if each.section in shown and not each.phrases
            else replace(
                each,
                section=each.section if each.section in shown else ELISION,
                phrases=tuple(p for p in each.phrases if changed.isdisjoint(p.cites)),
            )
            for each in read
        )

    def _read(self, sentence: Sentence, quotable_nos: Collection[int]) -> Sentence:
        since = self._since(sentence, quotable_nos)
        if since is None:
            return sentence
        return replace(sentence, since=since, text=ELISION if since.withholds else sentence.text)

    def _since(self, sentence: Sentence, quotable_nos: Collection[int]) -> Since | None:
        """Return what became of a sentence; what it rests on besides its first source may correct it."""
        if sentence.source.kind == "episode":
            return self._gone(sentence.source)
        source = self.memories.get(sentence.source.id)
        if source is None:
            return Since.HIDDEN
        is_contested = source.is_contested(quotable_nos)
        since = source.gone() or _since(sentence, source, self.valid_at, is_contested=is_contested)
        if since is not None:
            return since
        if not any(self._gone(each) for each in sentence.further):
            return None
        return Since.SETTLED if sentence.mark is Mark.CONTESTED else Since.CORRECTED

    def _gone(self, cite: Citation) -> Since | None:
        found = (self.turns if cite.kind == "episode" else self.memories).get(cite.id)
        return Since.HIDDEN if found is None else found.gone()


async def read_sources(
    work: Work, tenant_id: UUID, basis: Basis, sentences: Sequence[Sentence]
) -> SourcesAt:
    """Read what became of everything that sentences cite. One round trip."""
    memory_ids, episode_ids = cited(sentences)
    named = {"tenant_id": tenant_id, "as_of": basis.as_of.time}
    memories = await work.send("page_sources", MemorySource, memory_ids=list(memory_ids), **named)
    turns = await work.all("page_turn_sources", TurnSource, episode_ids=list(episode_ids), **named)
    return SourcesAt(
        memories={row.memory_id: row for row in await memories.all()},
        turns={row.episode_id: row for row in turns},
        valid_at=basis.valid_at,
    )


def _since(
    sentence: Sentence, source: MemorySource, valid_at: datetime, *, is_contested: bool
) -> Since | None:
    """Compare a sentence with what its belief says now, and with when it holds."""
    if source.content != sentence.text:
        return Since.CORRECTED
    if is_contested != (sentence.mark is Mark.CONTESTED):
        return Since.CONTESTED if is_contested else Since.SETTLED
    periods = source.periods
    told = Period(start=sentence.valid_from, end=sentence.valid_until)
    holds = any(period.contains(valid_at) for period in periods)
    if sentence.mark is Mark.HOLDS and not holds:
        return _ended(source)
    if sentence.mark is Mark.AHEAD and holds:
        return Since.BEGUN
    if told in periods:
        return None
    return Since.CORRECTED if periods else Since.SUPERSEDED


def _ended(source: MemorySource) -> Since:
    """Tell whether another belief took its place or it just stopped being so."""
    if not source.periods:
        return Since.SUPERSEDED
    return Since.SUPERSEDED if source.is_followed else Since.ENDED
