"""Random histories with erasures in between: all that was not erased reads as the oracle says, and the ledger verifies."""

from __future__ import annotations

from uuid import UUID

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from muniment.audit.verify import verify
from muniment.ledger.erasing import purge
from muniment.ledger.rebuilding import rebuild_indexes
from muniment.model.ids import MemoryId
from tests.database import Desk
from tests.properties.checks_valid import History
from tests.properties.histories import Target, histories
from tests.properties.oracle import Forgotten, holding
from tests.properties.storyteller import Story

Erasures = dict[int, Target]
"""Which memory is erased after which command."""
targets = st.builds(Target, index=st.integers(0, 7), questioned=st.booleans())
erasures = st.dictionaries(st.integers(0, 19), targets, min_size=1, max_size=6)


async def erase(story: Story, target: Target) -> str | None:
    """Erase a memory, unless its slot would have no words any more and begin anew; return its id."""
    memory_id = story.written.find(target)
    if memory_id is None or not has_rivals(story, memory_id):
        return None
    purged = await purge(
        story.desk.ledger,
        story.principal,
        memories=[MemoryId(UUID(memory_id))],
        episodes=(),
        with_beliefs=True,
        reason="request 4711",
    )
    act = Forgotten(memory_id=memory_id)
    if purged.certificates and story.oracle.expect_refusal(act) is None:
        (done,) = purged.certificates
        story.oracle.record(done.transaction, done.recorded_at, act)
    return memory_id


def has_rivals(story: Story, memory_id: str) -> bool:
    with story.desk.database.as_admin() as connection:
        found = connection.execute(
            "SELECT FROM muniment.memories m JOIN muniment.memories o USING (tenant_id, rivals_key)"
            " WHERE m.memory_id = %s AND o.memory_id <> m.memory_id AND o.content IS NOT NULL"
            " AND m.match_key = o.match_key",
            [memory_id],
        ).fetchall()
    return bool(found)


@settings(phases=(Phase.explicit, Phase.generate), max_examples=40)
@given(history=histories(), erasures=erasures)
async def test_what_is_not_erased_reads_as_if_the_rest_were_forgotten(
    shared_desk: Desk, history: History, erasures: Erasures
) -> None:
    story = await Story.begin(shared_desk)
    erased: set[str] = set()
    for place, command in enumerate(history):
        await story.tell(command)
        if place in erasures and (gone := await erase(story, erasures[place])) is not None:
            erased.add(gone)

    rows, points = story.stored(), story.oracle.instants()
    for number, known in story.times().items():
        standing = story.oracle.assertions(number)
        for valid in points:
            held = {(r.memory_id, r.content) for r in rows if r.holds(valid, known)}
            expected = {
                (id_, None if id_ in erased else content)
                for id_, content in holding(standing, valid)
            }
            assert held == expected, f"at {valid} as of {number}: {held} instead of {expected}"
    seen = await verify(shared_desk.store, story.principal)
    assert seen.holds, seen.findings
    for valid in points:
        held = await story.listed(valid, story.head)
        assert held == {
            each for each in story.oracle.holds(valid, story.head) if each[0] not in erased
        }
    await rebuild_indexes(shared_desk.ledger, story.principal)
