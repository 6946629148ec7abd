"""Change one memory among its rivals: its assertions first, then whatever holds because of them."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeVar
from uuid import UUID

from muniment.ledger.adding import unit_of
from muniment.ledger.asked import GroupVersion, OpenAssertion, PlaceRow, RevisionRow
from muniment.ledger.change import Key, Unit
from muniment.ledger.group import Group, Place, Rivals, period_of
from muniment.ledger.opening import Opening
from muniment.model.ids import MemoryId
from muniment.model.memory import Cardinality, Outcome, Standing
from muniment.model.names import folded
from muniment.model.writes import Written
from muniment.ports.embedder import Vector
from muniment.store.rows import AssertionRow, MemoryRow
from muniment.temporal.holding import Assertion, Rank, Row
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
    """One memory under change."""

    def __init__(
        self,
        opening: Opening,
        revision: RevisionRow,
        assertions: Sequence[OpenAssertion],
        versions: Sequence[GroupVersion],
        places: Sequence[PlaceRow],
    ) -> None:
        self.opening = opening
        self.change = opening.change
        self.revision = revision
        self.memory_id = str(revision.memory_id)
        self.own = [each for each in assertions if each.memory_id == revision.memory_id]
        self.rivals = Rivals(
            group=Group(
                rivals_key=revision.rivals_key,
                exclusive=revision.cardinality == Cardinality.ONE.value
                and revision.standing == Standing.HELD.value,
            )
        )
        self.elsewhere: Rivals | None = None
        self.left: Rivals | None = None
        for place in places:
            rivals = self._rivals(place.rivals_key)
            rivals.group.places[str(place.memory_id)] = Place(
                unit_no=place.unit_no, partition_no=place.partition_no
            )
        for row in versions:
            rivals = self._rivals(row.rivals_key)
            key = Key(row.number, row.ordinal)
            rivals.group.load(
                key,
                row.memory_id,
                period_of(row.valid_from, row.valid_until),
                gap=row.gap,
                place=rivals.group.places[str(row.memory_id)],
            )
            rivals.stored[str(key)] = rivals.group.rows[str(key)]
        for each in assertions:
            self._rivals(each.rivals_key).assertions[str(each.key)] = each.pure()
        self._ordinal = 0

    def _rivals(self, rivals_key: UUID) -> Rivals:
        """Return the memory's own group, or the one other that was asked for."""
        if rivals_key == self.rivals.group.rivals_key:
            return self.rivals
        if self.elsewhere is None:
            self.elsewhere = Rivals(group=Group(rivals_key=rivals_key, exclusive=False))
        return self.elsewhere

    @property
    def own_rows(self) -> list[Row]:
        """The rows in which the memory held before this change."""
        return [
            row
            for row in self.rivals.stored.values()
            if row.memory_id == self.memory_id and not row.gap
        ]

    @property
    def own_ends(self) -> list[Assertion]:
        """The ends of the memory that this change leaves as they are."""
        return [
            each
            for each in self.rivals.assertions.values()
            if each.gap and each.memory_id == self.memory_id
        ]

    @property
    def beneath(self) -> frozenset[str]:
        """The memories that it kept from holding somewhere."""
        return frozenset(
            other.memory_id
            for other in self.rivals.assertions.values()
            if other.memory_id != self.memory_id
            and not other.gap
            and any(other.period.overlaps(row.period) for row in self.own_rows)
        )

    def drop(self, assertion: OpenAssertion) -> None:
        """Close an assertion."""
        self.change.close("assertions", assertion.key)
        del self.rivals.assertions[str(assertion.key)]

    def assert_anew(
        self, like: OpenAssertion, period: Period, rank_from: datetime, *, gap: bool = False
    ) -> None:
        """Write an assertion that ranks as one of this transaction, with another's provenance.

        What an `end` of the memory silenced stays silent: it keeps its rank below that end.
        """
        self._ordinal += 1
        rank = Rank(rank_from=rank_from, number=self.change.number, ordinal=self._ordinal)
        if not gap and any(like.rank < each.rank < rank for each in self.own_ends):
            rank = like.rank
        self._write(like, period, rank, gap=gap)

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

    def revise(
        self, correction: Correction, text: str, embedding: Vector | None, match: UUID
    ) -> None:
        """Close the revision and open the corrected one; the memory's rows move to its unit.

        The beliefs must have been dropped: what is left of the memory moves to other rivals with it.
        """
        self.close_revision()
        old = self.revision
        if old.standing == Standing.HELD.value and match != old.match_key:
            self._move()
        new = MemoryRow(
            memory_id=old.memory_id,
            unit_no=self.change.next_unit_no(),
            partition_no=old.partition_no,
            rivals_key=self.rivals.group.rivals_key,
            match_key=match,
            cardinality=old.cardinality,
            standing=old.standing,
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
        for row in self.own_rows:
            self.change.close("versions", Key.read(row.row_id))
            del self.rivals.stored[row.row_id]
            self.rivals.group.drop(row.row_id)

    def _move(self) -> None:
        """Leave the rivals of the old words for those of the new ones, which may be nobody."""
        ends = [each for each in self.own if each.gap and str(each.key) in self.rivals.assertions]
        for each in ends:
            self.drop(each)
        self.left = self.rivals
        self.rivals = self.elsewhere or Rivals(
            group=Group(rivals_key=self.opening.new_id(), exclusive=False)
        )
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
        return Written(
            id=MemoryId(self.revision.memory_id),
            outcome=outcome,
            transaction=self.change.number,
            known_from=self.change.recorded_at,
            displaced=tuple(MemoryId(UUID(m)) for m in sorted(named) if m != self.memory_id),
            embedded=embedded,
        )


def corrected_object_key(correction: Correction, old: RevisionRow) -> str | None:
    """Return the folded object of a fact after a correction."""
    return old.object_key if isinstance(correction.object, Unset) else folded(correction.object)


def _unit(row: RevisionRow | MemoryRow, text: str, embedding: Vector | None) -> Unit:
    return unit_of(
        row.unit_no, row.partition_no, text, row.tags, (row.entity_key, row.object_key), embedding
    )
