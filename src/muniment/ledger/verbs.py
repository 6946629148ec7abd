"""Say what update, end, forget and retract each do to a memory's assertions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from muniment.errors import AlreadyEnded, EmptyPeriod
from muniment.ledger.asked import OpenAssertion
from muniment.ledger.changing import Changing, Correction, Unset, given
from muniment.model.memory import Cardinality, Outcome, gone_memory
from muniment.model.writes import Written
from muniment.ports.embedder import Vector
from muniment.temporal.instants import format_instant
from muniment.temporal.period import Period, ends_after


def update(
    changing: Changing, correction: Correction, text: str, embedding: Vector | None, match: UUID
) -> Written:
    """Correct a memory: its assertions close and are made anew, with other content or period.

    Without a period they keep theirs, and their ranks: other words change nothing of when it
    holds. With a period, one assertion takes the place of all; it wins over what the old ones won over,
    an earlier start included, and over nothing else that starts later than it does. Naming the end
    replaces an `end` of the memory as well.
    """
    beliefs = [each for each in changing.own if not each.gap]
    _refuse_gone(changing, bool(beliefs))
    for assertion in beliefs:
        changing.drop(assertion)
    if not isinstance(correction.valid_until, Unset):
        for gap in [each for each in changing.own if each.gap]:
            changing.drop(gap)
    if correction.names_content:
        changing.revise(correction, text, embedding, match)
    if not correction.names_period:
        for assertion in beliefs:
            changing.keep(assertion, gap=False)
    else:
        period = period_corrected(correction, beliefs)
        _refuse_start_after_end(changing, period.start)
        changing.correct_period(_told_apart(beliefs), beliefs, period)
    return changing.settle(
        Outcome.UPDATE, embedded=embedding is not None or not correction.names_content
    )


def _told_apart(beliefs: Sequence[OpenAssertion]) -> list[OpenAssertion]:
    """Return one assertion for each place that a memory was told in: its evidence outlasts its period."""
    told = {
        (each.episode_id, each.span_from, each.span_until, each.source): each for each in beliefs
    }
    return list(told.values())


def period_corrected(correction: Correction, beliefs: Sequence[OpenAssertion]) -> Period:
    """Return the one period that a correction gives to what was asserted; what it leaves out stays."""
    ends = [each.valid_until for each in beliefs if each.valid_until is not None]
    hull_end = max(ends) if len(ends) == len(beliefs) else None
    return Period(
        start=given(correction.valid_from, min(each.valid_from for each in beliefs)),
        end=given(correction.valid_until, hull_end),
    )


def end(changing: Changing, at: datetime | None) -> Written:
    """Assert nothing for the slot from an instant on (None: this transaction's time).

    Raises:
        AlreadyEnded: the memory holds nowhere at or after the instant.
        EmptyPeriod: it holds only from the instant on.
    """
    instant = changing.change.recorded_at if at is None else at
    rows = changing.own_rows
    _refuse_gone(changing, any(not each.gap for each in changing.own))
    if not any(ends_after(row.period, instant) for row in rows):
        raise AlreadyEnded(
            f"nothing of the memory {changing.memory_id} holds at or after {format_instant(instant)}. "
            "If it ended later, update its valid_until; if another belief took its place, correct that one."
        )
    if min(row.period.start for row in rows) >= instant:
        raise EmptyPeriod(
            f"the memory holds only from {format_instant(min(row.period.start for row in rows))} on, "
            f"not before {format_instant(instant)}. If it was never so, retract it."
        )
    silenced = next(each for each in changing.own if not each.gap)
    unsaid = replace(silenced, episode_id=None, span_from=None, span_until=None, source=None)
    return end_again(changing, instant, alone=False, like=unsaid)


def end_again(
    changing: Changing, at: datetime, *, alone: bool, like: OpenAssertion | None = None
) -> Written:
    """Say that a memory stopped being so, whether or not it holds then: evidence for its end.

    `alone` silences the memory and what it won over, and nothing that wins over it.
    What an update made the memory win over may give it a rank above its end. It was asserted for
    longer than it was so, and is asserted anew until the end.
    """
    beliefs = [each for each in changing.own if not each.gap]
    _refuse_gone(changing, bool(beliefs))
    before = [each for each in beliefs if each.valid_from < at]
    rank_from = max((each.rank_from for each in before), default=at) if alone else at
    for assertion in before:
        if assertion.rank_from > rank_from and ends_after(assertion.period, at):
            if assertion.number == changing.change.number:
                rank_from = assertion.rank_from  # a row that is not there yet cannot be closed
                continue
            changing.drop(assertion)
            changing.shorten(assertion, at)
    changing.assert_gap(like or beliefs[0], Period(start=at, end=None), rank_from)
    return changing.settle(Outcome.INVALIDATE)


def forget(changing: Changing) -> Written:
    """Leave a gap where the memory held; what it had displaced is named and stays displaced."""
    beliefs = [each for each in changing.own if not each.gap]
    _refuse_gone(changing, bool(beliefs))
    displaced = changing.beneath
    for assertion in beliefs:
        changing.drop(assertion)
        changing.keep(assertion, gap=True)
    changing.close_revision()
    return changing.settle(Outcome.INVALIDATE, displaced=displaced)


def retract(changing: Changing) -> Written:
    """Take a memory's assertions, its gaps included, out of the set; what they displaced holds again."""
    _refuse_gone(changing, bool(changing.own))
    displaced = changing.beneath
    for assertion in changing.own:
        changing.drop(assertion)
    changing.close_revision()
    return changing.settle(Outcome.INVALIDATE, displaced=displaced)


def cut(changing: Changing, at: datetime) -> Written:
    """Say that a memory was not so from an instant on, whatever was said of it for later.

    Nothing is asserted in its place. A memory that was so only from then on was never so.
    """
    beliefs = [each for each in changing.own if not each.gap]
    _refuse_gone(changing, bool(beliefs))
    if all(each.valid_from >= at for each in beliefs):
        return retract(changing)
    for assertion in beliefs:
        if assertion.valid_until is None or assertion.valid_until > at:
            changing.drop(assertion)
            if assertion.valid_from < at:
                changing.shorten(assertion, at)
    return changing.settle(Outcome.INVALIDATE)


def hold(
    changing: Changing, cardinality: Cardinality, text: str, embedding: Vector | None, match: UUID
) -> Written:
    """Make a contested memory a held one, for the periods and with the ranks that it was asserted with."""
    beliefs = [each for each in changing.own if not each.gap]
    _refuse_gone(changing, bool(beliefs))
    for assertion in beliefs:
        changing.drop(assertion)
    changing.revise(Correction(), text, embedding, match, held_as=cardinality)
    for assertion in beliefs:
        changing.keep(assertion, gap=False)
    return changing.settle(Outcome.UPDATE, embedded=embedding is not None)


def _refuse_start_after_end(changing: Changing, start: datetime) -> None:
    ended = min((each.period.start for each in changing.own_ends), default=None)
    if ended is not None and ended <= start:
        raise EmptyPeriod(
            f"the memory was ended at {format_instant(ended)}, which is not after its new start, "
            f"{format_instant(start)}. Give valid_until too (None: open) to correct the end."
        )


def _refuse_gone(changing: Changing, there: bool) -> None:
    if not there:
        raise gone_memory(changing.revision.memory_id)
