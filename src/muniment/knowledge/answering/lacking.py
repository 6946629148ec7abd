"""Judge what is lacking, by rules: pure, from what is believed and who vouches for it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain
from typing import Final
from uuid import UUID

from muniment.knowledge.pages.subjects import is_person
from muniment.model.ids import MemoryId
from muniment.model.lacks import Lack, LackKind, Severity
from muniment.model.worded import counted

PEERS_MIN: Final = 2
SHARE_MIN: Final = 0.5
CONFIDENCE_MIN: Final = 0.5
USUAL: Final = 0.9
"""How sure rules are of what they read: who is no less sure than that doubts nothing."""

LIFETIME: Final = timedelta(days=365)
"""For how long what changes is taken as said, where the ledger does not show how long it holds."""

LIFETIME_MIN: Final = timedelta(days=1)
CHANGING: Final = frozenset(
    {"age", "city", "lives_in", "address", "home", "location", "employer", "works_at", "works_as"}
    | {"works_for", "role", "job", "occupation", "status", "partner", "girlfriend", "boyfriend"}
    | {"plan", "goal", "task", "mood", "condition", "health", "project", "team", "studies"}
)
"""Categories that change, whether this ledger has seen it or not."""

UNCOUNTED: Final = frozenset({"alias_of", "general", "condition"})
"""Categories that nobody lacks: who is said to ail nowhere may be well."""

_SEVERITIES: Final = list(Severity)
_KINDS: Final = list(LackKind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """An entity of what holds: what is said of it, and whether it speaks."""

    key: str
    name: str
    categories: list[str]
    speaks: bool

    @property
    def is_person(self) -> bool:
        """Whether it is like a person."""
        return is_person(self.categories, speaks=self.speaks)


@dataclass(frozen=True, slots=True, kw_only=True)
class Vouched:
    """A belief that holds, and who vouches for it."""

    memory_id: UUID
    entity: str | None
    category: str | None
    category_key: str | None
    confidence: float
    sources: int
    last_said: datetime | None
    is_contradicted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Lifetime:
    """How long beliefs of a category held that do not any more."""

    category_key: str
    ended: int
    lifetime: timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What comparable entities have: the share of them that has a belief in each category."""

    peers: int
    shares: Mapping[str, float]

    def coverage(self, categories: Collection[str]) -> float | None:
        """Return the share of what is expected that is there, each category by how usual it is.

        The sum of the shares of the categories that the entity has, over the sum of them all;
        None where nothing is expected.
        """
        total = sum(self.shares.values())
        if not total:
            return None
        there = sum(share for category, share in self.shares.items() if category in categories)
        return round(there / total, 3)

    def note(self, categories: Collection[str]) -> str:
        """Say what the coverage was computed from."""
        if self.peers < PEERS_MIN:
            return "there are not two comparable entities to compare with"
        if not self.shares:
            return f"{self.peers} comparable entities have no category in common"
        there = len([category for category in self.shares if category in categories])
        return (
            f"{there} of {len(self.shares)} categories that at least half of {self.peers} comparable "
            "entities have, each by how many have it"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """Entities that others are compared with, by key: persons, whose categories are counted once for all, and the others."""

    persons: Mapping[str, frozenset[str]]
    others: Mapping[str, frozenset[str]]
    of_persons: Counter[str]

    @classmethod
    def of(cls, profiles: Iterable[Profile]) -> Compared:
        """Return some entities as what others are compared with."""
        persons: dict[str, frozenset[str]] = {}
        others: dict[str, frozenset[str]] = {}
        for each in profiles:
            place = persons if each.is_person else others
            place[each.key] = frozenset(each.categories)
        return cls(
            persons=persons,
            others=others,
            of_persons=Counter(chain.from_iterable(persons.values())),
        )

    def peers_of(self, entity: Profile) -> tuple[int, Counter[str]]:
        """Return how many are comparable with an entity, itself aside, and how many of them have each category."""
        if entity.is_person:
            own = self.persons.get(entity.key)
            there = 0 if own is None else 1
            return len(self.persons) - there, self.of_persons - Counter(own or ())
        categories = frozenset(entity.categories)
        peers = [
            each
            for key, each in self.others.items()
            if key != entity.key and not categories.isdisjoint(each)
        ]
        return len(peers), Counter(chain.from_iterable(peers))


def expected_of(entity: Profile, compared: Compared) -> Expected:
    """Return what is expected of an entity: what at least half of the comparable ones have.

    Persons are compared with persons; anything else with what is no person and shares a category
    with it. At least two must have a category.
    """
    peers, counts = compared.peers_of(entity)
    if peers < PEERS_MIN:
        return Expected(peers=peers, shares={})
    return Expected(
        peers=peers,
        shares={
            category: count / peers
            for category, count in sorted(counts.items())
            if category not in UNCOUNTED and count >= PEERS_MIN and count / peers >= SHARE_MIN
        },
    )


def unknown(entity: Profile, expected: Expected) -> list[Lack]:
    """Return the categories that comparable entities have and this one lacks."""
    return [
        Lack(
            kind=LackKind.UNKNOWN,
            severity=_by(share, high=0.9, medium=0.7),
            entity=entity.name,
            category=category,
            sentence=f"nothing holds of {entity.name} in {category}; {share:.0%} of "
            f"{expected.peers} comparable entities have something there.",
        )
        for category, share in expected.shares.items()
        if category not in entity.categories
    ]


def vouching(
    beliefs: Sequence[Vouched], lifetimes: Iterable[Lifetime], valid_at: datetime
) -> list[Lack]:
    """Return what the memory cannot vouch for: contradicted, doubtful, stale, of one source."""
    spans = {each.category_key: each for each in lifetimes}
    stale = [lack for each in beliefs if (lack := _stale(each, spans, valid_at)) is not None]
    return [*_contradicted(beliefs), *_doubtful(beliefs), *stale, *_single_sourced(beliefs)]


def in_order(lacks: Iterable[Lack]) -> list[Lack]:
    """Return the worst first, then by kind, entity, category, sentence and what it is about."""
    return sorted(
        lacks,
        key=lambda lack: (
            _SEVERITIES.index(lack.severity),
            _KINDS.index(lack.kind),
            lack.entity or "",
            lack.category or "",
            lack.sentence,
            lack.memories,
        ),
    )


def asked_in_vain(question: str, times: int, reason: str, entity: str | None) -> Lack:
    """Return that a question was asked and had no answer the last time."""
    often = "once" if times == 1 else f"{times} times"
    return Lack(
        kind=LackKind.UNANSWERED,
        severity=_by(times, high=3, medium=2),
        entity=entity,
        category=None,
        sentence=f"asked {often}, and not answered the last time: {question} ({reason})",
    )


def _by(value: float, *, high: float, medium: float) -> Severity:
    if value >= high:
        return Severity.HIGH
    return Severity.MEDIUM if value >= medium else Severity.LOW


def _contradicted(beliefs: Iterable[Vouched]) -> list[Lack]:
    by_slot: defaultdict[tuple[str | None, str | None], list[Vouched]] = defaultdict(list)
    for each in beliefs:
        if each.is_contradicted:
            by_slot[each.entity, each.category].append(each)
    return [
        Lack(
            kind=LackKind.CONTRADICTED,
            severity=Severity.HIGH,
            entity=entity,
            category=category,
            sentence="somebody says otherwise, and nobody has settled it.",
            memories=tuple(MemoryId(each.memory_id) for each in found),
        )
        for (entity, category), found in by_slot.items()
    ]


def _doubtful(beliefs: Iterable[Vouched]) -> list[Lack]:
    """Return each belief that somebody hardly believed, and in one those of an entity that were a little unsure."""
    told: list[Lack] = []
    unsure: defaultdict[str | None, list[Vouched]] = defaultdict(list)
    for each in beliefs:
        if each.confidence < CONFIDENCE_MIN:
            told.append(_unsure([each], _by(1 - each.confidence, high=0.75, medium=0.0)))
        elif each.confidence < USUAL:
            unsure[each.entity].append(each)
    return [*told, *(_unsure(found, Severity.LOW) for found in unsure.values())]


def _unsure(found: Sequence[Vouched], severity: Severity) -> Lack:
    least, most = (f"{end(each.confidence for each in found):.2f}" for end in (min, max))
    said = "it was" if len(found) == 1 else f"{len(found)} beliefs were"
    return Lack(
        kind=LackKind.DOUBTFUL,
        severity=severity,
        entity=found[0].entity,
        category=_only(each.category for each in found),
        sentence=f"{said} said with a confidence of {least}{'' if least == most else f' to {most}'}.",
        memories=tuple(MemoryId(each.memory_id) for each in found),
    )


def _stale(belief: Vouched, spans: Mapping[str, Lifetime], valid_at: datetime) -> Lack | None:
    span = None if belief.category_key is None else spans.get(belief.category_key)
    if belief.last_said is None or (span is None and belief.category_key not in CHANGING):
        return None
    seen = span is not None and span.ended >= PEERS_MIN
    lifetime = max(span.lifetime, LIFETIME_MIN) if span is not None and seen else LIFETIME
    age = valid_at - belief.last_said
    if age <= lifetime:
        return None
    usual = "half of its kind held no longer than" if seen else "such things are taken for"
    return Lack(
        kind=LackKind.STALE,
        severity=_by(age / lifetime, high=4, medium=2),
        entity=belief.entity,
        category=belief.category,
        sentence=f"it was last said {counted(age.days, 'day')} ago; {usual} "
        f"{counted(lifetime.days, 'day')}.",
        memories=(MemoryId(belief.memory_id),),
    )


def _single_sourced(beliefs: Sequence[Vouched]) -> list[Lack]:
    """Return in one what rests on one source: most beliefs do, and little is wrong with that."""
    found = [each for each in beliefs if each.sources == 1]
    if not found:
        return []
    verb = "rests" if len(found) == 1 else "rest"
    return [
        Lack(
            kind=LackKind.SINGLE_SOURCED,
            severity=Severity.LOW,
            entity=_only(each.entity for each in found),
            category=None,
            sentence=f"{len(found)} of {counted(len(beliefs), 'belief')} {verb} on one source.",
            memories=tuple(MemoryId(each.memory_id) for each in found),
        )
    ]


def _only(values: Iterable[str | None]) -> str | None:
    """Return what all are, None if they differ."""
    found = set(values)
    return found.pop() if len(found) == 1 else None
