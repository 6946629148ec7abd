"""Short words for tests of rounds: people who say what a script has for them, and what is held then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from muniment.access.principal import Principal
from muniment.knowledge.learning.reading_rounds import Place, Round, Said
from muniment.knowledge.learning.rounds import Learner
from muniment.knowledge.resolution.judged import Resolver
from muniment.knowledge.resolution.resolving import resolve
from muniment.model.claims import Claim, Role
from muniment.model.decisions import Decided, RoundIngested
from muniment.model.memory import Memory
from muniment.model.reading import GetCurrentFacts, GetTimeline, GetTransactions
from muniment.model.reviews import GetDecisions
from muniment.model.writes import Turn
from muniment.recall.lookup.decisions import decisions
from muniment.recall.lookup.facts import current_facts
from muniment.recall.lookup.history import timeline
from muniment.recall.lookup.transactions import transactions
from muniment.testing.extractor import ScriptedExtractor, claim_of
from tests.database import Desk


def lives_in(city: str, **others: object) -> Claim:
    """Return the claim that Mike lives somewhere."""
    return claim_of("Mike", "lives_in", city, **others)


@dataclass(slots=True, kw_only=True)
class Talk:
    """A conversation in one session; what each message claims is said with it."""

    desk: Desk
    principal: Principal
    place: Place = field(default_factory=Place)
    resolver: Resolver = resolve
    script: dict[str, Sequence[Claim]] = field(default_factory=dict)

    @classmethod
    def at(cls, desk: Desk, principal: Principal | None = None) -> Talk:
        """Begin to talk, as the desk's principal unless another is given."""
        return cls(desk=desk, principal=principal or desk.principal)

    @property
    def extractor(self) -> ScriptedExtractor:
        """What reads the messages said so far."""
        return ScriptedExtractor(self.script)

    async def say(
        self,
        speaker: str,
        when: datetime,
        *claims: Claim,
        text: str | None = None,
        role: Role = Role.USER,
        source_id: str | None = None,
    ) -> list[Decided]:
        """Say something that claims this; return the decisions."""
        turn = self.turn(speaker, when, *claims, text=text, source_id=source_id)
        (done,) = await self.ingest(
            Round(said=(Said(turn=turn, role=role),), assistant="assistant")
        )
        return list(done.decisions)

    def turn(
        self,
        speaker: str,
        when: datetime,
        *claims: Claim,
        text: str | None = None,
        source_id: str | None = None,
    ) -> Turn:
        """Return a turn, and have the script ready for it."""
        said = text if text is not None else f"Message {len(self.script) + 1} of {speaker}."
        if claims:
            self.script[said] = claims
        else:
            self.script.setdefault(said, ())
        return Turn(
            content=said, speaker=speaker, occurred_at=when, session="talk", source_id=source_id
        )

    async def ingest(self, *rounds: Round, embed: bool = True) -> list[RoundIngested]:
        """Ingest rounds in one transaction."""
        learner = Learner(ledger=self.desk.ledger, extractor=self.extractor, resolver=self.resolver)
        return await learner.ingest_rounds(self.principal, rounds, self.place, embed=embed)

    async def current(self, entity: str, category: str, at: datetime | None = None) -> list[str]:
        """Return the values that hold in a slot, in alphabetical order."""
        asked = GetCurrentFacts(entity=entity, category=category, valid_at=at)
        page = await current_facts(self.desk.store, self.principal, asked)
        return sorted(each.object or each.content for each in page)

    async def stretches(
        self, entity: str, category: str
    ) -> list[tuple[str, datetime, datetime | None]]:
        """Return an entity's timeline in a category: each value with the period that it held for."""
        asked = GetTimeline(entity=entity, category=category)
        page = await timeline(self.desk.store, self.principal, asked)
        held = [entry.memory for entry in page if entry.memory.standing.value == "held"]
        return [(_value(each), each.valid_from, each.valid_until) for each in held]


def _value(memory: Memory) -> str:
    return memory.object or memory.content


def told(decisions: Sequence[Decided]) -> list[tuple[str, str]]:
    """Return decisions and outcomes alone."""
    return [(each.decision.value, each.outcome.value) for each in decisions]


async def head_of(desk: Desk) -> int:
    """Return the number of the last transaction."""
    listed = await transactions(desk.store, desk.principal, GetTransactions(limit=1000))
    return listed[-1].number


async def decided_in(talk: Talk, **asked: object) -> tuple[Decided, ...]:
    """Return the decisions that are kept."""
    request = GetDecisions(**asked)  # type: ignore[arg-type]  # the tests name fields of a request
    return (await decisions(talk.desk.store, talk.principal, request)).items
