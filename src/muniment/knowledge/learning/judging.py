"""Judge the claims of turns one after the other, carry each verdict out, and note the decision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import UUID

from muniment.access.partition import PartitionKey
from muniment.knowledge.learning.noting import Noting
from muniment.knowledge.learning.reading_beliefs import value_in
from muniment.knowledge.learning.reading_rounds import ReadTurn, ReadyClaim
from muniment.knowledge.resolution.advised import advised
from muniment.knowledge.resolution.drafting import content_of, metadata_of, tells_time, time_of
from muniment.knowledge.resolution.families import category_names
from muniment.knowledge.resolution.judged import (
    Adding,
    Ending,
    Heard,
    Held,
    Resolver,
    refuse_strangers,
)
from muniment.knowledge.resolution.picking import categories_met
from muniment.ledger.asked import OpenAssertion, RevisionRow
from muniment.ledger.changing import UNSET, Correction
from muniment.ledger.composing import Cited, Composing, Reworded
from muniment.ledger.drafts import metadata_written
from muniment.ledger.keys import match_key, searchable_text
from muniment.ledger.meeting import Met, MetAssertion
from muniment.ledger.opening import Opening
from muniment.ledger.prepared import Prepared, prepare
from muniment.model.claims import DENIED
from muniment.model.decisions import Decided
from muniment.model.ids import EpisodeId
from muniment.model.memory import Cardinality, Standing
from muniment.model.names import folded


@dataclass(slots=True, kw_only=True)
class Judging:
    """What is believed while claims are judged, and where decisions go."""

    composing: Composing
    names: Mapping[str, frozenset[str]]
    partition: PartitionKey
    resolver: Resolver
    speakers: dict[UUID, str] = field(default_factory=dict)
    """Who said the turns of this transaction."""

    @classmethod
    def over(
        cls,
        opening: Opening,
        met: Met | None,
        partition: PartitionKey,
        resolver: Resolver,
    ) -> Judging:
        """Begin with what the ledger says of what claims meet; None if there is no claim."""
        composing = Composing(opening=opening) if met is None else Composing.over(opening, met)
        names = {} if met is None else met.names
        return cls(composing=composing, names=names, partition=partition, resolver=resolver)

    def judge(
        self, turn: ReadTurn, episode_id: EpisodeId, *, notes_nothing: bool = False
    ) -> list[Decided]:
        """Judge what a turn claims, in its order; return the decisions.

        `notes_nothing` notes of a turn that claims nothing that it was read.
        """
        self.speakers[episode_id] = turn.speaker
        noting = Noting(
            opening=self.composing.opening,
            partition=self.partition,
            turn=turn,
            episode_id=episode_id,
        )
        for passage in turn.passages:
            noting.passed_over(passage)
        for claim, reason in turn.refusals:
            noting.refused(claim, reason)
        for ready in turn.claims:
            self._judge(turn, ready, noting)
        if notes_nothing and not noting.decided:
            noting.nothing()
        return noting.decided

    def _judge(self, turn: ReadTurn, ready: ReadyClaim, noting: Noting) -> None:
        heard = self._heard(turn, ready)
        candidates = list(self._candidates(heard, turn.assistant))
        verdict = self.resolver(heard, candidates)
        if ready.advice is not None:
            verdict = advised(heard, candidates, ready.advice, verdict)
        refuse_strangers(verdict, candidates)
        cited = Cited(
            episode_id=noting.episode_id,
            span=ready.claim.span,
            confidence=ready.claim.confidence,
        )
        for ending in verdict.replaced:
            if self._end(ending, cited):
                noting.replaced(ready.claim, verdict, ending)
        touched = verdict.touched
        if verdict.ending is not None:
            self._end(verdict.ending, cited)
        if verdict.corrects is not None:
            self._correct(verdict.corrects, ready, cited)
        if verdict.adding is not None:
            touched = self._add(verdict.adding, ready, noting.episode_id, cited)
        noting.judged(ready.claim, verdict, touched)
        if verdict.against is not None and touched is not None:
            noting.contradiction(verdict, verdict.against, touched)

    def _heard(self, turn: ReadTurn, ready: ReadyClaim) -> Heard:
        claim, subject = ready.claim, folded(ready.claim.subject)
        categories = self.composing.opening.categories
        return Heard(
            claim=claim,
            speaker=turn.speaker,
            role=turn.role,
            occurred_at=turn.prepared.turn.occurred_at,
            period=ready.period,
            cardinality=categories.get(folded(claim.category), claim.cardinality),
            names=frozenset({subject}) | self.names.get(subject, frozenset()),
            is_change=ready.is_change,
        )

    def _candidates(self, heard: Heard, assistant: str) -> Iterator[Held]:
        """Yield the beliefs that a claim could be about, as they are now, oldest first."""
        category = folded(heard.claim.category)
        categories = {DENIED + category, *categories_met(heard.claim)}
        others = category_names(category) - {category}
        for row in self.composing.revisions.values():
            if row.entity_key not in heard.names or row.category_key not in categories:
                continue
            if row.category_key not in others or row.cardinality == Cardinality.ONE.value:
                yield self._held(row, assistant)

    def _held(self, row: RevisionRow, assistant: str) -> Held:
        said = self.composing.assertions.get(row.memory_id, ())
        names = {self._speaker_of(each) for each in said if not each.gap}
        said_by = tuple(sorted(name for name in names if name is not None))
        speakers = frozenset(folded(name) for name in said_by)
        return Held(
            memory_id=row.memory_id,
            entity_key=row.entity_key or "",
            category_key=row.category_key or "",
            content=row.content,
            object=row.object,
            read=None if row.object is not None else _value_read(row),
            standing=Standing(row.standing),
            rows=tuple(each.period for each in self.composing.rows_of(row.memory_id)),
            begins=tuple(sorted(each.valid_from for each in said if not each.gap)),
            ends=tuple(self.composing.ends_of(row.memory_id)),
            time=time_of(row.metadata),
            tells_time=tells_time(row.metadata),
            speakers=speakers,
            said_by=said_by,
            by_assistant=speakers == {folded(assistant)},
        )

    def _speaker_of(self, said: OpenAssertion) -> str | None:
        if said.episode_id is not None and said.episode_id in self.speakers:
            return self.speakers[said.episode_id]
        return said.speaker if isinstance(said, MetAssertion) else None

    def _end(self, ending: Ending, cited: Cited) -> bool:
        return self.composing.end(ending.memory_id, ending.at, cited, alone=ending.alone)

    def _add(self, adding: Adding, ready: ReadyClaim, episode_id: EpisodeId, cited: Cited) -> UUID:
        item = self._item(adding, ready, episode_id)
        cardinality = self.composing.opening.cardinality_of(
            adding.category, item.category_key, adding.cardinality
        )
        memory_id, _ = self.composing.add(
            item, cardinality, beside=adding.beside, twins=adding.twins
        )
        if adding.ended_at is not None:
            alone = cardinality is Cardinality.ONE
            self._end(Ending(memory_id=memory_id, at=adding.ended_at, alone=alone), cited)
        return memory_id

    def _item(self, adding: Adding, ready: ReadyClaim, episode_id: EpisodeId) -> Prepared:
        item = ready.item
        draft = replace(
            item.draft,
            category=adding.category,
            standing=adding.standing,
            valid_until=_earlier(item.draft.valid_until, adding.until),
            episode_id=episode_id,
        )
        return prepare(draft, self.partition, item.text, item.embedding)

    def _correct(self, memory_id: UUID, ready: ReadyClaim, cited: Cited) -> None:
        claim, row = ready.claim, self.composing.revisions[memory_id]
        says_when = claim.valid_from is not None or claim.valid_until is not None
        kept = metadata_of(claim)
        correction = Correction(
            content=content_of(claim),
            object=claim.object,
            metadata=UNSET if kept is None else metadata_written(kept),
            confidence=claim.confidence,
            valid_from=ready.period.start if says_when else UNSET,
            valid_until=ready.period.end if says_when else UNSET,
        )
        text = searchable_text(content_of(claim), row.entity, row.category, claim.object)
        reworded = Reworded(
            correction=correction,
            text=text,
            embedding=ready.item.embedding if text == ready.item.text else None,
            match=match_key(
                self.partition,
                entity_key=row.entity_key,
                category_key=row.category_key,
                cardinality=None if row.cardinality is None else Cardinality(row.cardinality),
                content=content_of(claim),
                object_key=folded(claim.object),
            ),
        )
        self.composing.correct(memory_id, reworded, cited)


def _value_read(row: RevisionRow) -> str | None:
    if row.entity is None or row.category is None:
        return None
    return value_in(row.content, row.entity, row.category)


def _earlier(one: datetime | None, other: datetime | None) -> datetime | None:
    ends = [each for each in (one, other) if each is not None]
    return min(ends, default=None)
