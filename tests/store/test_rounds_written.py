"""What a person wrote down, in words of their own, is changed by what is told later."""

from __future__ import annotations

import pytest

from muniment.audit.verify import verify
from muniment.ledger.upkeep import set_cardinality
from muniment.model.claims import Act
from muniment.model.memory import Cardinality, Visibility
from muniment.model.reading import Search
from muniment.model.writes import Draft
from muniment.recall.lookup.listing import search
from muniment.testing.extractor import claim_of
from tests.database import Desk
from tests.store.lookup_words import day
from tests.store.round_words import Talk, told


async def write(desk: Desk, content: str, category: str, since: int = 1) -> str:
    draft = Draft(content=content, entity="Mike", category=category, valid_from=day(since))
    (receipt,) = await desk.ledger.add_many(desk.principal, [draft])
    return str(receipt.id)


@pytest.mark.parametrize("category", ["city", "Residence", "lives_in"])
@pytest.mark.parametrize("content", ["Mike lives in Bath", "Bath"])
async def test_what_is_told_takes_the_place_of_what_was_written(
    desk: Desk, content: str, category: str
) -> None:
    await write(desk, content, category)
    talk = Talk.at(desk)

    *_, decided = await talk.say("Mike", day(5), claim_of("Mike", "lives_in", "Leeds"))

    assert told([decided]) == [("ADD", "superseded")]
    assert await talk.current("Mike", "lives_in", day(6)) == ["Leeds"]
    assert await talk.current("Mike", category, day(4)) == [content]
    if category != "lives_in":
        assert await talk.current("Mike", category, day(6)) == []


async def test_what_is_told_since_the_same_day_leaves_nothing_of_what_was_written(
    desk: Desk,
) -> None:
    await write(desk, "Mike lives in Bath", "city")
    talk = Talk.at(desk)

    decisions = await talk.say(
        "Mike", day(5), claim_of("Mike", "lives_in", "Leeds", valid_from=day(1))
    )

    assert told(decisions) == [("INVALIDATE", "superseded"), ("ADD", "superseded")]
    assert await talk.current("Mike", "lives_in", day(6)) == ["Leeds"]
    assert await talk.current("Mike", "city", day(6)) == []


@pytest.mark.parametrize("category", ["city", "lives_in"])
async def test_what_is_told_of_earlier_gives_way_to_what_was_written_since_later(
    desk: Desk, category: str
) -> None:
    await write(desk, "Mike lives in Bath", category, since=4)
    talk = Talk.at(desk)

    (decided,) = await talk.say(
        "Mike", day(6), claim_of("Mike", "lives_in", "Leeds", valid_from=day(2))
    )

    assert told([decided]) == [("ADD", "new")]
    assert "“Mike lives in Bath” (since 2021-04-01" in (decided.rationale or "")
    assert await talk.current("Mike", "lives_in", day(3)) == ["Leeds"]
    assert await talk.current("Mike", category, day(7)) == ["Mike lives in Bath"]
    if category != "lives_in":
        assert await talk.current("Mike", "lives_in", day(7)) == []


@pytest.mark.parametrize("category", ["city", "lives_in"])
async def test_what_was_written_already_is_not_believed_twice(desk: Desk, category: str) -> None:
    written = await write(desk, "Mike lives in Bath", category)

    decisions = await Talk.at(desk).say("Mike", day(5), claim_of("Mike", "lives_in", "Bath"))

    assert told(decisions) == [("NOOP", "duplicate")]
    assert str(decisions[0].memory_id) == written


async def test_what_was_written_is_corrected_and_ended_like_what_was_told(desk: Desk) -> None:
    await write(desk, "Mike works at Acme", "employer")
    await write(desk, "Mike drives a Golf", "car")
    talk = Talk.at(desk)

    corrected = await talk.say(
        "Mike", day(5), claim_of("Mike", "works_at", "Globex", act=Act.CORRECT)
    )
    ended = await talk.say("Mike", day(6), claim_of("Mike", "owns", "Golf", act=Act.END))

    assert told(corrected) == [("UPDATE", "corrected")]
    assert told(ended) == [("INVALIDATE", "ended")]
    assert await talk.current("Mike", "employer", day(7)) == ["Globex"]
    assert await talk.current("Mike", "car", day(7)) == []


@pytest.mark.parametrize(
    "content, category",
    [
        ("Mike was born in Bath", "city"),
        ("Anna lives in Bath", "city"),
        ("Mike wants to see Bath again", "city"),
        ("Mike lives in Bath", "holiday"),
        ("MIKE WAS BORN IN BATH", "city"),
        ("ولد مايك في باث", "city"),
    ],
)
async def test_what_was_written_of_something_else_stays(
    desk: Desk, content: str, category: str
) -> None:
    await write(desk, content, category)
    talk = Talk.at(desk)

    decisions = await talk.say("Mike", day(5), claim_of("Mike", "lives_in", "Leeds"))

    assert told(decisions) == [("ADD", "new")]
    assert await talk.current("Mike", category, day(6)) == [content]


async def test_where_a_person_has_several_what_was_written_stays(desk: Desk) -> None:
    await set_cardinality(desk.ledger, desk.principal, "city", Cardinality.MANY)
    await write(desk, "Mike lives in Bath", "city")
    talk = Talk.at(desk)

    decisions = await talk.say("Mike", day(5), claim_of("Mike", "lives_in", "Leeds"))

    assert told(decisions) == [("ADD", "new")]
    assert await talk.current("Mike", "city", day(6)) == ["Mike lives in Bath"]


async def test_what_is_public_stays_so_when_a_team_is_told_of_it_again(desk: Desk) -> None:
    public = Draft(
        content="Mike lives in Bath",
        entity="Mike",
        category="lives_in",
        object="Bath",
        valid_from=day(3),
        visibility=Visibility.PUBLIC,
    )
    await desk.ledger.add_many(desk.principal, [public])
    talk = Talk.at(desk)
    await talk.say("Mike", day(5), claim_of("Mike", "lives_in", "Bath"))
    await talk.say("Mike", day(7), claim_of("Mike", "lives_in", "Leeds"))

    elsewhere = Search(namespace="project:acme", kind="memory", valid_at=day(6))
    found = await search(desk.store, desk.principal, elsewhere)

    assert [each.content for each in found] == ["Mike lives in Bath"]
    assert (await verify(desk.store, desk.principal)).findings == ()


async def test_what_is_told_of_earlier_again_still_gives_way(desk: Desk) -> None:
    await write(desk, "Mike lives in Bath", "city", since=4)
    talk = Talk.at(desk)
    claim = claim_of("Mike", "lives_in", "Leeds", valid_from=day(2))
    await talk.say("Mike", day(6), claim)

    await talk.say("Mike", day(7), claim)

    assert await talk.current("Mike", "lives_in", day(3)) == ["Leeds"]
    assert await talk.current("Mike", "lives_in", day(8)) == []


async def test_what_is_told_of_earlier_ends_where_the_first_of_several_begins(desk: Desk) -> None:
    await write(desk, "Mike lives in Bath", "city", since=4)
    await write(desk, "Mike lives in York", "city", since=6)
    talk = Talk.at(desk)

    await talk.say("Mike", day(8), claim_of("Mike", "lives_in", "Leeds", valid_from=day(2)))

    assert await talk.current("Mike", "lives_in", day(3)) == ["Leeds"]
    assert await talk.current("Mike", "lives_in", day(5)) == []
