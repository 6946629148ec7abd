"""Say what held at (valid, known) by looking at every assertion, one by one, at that point.

Independent eyes: nothing of the product is imported, no interval is ever cut or joined, nothing
is remembered between two questions. Every question folds the recorded acts from the first one.

The rule: at an instant an assertion *holds* if it covers the instant, is no gap, and none of its
rivals that cover the instant outranks it. Between two neighbouring bounds of the assertions that
cannot change, so the finite set of `instants` stands for all time.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum
from itertools import pairwise
from typing import assert_never

Rank = tuple[datetime, int, int, int]
"""Rank from, transaction number, place of the act in it, place of the assertion in the act."""

Slot = tuple[str, str, str, str]
"""Scope, namespace, entity, category; the last two folded."""

Rivals = tuple[str | None, ...]


class Cardinality(Enum):
    ONE = "one"
    MANY = "many"


class Standing(Enum):
    HELD = "held"
    CONTESTED = "contested"
    QUARANTINED = "quarantined"


class Outcome(Enum):
    ADDED = "added"
    EXTENDED = "extended"
    COVERED = "covered"


class Refusal(Enum):
    EMPTY_PERIOD = "empty period"
    ALREADY_ENDED = "already ended"
    GONE = "gone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Belief:
    """What an `add` says; `end` is None for an open period."""

    content: str
    start: datetime
    end: datetime | None = None
    entity: str | None = None
    category: str | None = None
    cardinality: Cardinality = Cardinality.ONE
    standing: Standing = Standing.HELD
    scope: str = "user"
    namespace: str = "default"


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    memory_id: str
    belief: Belief


@dataclass(frozen=True, slots=True, kw_only=True)
class Updated:
    """A bound or a content of None was not given; `open_end` gives an end that is open."""

    memory_id: str
    content: str | None = None
    start: datetime | None = None
    end: datetime | None = None
    open_end: bool = False

    @property
    def gives_end(self) -> bool:
        return self.open_end or self.end is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    memory_id: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    memory_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Retracted:
    memory_id: str


Act = Added | Updated | Ended | Forgotten | Retracted


@dataclass(frozen=True, slots=True, kw_only=True)
class Transaction:
    number: int
    known_at: datetime
    acts: tuple[Act, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Assertion:
    """A memory, or nothing where it is a gap, holds for the period of the belief."""

    memory_id: str
    belief: Belief
    rank: Rank
    rivals: Rivals
    gap: bool

    def covers(self, instant: datetime) -> bool:
        end = self.belief.end
        return self.belief.start <= instant and (end is None or instant < end)


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """The outcome of an `add`; the memory is None where a new one is due."""

    outcome: Outcome
    memory_id: str | None


def same_content(content: str) -> str:
    return unicodedata.normalize("NFC", content).strip()


def folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def slot_of(belief: Belief) -> Slot | None:
    if belief.entity is None or belief.category is None:
        return None
    return (belief.scope, belief.namespace, folded(belief.entity), folded(belief.category))


def _rivals(memory_id: str, belief: Belief) -> Rivals:
    if belief.standing is not Standing.HELD:
        return ("memory", memory_id)
    slot = slot_of(belief)
    if slot is not None and belief.cardinality is Cardinality.ONE:
        return ("slot", *slot)
    entity = None if belief.entity is None else folded(belief.entity)
    category = None if belief.category is None else folded(belief.category)
    return ("content", belief.scope, belief.namespace, entity, category, belief.content)


def _assertion(memory_id: str, belief: Belief, rank: Rank, *, gap: bool = False) -> Assertion:
    belief = replace(belief, content=same_content(belief.content))
    rivals = _rivals(memory_id, belief)
    return Assertion(memory_id=memory_id, belief=belief, rank=rank, rivals=rivals, gap=gap)


def _corrected(before: list[Assertion], act: Updated, number: int, place: int) -> list[Assertion]:
    """Re-assert a memory as its `update` says, in the order in which its assertions ranked.

    Its own end stays, unless the update gives one, and goes on to silence what it silenced.
    """
    mine = [one for one in before if one.memory_id == act.memory_id]
    beliefs = sorted((one for one in mine if not one.gap), key=lambda one: one.rank)
    ends = [] if act.gives_end else [one for one in mine if one.gap]
    if act.start is None and not act.gives_end:
        said = [(one.belief, one.rank, one.rank) for one in beliefs]
    else:
        start, end = _corrected_period(beliefs, act)
        latest = beliefs[-1]
        belief = replace(latest.belief, start=start, end=end)
        moved = _reworded(latest, belief, (start, number, place, 0), act.content)
        others = [one for one in before if one.memory_id != act.memory_id]
        said = [(belief, latest.rank, _least_rank(moved, beliefs, others, ends))]
    after = [_reworded(end, end.belief, end.rank, act.content) for end in ends]
    for one, (belief, old, new) in zip(beliefs, said, strict=False):
        rank = old if any(old < end.rank < new for end in ends) else new
        after.append(_reworded(one, belief, rank, act.content))
    return after


def _least_rank(
    moved: Assertion, old: list[Assertion], others: list[Assertion], ends: list[Assertion]
) -> Rank:
    """Rank what is said for another period no higher than it takes to win what the old won.

    Its start ranks it, as any belief, where that is enough. If not, then its start counts as that
    of the latest that it must win over; one that had won already by less keeps what it had.
    """
    points = instants([moved, *old, *others, *ends])
    won: list[Rank] = []
    for other in [*[one for one in others if one.rivals == moved.rivals], *ends]:
        shared = [point for point in points if other.covers(point)]
        lost_to = [
            one
            for one in old
            if one.rivals == other.rivals and one.rank > other.rank and any(map(one.covers, shared))
        ]
        if lost_to and any(map(moved.covers, shared)):
            won.append(other.rank)
    if all(moved.rank > rank for rank in won):
        return moved.rank
    enough = [(rank_from, *moved.rank[1:]) for rank_from, *_ in won]
    enough += [one.rank for one in old]
    return min(rank for rank in enough if all(rank > other for other in won))


def _reworded(old: Assertion, belief: Belief, rank: Rank, content: str | None) -> Assertion:
    """Say it in other words, where there are any: its rivals are those of what it says now."""
    said = belief if content is None else replace(belief, content=content)
    return _assertion(old.memory_id, said, rank, gap=old.gap)


def _corrected_period(open_ones: list[Assertion], act: Updated) -> tuple[datetime, datetime | None]:
    """Give the period of an `update`, a missing bound taken from the hull of what was asserted."""
    beliefs = [one.belief for one in open_ones if not one.gap]
    start = min(belief.start for belief in beliefs) if act.start is None else act.start
    if act.gives_end:
        return start, act.end
    ends = [belief.end for belief in beliefs if belief.end is not None]
    return start, max(ends) if len(ends) == len(beliefs) else None


def _ended(one: Assertion, at: datetime) -> Assertion:
    """Assert a memory no longer than until its end, however high an `update` had ranked it."""
    belief = one.belief
    outlasts = belief.end is None or belief.end > at
    if one.gap or belief.start >= at or one.rank[0] <= at or not outlasts:
        return one
    return replace(one, belief=replace(belief, end=at))


def _after(before: list[Assertion], act: Act, number: int, place: int) -> list[Assertion]:
    """List the assertions that are open once the act has been done."""
    others = [one for one in before if one.memory_id != act.memory_id]
    mine = [one for one in before if one.memory_id == act.memory_id]
    match act:
        case Added():
            rank = (act.belief.start, number, place, 0)
            return [*before, _assertion(act.memory_id, act.belief, rank)]
        case Updated():
            return [*others, *_corrected(before, act, number, place)]
        case Ended():
            latest = max((one for one in mine if not one.gap), key=lambda one: one.rank)
            silence = replace(latest.belief, start=act.at, end=None)
            rank = (act.at, number, place, 0)
            own = [_ended(one, act.at) for one in mine]
            return [*others, *own, _assertion(act.memory_id, silence, rank, gap=True)]
        case Forgotten():
            return [*others, *(replace(one, gap=True) for one in mine)]
        case Retracted():
            return others
    assert_never(act)


def instants(assertions: Iterable[Assertion], *more: datetime) -> list[datetime]:
    """List every bound, the midpoints between them, and a point beyond either end."""
    bounds = set(more)
    for one in assertions:
        bounds.add(one.belief.start)
        if one.belief.end is not None:
            bounds.add(one.belief.end)
    if not bounds:
        return []
    ordered = sorted(bounds)
    between = [a + (b - a) / 2 for a, b in pairwise(ordered)]
    beyond = [ordered[0] - timedelta(days=1), ordered[-1] + timedelta(days=1)]
    return sorted({*ordered, *between, *beyond})


def holder(assertions: Iterable[Assertion], rivals: Rivals, instant: datetime) -> Assertion | None:
    """Find the assertion, be it a gap, that outranks all of these rivals at the instant."""
    best: Assertion | None = None
    for one in assertions:
        if one.rivals == rivals and one.covers(instant) and (best is None or one.rank > best.rank):
            best = one
    return best


def holding(
    assertions: Iterable[Assertion], instant: datetime, slot: Slot | None = None
) -> set[tuple[str, str]]:
    """Say which memories hold at the instant, with their contents, in a slot or everywhere."""
    covering = [one for one in assertions if one.covers(instant)]
    found: set[tuple[str, str]] = set()
    for one in covering:
        outranked = any(other.rivals == one.rivals and other.rank > one.rank for other in covering)
        if not one.gap and not outranked and slot in (None, slot_of(one.belief)):
            found.add((one.memory_id, one.belief.content))
    return found


def _holds_at(assertions: list[Assertion], memory_id: str, instant: datetime) -> bool:
    return any(held == memory_id for held, _ in holding(assertions, instant))


class Oracle:
    """The acts that were done, transaction by transaction, and what follows from them."""

    def __init__(self) -> None:
        self.transactions: list[Transaction] = []

    @property
    def head(self) -> int:
        return self.transactions[-1].number if self.transactions else 0

    def record(self, number: int, known_at: datetime, act: Act) -> None:
        """Note an act that the system under test has done; a batch repeats its number.

        Raises: ValueError if the number or the known time does not go forward.
        """
        last = self.transactions[-1] if self.transactions else None
        if last is not None and number == last.number and known_at == last.known_at:
            self.transactions[-1] = replace(last, acts=(*last.acts, act))
            return
        if last is not None and (number <= last.number or known_at <= last.known_at):
            raise ValueError(f"transaction {number} at {known_at} does not follow {last}")
        self.transactions.append(Transaction(number=number, known_at=known_at, acts=(act,)))

    def number_at(self, known_at: datetime) -> int:
        """Name the last transaction at or before a known time, 0 where there is none."""
        return max((one.number for one in self.transactions if one.known_at <= known_at), default=0)

    def assertions(self, known: int) -> list[Assertion]:
        """List the assertions that were open as of a transaction."""
        standing: list[Assertion] = []
        for transaction in self.transactions:
            if transaction.number <= known:
                for place, act in enumerate(transaction.acts):
                    standing = _after(standing, act, transaction.number, place)
        return standing

    def holds(self, valid: datetime, known: int, slot: Slot | None = None) -> set[tuple[str, str]]:
        """Say which (memory, content) held at a valid time, as of a transaction."""
        return holding(self.assertions(known), valid, slot)

    def instants(self) -> list[datetime]:
        """List the valid times that stand for all others, at any transaction so far."""
        ever = [one for t in self.transactions for one in self.assertions(t.number)]
        return instants(ever)

    def expect_add(self, belief: Belief) -> Expectation:
        """Foretell what an `add` does that follows everything recorded so far."""
        before = self.assertions(self.head)
        new = _assertion("", belief, (belief.start, self.head + 1, 0, 0))
        points = instants([*before, new])
        same: list[tuple[datetime, str]] = []
        wins_more = False
        for point in points:
            if not new.covers(point):
                continue
            old = holder(before, new.rivals, point)
            if old is not None and not old.gap and old.belief.content == new.belief.content:
                same.append((_run_start(before, old, points, point), old.memory_id))
            elif holder([*before, new], new.rivals, point) is new:
                wins_more = True
        if not same:
            return Expectation(outcome=Outcome.ADDED, memory_id=None)
        outcome = Outcome.EXTENDED if wins_more else Outcome.COVERED
        return Expectation(outcome=outcome, memory_id=min(same)[1])

    def expect_refusal(self, act: Act) -> Refusal | None:
        """Foretell why an act would be refused, None where it would not be."""
        before = self.assertions(self.head)
        mine = [one for one in before if one.memory_id == act.memory_id]
        if isinstance(act, Added):
            end = act.belief.end
            return Refusal.EMPTY_PERIOD if end is not None and end <= act.belief.start else None
        if isinstance(act, Retracted):
            return None if mine else Refusal.GONE
        if all(one.gap for one in mine):
            return Refusal.GONE
        match act:
            case Updated():
                return _refused_update(mine, act)
            case Ended():
                return _refused_end(before, act)
            case Forgotten():
                return None
        assert_never(act)


def _run_start(
    before: list[Assertion], held: Assertion, points: list[datetime], point: datetime
) -> datetime:
    """Walk back from a point for as long as the memory that holds there holds."""
    start = point
    for earlier in reversed([one for one in points if one < point]):
        found = holder(before, held.rivals, earlier)
        if found is None or found.gap or found.memory_id != held.memory_id:
            break
        start = earlier
    return start


def _refused_update(mine: list[Assertion], act: Updated) -> Refusal | None:
    start, until = _corrected_period(mine, act)
    kept = [one.belief.start for one in mine if one.gap]
    if act.start is not None and not act.gives_end and any(end <= start for end in kept):
        return Refusal.EMPTY_PERIOD
    return Refusal.EMPTY_PERIOD if until is not None and until <= start else None


def _refused_end(before: list[Assertion], act: Ended) -> Refusal | None:
    points = instants(before, act.at)
    held = [point for point in points if _holds_at(before, act.memory_id, point)]
    if not any(point >= act.at for point in held):
        return Refusal.ALREADY_ENDED
    return Refusal.EMPTY_PERIOD if act.at <= min(held) else None
