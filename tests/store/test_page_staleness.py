"""A page tells what became of its sources, shows no words of what is gone, and lint finds and mends it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from muniment.access.principal import OWN
from muniment.knowledge.pages import linting
from muniment.knowledge.pages.linting import lint_pages, refresh_pages
from muniment.knowledge.pages.snapshots import snapshot_get, snapshot_take
from muniment.knowledge.reviewing.settling import settle
from muniment.ledger.changing import Correction
from muniment.ledger.turns import forget_episode, ingest_turns
from muniment.model.ids import EpisodeId, MemoryId
from muniment.model.memory import Outcome, Scope, Standing
from muniment.model.pages import Flaw, Lint, Since
from muniment.model.reviews import GetReviews, Side
from muniment.model.writes import Turn
from muniment.recall.lookup.reviews import reviews
from tests.database import Desk
from tests.store.ledgers import write_round
from tests.store.lookup_words import add, day, lives_in
from tests.store.page_words import compiled, page, told

Act = Callable[[Desk, MemoryId], Awaitable[object]]

HAPPENINGS: dict[Since, Act] = {
    Since.SUPERSEDED: lambda desk, _: add(desk, lives_in("Bath", day(6))),
    Since.ENDED: lambda desk, london: desk.ledger.end(desk.principal, london, at=day(6)),
    Since.CORRECTED: lambda desk, london: desk.ledger.update(
        desk.principal, london, Correction(content="Mike lives in Londres")
    ),
    Since.FORGOTTEN: lambda desk, london: desk.ledger.forget(desk.principal, london),
    Since.RETRACTED: lambda desk, london: desk.ledger.retract(desk.principal, london),
}


async def lint(desk: Desk, as_of: int | None = None) -> Lint:
    return await lint_pages(desk.store, desk.principal, "default", as_of=as_of)


async def with_page(desk: Desk) -> MemoryId:
    """Compile a page of two beliefs and return the one that something will become of."""
    (london, _) = await add(
        desk,
        lives_in("London", day(3)),
        replace(lives_in("x", day(3)), category="hobby", content="Mike rows"),
    )
    await compiled(desk, "Mike")
    return london


@pytest.mark.parametrize("since", HAPPENINGS, ids=str)
async def test_what_became_of_a_source_is_told_on_its_page_and_by_lint(
    desk: Desk, since: Since
) -> None:
    london = await with_page(desk)
    assert (await lint(desk)).ok

    await HAPPENINGS[since](desk, london)

    stale, fresh = (await page(desk, "Mike")).sentences
    gone = since in (Since.FORGOTTEN, Since.RETRACTED)
    assert (stale.since, stale.text) == (since, "[…]" if gone else "Mike lives in London")
    assert (fresh.since, fresh.text) == (None, "Mike rows")
    (finding,) = (await lint(desk)).findings
    assert (finding.slug, finding.flaw, finding.since) == ("mike", Flaw.STALE, since)
    assert finding.sources == (london,)


async def test_who_does_not_govern_mends_its_own_pages_behind_one_of_the_whole_tenant(
    desk: Desk,
) -> None:
    agent = replace(desk.principal, agent="planner", permissions=OWN)
    office = replace(
        lives_in("x", day(3)), entity="Acme", content="Acme is shut", scope=Scope.GLOBAL
    )
    (shut,) = await add(desk, office)
    await compiled(desk, "Acme", scope=Scope.GLOBAL)
    london = await with_page(desk)
    for memory_id in (shut, london):
        await desk.ledger.forget(desk.principal, memory_id)

    mended = [await refresh_pages(desk.ledger, each, "default") for each in (agent, desk.principal)]

    assert [[each.slug for each in done] for done in mended] == [["mike"], ["acme"]]


@pytest.mark.parametrize("since", HAPPENINGS, ids=str)
async def test_before_it_happened_the_page_reads_as_it_was(desk: Desk, since: Since) -> None:
    london = await with_page(desk)
    await HAPPENINGS[since](desk, london)

    then = await page(desk, "Mike", as_of=3)

    assert [each.text for each in then.sentences] == ["Mike lives in London", "Mike rows"]
    assert not then.is_stale
    assert (await lint(desk, as_of=3)).ok


@pytest.mark.parametrize("since", HAPPENINGS, ids=str)
async def test_a_page_that_was_compiled_again_is_well(desk: Desk, since: Since) -> None:
    london = await with_page(desk)
    await HAPPENINGS[since](desk, london)

    done = await refresh_pages(desk.ledger, desk.principal, "default")

    assert [(each.slug, each.outcome, each.revision) for each in done] == [
        ("mike", Outcome.UPDATE, 2)
    ]
    assert (await lint(desk)).ok
    assert await refresh_pages(desk.ledger, desk.principal, "default") == ()


async def test_what_is_to_come_is_stale_once_it_has_begun(desk: Desk) -> None:
    soon = day(1).replace(year=2090)
    (trip,) = await add(
        desk, replace(lives_in("x", soon), category="plan", content="Mike sails", valid_from=soon)
    )
    await compiled(desk, "Mike")
    assert told(await page(desk, "Mike")) == [("Plans", "Mike sails", "ahead")]

    await desk.ledger.update(desk.principal, trip, Correction(valid_from=day(1)))

    (sentence,) = (await page(desk, "Mike")).sentences
    assert sentence.since is Since.BEGUN


async def test_a_contested_belief_is_found_as_a_contradiction_and_stays_when_mended(
    desk: Desk,
) -> None:
    (london,) = await add(desk, lives_in("London", day(3)))
    (rome,) = await add(desk, lives_in("Rome", day(4), standing=Standing.CONTESTED))
    await compiled(desk, "Mike")

    (finding,) = (await lint(desk)).findings

    assert (finding.flaw, finding.sources) == (Flaw.CONTRADICTORY, (rome, london))
    assert await refresh_pages(desk.ledger, desk.principal, "default") == ()
    await desk.ledger.retract(desk.principal, london)
    since = [each.since for each in (await page(desk, "Mike")).sentences]
    assert since == [Since.RETRACTED, Since.SETTLED]


async def test_what_a_round_contradicted_is_cited_on_both_sides_until_it_is_settled(
    desk: Desk,
) -> None:
    await write_round(desk)
    await compiled(desk, "Mike Hall")
    london, rome = (await page(desk, "Mike Hall")).sentences[:2]
    assert (london.text, london.mark, rome.mark) == (
        "Mike Hall lives_in London.",
        "contested",
        "contested",
    )
    assert london.source in rome.further
    assert rome.source in london.further

    (review,) = await reviews(desk.store, desk.principal, GetReviews(namespace="default"))
    await settle(desk.ledger, desk.principal, review.id, Side.FIRST)

    kept, gone = (await page(desk, "Mike Hall")).sentences[:2]
    assert (kept.text, kept.since) == ("Mike Hall lives_in London.", Since.SETTLED)
    assert (gone.text, gone.since) == ("[…]", Since.RETRACTED)


async def said(desk: Desk, *contents: str) -> tuple[EpisodeId, ...]:
    turns = [
        Turn(content=content, speaker="Mike", occurred_at=day(5, number), session="s")
        for number, content in enumerate(contents, 1)
    ]
    return (await ingest_turns(desk.ledger, desk.principal, turns)).episodes


async def test_a_hidden_turn_is_quoted_no_more_and_corrects_what_rested_on_it(desk: Desk) -> None:
    (secret,) = await said(desk, "I live in London.")
    await add(desk, lives_in("London", day(3), episode_id=secret, span=(0, 16)))
    await compiled(desk, "Mike")

    await forget_episode(desk.ledger, desk.principal, secret)

    belief, quoted = (await page(desk, "Mike")).sentences
    assert (belief.text, belief.since) == ("Mike lives in London", Since.CORRECTED)
    assert (quoted.text, quoted.since) == ("[…]", Since.HIDDEN)


async def test_a_turn_whose_belief_was_forgotten_is_quoted_no_more(desk: Desk) -> None:
    (secret, other) = await said(desk, "I live in London.", "I row.")
    (london,) = await add(desk, lives_in("London", day(3), episode_id=secret, span=(0, 16)))
    await add(desk, replace(lives_in("x", day(3)), category="hobby", content="Mike rows"))
    await compiled(desk, "Mike")

    await desk.ledger.forget(desk.principal, london)

    assert [(each.text, each.since) for each in (await page(desk, "Mike")).sentences] == [
        ("[…]", Since.FORGOTTEN),
        ("Mike rows", None),
        ("[…]", Since.FORGOTTEN),
        ("I row.", None),
    ]
    await refresh_pages(desk.ledger, desk.principal, "default")
    again = (await page(desk, "Mike")).sentences
    assert [each.text for each in again] == ["Mike rows", "I row."]
    assert again[1].source.id == other


async def test_a_page_that_has_lost_all_its_sources_is_an_orphan_and_is_closed(desk: Desk) -> None:
    (london,) = await add(desk, lives_in("London", day(3)))
    await compiled(desk, "Mike")
    await desk.ledger.forget(desk.principal, london)

    (finding,) = (await lint(desk)).findings
    (closed,) = await refresh_pages(desk.ledger, desk.principal, "default")

    assert (finding.flaw, finding.sources) == (Flaw.ORPHAN, (london,))
    assert (closed.slug, closed.outcome) == ("mike", Outcome.INVALIDATE)
    assert (await lint(desk)).pages == 0


async def test_a_snapshot_is_mended_like_any_page_and_forgets_at_once(desk: Desk) -> None:
    (london,) = await add(desk, lives_in("London", day(3)))
    (rows,) = await add(desk, replace(lives_in("x", day(3)), category="hobby", content="Mike rows"))
    await snapshot_take(desk.ledger, desk.principal, "default")
    first = await snapshot_get(desk.store, desk.principal, "default")
    assert (first.summary, first.revision) == ("Mike lives in London. Mike rows.", 1)
    assert (first.memory_refs, first.is_stale) == ((london, rows), False)

    await desk.ledger.forget(desk.principal, london)

    stale = await snapshot_get(desk.store, desk.principal, "default")
    assert (stale.summary, stale.memory_refs, stale.is_stale) == ("Mike rows.", (rows,), True)
    (mended,) = await refresh_pages(desk.ledger, desk.principal, "default")
    assert (mended.kind, mended.outcome, mended.revision) == ("snapshot", Outcome.UPDATE, 2)
    then = await snapshot_get(desk.store, desk.principal, "default", as_of=4)
    assert then.summary == "Mike lives in London. Mike rows."


async def test_a_snapshot_says_what_its_memory_lacks(desk: Desk) -> None:
    await add(desk, lives_in("London", day(3)))
    await add(desk, lives_in("Rome", day(4), standing=Standing.CONTESTED))
    await desk.ledger.add_many(
        desk.principal,
        [replace(lives_in("x", day(3)), category="hobby", content="Mike rows")],
        embed=False,
    )

    await snapshot_take(desk.ledger, desk.principal, "default")

    found = await snapshot_get(desk.store, desk.principal, "default")
    assert found.summary == "Mike lives in London. Mike rows. Mike lives in Rome. (contested)"
    assert found.health_note == ("1 belief is contested, 1 memory or turn is not embedded yet.")


async def test_every_page_is_looked_at_however_many_are_read_at_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(linting, "PAGES_AT_ONCE", 2)
    names = ("Ann", "Bob", "Cy", "Di", "Ed")
    said = await add(
        desk,
        *(replace(lives_in("Rome", day(3)), entity=n, content=f"{n} is there") for n in names),
    )
    for name in names:
        await compiled(desk, name)
    for memory_id in (said[0], said[3], said[4]):
        await desk.ledger.forget(desk.principal, memory_id)

    found = await lint(desk)

    assert (found.pages, [each.slug for each in found.findings]) == (5, ["ann", "di", "ed"])
    mended = await refresh_pages(desk.ledger, desk.principal, "default")
    assert [each.slug for each in mended] == ["ann", "di", "ed"]
    assert (await lint(desk)).pages == 2
