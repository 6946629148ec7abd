"""What holds, recomputed of what was told, is what the ledger says; where a defect wrote otherwise it is named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest
from hypothesis import Phase, example, given, settings

from muniment.audit.findings import What
from muniment.audit.verify import verify
from muniment.ledger import adding, group
from muniment.ledger.changing import Correction
from muniment.ledger.group import Group, Place
from muniment.model.ids import MemoryId
from muniment.store.found import Key
from muniment.store.rows import VersionRow
from muniment.temporal.holding import Claim, Row
from muniment.temporal.period import Period
from tests.database import Desk
from tests.properties.checks_valid import questioned
from tests.properties.histories import Command, End, Forget, Target, Update, histories
from tests.properties.mixture import Mixture
from tests.properties.mutating import claim_losing
from tests.properties.storyteller import Story

FIRST = Target(index=0, questioned=True)
LONDON = questioned("London", 0)
LONDON_BATH = (LONDON, questioned("Bath", 3, 5))
JOINED_AGAIN = (
    questioned("London", 1, 9),
    questioned("London", 3, 4),
    questioned("London", 5, 9),
    questioned("Bath", 2, 9),
    questioned("London", 2, 5),
)
"""The last saying fills what parts three rows of one memory: it only touches the first and the last."""

# A failing history is told as it was found: to shrink it against a real database takes minutes.
unshrunk = settings(phases=(Phase.explicit, Phase.generate), max_examples=20)


@unshrunk
@given(history=histories(length_max=24))
@example(history=JOINED_AGAIN)
async def test_of_no_history_anything_is_said_to_be_misheld(
    shared_desk: Desk, history: tuple[Command, ...]
) -> None:
    story = await Story.begin(shared_desk, history)

    seen = await verify(shared_desk.store, story.principal)

    assert (seen.findings, seen.mended) == ((), ())


@pytest.mark.parametrize("seed", [1, 2])
async def test_of_no_mixture_of_all_verbs_anything_is_said_to_be_misheld(
    shared_desk: Desk, seed: int
) -> None:
    mixture = await Mixture.begin(shared_desk, seed)
    await mixture.write(160)

    seen = await verify(shared_desk.store, mixture.principal)

    assert (seen.findings, seen.mended) == ((), ())
    assert seen.groups > 10
    assert len(mixture.done) == 11


def _longer(row: VersionRow) -> VersionRow:
    return replace(row, valid_from=row.valid_from - timedelta(days=1), exclusive=False)


def _shorter(row: VersionRow) -> VersionRow:
    return replace(row, valid_from=row.valid_from + timedelta(microseconds=1))


def _silenced(row: VersionRow) -> VersionRow:
    return replace(row, gap=True)


def _of_somebody_else(row: VersionRow) -> VersionRow:
    return replace(row, memory_id=UUID(int=row.memory_id.int ^ 1))


def _in_other_words(row: VersionRow) -> VersionRow:
    return replace(row, unit_no=row.unit_no - 1)


@pytest.mark.parametrize(
    "wrong", [_longer, _shorter, _silenced, _of_somebody_else, _in_other_words]
)
async def test_a_version_that_was_written_wrong_is_named(
    shared_desk: Desk, monkeypatch: pytest.MonkeyPatch, wrong: Callable[[VersionRow], VersionRow]
) -> None:
    story = await Story.begin(shared_desk, LONDON_BATH)
    with monkeypatch.context() as patched:
        patched.setattr(group, "VersionRow", lambda **columns: wrong(VersionRow(**columns)))
        (york,) = await story.tell(questioned("York", 7))

    seen = await verify(shared_desk.store, story.principal)

    assert [(each.what, each.number) for each in seen.findings] == [
        (What.MISHELD, york.transaction)
    ]
    assert seen.mended == ()
    assert seen.is_as_written
    assert not seen.holds


async def test_a_version_that_was_not_written_is_missed(
    shared_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    story = await Story.begin(shared_desk, LONDON_BATH)

    def losing(made: Claim) -> Claim:
        return replace(made, splice=replace(made.splice, opened=made.splice.opened[:-1]))

    with monkeypatch.context() as patched:
        patched.setattr(adding, "claim", claim_losing(losing))
        (york,) = await story.tell(questioned("York", 7))

    (found,) = (await verify(shared_desk.store, story.principal)).findings

    assert (found.what, found.number, found.memory_id) == (What.MISHELD, york.transaction, york.id)
    assert found.sentence == (
        f"since transaction {york.transaction} by what was asserted memory {york.id} holds "
        "[2024-03-08T00:00:00+00:00, open), and no version says so."
    )


def _load_by_the_last_row(
    self: Group, key: Key, memory_id: UUID, period: Period, *, gap: bool, place: Place
) -> None:
    self._put(Row(row_id=str(key), memory_id=str(memory_id), period=period, gap=gap))
    self.places[str(memory_id)] = place


async def _lose_a_correction(story: Story, monkeypatch: pytest.MonkeyPatch) -> tuple[MemoryId, int]:
    """Write as it once was: what cuts a corrected belief that had ended leads it back to its old words."""
    (london,) = await story.tell(LONDON)
    await story.tell(End(target=FIRST, at=8))
    await story.tell(Update(target=FIRST, content="Londres", start=None, end=None))
    with monkeypatch.context() as patched:
        patched.setattr(Group, "load", _load_by_the_last_row)
        await story.tell(questioned("Bath", 12, 14))  # parts the gap that the end left
        (york,) = await story.tell(questioned("York", 6, 8))
    return london.id, york.transaction


async def test_a_correction_that_another_write_lost_is_found(
    shared_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    story = await Story.begin(shared_desk)
    london, lost_at = await _lose_a_correction(story, monkeypatch)

    (found,) = (await verify(shared_desk.store, story.principal)).findings

    assert (found.what, found.number, found.memory_id) == (What.MISHELD, lost_at, london)
    assert found.sentence.endswith(
        "holds [2024-03-01T00:00:00+00:00, 2024-03-07T00:00:00+00:00) in words not its own then."
    )


async def test_what_is_corrected_anew_holds_and_is_told_to_have_been_wrong(
    shared_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    story = await Story.begin(shared_desk)
    london, lost_at = await _lose_a_correction(story, monkeypatch)
    again = await shared_desk.ledger.update(story.principal, london, Correction(content="Londres"))

    seen = await verify(shared_desk.store, story.principal)

    assert seen.holds
    (found,) = seen.mended
    assert (found.number, found.memory_id) == (lost_at, london)
    assert found.sentence.startswith(
        f"from transaction {lost_at} until transaction {again.transaction} memory {london} "
    )


async def test_what_was_forgotten_and_holds_is_put_right_by_retracting_it(
    shared_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    story = await Story.begin(shared_desk)
    (london,) = await story.tell(LONDON)
    with monkeypatch.context() as patched:
        patched.setattr(Group, "write", lambda *_: frozenset())
        await story.tell(Forget(target=FIRST))
    before = await verify(shared_desk.store, story.principal)
    await shared_desk.ledger.retract(story.principal, london.id)

    after = await verify(shared_desk.store, story.principal)

    assert [each.memory_id for each in before.findings] == [london.id]
    assert after.holds
