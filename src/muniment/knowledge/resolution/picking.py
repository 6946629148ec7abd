"""Sort the beliefs that a claim could be about, and tell which of them it contradicts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from muniment.knowledge.extraction.lexicon import singular
from muniment.knowledge.resolution.families import (
    FORMER,
    OPPOSITES,
    PARTNERS,
    category_names,
    ended_by,
    is_ended,
    is_thing_by_name,
    partners_or,
    take_turns,
)
from muniment.knowledge.resolution.judged import Heard, Held, is_person
from muniment.knowledge.resolution.likeness import (
    best_fit,
    is_same_value,
    likeness,
    timeless_words,
)
from muniment.ledger.meeting import Slot
from muniment.model.claims import DENIED, Act, Claim, Role, category_of
from muniment.model.memory import Cardinality, Standing
from muniment.model.names import folded
from muniment.temporal.instants import format_instant
from muniment.temporal.period import Period

_QUOTED_MAX: Final = 120
_TOLD_LATE_MAX: Final = timedelta(days=60)
"""How long before the telling of a belief its end may lie and still be meant for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """The candidates of one claim, by what they are to it."""

    heard: Heard
    beliefs: tuple[Held, ...]
    """Held beliefs of its own category, by whichever name, if their words then say what it is about."""
    contested: tuple[Held, ...]
    denials: tuple[Held, ...]
    """Beliefs that something of its category is not so."""
    related: tuple[Held, ...]
    """Held beliefs of categories that its own takes turns with."""

    @classmethod
    def of(cls, heard: Heard, candidates: Iterable[Held]) -> Field:
        """Sort candidates; those of other subjects and categories fall away."""
        own = [each for each in candidates if each.entity_key in heard.names and each.rows]
        category = folded(heard.claim.category)
        held = [each for each in own if each.standing is Standing.HELD]
        others = category_names(category) - {category}
        related = related_categories(heard.claim)
        return cls(
            heard=heard,
            beliefs=tuple(
                each
                for each in held
                if each.category_key == category or (each.category_key in others and each.read)
            ),
            contested=tuple(
                each
                for each in own
                if each.standing is Standing.CONTESTED and each.category_key == category
            ),
            denials=tuple(each for each in held if each.category_key == DENIED + category),
            related=tuple(each for each in held if each.category_key in related),
        )

    @property
    def considered(self) -> tuple[UUID, ...]:
        """Every candidate, in the order of ids."""
        every = [*self.beliefs, *self.contested, *self.denials, *self.related]
        return tuple(sorted({each.memory_id for each in every}))

    def same(self, among: Iterable[Held]) -> list[Held]:
        """Return those that say the same as the claim."""
        value = self.heard.claim.object
        return [each for each in among if is_same_value(each.value, value)]

    def rescheduled(self, among: Iterable[Held]) -> list[Held]:
        """Return those that say the same but for the day or the hour."""
        timeless = timeless_words(self.heard.claim.object)
        return [
            each
            for each in among
            if timeless
            and timeless_words(each.value) == timeless
            and not is_same_value(each.value, self.heard.claim.object)
        ]

    def replaced(self) -> list[Held]:
        """Return what the claim takes the place of, and its slot does not see to."""
        claim = self.heard.claim
        is_many = self.heard.cardinality is Cardinality.MANY
        current = [each for each in self.beliefs if is_many and self.gives_way_at(each)]
        related = [each for each in self.related if self.gives_way_at(each)]
        other = [each for each in current if not is_same_value(each.value, claim.object)]
        found: list[Held] = []
        if claim.replaces is not None:
            named = [*other, *related]
            fitting = best_fit(claim.replaces, [(each.value, each) for each in named])
            found += fitting if len(fitting) == 1 else []
        if claim.predicate == "status":
            is_thing = not self.heard.about_oneself and is_thing_by_name(claim.subject)
            found += [each for each in other if is_thing or take_turns(each.value, claim.object)]
        if claim.predicate == "plan":
            moved = self.rescheduled(other)
            found += moved if len(moved) == 1 else []
            given_up = self._given_up(other)
            found += given_up if not found and len(given_up) == 1 else []
        found += [
            each for each in related if _is_same_in_another_way(claim, each) or self._is_ended(each)
        ]
        return list({each.memory_id: each for each in found}.values())

    def gives_way_at(self, belief: Held) -> datetime | None:
        """Return since when a belief would give way to the claim; None where it cannot.

        That is since the claim's beginning; of what was told only later, without a time, since
        the claim was told: "I work at Acme", and the day after "I retired last month".
        """
        start, at = self.heard.period.start, self.heard.occurred_at
        if belief.holds_at(start):
            return start
        if self.heard.period.contains(at) and not belief.begins_at(at):
            return at if is_told_late(self.heard, belief, start) else None
        return None

    def _is_ended(self, belief: Held) -> bool:
        claim = self.heard.claim
        values = ended_by(claim.predicate, claim.of, claim.object).get(belief.category_key)
        if values is None or contradicts(self.heard, belief):
            return False
        return is_ended(belief.value, values)

    def _given_up(self, among: Iterable[Held]) -> list[Held]:
        """Return the plans for the same time, where the message says that plans have changed."""
        claim = self.heard.claim
        if not self.heard.is_change or claim.valid_from is None:
            return []
        time = Period(start=claim.valid_from, end=claim.valid_until)
        return [each for each in among if each.time is not None and each.time.overlaps(time)]


def _is_same_in_another_way(claim: Claim, belief: Held) -> bool:
    """Tell whether a belief of a related category is about the very thing or person."""
    if claim.predicate == "relation":
        return likeness(claim.object, belief.value) >= 1.0
    return is_same_value(claim.object, belief.value)


def categories_met(claim: Claim) -> frozenset[str]:
    """Return the categories of what a claim could be about: its own by any name, and related ones."""
    return category_names(folded(claim.category)) | related_categories(claim)


def related_categories(claim: Claim) -> frozenset[str]:
    """Return the categories that one thing leaves when it comes into a claim's, and those it ends."""
    return _taking_turns(claim) | _ended(claim)


def _ended(claim: Claim) -> frozenset[str]:
    if not claim.act.asserts:
        return frozenset()
    return frozenset(ended_by(claim.predicate, claim.of, claim.object))


def _taking_turns(claim: Claim) -> frozenset[str]:
    if claim.predicate == "relation" and claim.of is not None:
        of = folded(claim.of)
        if of in PARTNERS:
            return PARTNERS - {of}
        if of.startswith(FORMER):
            return partners_or(of.removeprefix(FORMER))
    if claim.predicate == "owns" and not claim.act.asserts:
        return frozenset({folded(category_of("count", singular(folded(claim.object))))})
    opposite = OPPOSITES.get(claim.predicate)
    return frozenset() if opposite is None else frozenset({opposite})


def slots_of(claim: Claim, *, is_one: bool) -> list[Slot]:
    """Return where the candidates of a claim are.

    Where a subject may have many, and the claim only adds to them, those of its own object.
    """
    subject, category = claim.slot
    whole = (
        is_one
        or claim.act is not Act.STATE
        or claim.replaces is not None
        or claim.predicate in {"status", "plan"}
    )
    slots = [
        Slot(
            entity_key=subject,
            category_key=category,
            object_key=None if whole else folded(claim.object),
        ),
        Slot(entity_key=subject, category_key=DENIED + category),
    ]
    elsewhere = sorted(categories_met(claim) - {category})
    return slots + [Slot(entity_key=subject, category_key=each) for each in elsewhere]


def is_told_late(heard: Heard, belief: Held, end: datetime) -> bool:
    """Tell whether a belief was told, without a time, only shortly after what is now told to end it.

    Not "I'm pregnant" and then "I had a baby in 2019": that was another time.
    """
    if not belief.speakers or belief.tells_time or not belief.holds_at(heard.occurred_at):
        return False
    return end < belief.since <= end + _TOLD_LATE_MAX


def contradicts(heard: Heard, belief: Held) -> bool:
    """Tell whether a claim and a belief of another value cannot be settled silently.

    The speaker's own word changes it, and a person's word goes before an assistant's. Of others,
    whoever tells of a change tells news. What is left are two voices on the same instant, and
    somebody else against what a person said of themselves.
    """
    others = [each for each in belief.speakers if not heard.speaker_is(each)]
    if not belief.speakers or len(others) < len(belief.speakers):
        return False
    if heard.role is Role.USER and belief.by_assistant:
        return False
    if belief.begins_at(heard.period.start):
        return True
    said_of_themselves = any(is_person(each, heard.names) for each in belief.speakers)
    if heard.about_oneself or not said_of_themselves:
        return False
    return not _tells_change(heard, belief)


def is_disputed(heard: Heard, belief: Held) -> bool:
    """Tell whether somebody denies what somebody else said; a person's word goes before an assistant's."""
    if heard.role is Role.USER and belief.by_assistant:
        return False
    return bool(belief.speakers) and not any(heard.speaker_is(each) for each in belief.speakers)


def _tells_change(heard: Heard, belief: Held) -> bool:
    claim = heard.claim
    if claim.replaces is not None and best_fit(claim.replaces, [(belief.value, belief)]):
        return True
    later = all(row.start < heard.period.start for row in belief.rows)
    return heard.tells_time and later


def quoted(belief: Held) -> str:
    """Return what a belief says and since when, short enough for a rationale."""
    said = (
        belief.content if len(belief.content) <= _QUOTED_MAX else f"{belief.content[:_QUOTED_MAX]}…"
    )
    return f"“{said}” (since {format_instant(belief.since)})"


def listed(beliefs: Sequence[Held]) -> str:
    """Return what several beliefs say."""
    return "; ".join(quoted(each) for each in beliefs)
