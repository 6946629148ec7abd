"""Change several memories in one transaction: add, end and correct, then write what came of it.

Groups of rivals are loaded whole. Each change is seen by those after it; the effective rows are
written once, when all are made.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from uuid import UUID

from muniment.ledger import verbs
from muniment.ledger.asked import (
    AskedMemory,
    GroupVersion,
    OpenAssertion,
    PlaceRow,
    RevisionRow,
    opened_assertion,
    opened_revision,
    rivals_of,
)
from muniment.ledger.change import Unit
from muniment.ledger.changing import Changing, Correction, corrected_object_key, given
from muniment.ledger.group import Place, Rivals
from muniment.ledger.meeting import Met
from muniment.ledger.opening import Opening
from muniment.ledger.prepared import Prepared, write_assertion, write_memory
from muniment.model.ids import MemoryId
from muniment.model.memory import Cardinality, Standing
from muniment.ports.embedder import Vector
from muniment.store.found import Key
from muniment.store.rows import Asserted, AssertionRow, MemoryRow
from muniment.temporal.holding import Assertion, Outcome, Row, claim, rank_corrected
from muniment.temporal.period import Period


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """The words of a turn that a change rests on."""

    episode_id: UUID
    span: tuple[int, int]
    confidence: float

    def instead_of(self, assertion: OpenAssertion) -> OpenAssertion:
        """Return an assertion that rests on these words."""
        return replace(
            assertion,
            episode_id=self.episode_id,
            span_from=self.span[0],
            span_until=self.span[1],
            confidence=self.confidence,
            source=None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Reworded:
    """What a correction says, with the keys and the vector that its new words have."""

    correction: Correction
    text: str
    embedding: Vector | None
    match: UUID


@dataclass(slots=True, kw_only=True)
class Composing:
    """The memories and groups that one transaction changes."""

    opening: Opening
    rivals: dict[UUID, Rivals] = field(default_factory=dict)
    matches: dict[UUID, UUID] = field(default_factory=dict)
    revisions: dict[UUID, RevisionRow] = field(default_factory=dict)
    assertions: dict[UUID, list[OpenAssertion]] = field(default_factory=dict)
    fresh: dict[UUID, int] = field(default_factory=dict)
    """Where the revisions that this transaction writes are among its rows."""
    noted: int = 0
    """How many of this transaction's rows were taken in."""

    @classmethod
    def over(cls, opening: Opening, met: Met) -> Composing:
        """Begin with what the ledger says of what a round meets."""
        composing = cls(opening=opening, rivals=met.rivals, matches=met.matches)
        composing._begin(met.memories, met.assertions)
        return composing

    @classmethod
    async def of(cls, opening: Opening, asked: Iterable[AskedMemory]) -> Composing:
        """Begin with what the ledger says of some memories and their rivals."""
        revisions: list[RevisionRow] = []
        assertions: dict[Key, OpenAssertion] = {}
        versions: dict[Key, GroupVersion] = {}
        places: dict[UUID, PlaceRow] = {}
        for each in asked:
            revisions += await each.revisions.all()
            assertions |= {row.key: row for row in await each.assertions.all()}
            versions |= {Key(row.number, row.ordinal): row for row in await each.versions.all()}
            places |= {row.memory_id: row for row in await each.places.all()}
        rivals = rivals_of(assertions.values(), versions.values(), places.values())
        composing = cls(opening=opening, rivals=rivals)
        composing._begin(revisions, assertions.values())
        return composing

    def _begin(self, revisions: Iterable[RevisionRow], assertions: Iterable[OpenAssertion]) -> None:
        for rivals in self.rivals.values():
            rivals.deferred = True
        self.revisions |= {row.memory_id: row for row in revisions}
        for assertion in assertions:
            self.assertions.setdefault(assertion.memory_id, []).append(assertion)

    def rows_of(self, memory_id: UUID) -> list[Row]:
        """Return the rows in which a memory holds now, in time order."""
        rivals = self.rivals[self.revisions[memory_id].rivals_key]
        return rivals.group.rows_of(str(memory_id))

    def ends_of(self, memory_id: UUID) -> list[datetime]:
        """Return the instants at which a memory was ended, earliest first."""
        return sorted(each.valid_from for each in self.assertions.get(memory_id, ()) if each.gap)

    def add(
        self,
        item: Prepared,
        cardinality: Cardinality | None,
        *,
        beside: UUID | None = None,
        twins: Iterable[UUID] = (),
    ) -> tuple[UUID, Outcome]:
        """Assert a belief; return the memory that it is, and whether that is another one.

        `twins` are memories that say the same in other words, `beside` is one whose rivals it
        joins.
        """
        draft, change = item.draft, self.opening.change
        assert draft.valid_from is not None, "what a turn says has a time"
        partition_no = self.opening.partition_no(item.partition)
        memory_id = self.opening.new_id()
        rivals = self._rivals_for(item, cardinality, memory_id, beside)
        period = Period(start=draft.valid_from, end=draft.valid_until)
        rank = change.rank(period.start)
        made = claim(
            rivals.group.rows.values(),
            rivals.assertions.values(),
            Assertion(assertion_id="new", memory_id=str(memory_id), period=period, rank=rank),
            frozenset(str(each) for each in twins) | self._saying(rivals, item),
        )
        key = rivals.group.rivals_key
        if made.outcome is Outcome.ADDED:
            unit_no = write_memory(self.opening, item, memory_id, key, partition_no, cardinality)
            rivals.group.places[str(memory_id)] = Place(unit_no=unit_no, partition_no=partition_no)
        owner = UUID(made.memory_id)
        written = write_assertion(self.opening, item, owner, key, partition_no, period, rank)
        rivals.assertions[str(written)] = Assertion(
            assertion_id=str(written), memory_id=made.memory_id, period=period, rank=rank
        )
        rivals.refresh()
        self._note()
        return owner, made.outcome

    def _rivals_for(
        self,
        item: Prepared,
        cardinality: Cardinality | None,
        memory_id: UUID,
        beside: UUID | None,
    ) -> Rivals:
        held = item.draft.standing is Standing.HELD
        if beside is not None:
            rivals = self.rivals[self.revisions[beside].rivals_key]
        elif held:
            match = item.match(cardinality)
            rivals = self._rivals(self.matches.setdefault(match, memory_id))
        else:
            rivals = self._rivals(memory_id)
        if held and cardinality is Cardinality.ONE:
            rivals.group.exclusive = True
        return rivals

    def _rivals(self, rivals_key: UUID) -> Rivals:
        found = self.rivals.get(rivals_key)
        if found is None:
            found = self.rivals[rivals_key] = Rivals.of(rivals_key)
            found.deferred = True
        return found

    def _saying(self, rivals: Rivals, item: Prepared) -> frozenset[str]:
        said = (item.draft.content, item.draft.object)
        return frozenset(
            memory_id
            for memory_id in rivals.group.places
            if (row := self.revisions.get(UUID(memory_id))) is not None
            and (row.content, row.object) == said
        )

    def end(self, memory_id: UUID, at: datetime, cited: Cited, *, alone: bool = False) -> bool:
        """Say that a memory stopped being so; return whether it held then.

        `alone` leaves the rest of its slot as it is: what another belief of the slot would have
        held from a later start on, it holds. An end of what had ended is evidence for it.
        """
        held = [row.period for row in self.rows_of(memory_id)]
        changing = self._changing(memory_id, cited)
        verbs.end_again(changing, at, alone=alone)
        self._take(changing)
        return any(period.contains(at) for period in held)

    def correct(self, memory_id: UUID, reworded: Reworded, cited: Cited) -> None:
        """Say that a memory was wrong, and what is so."""
        number, said = self.opening.change.number, self.assertions[memory_id]
        here = [each for each in said if each.number == number]
        before = self.rivals[self.revisions[memory_id].rivals_key]
        if memory_id in self.fresh:
            self._rewrite(memory_id, reworded)
        else:
            changing = self._changing(memory_id, cited, reworded.match)
            changing.own = [each for each in changing.own if each.number != number]
            verbs.update(
                changing, reworded.correction, reworded.text, reworded.embedding, reworded.match
            )
            self._take(changing)
        if here:
            self._restate(memory_id, reworded.correction, cited, here, before)

    def retract(self, memory_id: UUID) -> None:
        """Say that a memory was never so."""
        changing = self._changing(memory_id)
        verbs.retract(changing)
        self._take(changing)
        del self.revisions[memory_id]

    def forget(self, memory_id: UUID) -> frozenset[MemoryId]:
        """Say that a memory is not to be used any more; return what it had displaced."""
        changing = self._changing(memory_id)
        written = verbs.forget(changing)
        self._take(changing)
        del self.revisions[memory_id]
        return frozenset(written.displaced)

    def cut(self, memory_id: UUID, at: datetime) -> None:
        """Say that a memory was not so from an instant on, whatever was said of it for later."""
        changing = self._changing(memory_id)
        verbs.cut(changing, at)
        self._take(changing)

    def hold(
        self,
        memory_id: UUID,
        cardinality: Cardinality,
        text: str,
        embedding: Vector | None,
        match: UUID,
    ) -> None:
        """Make a contested memory a held one, among the rivals of a match key."""
        changing = self._changing(memory_id, match=match, moves=True)
        verbs.hold(changing, cardinality, text, embedding, match)
        self._take(changing)

    def _changing(
        self,
        memory_id: UUID,
        cited: Cited | None = None,
        match: UUID | None = None,
        *,
        moves: bool = False,
    ) -> Changing:
        revision = self.revisions[memory_id]
        elsewhere = None
        if match is not None and (moves or match != revision.match_key):
            there = self.matches.get(match)
            elsewhere = self._rivals(self.opening.new_id() if there is None else there)
        return Changing(
            self.opening,
            revision,
            [
                each if cited is None else cited.instead_of(each)
                for each in self.assertions[memory_id]
            ],
            self.rivals[revision.rivals_key],
            elsewhere,
        )

    def _take(self, changing: Changing) -> None:
        """Keep of a memory's assertions what the change left."""
        memory_id = changing.revision.memory_id
        left = changing.rivals.assertions
        self.assertions[memory_id] = [
            each for each in self.assertions[memory_id] if str(each.key) in left
        ]
        self._note()

    def _restate(
        self,
        memory_id: UUID,
        correction: Correction,
        cited: Cited,
        here: Sequence[OpenAssertion],
        before: Rivals,
    ) -> None:
        """Assert otherwise what this very transaction is about to assert of a corrected memory.

        A row that is not there yet cannot be closed: it comes to say what the correction says.
        """
        change, rivals = self.opening.change, self.rivals[self.revisions[memory_id].rivals_key]
        beliefs = [each for each in here if not each.gap]
        period: Period | None = None
        if correction.names_period and beliefs:
            period = verbs.period_corrected(correction, beliefs)
            said_before = [each.pure() for each in beliefs]
            restated = {str(each.key) for each in here}
            met = [
                each
                for each in (rivals.beside(str(memory_id)) if rivals is before else ())
                if each.assertion_id not in restated
            ]
            rank = rank_corrected(said_before, met, period, change.rank(period.start))
        kept = [each for each in self.assertions[memory_id] if each not in here]
        for each in here:
            said = each if each.gap and period is None else cited.instead_of(each)
            if period is not None:
                said = replace(
                    said,
                    gap=False,
                    valid_from=period.start,
                    valid_until=period.end,
                    rank_from=rank.rank_from,
                    rank_number=rank.number,
                    rank_ordinal=rank.ordinal,
                )
            said = replace(said, rivals_key=rivals.group.rivals_key)
            row = change.written[each.ordinal - 1]
            assert isinstance(row, AssertionRow)
            changed = {one.name: getattr(said, one.name) for one in fields(Asserted)}
            change.written[each.ordinal - 1] = replace(row, **changed)
            del before.assertions[str(each.key)]
            rivals.assertions[str(each.key)] = said.pure()
            kept.append(said)
        self.assertions[memory_id] = kept
        before.refresh()
        rivals.refresh()

    def _rewrite(self, memory_id: UUID, reworded: Reworded) -> None:
        """Say otherwise what this very transaction is about to say."""
        change, correction, place = self.opening.change, reworded.correction, self.fresh[memory_id]
        old = change.written[place]
        assert isinstance(old, MemoryRow)
        revised = replace(
            old,
            match_key=reworded.match,
            content=given(correction.content, old.content),
            object=given(correction.object, old.object),
            object_key=corrected_object_key(correction, self.revisions[memory_id]),
            metadata=given(correction.metadata, old.metadata),
            confidence=given(correction.confidence, old.confidence),
        )
        change.written[place] = revised
        change.opened_units = [
            self._reworded(unit, revised, reworded) if unit.unit_no == old.unit_no else unit
            for unit in change.opened_units
        ]
        self._revise(place, revised)

    @staticmethod
    def _reworded(unit: Unit, row: MemoryRow, reworded: Reworded) -> Unit:
        entities = tuple(key for key in (row.entity_key, row.object_key) if key is not None)
        return replace(unit, text=reworded.text, entities=entities, embedding=reworded.embedding)

    def _note(self) -> None:
        """Take in the rows that were written since the last time."""
        change = self.opening.change
        for place in range(self.noted, len(change.written)):
            row = change.written[place]
            if isinstance(row, MemoryRow):
                self._revise(place, row)
            elif isinstance(row, AssertionRow):
                said = opened_assertion(Key(change.number, place + 1), row)
                self.assertions.setdefault(row.memory_id, []).append(said)
        self.noted = len(change.written)

    def _revise(self, place: int, row: MemoryRow) -> None:
        self.fresh[row.memory_id] = place
        key = Key(self.opening.change.number, place + 1)
        self.revisions[row.memory_id] = opened_revision(key, row)

    def finish(self) -> frozenset[UUID]:
        """Write what holds now in every group; return the memories that lost time."""
        lost: set[str] = set()
        for rivals in self.rivals.values():
            lost |= rivals.group.write(self.opening.change, rivals.stored)
        return frozenset(UUID(memory_id) for memory_id in lost)
