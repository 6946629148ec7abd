"""Describe what resolution sees and what it says: a claim that was heard, beliefs, a verdict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from muniment.errors import InvalidValue
from muniment.model.claims import Claim, Role
from muniment.model.decisions import BY_RULES, Result
from muniment.model.memory import Cardinality, Outcome, Standing
from muniment.model.names import called, folded
from muniment.temporal.period import Period


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A claim, who made it when, and the period that its belief would have.

    `names` are the folded names that its subject goes by, the first of them its own.
    """

    claim: Claim
    speaker: str
    role: Role
    occurred_at: datetime
    period: Period
    cardinality: Cardinality
    names: frozenset[str]
    is_change: bool = False
    """Whether the message says that something intended is otherwise now."""

    @property
    def about_oneself(self) -> bool:
        """Whether the speaker speaks of themselves."""
        return is_person(self.speaker, self.names)

    def speaker_is(self, name: str) -> bool:
        """Tell whether a folded name is the speaker's."""
        return is_person(self.speaker, frozenset({name}))

    @property
    def tells_time(self) -> bool:
        """Whether the message says since or until when."""
        return self.claim.valid_from is not None or self.claim.valid_until is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A belief that a claim could be about: what it says, when it holds, and who said so.

    `speakers` are folded names, `said_by` the same as they are written; nobody, if it was not
    taken from a turn. `begins` are the instants since when it was said to be so, `ends` those at
    which it was ended.
    """

    memory_id: UUID
    entity_key: str
    category_key: str
    content: str
    object: str | None
    read: str | None = None
    """What its words say of its subject, of a belief without an object."""
    standing: Standing
    rows: tuple[Period, ...]
    begins: tuple[datetime, ...] = ()
    ends: tuple[datetime, ...] = ()
    time: Period | None = None
    """The time that it speaks of, of what happens or is planned."""
    tells_time: bool = False
    """Whether its words said when; else it begins only when it was told."""
    speakers: frozenset[str] = frozenset()
    said_by: tuple[str, ...] = ()
    by_assistant: bool = False
    """Whether an assistant alone said so."""

    @property
    def value(self) -> str:
        """What it says of its subject."""
        return self.object or self.read or self.content

    @property
    def since(self) -> datetime:
        """When it first begins to hold."""
        return min(row.start for row in self.rows)

    def holds_at(self, instant: datetime) -> bool:
        """Tell whether it holds at an instant."""
        return any(row.contains(instant) for row in self.rows)

    def begins_at(self, instant: datetime) -> bool:
        """Tell whether it begins to hold at an instant."""
        return any(row.start == instant for row in self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class Adding:
    """That a claim becomes a belief, or evidence for one.

    `twins` say the same. `beside` is the twin whose rivals it joins where its own words would lead
    elsewhere. `until` cuts it short.
    """

    category: str
    cardinality: Cardinality
    standing: Standing = Standing.HELD
    twins: tuple[UUID, ...] = ()
    beside: UUID | None = None
    until: datetime | None = None
    ended_at: datetime | None = None
    """An end that was told before, and that silences the belief from there on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """That a belief ends; `alone` leaves the rest of its slot as it is."""

    memory_id: UUID
    at: datetime
    alone: bool = False
    rationale: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What is made of a claim: the decision, why, and what it does.

    `ending` and `corrects` carry the decision out; `replaced` are beliefs that end because of it,
    each of them a decision of its own. `against` is the belief that it contradicts.
    """

    decision: Outcome
    outcome: Result
    rationale: str
    considered: tuple[UUID, ...] = ()
    touched: UUID | None = None
    adding: Adding | None = None
    ending: Ending | None = None
    corrects: UUID | None = None
    replaced: tuple[Ending, ...] = ()
    against: UUID | None = None
    decided_by: str = BY_RULES

    @property
    def named(self) -> frozenset[UUID]:
        """Every memory that it would touch or point to."""
        named = {self.touched, self.corrects, self.against}
        named |= {each.memory_id for each in self.replaced}
        if self.ending is not None:
            named.add(self.ending.memory_id)
        if self.adding is not None:
            named |= {self.adding.beside, *self.adding.twins}
        return frozenset(each for each in named if each is not None)


def known_already(
    heard: Heard,
    belief: Held,
    considered: tuple[UUID, ...],
    why: str,
    *,
    adding: Adding | None = None,
    ending: Ending | None = None,
    replaced: tuple[Ending, ...] = (),
) -> Verdict:
    """Return that a claim says what is believed: `adding` and `ending` are evidence, but of no assistant."""
    counts = heard.role is not Role.ASSISTANT
    beside = None if adding is None else replace(adding, beside=belief.memory_id)
    return Verdict(
        decision=Outcome.NOOP,
        outcome=Result.DUPLICATE,
        rationale=why,
        considered=considered,
        touched=belief.memory_id,
        adding=beside if counts else None,
        ending=ending if counts else None,
        replaced=replaced,
    )


Resolver = Callable[[Heard, Sequence[Held]], Verdict]
"""What judges a claim by the beliefs that it could be about."""


def refuse_strangers(verdict: Verdict, candidates: Sequence[Held]) -> None:
    """Raise unless a verdict touches nothing but its candidates.

    Raises:
        InvalidValue: it names another memory.
    """
    strangers = verdict.named - {each.memory_id for each in candidates}
    if strangers:
        raise InvalidValue(
            f"a decision names the memory {min(strangers)}, which was not among its candidates."
        )


def is_person(speaker: str, names: frozenset[str]) -> bool:
    """Tell whether a speaker is whom folded names stand for, by the whole name or a first name."""
    spoken = set(called(speaker))
    whole = folded(speaker)
    return bool(spoken & names) or any(whole in called(name) for name in names)
