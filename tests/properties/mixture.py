"""Write to a ledger at random with every verb there is, in slots where most of them meet."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from random import Random

from muniment.access.principal import Principal
from muniment.errors import Conflict, Incorrect, NotFound
from muniment.knowledge.learning.reading_rounds import Round, Said
from muniment.knowledge.reviewing.settling import settle
from muniment.ledger.changing import UNSET, Correction
from muniment.ledger.turns import forget_episode, ingest_turns
from muniment.ledger.upkeep import set_cardinality
from muniment.model.claims import Act, Claim, Role
from muniment.model.ids import EpisodeId, MemoryId
from muniment.model.memory import Cardinality, Scope, Standing, Visibility
from muniment.model.reviews import GetReviews, Side
from muniment.model.writes import Draft, Turn
from muniment.recall.lookup.reviews import reviews
from muniment.testing.extractor import claim_of
from tests.database import Desk
from tests.properties.histories import day
from tests.store.round_words import Talk

NAMES = ("Mike", "Anna")
CATEGORIES = ("lives_in", "likes", "city", "mood", None)
VALUES = ("Bath", "Rome", "Oslo")


@dataclass(slots=True, kw_only=True)
class Mixture:
    """One tenant, and chance."""

    desk: Desk
    principal: Principal
    chance: Random
    talk: Talk
    written: list[MemoryId] = field(default_factory=list)
    episodes: list[EpisodeId] = field(default_factory=list)
    done: dict[str, int] = field(default_factory=dict)
    """How often each verb was done."""

    @classmethod
    async def begin(cls, desk: Desk, seed: int) -> Mixture:
        """Open a tenant."""
        principal = await desk.fresh_tenant()
        talk = Talk.at(desk, principal)
        return cls(desk=desk, principal=principal, chance=Random(seed), talk=talk)

    async def write(self, times: int) -> None:
        """Do as many verbs; what is refused leaves no trace."""
        verbs: tuple[tuple[int, Callable[[], Awaitable[object]]], ...] = (
            (6, self.add),
            (2, self.add_many),
            (6, self.update),
            (4, self.end),
            (1, self.forget),
            (1, self.retract),
            (8, self.say),
            (1, self.settle),
            (1, self.set_cardinality),
            (1, self.ingest_turns),
            (1, self.forget_episode),
        )
        weights = [weight for weight, _ in verbs]
        for _ in range(times):
            ((_, verb),) = self.chance.choices(verbs, weights)
            try:
                await verb()
            except (Incorrect, NotFound, Conflict):
                continue
            self.done[verb.__name__] = self.done.get(verb.__name__, 0) + 1

    async def add(self) -> None:
        await self._add(self._draft())

    async def add_many(self) -> None:
        await self._add(*(self._draft() for _ in range(self.chance.randint(2, 5))))

    async def _add(self, *drafts: Draft) -> None:
        told = await self.desk.ledger.add_many(self.principal, drafts, embed=False)
        self.written += [each.id for each in told]

    async def update(self) -> None:
        object_ = self.chance.choice((UNSET, *VALUES))
        start = self.chance.choice((UNSET, UNSET, self._day()))
        until = self.chance.choice((UNSET, UNSET, None, self._day()))
        tags = self.chance.choice((UNSET, ("t",)))
        correction = Correction(
            content=object_, object=object_, valid_from=start, valid_until=until, tags=tags
        )
        await self.desk.ledger.update(self.principal, self._memory(), correction)

    async def end(self) -> None:
        at = self.chance.choice((None, self._day()))
        await self.desk.ledger.end(self.principal, self._memory(), at=at)

    async def forget(self) -> None:
        await self.desk.ledger.forget(self.principal, self._memory())

    async def retract(self) -> None:
        await self.desk.ledger.retract(self.principal, self._memory())

    async def say(self) -> None:
        """Say several turns in one transaction, each with some claims."""
        said: list[Said] = []
        for _ in range(self.chance.randint(1, 3)):
            claims = [self._claim() for _ in range(self.chance.randint(1, 3))]
            speaker, role = self.chance.choice(
                (("Mike", Role.USER), ("Anna", Role.USER), ("assistant", Role.ASSISTANT))
            )
            said.append(Said(turn=self.talk.turn(speaker, self._day(), *claims), role=role))
        rounds = [Round(said=(each,), assistant="assistant") for each in said]
        for done in await self.talk.ingest(*rounds, embed=False):
            self.written += [each.memory_id for each in done.decisions if each.memory_id]

    async def settle(self) -> None:
        page = await reviews(self.desk.store, self.principal, GetReviews())
        side = self.chance.choice(tuple(Side))
        review = self.chance.choice(page.items or (None,))
        if review is not None:
            await settle(self.desk.ledger, self.principal, review.id, side)

    async def set_cardinality(self) -> None:
        category = self.chance.choice(CATEGORIES) or "mood"
        cardinality = self.chance.choice(tuple(Cardinality))
        await set_cardinality(self.desk.ledger, self.principal, category, cardinality)

    async def ingest_turns(self) -> None:
        turn = Turn(content="I said so.", speaker="Mike", occurred_at=self._day(), session="s")
        told = await ingest_turns(self.desk.ledger, self.principal, [turn])
        self.episodes += told.episodes

    async def forget_episode(self) -> None:
        if self.episodes:
            chosen = self.chance.choice(self.episodes)
            await forget_episode(self.desk.ledger, self.principal, chosen)

    def _memory(self) -> MemoryId:
        recent = self.written[-12:] if self.chance.random() < 0.7 else self.written
        return self.chance.choice(recent) if recent else MemoryId(self.principal.tenant_id)

    def _day(self) -> datetime:
        return day(self.chance.choice((0, 3, 5, self.chance.randint(-4, 14))))

    def _draft(self) -> Draft:
        chance = self.chance
        start, category = self._day(), chance.choice(CATEGORIES)
        value = chance.choice(VALUES)
        made = Draft(
            content=value,
            entity=chance.choice(NAMES),
            category=category,
            valid_from=chance.choice((None, start, start)),
            standing=chance.choice((*[Standing.HELD] * 8, *Standing)),
            visibility=chance.choice((*[Visibility.TEAM] * 8, Visibility.PUBLIC)),
            namespace=chance.choice(("default", "default", "project:acme")),
        )
        if chance.random() < 0.4:
            made = replace(made, object=value)
        if made.valid_from is not None and chance.random() < 0.4:
            made = replace(made, valid_until=day((start - day(0)).days + chance.randint(1, 6)))
        if chance.random() < 0.1:
            return replace(made, scope=Scope.GLOBAL)
        if chance.random() < 0.1:
            return replace(made, scope=Scope.CONTAINER, container="project:move")
        if self.episodes and chance.random() < 0.2:
            return replace(made, episode_id=chance.choice(self.episodes), span=(0, 6))
        return made

    def _claim(self) -> Claim:
        chance = self.chance
        others: dict[str, object] = {"act": chance.choice((*[Act.STATE] * 4, *Act))}
        if chance.random() < 0.4:
            others |= {"valid_from": self._day(), "time_words": "then"}
        if chance.random() < 0.2:
            others |= {"valid_until": self._day()}
        if chance.random() < 0.2:
            others |= {"replaces": chance.choice(VALUES)}
        return claim_of(
            chance.choice(NAMES),
            chance.choice(("lives_in", "likes")),
            chance.choice(VALUES),
            **others,
        )
