"""Read stored turns again for what they claim: those nobody has read, or another extractor has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from uuid import UUID

from muniment.access.partition import PartitionFound, PartitionKey
from muniment.access.principal import Permission, Principal
from muniment.errors import InvalidValue
from muniment.knowledge.learning.judging import Judging
from muniment.knowledge.learning.reading_rounds import (
    NOBODY,
    Place,
    ReadTurn,
    Round,
    Said,
    embedded,
    read_stored,
)
from muniment.knowledge.learning.rounds import IDS_PER_CLAIM, Learner, ask_claims_met, categories_of
from muniment.ledger.opening import ask_opening
from muniment.ledger.placing import PreparedTurn, turn_text
from muniment.ledger.sealing import Sealed
from muniment.ledger.transacting import transact
from muniment.model.claims import Role
from muniment.model.consolidation import Consolidated, GetDue
from muniment.model.decisions import Decided
from muniment.model.ids import ContainerId, EpisodeId
from muniment.model.memory import Outcome, Scope
from muniment.model.names import folded
from muniment.model.writes import Turn
from muniment.ports.extractor import Extractor
from muniment.recall.lookup.opening import ask_partitions, reader
from muniment.store.work import Work

WITHDRAWN = (
    "what rested on these words was forgotten, retracted or corrected since: nothing is learnt from "
    "them again."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DueTurn:
    """A turn to read, and who has read it."""

    episode_id: UUID
    partition_no: int
    session_id: UUID
    session: str | None
    speaker: str | None
    content: str
    caption: str | None
    occurred_at: datetime
    source_id: str | None
    read_by: list[str]

    def turn(self, namespace: str) -> Turn:
        """Return it as it was said."""
        return Turn(
            content=self.content,
            speaker=self.speaker,
            occurred_at=self.occurred_at,
            session=self.session or str(self.session_id),
            source_id=self.source_id,
            caption=self.caption,
            namespace=namespace,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTurn:
    """A turn that is not hidden, and who has read it."""

    episode_id: UUID
    read_by: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawnWords:
    """Words of a turn that something rested on which was withdrawn since; without a span, all of it."""

    episode_id: UUID
    span_from: int | None
    span_until: int | None

    def meet(self, span: tuple[int, int]) -> bool:
        """Whether a claim rests on them."""
        if self.span_from is None or self.span_until is None:
            return True
        return span[0] < self.span_until and self.span_from < span[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Turns of one partition that were read, with who had read each before."""

    partition: PartitionKey
    episodes: tuple[EpisodeId, ...]
    turns: tuple[ReadTurn, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Consolidator:
    """Who reads again, as a learner does.

    `assistants` are the names that assistants go by: their turns are read as an assistant's.
    """

    learner: Learner
    assistants: tuple[str, ...] = (Role.ASSISTANT.value,)

    async def consolidate(
        self, principal: Principal, request: GetDue, *, reason: str | None = None
    ) -> Consolidated:
        """Read turns that this extractor has not read, oldest known first, and judge what they claim.

        Claims are judged as those of a round are: a belief that is known already gains evidence,
        a late one takes its place in time, and what contradicts another waits for a person. What
        an earlier reading took from a turn stays, and what was forgotten, retracted or corrected
        since is not learnt again from its words. Each partition is one transaction.

        Raises:
            InvalidValue: the number of turns is no good.
            NotPermitted: the principal may not write.
        """
        principal.require(Permission.WRITE)
        if not 1 <= request.episodes_max <= self.learner.ledger.limits.batch_max:
            raise InvalidValue(
                f"episodes_max is {request.episodes_max}; write a number from 1 to "
                f"{self.learner.ledger.limits.batch_max}."
            )
        by = self._extractor(principal, (), Place()).by
        due, keys, has_more = await self._due(principal, request, by)
        decided: list[Decided] = []
        degraded: dict[str, None] = {}
        transactions: list[int] = []
        for number, group in groupby(due, key=lambda each: each.partition_no):
            batch = await self._read(principal, keys[number], list(group))
            degraded |= dict.fromkeys(each.degraded for each in batch.turns if each.degraded)
            done, transaction = await self._learn(principal, batch, reason)
            decided += done
            transactions += [] if transaction is None else [transaction]
        changed = sum(each.decision is not Outcome.NOOP for each in decided)
        return Consolidated(
            read=len({each.episode_id for each in decided}),
            changed=changed,
            repeated=len(decided) - changed,
            transactions=tuple(transactions),
            has_more=has_more,
            extracted_by=by,
            degraded=tuple(degraded),
        )

    def _extractor(self, principal: Principal, rounds: Sequence[Round], place: Place) -> Extractor:
        adjudicate, extractor = self.learner.adjudicate, self.learner.extractor
        return extractor if adjudicate is None else adjudicate(principal, rounds, place, extractor)

    async def _due(
        self, principal: Principal, request: GetDue, by: str
    ) -> tuple[list[DueTurn], dict[int, PartitionKey], bool]:
        acting = reader(principal)
        async with self.learner.ledger.store.reading(acting.as_setting()) as work:
            found = await (await ask_partitions(work, acting, request.namespace)).all()
            own = [each for each in found if _is_own(each, acting)]
            rows = await work.all(
                "episodes_due",
                DueTurn,
                tenant_id=acting.tenant_id,
                partition_nos=[each.partition_no for each in own],
                since=request.since,
                by=by,
                limit=request.episodes_max + 1,
            )
        due = sorted(
            rows[: request.episodes_max],
            key=lambda row: (row.partition_no, row.occurred_at, row.episode_id),
        )
        keys = {each.partition_no: each.key for each in own}
        return due, keys, len(rows) > request.episodes_max

    async def _read(
        self, principal: Principal, partition: PartitionKey, due: Sequence[DueTurn]
    ) -> Batch:
        """Read turns; one that was read by a stand-in which had read it before is left for later."""
        learner = self.learner
        place = Place(namespace=partition.namespace, visibility=partition.visibility)
        rounds = [self._round(row, partition.namespace) for row in due]
        extractor = self._extractor(principal, rounds, place)
        prepared = [
            PreparedTurn(
                turn=each.said[0].turn,
                partition=partition,
                session_id=ContainerId(row.session_id),
                text=turn_text(row.speaker, row.content, row.caption),
            )
            for row, each in zip(due, rounds, strict=True)
        ]
        every = await read_stored(
            learner.ledger,
            extractor,
            principal,
            list(zip(prepared, rounds, strict=True)),
            place,
            partition,
            [row.episode_id for row in due],
        )
        read: list[ReadTurn] = []
        episodes: list[EpisodeId] = []
        for row, turn in zip(due, every, strict=True):
            by = extractor.by if turn.extracted_by == NOBODY else turn.extracted_by
            if by not in row.read_by:
                read.append(replace(turn, extracted_by=by))
                episodes.append(EpisodeId(row.episode_id))
        if learner.advise is not None:
            (read,) = await learner.advise(principal, [read], partition)
        if learner.ledger.embedder is not None:
            stored = {turn.prepared.source for turn in read}
            (read,) = await embedded(learner.ledger, [read], stored)
        return Batch(partition=partition, episodes=tuple(episodes), turns=tuple(read))

    def _round(self, row: DueTurn, namespace: str) -> Round:
        """Return a turn as a round of its own."""
        names = {folded(name) for name in self.assistants}
        is_assistant = row.speaker is not None and folded(row.speaker) in names
        role = Role.ASSISTANT if is_assistant else Role.USER
        assistant = row.speaker if is_assistant and row.speaker else self.assistants[0]
        return Round(said=(Said(turn=row.turn(namespace), role=role),), assistant=assistant)

    async def _learn(
        self, principal: Principal, batch: Batch, reason: str | None
    ) -> tuple[list[Decided], int | None]:
        if not batch.turns:
            return [], None

        async def plan(work: Work) -> tuple[tuple[list[Decided], int | None], Sealed | None]:
            asked = await ask_opening(
                work,
                principal,
                ids=IDS_PER_CLAIM * sum(len(turn.claims) for turn in batch.turns),
                partition_keys=[batch.partition],
                category_keys=categories_of(batch.turns),
            )
            asked_open = await work.send(
                "episodes_open",
                OpenTurn,
                tenant_id=principal.tenant_id,
                episode_ids=list(batch.episodes),
            )
            asked_withdrawn = await work.send(
                "episode_words_withdrawn",
                WithdrawnWords,
                tenant_id=principal.tenant_id,
                episode_ids=list(batch.episodes),
            )
            asked_met = await ask_claims_met(work, principal, batch.partition, batch.turns)
            opening = await asked.opened()
            there = {row.episode_id: row.read_by for row in await asked_open.all()}
            withdrawn = await asked_withdrawn.all()
            met = None if asked_met is None else await asked_met.met()
            embeds = self.learner.ledger.embeds_for(opening)
            judging = Judging.over(opening, met, batch.partition, self.learner.resolver)
            decided: list[Decided] = []
            for episode_id, turn in zip(batch.episodes, batch.turns, strict=True):
                if turn.extracted_by not in there.get(episode_id, [turn.extracted_by]):
                    words = [each for each in withdrawn if each.episode_id == episode_id]
                    told = _refusing(turn if embeds else turn.without_vectors(), words)
                    decided += judging.judge(told, episode_id, notes_nothing=True)
            judging.composing.finish()
            if not opening.change.written:
                return ([], None), None
            sealed = await self.learner.ledger.seal(work, opening, "consolidate", reason)
            return (decided, sealed.number), sealed

        return await transact(self.learner.ledger.store, principal, plan)


def _is_own(found: PartitionFound, principal: Principal) -> bool:
    return found.scope == Scope.USER.value and found.owner_id == principal.user_id


def _refusing(turn: ReadTurn, withdrawn: Sequence[WithdrawnWords]) -> ReadTurn:
    """Return a turn without the claims that rest on words of which something was withdrawn."""
    again = [
        each for each in turn.claims if any(words.meet(each.claim.span) for words in withdrawn)
    ]
    refusals = (*turn.refusals, *((each.claim, WITHDRAWN) for each in again))
    kept = tuple(each for each in turn.claims if each not in again)
    return replace(turn, claims=kept, refusals=refusals)
