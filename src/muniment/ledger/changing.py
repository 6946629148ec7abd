"""Change one memory among its rivals: its assertions first, then whatever holds because of them."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, TypeVar
from uuid import UUID

from muniment.errors import InvalidValue
from muniment.ledger.asked import AskedMemory, OpenAssertion, RevisionRow, rivals_of
from muniment.ledger.change import Unit
from muniment.ledger.group import Place, Rivals
from muniment.ledger.opening import Opening
from muniment.ledger.prepared import unit_of
from muniment.model.facts import sentence_of
from muniment.model.ids import MemoryId
from muniment.model.memory import Cardinality, Outcome, Standing
from muniment.model.names import folded
from muniment.model.writes import Written
from muniment.ports.embedder import Vector
from muniment.store.found import Key
from muniment.store.rows import AssertionRow, MemoryRow
from muniment.temporal.holding import Assertion, Rank, Row, rank_corrected
from muniment.temporal.period import Period


class Unset:
    """What an update leaves as it is."""

    def __repr__(self) -> str:
        return "UNSET"


UNSET: Final = Unset()
Value = TypeVar("Value")


def given(value: Value | Unset, otherwise: Value) -> Value:
    """Return a value, or what stands otherwise."""
    return otherwise if isinstance(value, Unset) else value


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What an update says instead; what is UNSET stays."""

    content: str | Unset = UNSET
    object: str | Unset = UNSET
    tags: tuple[str, ...] | Unset = UNSET
    metadata: str | Unset | None = UNSET
    confidence: float | Unset = UNSET
    valid_from: datetime | Unset = UNSET
    valid_until: datetime | Unset | None = UNSET

    @property
    def names_period(self) -> bool:
        """Whether it says when the belief holds."""
        return not (isinstance(self.valid_from, Unset) and isinstance(self.valid_until, Unset))

    @property
    def names_content(self) -> bool:
        """Whether it says anything but a period."""
        said = (self.content, self.object, self.tags, self.metadata, self.confidence)
        return not all(isinstance(value, Unset) for value in said)


class Changing:
    """One memory under change, among its rivals; `elsewhere` are those that other words would have."""

    def __init__(
        self,
        opening: Opening,
        revision: RevisionRow,
        own: Sequence[OpenAssertion],
        rivals: Rivals,
        elsewhere: Rivals | None = None,
    ) -> None:
        self.opening = opening
        self.change = opening.change
        self.revision = revision
        self.memory_id = str(revision.memory_id)
        self.own = list(own)
        self.rivals = rivals
        self.elsewhere = elsewhere
        self.left: Rivals | None = None

    @classmethod
    async def read(cls, opening: Opening, revision: RevisionRow, asked: AskedMemory) -> Changing:
        """Take in what the ledger says of a memory and its rivals."""
        assertions = await asked.assertions.all()
        found = rivals_of(assertions, await asked.versions.all(), await asked.places.all())
        own = found.pop(revision.rivals_key, None) or Rivals.of(revision.rivals_key)
        own.group.exclusive = (
            revision.cardinality == Cardinality.ONE.value
            and revision.standing == Standing.HELD.value
        )
        return cls(
            opening,
            revision,
            [each for each in assertions if each.memory_id == revision.memory_id],
            own,
            next(iter(found.values()), None),
        )

    @property
    def own_rows(self) -> list[Row]:
        """The rows in which the memory holds, as far as this change has come."""
        return self.rivals.group.rows_of(self.memory_id)

    @property
    def own_ends(self) -> list[Assertion]:
        """The ends of the memory that this change leaves as they are."""
        return self.rivals.ends_of(self.memory_id)

    @property
    def beneath(self) -> frozenset[str]:
        """The memories that it kept from holding somewhere."""
        own = self.own_rows
        return frozenset(
            other.memory_id
            for other in self.rivals.assertions.values()
            if other.memory_id != self.memory_id
            and not other.gap
            and any(other.period.overlaps(row.period) for row in own)
        )

    def drop(self, assertion: OpenAssertion) -> None:
        """Close an assertion."""
        self.change.close("assertions", assertion.key)
        del self.rivals.assertions[str(assertion.key)]

    def correct_period(
        self, told: Iterable[OpenAssertion], beliefs: Sequence[OpenAssertion], period: Period
    ) -> None:
        """Write assertions for a period in the place of a memory's beliefs, with the provenance of some.

        They rank as `rank_corrected` says; of rivals that other words left behind, none counts. What
        an `end` of the memory silenced stays silent: they keep the rank below that end.
        """
        met = self.rivals.beside(self.memory_id) if self.left is None else self.own_ends
        own = self.change.rank(period.start)
        rank = rank_corrected([each.pure() for each in beliefs], met, period, own)
        before = max(each.rank for each in beliefs)
        if any(before < each.rank < rank for each in self.own_ends):
            rank = before
        for each in told:
            self._write(each, period, rank, gap=False)

    def assert_gap(self, like: OpenAssertion, period: Period, rank_from: datetime) -> None:
        """Write that nothing holds, with another assertion's provenance."""
        self._write(like, period, self.change.rank(rank_from), gap=True)

    def keep(self, like: OpenAssertion, *, gap: bool) -> None:
        """Write an assertion again, its period and rank unchanged."""
        self._write(like, like.period, like.rank, gap=gap)

    def _write(self, like: OpenAssertion, period: Period, rank: Rank, *, gap: bool) -> None:
        key = self.change.write(
            AssertionRow(
                memory_id=like.memory_id,
                partition_no=like.partition_no,
                rivals_key=self.rivals.group.rivals_key,
                gap=gap,
                valid_from=period.start,
                valid_until=period.end,
                rank_from=rank.rank_from,
                rank_number=rank.number,
                rank_ordinal=rank.ordinal,
                confidence=like.confidence,
                actor=self.opening.principal.actor,
                episode_id=like.episode_id,
                span_from=like.span_from,
                span_until=like.span_until,
                source=like.source,
                salt=secrets.token_bytes(16),
            )
        )
        self.rivals.assertions[str(key)] = Assertion(
            assertion_id=str(key), memory_id=self.memory_id, period=period, rank=rank, gap=gap
        )

    def close_revision(self) -> None:
        """Close what the memory said, and the unit by which it was found."""
        row = self.revision
        if row.known_until is None:
            self.change.close("memories", Key(row.number, row.ordinal))
            self.change.closed_units.append(_unit(row, row.text, None))

    def shorten(self, assertion: OpenAssertion, end: datetime) -> None:
        """Write an assertion again that ends earlier, its rank unchanged."""
        self._write(
            assertion, Period(start=assertion.valid_from, end=end), assertion.rank, gap=False
        )

    def revise(
        self,
        correction: Correction,
        text: str,
        embedding: Vector | None,
        match: UUID,
        held_as: Cardinality | None = None,
    ) -> None:
        """Close the revision and open the corrected one; the memory's rows move to its unit.

        The beliefs must have been dropped: what is left of the memory moves to other rivals with it.
        `held_as` makes a contested memory a held one, in a slot for one belief or for many.
        """
        self.close_revision()
        old = self.revision
        was_held = old.standing == Standing.HELD.value
        if held_as is not None or (was_held and match != old.match_key):
            self._move()
            self.rivals.group.exclusive |= held_as is Cardinality.ONE
        new = MemoryRow(
            memory_id=old.memory_id,
            unit_no=self.change.next_unit_no(),
            partition_no=old.partition_no,
            rivals_key=self.rivals.group.rivals_key,
            match_key=match,
            cardinality=old.cardinality if held_as is None else held_as.value,
            standing=old.standing if held_as is None else Standing.HELD.value,
            content=given(correction.content, old.content),
            entity=old.entity,
            entity_key=old.entity_key,
            category=old.category,
            category_key=old.category_key,
            object=given(correction.object, old.object),
            object_key=corrected_object_key(correction, old),
            tags=list(given(correction.tags, tuple(old.tags))),
            metadata=given(correction.metadata, old.metadata),
            confidence=float(given(correction.confidence, old.confidence)),
            agent=self.opening.principal.agent,
            salt=secrets.token_bytes(16),
        )
        self.change.write(new)
        self.change.opened_units.append(_unit(new, text, embedding))
        self.rivals.group.places[self.memory_id] = Place(
            unit_no=new.unit_no, partition_no=old.partition_no
        )
        self._drop_rows()

    def _drop_rows(self) -> None:
        """Close the memory's stored rows, so that they are written again with its new unit."""
        rivals = self.rivals
        for row_id, row in list(rivals.stored.items()):
            if row.memory_id == self.memory_id and not row.gap:
                self.change.close("versions", Key.read(row_id))
                del rivals.stored[row_id]
                if row_id in rivals.group.rows:
                    rivals.group.drop(row_id)

    def _move(self) -> None:
        """Leave the rivals of the old words for those of the new ones, which may be nobody."""
        ends = [each for each in self.own if each.gap and str(each.key) in self.rivals.assertions]
        for each in ends:
            self.drop(each)
        self.left = self.rivals
        self.rivals = self.elsewhere or Rivals.of(self.opening.new_id())
        for each in ends:
            self.keep(each, gap=True)

    def settle(
        self,
        outcome: Outcome,
        *,
        embedded: bool = True,
        displaced: frozenset[str] | None = None,
    ) -> Written:
        """Recompute what holds, write what differs, and say what was done."""
        lost = self.rivals.settle(self.change)
        if self.left is not None:
            lost |= self.left.settle(self.change)
        named = lost if displaced is None else displaced
        instead = self._instead if outcome is Outcome.UPDATE else frozenset()
        return Written(
            id=MemoryId(self.revision.memory_id),
            outcome=outcome,
            transaction=self.change.number,
            known_from=self.change.recorded_at,
            displaced=tuple(MemoryId(UUID(m)) for m in sorted(named) if m != self.memory_id),
            outranked_by=tuple(MemoryId(UUID(each)) for each in sorted(instead)),
            embedded=embedded,
        )

    @property
    def _instead(self) -> frozenset[str]:
        """Whose rows or gaps fill the time that the memory is asserted for, if it holds nowhere."""
        if self.own_rows:
            return frozenset()
        group = self.rivals.group
        said = [
            each for each in self.rivals.assertions.values() if each.memory_id == self.memory_id
        ]
        return frozenset().union(
            *(group.instead(self.memory_id, each.period) for each in said if not each.gap)
        )


def of_one_mind(correction: Correction, old: RevisionRow) -> Correction:
    """Return a correction of a fact that leaves its sentence and its object saying the same.

    A sentence that is the triple alone is made anew with another object.

    Raises:
        InvalidValue: the sentence would name an object that the fact has not, or no more the one it has; or
            the memory is no fact, and lacks what an object belongs to.
    """
    if not isinstance(correction.object, Unset) and (old.entity is None or old.category is None):
        raise InvalidValue(
            f"the memory {old.memory_id} has no subject and predicate for an object to belong to. Correct its "
            "content, or add a fact with subject, predicate and object."
        )
    if old.object is None or not (
        isinstance(correction.content, Unset) ^ isinstance(correction.object, Unset)
    ):
        return correction
    slot = (old.entity or "", old.category or "")
    if isinstance(correction.object, str) and (
        folded(old.content) == folded(sentence_of(*slot, old.object))
    ):
        return replace(correction, content=sentence_of(*slot, correction.object))
    content, object_ = given(correction.content, old.content), given(correction.object, old.object)
    if folded(old.object) in folded(old.content) and folded(object_) not in folded(content):
        raise InvalidValue(
            f"the fact's object would be {object_!r:.80}, and its sentence {content!r:.80}, which does not name it. Give both content and object; repeat the one that is right."
        )
    return correction


def corrected_object_key(correction: Correction, old: RevisionRow) -> str | None:
    """Return the folded object of a fact after a correction."""
    return old.object_key if isinstance(correction.object, Unset) else folded(correction.object)


def _unit(row: RevisionRow | MemoryRow, text: str, embedding: Vector | None) -> Unit:
    return unit_of(
        row.unit_no, row.partition_no, text, row.tags, (row.entity_key, row.object_key), embedding
    )
