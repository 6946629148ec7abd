"""Random histories: commands with small day offsets as times, independent of the product.

The same commands can be done through the product and through the oracle, and compared at every
interesting (valid, known) point. At least half of a history goes to one questioned slot.
A command that names a memory does so by index, over those written so far (see `Written`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import assert_never

from hypothesis import strategies as st

from tests.properties.oracle import (
    Act,
    Added,
    Belief,
    Cardinality,
    Ended,
    Forgotten,
    Oracle,
    Outcome,
    Retracted,
    Slot,
    Standing,
    Updated,
    slot_of,
)

ORIGIN = datetime(2024, 3, 1, tzinfo=UTC)
FIRST_DAY, LAST_DAY = -4, 10

QUESTIONED_ENTITY, QUESTIONED_CATEGORY = "mike", "city"
QUESTIONED: Slot = ("user", "default", QUESTIONED_ENTITY, QUESTIONED_CATEGORY)

CARDINALITIES = {
    "city": Cardinality.ONE,
    "employer": Cardinality.ONE,
    "hobby": Cardinality.MANY,
    "skill": Cardinality.MANY,
}
CITIES = ("London", "Bath", "York", " London ", "Z\u00fcrich", "Zu\u0308rich")
THINGS = ("Acme", "chess", "Go", " chess")


@dataclass(frozen=True, slots=True, kw_only=True)
class Add:
    content: str
    start: int
    end: int | None
    entity: str | None
    category: str | None
    standing: Standing = Standing.HELD
    scope: str = "user"
    namespace: str = "default"


@dataclass(frozen=True, slots=True, kw_only=True)
class AddMany:
    """Several adds in one transaction."""

    items: tuple[Add, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """The index of a memory, over those of the questioned slot or over all; it wraps around."""

    index: int
    questioned: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Update:
    """A bound or a content of None is not given; `open_end` gives an end that is open."""

    target: Target
    content: str | None
    start: int | None
    end: int | None
    open_end: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    target: Target
    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Forget:
    target: Target


@dataclass(frozen=True, slots=True, kw_only=True)
class Retract:
    target: Target


Verb = Update | End | Forget | Retract
Command = Add | AddMany | Verb


def day(offset: int, origin: datetime = ORIGIN) -> datetime:
    return origin + timedelta(days=offset)


def belief_of(add: Add, origin: datetime = ORIGIN) -> Belief:
    """Say an `Add` in the oracle's words."""
    return Belief(
        content=add.content,
        start=day(add.start, origin),
        end=None if add.end is None else day(add.end, origin),
        entity=add.entity,
        category=add.category,
        cardinality=CARDINALITIES.get(add.category or "", Cardinality.ONE),
        standing=add.standing,
        scope=add.scope,
        namespace=add.namespace,
    )


def act_of(verb: Verb, memory_id: str, origin: datetime = ORIGIN) -> Act:
    """Say a verb on a memory in the oracle's words."""
    match verb:
        case Update():
            return Updated(
                memory_id=memory_id,
                content=verb.content,
                start=None if verb.start is None else day(verb.start, origin),
                end=None if verb.end is None else day(verb.end, origin),
                open_end=verb.open_end,
            )
        case End():
            return Ended(memory_id=memory_id, at=day(verb.at, origin))
        case Forget():
            return Forgotten(memory_id=memory_id)
        case Retract():
            return Retracted(memory_id=memory_id)
    assert_never(verb)


class Written:
    """The memories that a history has made so far, in order, so that a command can name one."""

    def __init__(self) -> None:
        self._all: list[str] = []
        self._questioned: list[str] = []

    def note(self, add: Add, memory_id: str) -> None:
        """Remember the memory that an add made or joined."""
        if memory_id not in self._all:
            self._all.append(memory_id)
            if aims_at_questioned(add):
                self._questioned.append(memory_id)

    def knows(self, memory_id: str) -> bool:
        return memory_id in self._all

    def find(self, target: Target) -> str | None:
        """Find the memory that a target means, None where nothing has been written there."""
        pool = self._questioned if target.questioned else self._all
        return pool[target.index % len(pool)] if pool else None


def aims_at_questioned(command: Command) -> bool:
    match command:
        case Add():
            return slot_of(belief_of(command)) == QUESTIONED
        case AddMany():
            return all(aims_at_questioned(item) for item in command.items)
        case Update() | End() | Forget() | Retract():
            return command.target.questioned
    assert_never(command)


def play(commands: tuple[Command, ...], origin: datetime = ORIGIN) -> Oracle:
    """Do a history on the oracle alone, one transaction an hour; a refusal leaves no trace."""
    oracle, written = Oracle(), Written()
    for hour, command in enumerate(commands, start=1):
        number, known_at = oracle.head + 1, origin + timedelta(hours=hour)
        if isinstance(command, Add | AddMany):
            for item in command.items if isinstance(command, AddMany) else (command,):
                expected = oracle.expect_add(belief_of(item, origin))
                new = expected.outcome is Outcome.ADDED
                acts = sum(len(one.acts) for one in oracle.transactions)
                memory_id = f"m{acts:04d}" if new else str(expected.memory_id)
                written.note(item, memory_id)
                added = Added(memory_id=memory_id, belief=belief_of(item, origin))
                oracle.record(number, known_at, added)
            continue
        found = written.find(command.target)
        if found is not None:
            act = act_of(command, found, origin)
            if oracle.expect_refusal(act) is None:
                oracle.record(number, known_at, act)
    return oracle


# Strategies. Three favoured starts make equal ones frequent.
days = st.one_of(st.sampled_from((0, 3, 5)), st.integers(FIRST_DAY, LAST_DAY))
KINDS = (*["add"] * 5, "many", *["update"] * 3, *["end"] * 3, "forget", "retract")
lengths = st.one_of(st.none(), st.integers(1, 6))


@st.composite
def adds(draw: st.DrawFn, *, questioned: bool, standings: bool = True) -> Add:
    """Draw an add, into the questioned slot or anywhere."""
    entity: str | None
    category: str | None
    if questioned:
        entity, category = draw(st.sampled_from((QUESTIONED_ENTITY, "Mike"))), QUESTIONED_CATEGORY
    else:
        entity = draw(st.sampled_from(("mike", "anna", "Anna", "acme", None)))
        category = draw(st.sampled_from((*CARDINALITIES, None)))
    start, length = draw(days), draw(lengths)
    rarely = st.sampled_from((*[Standing.HELD] * 6, Standing.CONTESTED, Standing.QUARANTINED))
    return Add(
        content=draw(st.sampled_from(CITIES if category == "city" else THINGS)),
        start=start,
        end=None if length is None else start + length,
        entity=entity,
        category=category,
        standing=draw(rarely) if standings else Standing.HELD,
        scope="user" if questioned else draw(st.sampled_from(("user", "user", "global"))),
        namespace="default"
        if questioned
        else draw(st.sampled_from(("default", "default", "project:acme"))),
    )


@st.composite
def updates(draw: st.DrawFn, *, target: Target) -> Update:
    """Draw an update of the content, of the period, or of both; now and then of an empty one."""
    content = draw(st.one_of(st.none(), st.sampled_from((*CITIES, *THINGS))))
    start, end = draw(st.one_of(st.none(), days)), draw(st.one_of(st.none(), days))
    open_end = end is None and draw(st.sampled_from((False, False, True)))
    if content is None and start is None and end is None and not open_end:
        content = "Leeds"
    return Update(target=target, content=content, start=start, end=end, open_end=open_end)


@st.composite
def commands(draw: st.DrawFn, *, questioned: bool, standings: bool = True) -> Command:
    """Draw a command, aimed at the questioned slot or at anything."""
    add = adds(questioned=questioned, standings=standings)
    kind = draw(st.sampled_from(KINDS))
    if kind == "add":
        return draw(add)
    if kind == "many":
        return AddMany(items=tuple(draw(st.lists(add, min_size=1, max_size=4))))
    target = Target(index=draw(st.integers(0, 7)), questioned=questioned)
    if kind == "update":
        return draw(updates(target=target))
    if kind == "end":
        return End(target=target, at=draw(st.one_of(st.integers(4, LAST_DAY + 4), days)))
    return Forget(target=target) if kind == "forget" else Retract(target=target)


@st.composite
def histories(
    draw: st.DrawFn, *, length_max: int = 20, standings: bool = True
) -> tuple[Command, ...]:
    """Draw a history of which at least half goes to the questioned slot.

    Without `standings` every add is held, for faces that take no other.
    """
    half = max(1, length_max // 2)
    least = draw(st.integers(1, half))  # left to itself a list stays short
    aimed = st.lists(commands(questioned=True, standings=standings), min_size=least, max_size=half)
    history = list(draw(aimed))
    rest = st.lists(commands(questioned=False, standings=standings), max_size=len(history))
    for command in draw(rest):
        history.insert(draw(st.integers(0, len(history))), command)
    return tuple(history)
