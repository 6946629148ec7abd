"""Learn from rounds of conversation: turns, beliefs and decisions, in one transaction."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Container, Iterable, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from muniment.access.partition import PartitionKey, partition_for
from muniment.access.principal import Permission, Principal
from muniment.knowledge.learning.judging import Judging
from muniment.knowledge.learning.reading_rounds import (
    Place,
    ReadTurn,
    ReadyClaim,
    Round,
    read_rounds,
)
from muniment.knowledge.resolution.judged import Resolver
from muniment.knowledge.resolution.picking import slots_of
from muniment.knowledge.resolution.resolving import resolve
from muniment.ledger.drafts import refuse_many
from muniment.ledger.meeting import AskedMet, Met, ask_met
from muniment.ledger.opening import Opening, ask_opening
from muniment.ledger.placing import ask_places
from muniment.ledger.prepared import prepare
from muniment.ledger.sealing import Sealed
from muniment.ledger.transacting import transact
from muniment.ledger.writer import Ledger
from muniment.model.claims import DENIED
from muniment.model.decisions import Decided, RoundIngested
from muniment.model.ids import EpisodeId
from muniment.model.memory import Scope
from muniment.model.names import folded
from muniment.ports.extractor import Extractor
from muniment.recall.lookup.decisions import decisions_of_episodes
from muniment.store.work import Work

IDS_PER_CLAIM = 4
"""A belief, a group for new words, a contradiction, and one to spare."""


Adjudicate = Callable[[Principal, Sequence[Round], Place, Extractor], Extractor]
"""Make the extractor that reads rounds in sessions; the given one reads where a session fails."""

Advise = Callable[[Principal, list[list[ReadTurn]], PartitionKey], Awaitable[list[list[ReadTurn]]]]
"""Return turns with advice on their claims; nothing is locked meanwhile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Learner:
    """Who learns: the ledger it writes to, what reads messages, and what judges claims."""

    ledger: Ledger
    extractor: Extractor
    resolver: Resolver = resolve
    adjudicate: Adjudicate | None = None
    """Who reads and decides with the tools of a session, before anything is locked."""
    advise: Advise | None = None
    """Who advises on claims, before anything is locked."""

    async def ingest_rounds(
        self,
        principal: Principal,
        rounds: Sequence[Round],
        place: Place,
        *,
        reason: str | None = None,
        embed: bool = True,
    ) -> list[RoundIngested]:
        """Store rounds and learn from them in one transaction, in order.

        A turn whose source id is known in its session is stored once; if it was learnt from, what
        it came to then is answered again. A turn without an id is known by its words, speaker and
        time.

        Raises:
            TurnDiffers: a source id is known with other words; nothing is written.
            Incorrect: a turn is wrong; nothing is written. A claim that is wrong is refused by
                itself, and noted.
            NotPermitted: the principal may not write.
        """
        principal.require(Permission.WRITE)
        if not rounds:
            return []
        refuse_many(sum(len(each.said) for each in rounds), "turns", self.ledger.limits.batch_max)
        partitions = _partitions(principal, place)
        acting = principal.within(partitions[0].container_id, partitions[1].container_id)
        extractor = self.extractor
        if self.adjudicate is not None:
            extractor = self.adjudicate(acting, rounds, place, extractor)
        read = await read_rounds(
            self.ledger, extractor, acting, rounds, place, partitions, embed=embed
        )
        if self.advise is not None:
            read = await self.advise(acting, read, partitions[1])

        async def plan(work: Work) -> tuple[list[RoundIngested], Sealed | None]:
            writing = _Writing(self, acting, read, partitions[1], reason)
            return await writing.run(work)

        return await transact(self.ledger.store, acting, plan)


def _partitions(principal: Principal, place: Place) -> tuple[PartitionKey, PartitionKey]:
    """Return where turns and beliefs go: a turn of what is told to everybody stays its user's own."""
    beliefs = partition_for(
        principal,
        scope=place.scope,
        container=place.container,
        namespace=place.namespace,
        visibility=place.visibility,
    )
    if place.scope is not Scope.GLOBAL and place.told_in is None:
        return beliefs, beliefs
    turns = partition_for(
        principal,
        scope=Scope.USER if place.told_in is None else Scope.CONTAINER,
        container=place.told_in,
        namespace=place.namespace,
        visibility=place.visibility,
    )
    return turns, beliefs


def categories_of(turns: Iterable[ReadTurn]) -> list[str]:
    """Return the categories that the claims of turns are in, affirmed and denied."""
    keys = {folded(ready.claim.category) for turn in turns for ready in turn.claims}
    return sorted(keys | {DENIED + key for key in keys})


async def ask_claims_met(
    work: Work, principal: Principal, partition: PartitionKey, turns: Iterable[ReadTurn]
) -> AskedMet | None:
    """Queue the reading of what the claims of turns could meet; of none, nothing."""
    claims = [ready for turn in turns for ready in turn.claims]
    if not claims:
        return None
    matches = [
        match
        for ready in claims
        for match in (ready.item.slot_match, ready.item.content_match, _denial_match(ready))
        if match is not None
    ]
    slots = [slot for ready in claims for slot in slots_of(ready.claim, is_one=ready.is_whole)]
    return await ask_met(work, principal.tenant_id, partition, matches, slots)


def _denial_match(ready: ReadyClaim) -> UUID | None:
    """Return the key of the rivals that an end or a denial would have, if it is kept as a belief."""
    if ready.claim.act.asserts:
        return None
    item = ready.item
    draft = replace(item.draft, category=f"{DENIED}{ready.claim.category}")
    return prepare(draft, item.partition, item.text, None).content_match


class _Writing:
    """One run of the plan that writes what was read."""

    def __init__(
        self,
        learner: Learner,
        principal: Principal,
        read: Sequence[Sequence[ReadTurn]],
        partition: PartitionKey,
        reason: str | None,
    ) -> None:
        self.learner = learner
        self.ledger = learner.ledger
        self.principal = principal
        self.read = read
        self.every = [turn for each in read for turn in each]
        self.partition = partition
        self.reason = reason

    async def run(self, work: Work) -> tuple[list[RoundIngested], Sealed | None]:
        """Lock, read, judge, seal."""
        asked = await ask_opening(
            work,
            self.principal,
            ids=len(self.every) + IDS_PER_CLAIM * sum(len(turn.claims) for turn in self.every),
            partition_keys=[*(turn.prepared.partition for turn in self.every), self.partition],
            category_keys=categories_of(self.every),
            container_ids=list({turn.prepared.session_id for turn in self.every}),
        )
        asked_places = await ask_places(work, self.principal, [t.prepared for t in self.every])
        asked_met = await ask_claims_met(work, self.principal, self.partition, self.every)
        opening = await asked.opened()
        if not self.ledger.embeds_for(opening):
            self.read = [[turn.without_vectors() for turn in each] for each in self.read]
        placing = await asked_places.placing(opening)
        placed = [[placing.place(turn.prepared) for turn in each] for each in self.read]
        known = [id_ for each in placed for id_, is_new in each if not is_new]
        earlier = await decisions_of_episodes(work, self.principal, known) if known else {}
        met = await asked_met.met() if asked_met is not None else None
        judged = self._judge(opening, met, placed, placing.done)
        sealed = None
        if opening.change.written:
            sealed = await self.ledger.seal(work, opening, "learn", self.reason)
        return [
            self._told(turns, places, judged, earlier, opening)
            for turns, places in zip(self.read, placed, strict=True)
        ], sealed

    def _judge(
        self,
        opening: Opening,
        met: Met | None,
        placed: Sequence[Sequence[tuple[EpisodeId, bool]]],
        done: Container[UUID],
    ) -> dict[UUID, list[Decided]]:
        judging = Judging.over(opening, met, self.partition, self.learner.resolver)
        judged: dict[UUID, list[Decided]] = {}
        for turn, (episode_id, _) in self._placed(placed):
            if episode_id not in judged and episode_id not in done:
                judged[episode_id] = judging.judge(turn, episode_id)
        judging.composing.finish()
        return judged

    def _placed(
        self, placed: Sequence[Sequence[tuple[EpisodeId, bool]]]
    ) -> Iterable[tuple[ReadTurn, tuple[EpisodeId, bool]]]:
        for turns, places in zip(self.read, placed, strict=True):
            yield from zip(turns, places, strict=True)

    def _told(
        self,
        turns: Sequence[ReadTurn],
        places: Sequence[tuple[EpisodeId, bool]],
        judged: dict[UUID, list[Decided]],
        earlier: dict[UUID, list[Decided]],
        opening: Opening,
    ) -> RoundIngested:
        known_already = not any(is_new or judged.get(id_) for id_, is_new in places)
        decisions = [
            each
            for episode_id, _ in places
            for each in (*judged.get(episode_id, ()), *earlier.get(episode_id, ()))
        ]
        opened = opening.change.opened_units
        return RoundIngested(
            episodes=tuple(episode_id for episode_id, _ in places),
            decisions=tuple(decisions),
            transaction=None if known_already else opening.change.number,
            known_already=known_already,
            degraded=tuple(turn.degraded for turn in turns if turn.degraded is not None),
            embedded=known_already or all(unit.embedding is not None for unit in opened),
        )
