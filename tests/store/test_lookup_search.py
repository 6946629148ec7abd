"""List memories and turns by what they are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from muniment.errors import InvalidValue
from muniment.ledger.turns import ingest_turns
from muniment.model.memory import Scope, Standing, Visibility
from muniment.model.reading import Search, Status
from muniment.model.writes import Draft, Turn
from muniment.recall.lookup.listing import search
from muniment.temporal.period import Period
from tests.database import Desk, principal_of
from tests.store.lookup_words import add, day, lives_in


async def said(desk: Desk, **filters: Any) -> list[str]:
    """Return the contents that a search lists."""
    return [item.content for item in await search(desk.store, desk.principal, Search(**filters))]


def note(content: str, **others: Any) -> Draft:
    said_by_default: dict[str, Any] = {"valid_from": day(1)}
    return Draft(content=content, **(said_by_default | others))


async def test_the_newest_valid_time_comes_first_and_then_the_smaller_id(desk: Desk) -> None:
    await add(
        desk,
        note("first", valid_from=day(2)),
        note("second", valid_from=day(2)),
        note("newest", valid_from=day(5)),
        note("oldest", valid_from=day(1)),
    )

    assert await said(desk) == ["newest", "first", "second", "oldest"]


async def test_status_tells_what_holds_from_what_has_ended(desk: Desk) -> None:
    await add(desk, lives_in("London", day(3)))
    await add(desk, lives_in("Bath", day(6)))
    (rome,) = await add(desk, note("Mike summers in Rome", valid_from=day(2)))
    await desk.ledger.end(desk.principal, rome, at=day(4))
    await add(desk, note("Mike will retire", valid_from=day(12)))
    (secret,) = await add(desk, note("Mike is a spy"))
    await desk.ledger.forget(desk.principal, secret)

    current = await said(desk, valid_at=day(10))
    ended = await said(desk, valid_at=day(10), status=Status.ENDED)
    everything = await said(desk, valid_at=day(10), status=Status.ALL)

    assert current == ["Mike lives in Bath"]
    assert ended == ["Mike lives in London", "Mike summers in Rome"]
    assert everything == [
        "Mike will retire", "Mike lives in Bath", "Mike lives in London", "Mike summers in Rome",
    ]  # fmt: skip


async def test_a_memory_in_two_stretches_is_listed_once(desk: Desk) -> None:
    await add(desk, lives_in("London", day(1)))
    await add(desk, lives_in("Paris", day(3), valid_until=day(5)))

    everything = await search(
        desk.store, desk.principal, Search(status=Status.ALL, valid_at=day(2))
    )

    assert [(item.content, item.valid_from) for item in everything] == [
        ("Mike lives in Paris", day(3)),
        ("Mike lives in London", day(1)),
    ]


async def test_a_window_lists_what_overlaps_it(desk: Desk) -> None:
    await add(desk, lives_in("London", day(1)))
    await add(desk, lives_in("Paris", day(3)))
    await add(desk, lives_in("Rome", day(6)))

    def within(start: int, end: int) -> Period:
        return Period(start=day(start), end=day(end))

    assert await said(desk, window=within(2, 3)) == ["Mike lives in London"]
    assert await said(desk, window=within(2, 4)) == ["Mike lives in Paris", "Mike lives in London"]
    assert await said(desk, window=within(2, 4), status=Status.ENDED) == ["Mike lives in London"]
    assert await said(desk, window=Period(start=day(7), end=None)) == ["Mike lives in Rome"]


async def test_as_of_lists_what_was_known_then(desk: Desk) -> None:
    await add(desk, lives_in("London", day(3)))
    await add(desk, lives_in("Bath", day(6)))

    assert await said(desk, as_of=1) == []
    assert await said(desk, as_of=2, valid_at=day(10)) == ["Mike lives in London"]
    assert await said(desk, as_of=3, valid_at=day(10)) == ["Mike lives in Bath"]


async def test_text_asks_for_all_of_its_words_in_any_form(desk: Desk) -> None:
    await add(
        desk,
        note("The engines were tested in winter"),
        note("The engine is loud"),
        note("A test in spring"),
    )

    assert await said(desk, text="engine testing") == ["The engines were tested in winter"]
    assert await said(desk, text="ENGINE") == [
        "The engines were tested in winter", "The engine is loud",
    ]  # fmt: skip
    assert await said(desk, text="engine harbour") == []
    with pytest.raises(InvalidValue, match="no word"):
        await said(desk, text="the of")


async def test_tags_are_asked_for_together_and_fold(desk: Desk) -> None:
    await add(desk, note("both", tags=("Home", "ﬁne")), note("one", tags=("home",)))

    assert await said(desk, tags=("HOME",)) == ["both", "one"]
    assert await said(desk, tags=("home", "fine")) == ["both"]


async def test_entities_and_categories_fold(desk: Desk) -> None:
    await add(
        desk,
        note("Ligature", entity="ﬁrm  A", category="Größe"),
        note("Dotted", entity="İstanbul", category="city"),
    )

    assert await said(desk, entity="FIRM a") == ["Ligature"]
    assert await said(desk, category="GRÖSSE") == ["Ligature"]
    assert await said(desk, entity="İSTANBUL") == ["Dotted"]
    assert await said(desk, entity="Ankara") == []


async def test_metadata_is_compared_value_by_value(desk: Desk) -> None:
    await add(
        desk,
        note("whole", metadata={"a": 1, "b": {"c": [1, 2]}}),
        note("half", metadata={"a": 1}),
        note("none"),
    )

    assert await said(desk, metadata={"a": 1}) == ["whole", "half"]
    assert await said(desk, metadata={"a": 1.0, "b": {"c": [1, 2]}}) == ["whole"]
    assert await said(desk, metadata={"b": {}}) == []
    assert await said(desk, metadata={"a": "1"}) == []


async def test_scope_and_standing_select(desk: Desk) -> None:
    await add(
        desk,
        lives_in("London", day(3)),
        lives_in("Rome", day(3), scope=Scope.GLOBAL),
        lives_in("Bath", day(3), standing=Standing.CONTESTED),
        lives_in("Hell", day(3), standing=Standing.QUARANTINED),
    )

    assert await said(desk, scope=Scope.GLOBAL) == ["Mike lives in Rome"]
    assert await said(desk, standing=Standing.CONTESTED) == ["Mike lives in Bath"]
    assert await said(desk, standing=Standing.QUARANTINED) == ["Mike lives in Hell"]
    assert await said(desk) == ["Mike lives in London", "Mike lives in Rome", "Mike lives in Bath"]


async def test_the_default_namespace_behaves_as_a_named_one(desk: Desk) -> None:
    await add(
        desk,
        note("here"),
        note("there", namespace="project:acme"),
        note("public there", namespace="project:acme", visibility=Visibility.PUBLIC),
        note("public here", visibility=Visibility.PUBLIC),
    )

    assert await said(desk) == ["here", "public there", "public here"]
    assert await said(desk, namespace="project:acme") == ["there", "public there", "public here"]
    assert await said(desk, namespace="project:none") == ["public there", "public here"]


async def test_a_container_is_listed_only_if_named(desk: Desk) -> None:
    boxed = note("boxed", scope=Scope.CONTAINER, container="project:move")
    await add(desk, boxed, note("loose"))

    assert await said(desk) == ["loose"]
    assert await said(desk, containers=("project:move",)) == ["boxed", "loose"]
    assert await said(desk, containers=("project:other",)) == ["loose"]


async def test_no_foreign_row_is_listed(desk: Desk) -> None:
    await add(desk, note("mine"))
    other = await desk.fresh_tenant()
    ann = principal_of("tenant 1", "ann")
    nobody = principal_of("tenant 1", None)
    clerk = replace(desk.principal, agent="clerk")
    await add(desk, note("secret", visibility=Visibility.PRIVATE), principal=clerk)

    for stranger in (other, ann, nobody):
        assert len(await search(desk.store, stranger, Search(status=Status.ALL))) == 0
    assert await said(desk) == ["mine"]
    found = await search(desk.store, clerk, Search())
    assert [item.content for item in found] == ["mine", "secret"]


async def test_created_bounds_the_time_it_was_first_known(desk: Desk) -> None:
    (early,) = await add(desk, note("early", entity="a", category="c"))
    await add(desk, note("late"))
    await desk.ledger.end(desk.principal, early, at=day(11))
    (late,) = (item for item in await search(desk.store, desk.principal, Search(text="late")))
    first_known = late.known_from

    assert await said(desk, created_from=first_known, status=Status.ALL) == ["late"]
    assert await said(desk, created_until=first_known, status=Status.ALL) == ["early"]


async def test_turns_are_listed_with_memories_or_by_themselves(desk: Desk) -> None:
    await ingest_turns(
        desk.ledger,
        desk.principal,
        [
            Turn(content="I moved to Bath", speaker="Mike", occurred_at=day(6), session="s1"),
            Turn(content="Good for you", speaker="Ann", occurred_at=day(7), session="s1"),
        ],
    )
    await add(desk, lives_in("Bath", day(6, 15)))

    assert await said(desk) == ["Good for you", "Mike lives in Bath", "I moved to Bath"]
    assert await said(desk, kind="episode") == ["Good for you", "I moved to Bath"]
    assert await said(desk, kind="memory") == ["Mike lives in Bath"]
    assert await said(desk, entity="mike") == ["Mike lives in Bath", "I moved to Bath"]
    assert await said(desk, text="bath") == ["Mike lives in Bath", "I moved to Bath"]
    assert await said(desk, category="city") == ["Mike lives in Bath"]
    assert await said(desk, kind="episode", valid_at=day(6, 20)) == ["I moved to Bath"]
    assert await said(desk, window=Period(start=day(7), end=day(8)), kind="episode") == [
        "Good for you"
    ]
    assert await said(desk, kind="episode", as_of=1) == []


async def test_pages_follow_one_another_whatever_is_written_between_them(desk: Desk) -> None:
    await add(desk, *(note(f"n{n}", valid_from=day(1 + n % 3)) for n in range(7)))
    await ingest_turns(
        desk.ledger,
        desk.principal,
        [Turn(content="turn", speaker=None, occurred_at=day(2), session="s1")],
    )
    whole = await said(desk)
    seen: list[str] = []
    cursor: str | None = None
    pages = 0
    while pages == 0 or cursor is not None:
        page = await search(desk.store, desk.principal, Search(limit=3, cursor=cursor))
        seen += [item.content for item in page]
        cursor, pages = page.cursor, pages + 1
        await add(desk, note(f"intruder {pages}", valid_from=day(2)))

    assert pages == 3
    assert len(seen) == 8
    assert seen == whole


async def test_a_cursor_of_another_question_is_refused(desk: Desk) -> None:
    await add(desk, note("a"), note("b"))
    page = await search(desk.store, desk.principal, Search(limit=1))

    with pytest.raises(InvalidValue, match="another question"):
        await said(desk, cursor=page.cursor, category="city")
    for broken in ("", "x", "!!", "e30"):
        with pytest.raises(InvalidValue, match="not a cursor"):
            await said(desk, cursor=broken)
