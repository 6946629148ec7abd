"""Beliefs that say the same or exclude each other are found at a basis, and never of others."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from muniment.knowledge.reviewing.pairing import find_contradictions, find_duplicates
from muniment.ledger.upkeep import set_cardinality
from muniment.model.memory import Cardinality, Standing
from muniment.model.similar import GetPairs, Pairs
from muniment.model.writes import Draft
from tests.database import Desk, principal_of
from tests.store.lookup_words import day


async def say(
    desk: Desk, *contents: str, since: datetime | None = None, **others: Any
) -> list[Any]:
    """Add beliefs about Mike that stand side by side."""
    drafts = [
        Draft(
            content=content,
            entity=others.pop("entity", "Mike"),
            category=others.pop("category", "general"),
            valid_from=since or day(3),
            **others,
        )
        for content in contents
    ]
    return [each.id for each in await desk.ledger.add_many(desk.principal, drafts)]


async def fact(desk: Desk, subject: str, predicate: str, object_: str, **others: Any) -> Any:
    draft = Draft(
        content=f"{subject} {predicate} {object_}",
        entity=subject,
        category=predicate,
        object=object_,
        valid_from=day(3),
        **others,
    )
    return (await desk.ledger.add_many(desk.principal, [draft]))[0].id


async def same(desk: Desk, **request: Any) -> Pairs:
    return await find_duplicates(desk.store, desk.principal, GetPairs(**request))


async def against(desk: Desk, **request: Any) -> Pairs:
    return await find_contradictions(desk.store, desk.principal, GetPairs(**request))


def told(pairs: Pairs) -> list[tuple[str, str, str]]:
    return [(each.first_content, each.second_content, each.reason.value) for each in pairs.items]


async def test_the_same_in_other_words_is_found_once_and_the_older_is_first(desk: Desk) -> None:
    await say(desk, "Mike likes green tea", "Mike plays the cello in Bath")
    await say(desk, "Mike likes the green tea very much")
    await say(desk, "Mike likes green tea very much")

    assert told(await same(desk)) == [
        ("Mike likes the green tea very much", "Mike likes green tea very much", "same words"),
    ]


async def test_pairs_stand_at_their_basis(desk: Desk) -> None:
    await say(desk, "Mike likes green tea a lot")
    (later,) = await say(desk, "Mike likes the green tea a lot", since=day(6))

    assert len((await same(desk, valid_at=day(7))).items) == 1
    assert (await same(desk, valid_at=day(5))).items == ()
    assert (await same(desk, valid_at=day(7), as_of=2)).items == ()
    await desk.ledger.retract(desk.principal, later)
    assert (await same(desk, valid_at=day(7))).items == ()
    assert len((await same(desk, valid_at=day(7), as_of=3)).items) == 1


async def test_what_is_about_somebody_else_is_not_compared(desk: Desk) -> None:
    await say(desk, "the green tea is for guests")
    await say(desk, "the green tea is for guests only", entity="Ann")
    other = principal_of("tenant 1", "ann")
    draft = Draft(content="the green tea is for the guests", entity="Mike", category="general")
    await desk.ledger.add_many(other, [draft])

    assert (await same(desk)).items == ()
    await fact(desk, "Ann", "alias_of", "Mike")
    assert len((await same(desk)).items) == 1
    assert len((await same(desk, entity="ann")).items) == 1
    assert (await same(desk, entity="Eva")).items == ()


async def test_a_belief_and_its_denial_are_a_contradiction(desk: Desk) -> None:
    await say(desk, "Mike drinks green tea", "Mike does not drink green tea", "Mike owns a bicycle")

    assert told(await against(desk)) == [
        ("Mike drinks green tea", "Mike does not drink green tea", "one denies the other")
    ]
    assert (await same(desk)).items == ()


async def test_two_names_of_one_entity_may_not_live_in_two_places(desk: Desk) -> None:
    await fact(desk, "Robert", "lives_in", "Bath")
    await fact(desk, "Bob", "lives_in", "Rome")
    assert (await against(desk)).items == ()

    await fact(desk, "Bob", "alias_of", "Robert")

    assert told(await against(desk)) == [
        ("Robert lives_in Bath", "Bob lives_in Rome", "one at a time")
    ]
    assert (await against(desk, as_of=3)).items == ()


async def test_what_was_put_in_as_contested_is_told_second_beside_what_holds_in_its_slot(
    desk: Desk,
) -> None:
    await fact(desk, "Mike", "lives_in", "Rome", standing=Standing.CONTESTED)
    await fact(desk, "Mike", "works_at", "Acme", standing=Standing.CONTESTED)
    assert (await against(desk)).items == ()

    await fact(desk, "Mike", "lives_in", "Bath")
    await fact(desk, "Mike", "lives_in", "bath", standing=Standing.CONTESTED)
    await fact(desk, "Mike", "lives_in", "Hull", standing=Standing.QUARANTINED)

    assert told(await against(desk)) == [("Mike lives_in Bath", "Mike lives_in Rome", "contested")]


async def test_one_thing_is_not_liked_and_disliked(desk: Desk) -> None:
    for category in ("likes", "dislikes"):
        await set_cardinality(desk.ledger, desk.principal, category, Cardinality.MANY)
    await fact(desk, "Mike", "likes", "tea")
    await fact(desk, "Mike", "dislikes", "Tea")
    await fact(desk, "Mike", "dislikes", "coffee")

    assert told(await against(desk)) == [("Mike likes tea", "Mike dislikes Tea", "opposites")]


async def test_a_limit_cuts_and_says_so(desk: Desk) -> None:
    for thing in ("tea", "rice", "fish"):
        await say(desk, f"Mike eats {thing} daily", f"Mike never eats {thing} daily")

    found = await against(desk, limit=2)

    assert (len(found.items), found.is_cut) == (2, True)
    assert not (await against(desk, limit=3)).is_cut


async def test_the_same_pairs_come_in_the_same_order(desk: Desk) -> None:
    for thing in ("tea", "rice", "fish", "corn"):
        await say(desk, f"Mike eats {thing} at noon", f"Mike eats the {thing} at noon daily")

    assert (await same(desk)).items == (await same(desk)).items
    assert len((await same(desk)).items) == 4
