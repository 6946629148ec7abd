"""Keep facts in this process: the holding function and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

from muniment.errors import FutureBasis, InvalidValue, TransactionNotFound
from muniment.model.claims import HOLDS_MANY
from muniment.model.facts import Fact, When, ranked_by_cosine, ranked_by_words, standing_facts
from muniment.model.names import folded
from muniment.ports.embedder import Embedder, Vector
from muniment.temporal.holding import Assertion, Claim, Outcome, Rank, Row, Run, claim, holding
from muniment.temporal.instants import format_instant, read_instant
from muniment.temporal.period import Period
from muniment.temporal.utc import BEGINNING

_INSTANT = timedelta(microseconds=1)
_SlotKey = tuple[str, ...]


def system_clock() -> datetime:
    """Return the time of this machine: a store without a database has no other clock."""
    return datetime.now(UTC)  # noqa: TID251  # the known time of what no database stamps


@dataclass(frozen=True, slots=True, kw_only=True)
class _Belief:
    """A fact as it was first said, and its vector."""

    fact: Fact
    vector: Vector | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said:
    """That somebody said a fact, and where that comes from."""

    assertion: Assertion
    sources: tuple[str, ...]


@dataclass(slots=True, kw_only=True)
class _Slot:
    """The facts that compete, with everything that was said of them."""

    said: list[_Said] = field(default_factory=list)
    runs: tuple[Run, ...] = ()
    """What holds as of the last thing that was said."""

    def known_by(self, number: int) -> list[_Said]:
        """Return what had been said by a transaction."""
        return [each for each in self.said if each.assertion.rank.number <= number]

    def runs_by(self, known: list[_Said]) -> tuple[Run, ...]:
        """Return what holds of what is known."""
        if len(known) == len(self.said):
            return self.runs
        return holding(each.assertion for each in known)

    def say(self, claimant: Assertion, twins: set[str], sources: tuple[str, ...]) -> Claim:
        """Place one more assertion among its rivals."""
        rows = [
            Row(row_id=str(place), memory_id=run.memory_id, period=run.period, gap=run.gap)
            for place, run in enumerate(self.runs)
        ]
        made = claim(rows, (each.assertion for each in self.said), claimant, twins)
        placed = Assertion(
            assertion_id=claimant.assertion_id,
            memory_id=made.memory_id,
            period=claimant.period,
            rank=claimant.rank,
        )
        self.said.append(_Said(assertion=placed, sources=sources))
        self.runs = holding(each.assertion for each in self.said)
        return made


@dataclass(slots=True, kw_only=True)
class _Shelf:
    """One user's facts."""

    slots: dict[_SlotKey, _Slot] = field(default_factory=dict)
    beliefs: dict[str, _Belief] = field(default_factory=dict)


class InMemoryFactStore:
    """A fact store that lives and ends with this process; for one event loop.

    `many` names the predicates that hold many facts of a subject at once. `clock` stamps what is
    recorded; known times rise strictly, whatever it says.
    """

    def __init__(
        self,
        *,
        embedder: Embedder | None = None,
        many: Collection[str] = (),
        clock: Callable[[], datetime] = system_clock,
    ) -> None:
        if isinstance(many, str):
            raise InvalidValue("many is a text; write a list of predicates.")
        self._embedder = embedder
        self._many = HOLDS_MANY | {folded(name) for name in many}
        self._clock = clock
        self._times: list[datetime] = []
        self._shelves: dict[str | None, _Shelf] = {}
        self._ids = 0

    @property
    def embedder(self) -> Embedder | None:
        """What compares facts with questions; None: they are compared by their words."""
        return self._embedder

    async def append(self, fact: Fact) -> str:
        """Record a fact and return its id."""
        return (await self.append_many([fact]))[0]

    async def append_many(self, facts: Iterable[Fact]) -> list[str]:
        """Record facts, in order, those of one user all at once; return their ids.

        Raises:
            EmbedderUnavailable: nothing is recorded.
            EmptyPeriod: a fact without `valid_from` ends before now; nothing is recorded.
        """
        given = list(facts)
        vectors = await self._vectors([fact.text for fact in given])
        users = sorted({fact.user_id for fact in given}, key=lambda user: user or "")
        first = self._next_time()
        for fact in given:
            if fact.valid_from is None:
                Period(start=first + len(users) * _INSTANT, end=fact.valid_until)
        ids = [""] * len(given)
        for after, user in enumerate(users):
            self._times.append(first + after * _INSTANT)
            own = [place for place, fact in enumerate(given) if fact.user_id == user]
            for ordinal, place in enumerate(own, 1):
                ids[place] = self._say(given[place], ordinal, vectors[place])
        return ids

    async def _vectors(self, texts: list[str]) -> list[Vector] | list[None]:
        if self._embedder is None or not texts:
            return [None] * len(texts)
        return list(await self._embedder.embed_documents(texts))

    def _next_time(self) -> datetime:
        now = self._clock()
        return max(now, self._times[-1] + _INSTANT) if self._times else now

    def _say(self, fact: Fact, ordinal: int, vector: Vector | None) -> str:
        shelf = self._shelves.setdefault(fact.user_id, _Shelf())
        number, recorded_at = len(self._times), self._times[-1]
        subject, predicate, object_ = fact.key
        is_many = predicate in self._many
        slot = shelf.slots.setdefault(
            (subject, predicate, object_) if is_many else (subject, predicate), _Slot()
        )
        start = recorded_at if fact.valid_from is None else fact.valid_from
        claimant = Assertion(
            assertion_id=f"{number}.{ordinal}",
            memory_id=str(UUID(int=self._ids + 1)),
            period=Period(start=start, end=fact.valid_until),
            rank=Rank(rank_from=start, number=number, ordinal=ordinal),
        )
        twins = {
            run.memory_id
            for run in slot.runs
            if shelf.beliefs[run.memory_id].fact.key == (subject, predicate, object_)
        }
        made = slot.say(claimant, twins, fact.sources)
        if made.outcome is Outcome.ADDED:
            self._ids += 1
            shelf.beliefs[made.memory_id] = _Belief(
                fact=replace(fact, id=made.memory_id, recorded_at=recorded_at), vector=vector
            )
        return made.memory_id

    async def query(
        self,
        *,
        subject: str | None = None,
        predicate: str | None = None,
        object_: str | None = None,
        valid_at: When | None = None,
        as_of: When | int | None = None,
        limit: int = 10,
        user_id: str | None = None,
    ) -> list[Fact]:
        """Return the facts that hold and fit what is given, the latest `valid_from` first, then by id."""
        _refuse_limit(limit)
        wanted = [None if name is None else folded(name) for name in (subject, predicate, object_)]
        fitting = [
            fact
            for fact in self._holding(valid_at, as_of, user_id)
            if all(
                want is None or want == have for want, have in zip(wanted, fact.key, strict=True)
            )
        ]
        fitting.sort(key=lambda fact: fact.id or "")
        fitting.sort(key=lambda fact: fact.valid_from or BEGINNING, reverse=True)
        return fitting[:limit]

    async def recall_text(
        self,
        query: str,
        *,
        limit: int = 5,
        valid_at: When | None = None,
        as_of: When | int | None = None,
        user_id: str | None = None,
    ) -> list[Fact]:
        """Return the facts that hold and bear on a question, best first."""
        _refuse_limit(limit)
        _refuse_blank(query)
        facts = self._holding(valid_at, as_of, user_id)
        if self._embedder is None:
            return ranked_by_words(query, facts, limit)
        asked = await self._embedder.embed_query(query)
        beliefs = self._shelf(user_id).beliefs
        vectors = [(beliefs[fact.id or ""].vector, fact) for fact in facts]
        return ranked_by_cosine(
            ((float(vector @ asked), fact) for vector, fact in vectors if vector is not None), limit
        )

    async def all_facts(
        self,
        *,
        valid_at: When | None = None,
        as_of: When | int | None = None,
        user_id: str | None = None,
    ) -> list[Fact]:
        """Return every stretch in which a fact holds, through all of valid time, in its order."""
        if valid_at is not None:
            facts = self._holding(valid_at, as_of, user_id)
        else:
            facts = self._stretches(self._point(as_of)[0], user_id)
        return sorted(facts, key=lambda fact: (fact.valid_from or BEGINNING, fact.id or ""))

    def snapshot(
        self,
        *,
        valid_at: When | None = None,
        as_of: When | int | None = None,
        user_id: str | None = None,
    ) -> dict[str, Fact]:
        """Return every fact by its id: the stretch that holds, else its last, else its first."""
        number, time = self._point(as_of)
        instant = time if valid_at is None else read_instant(valid_at, field="valid_at")
        return standing_facts(self._stretches(number, user_id), instant)

    async def aclose(self) -> None:
        """Let go of the model; the facts stay readable."""
        if self._embedder is not None:
            await self._embedder.aclose()

    def _point(self, as_of: When | int | None) -> tuple[int, datetime]:
        """Return the transaction that a basis names, and the valid time that goes with it."""
        now = max(self._clock(), self._times[-1]) if self._times else self._clock()
        if isinstance(as_of, bool):
            raise InvalidValue("as_of is a truth value; write a time or a transaction's number.")
        if as_of is None:
            return len(self._times), now
        if isinstance(as_of, int):
            if not 0 <= as_of <= len(self._times):
                raise TransactionNotFound(
                    f"there is no transaction {as_of}; the last one is {len(self._times)}."
                )
            return as_of, self._times[as_of - 1] if as_of else BEGINNING
        time = read_instant(as_of, field="as_of")
        if time > now:
            raise FutureBasis(
                f"as_of is {format_instant(time)}, and it is {format_instant(now)}: nothing is known "
                "there yet. Use valid_at to ask ahead."
            )
        return sum(known <= time for known in self._times), time

    def _shelf(self, user_id: str | None) -> _Shelf:
        return self._shelves.get(user_id, _Shelf())

    def _holding(
        self, valid_at: When | None, as_of: When | int | None, user_id: str | None
    ) -> list[Fact]:
        number, time = self._point(as_of)
        instant = time if valid_at is None else read_instant(valid_at, field="valid_at")
        return [fact for fact in self._stretches(number, user_id) if fact.holds_at(instant)]

    def _stretches(self, number: int, user_id: str | None) -> list[Fact]:
        shelf = self._shelf(user_id)
        return [
            fact for slot in shelf.slots.values() for fact in _told(slot, shelf.beliefs, number)
        ]


def _told(slot: _Slot, beliefs: dict[str, _Belief], number: int) -> list[Fact]:
    """Return the stretches of a slot as known by a transaction."""
    known = slot.known_by(number)
    sources: dict[str, dict[str, None]] = {}
    for each in known:
        sources.setdefault(each.assertion.memory_id, {}).update(dict.fromkeys(each.sources))
    return [
        replace(
            beliefs[run.memory_id].fact,
            valid_from=run.period.start,
            valid_until=run.period.end,
            sources=tuple(sources[run.memory_id]),
        )
        for run in slot.runs_by(known)
    ]


def _refuse_limit(limit: int) -> None:
    if limit < 1:
        raise InvalidValue(f"limit is {limit}; write a number from 1 up.")


def _refuse_blank(query: object) -> None:
    if not isinstance(query, str):
        raise InvalidValue(f"the question is a {type(query).__name__}; write a text.")
    if not query.strip():
        raise InvalidValue("the question is blank. Write what you want to know.")
