"""Add beliefs: find each one's rivals, decide what holds, and place the rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from muniment.errors import EmptyPeriod
from muniment.ledger.group import Group, Place
from muniment.ledger.opening import Opening
from muniment.ledger.prepared import Prepared, write_assertion, write_memory
from muniment.model.ids import MemoryId
from muniment.model.memory import Cardinality, Outcome, Standing
from muniment.model.writes import Draft, Written
from muniment.store.arrays import Flags, Instants, Uuids
from muniment.store.found import Key
from muniment.store.work import Pending, Work
from muniment.temporal.holding import Assertion, Rank, Row, claim
from muniment.temporal.holding import Outcome as ClaimOutcome
from muniment.temporal.instants import format_instant
from muniment.temporal.period import Period


class RivalRow(NamedTuple):
    """A group that an asked key belongs to, and one of its rows."""

    match_key: UUID
    rivals_key: UUID
    number: int | None
    ordinal: int | None
    memory_id: UUID | None
    unit_no: int | None
    partition_no: int | None
    exclusive: bool | None
    gap: bool | None
    valid_from: datetime | None
    valid_until: datetime | None
    content: str | None
    object: str | None


class BeaterRow(NamedTuple):
    """An assertion that outranks an asked one."""

    rivals_key: UUID
    number: int
    ordinal: int
    memory_id: UUID
    gap: bool
    valid_from: datetime
    valid_until: datetime | None
    rank_from: datetime
    rank_number: int
    rank_ordinal: int


def _period_of(draft: Draft, now: datetime) -> Period:
    """Return when a draft says that it holds: from now on, where it does not say from when."""
    start, end = draft.valid_from, draft.valid_until
    if start is None and end is not None and end <= now:
        raise EmptyPeriod(
            f"valid_until is {format_instant(end)}, but without valid_from a belief holds from now on. Give valid_from too."
        )
    return Period(start=now if start is None else start, end=end)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The queued answers about rivals."""

    rivals: Pending[RivalRow]
    beaters: Pending[BeaterRow]


async def ask_rivals(work: Work, tenant_id: UUID, prepared: Sequence[Prepared]) -> Asked:
    """Queue the reading of every group that the drafts could meet, each once, for all its drafts."""
    drafts: dict[UUID, list[Draft]] = {}
    for item in prepared:
        if item.draft.standing is Standing.HELD:
            for match in (item.slot_match, item.content_match):
                if match is not None:
                    drafts.setdefault(match, []).append(item.draft)
    starts = [[d.valid_from for d in group] for group in drafts.values()]
    ends = [[d.valid_until for d in group] for group in drafts.values()]
    columns = {
        "tenant_id": tenant_id,
        "match_keys": Uuids(list(drafts)),
        "valid_froms": Instants(
            [min((at for at in each if at is not None), default=None) for each in starts]
        ),
        "include_now": Flags([None in each for each in starts]),
        "valid_untils": Instants(
            [None if None in each else max(at for at in each if at is not None) for each in ends]
        ),
    }
    return Asked(
        rivals=await work.send("rivals_read", RivalRow, **columns),
        beaters=await work.send("beaters_read", BeaterRow, **columns),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """What became of a draft; `anew` is the period of one that is a memory of its own."""

    memory_id: MemoryId
    outcome: Outcome
    rivals_key: UUID
    anew: Period | None


@dataclass(slots=True, kw_only=True)
class Adding:
    """The groups that a batch of drafts meets, and what became of each draft."""

    opening: Opening
    groups: dict[UUID, Group] = field(default_factory=dict)
    stored: dict[UUID, dict[str, Row]] = field(default_factory=dict)
    by_match: dict[UUID, UUID] = field(default_factory=dict)
    placed: list[Placed] = field(default_factory=list)

    async def load(self, asked: Asked) -> None:
        """Take in what the ledger says of the rivals."""
        for row in await asked.rivals.all():
            self.by_match[row.match_key] = row.rivals_key
            group = self._group(row.rivals_key, exclusive=bool(row.exclusive))
            if row.number is None or row.ordinal is None or row.memory_id is None:
                continue
            assert row.valid_from is not None
            assert row.unit_no is not None
            assert row.partition_no is not None
            group.exclusive = bool(row.exclusive)
            group.load(
                Key(row.number, row.ordinal),
                row.memory_id,
                Period(start=row.valid_from, end=row.valid_until),
                gap=bool(row.gap),
                place=Place(unit_no=row.unit_no, partition_no=row.partition_no),
            )
            if not row.gap and row.content is not None:
                group.note_content(str(row.memory_id), row.content, row.object)
        for beater in await asked.beaters.all():
            self._take_beater(beater)
        self.stored = {key: dict(group.rows) for key, group in self.groups.items()}

    def _take_beater(self, row: BeaterRow) -> None:
        key = str(Key(row.number, row.ordinal))
        beater = Assertion(
            assertion_id=key,
            memory_id=str(row.memory_id),
            period=Period(start=row.valid_from, end=row.valid_until),
            rank=Rank(rank_from=row.rank_from, number=row.rank_number, ordinal=row.rank_ordinal),
            gap=row.gap,
        )
        self._group(row.rivals_key, exclusive=False).note_beater(beater)

    def _group(self, rivals_key: UUID, *, exclusive: bool) -> Group:
        return self.groups.setdefault(rivals_key, Group(rivals_key=rivals_key, exclusive=exclusive))

    def add(self, item: Prepared, ordinal: int) -> None:
        """Place one draft."""
        change, draft = self.opening.change, item.draft
        cardinality = (
            self.opening.cardinality_of(draft.category, item.category_key)
            if item.has_slot
            else None
        )
        partition_no = self.opening.partition_no(item.partition)
        memory_id = self.opening.new_id()
        name = str(memory_id)
        match = item.match(cardinality)
        exclusive = cardinality is Cardinality.ONE and draft.standing is Standing.HELD
        period = _period_of(draft, change.recorded_at)
        if draft.standing is not Standing.HELD:
            rivals_key = memory_id
        elif (earlier := self._told_before_a_change(item, match, period)) is not None:
            rivals_key, exclusive = earlier, False
        else:
            rivals_key = self.by_match.setdefault(match, memory_id)
        group = self._group(rivals_key, exclusive=exclusive)
        group.exclusive = group.exclusive or exclusive
        claimant = Assertion(
            assertion_id=f"new.{ordinal}",
            memory_id=name,
            period=period,
            rank=Rank(rank_from=period.start, number=change.number, ordinal=ordinal),
        )
        made = claim(
            group.near(claimant.period),
            group.above(claimant.rank),
            claimant,
            group.twins(draft.content, draft.object),
        )
        group.apply(made.splice)
        group.note_beater(claimant)
        if made.outcome is ClaimOutcome.ADDED:
            unit_no = write_memory(
                self.opening, item, memory_id, rivals_key, partition_no, cardinality
            )
            group.places[name] = Place(unit_no=unit_no, partition_no=partition_no)
            group.note_content(name, draft.content, draft.object)
            owner = memory_id
        else:
            owner = UUID(made.memory_id)
        write_assertion(
            self.opening, item, owner, rivals_key, partition_no, claimant.period, claimant.rank
        )
        outcome = Outcome.NOOP if made.outcome is ClaimOutcome.COVERED else Outcome.ADD
        self.placed.append(
            Placed(
                memory_id=MemoryId(owner),
                outcome=outcome,
                rivals_key=rivals_key,
                anew=period if made.outcome is ClaimOutcome.ADDED else None,
            )
        )

    def _told_before_a_change(self, item: Prepared, match: UUID, period: Period) -> UUID | None:
        """Return the group of the category's other cardinality, if the same holds there throughout a period.

        None where the group of a match key has rows in that period: then it decides what holds.
        """
        other = item.slot_match if match == item.content_match else item.content_match
        key = None if other is None else self.by_match.get(other)
        if key is None:
            return None
        own = self.groups.get(self.by_match.get(match, key))
        assert own is not None, "the rows of each match key were read"
        group = self.groups[key]
        if own is not group and any(row.period.overlaps(period) for row in own.near(period)):
            return None
        twins = group.twins(item.draft.content, item.draft.object)
        same = [row for row in group.near(period) if not row.gap and row.memory_id in twins]
        return None if period.minus([row.period for row in same]) else key

    def finish(self) -> list[Written]:
        """Write the rows of every group and say what became of each draft, in order."""
        change = self.opening.change
        lost = {
            key: group.write(change, self.stored.get(key, {})) for key, group in self.groups.items()
        }
        waiting = {unit.unit_no for unit in change.opened_units if unit.embedding is None}
        return [
            Written(
                id=each.memory_id,
                outcome=each.outcome,
                transaction=change.number,
                known_from=change.recorded_at,
                displaced=_named(lost[each.rivals_key] - {str(each.memory_id)}),
                outranked_by=self._instead_of(each),
                embedded=self._unit_of(each.rivals_key, each.memory_id) not in waiting,
            )
            for each in self.placed
        ]

    def _instead_of(self, placed: Placed) -> tuple[MemoryId, ...]:
        if placed.anew is None:
            return ()
        group = self.groups[placed.rivals_key]
        return _named(group.instead(str(placed.memory_id), placed.anew))

    def _unit_of(self, rivals_key: UUID, memory_id: UUID) -> int:
        return self.groups[rivals_key].places[str(memory_id)].unit_no


def _named(memory_ids: frozenset[str]) -> tuple[MemoryId, ...]:
    return tuple(MemoryId(UUID(each)) for each in sorted(memory_ids))
