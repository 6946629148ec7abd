"""A page quotes nothing that any of its readers may not read, and nobody else reads it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from muniment.access.principal import Principal
from muniment.errors import NothingToCompile, PageNotFound
from muniment.knowledge.pages.compiling import compile_bank
from muniment.knowledge.pages.snapshots import snapshot_get, snapshot_take
from muniment.ledger.turns import ingest_turns
from muniment.model.memory import Outcome, Scope, Visibility
from muniment.model.pages import CompiledPage
from muniment.model.writes import Draft, Turn
from muniment.recall.lookup.pages import GetPage, ListPages, page_get, pages_list
from tests.database import Desk, principal_of
from tests.store.lookup_words import add, day, lives_in
from tests.store.page_words import compiled, page, place

BOX = "project:move"


def hobby(what: str, **others: object) -> Draft:
    said = replace(lives_in("x", day(2)), category="hobby", content=f"Mike {what}")
    return replace(said, **others)  # type: ignore[arg-type]  # the tests name fields of a draft


def words(found: CompiledPage) -> set[str]:
    return {each.text for each in found.sentences}


async def write(desk: Desk) -> None:
    """Say something of Mike in every place there is."""
    clerk = replace(desk.principal, agent="clerk")
    await add(
        desk,
        hobby("rows"),
        hobby("sings", scope=Scope.GLOBAL),
        hobby("packs", scope=Scope.CONTAINER, container=BOX),
        hobby("sleeps", namespace="other"),
        hobby("waves", namespace="other", visibility=Visibility.PUBLIC),
    )
    await add(desk, hobby("frets", visibility=Visibility.PRIVATE), principal=clerk)
    await add(desk, hobby("spies"), principal=principal_of(desk.principal.tenant, "ann"))


async def test_a_user_page_quotes_the_user_and_the_tenant_and_no_container_agent_or_other_user(
    desk: Desk,
) -> None:
    await write(desk)
    open_box = replace(desk.principal, agent="clerk").within(
        place(desk.principal, Scope.CONTAINER, BOX).container_id
    )

    await compiled(desk, "Mike", open_box)

    assert words(await page(desk, "Mike")) == {"Mike rows", "Mike sings", "Mike waves"}


async def test_a_container_page_quotes_its_container_besides_and_is_read_where_it_is_open(
    desk: Desk,
) -> None:
    await write(desk)
    await compiled(desk, "Mike", scope=Scope.CONTAINER, container=BOX)

    with pytest.raises(PageNotFound):
        await page(desk, "Mike")
    boxed = await page(desk, "Mike", containers=(BOX,))
    assert words(boxed) == {"Mike rows", "Mike sings", "Mike waves", "Mike packs"}
    by_id = GetPage(page_id=boxed.id, slugs=(), namespace="default")
    with pytest.raises(PageNotFound):
        await page_get(desk.store, desk.principal, by_id)
    named = replace(by_id, containers=(BOX,))
    assert (await page_get(desk.store, desk.principal, named)).id == boxed.id


async def test_a_page_for_the_whole_tenant_quotes_no_word_of_a_user(desk: Desk) -> None:
    await write(desk)
    said = Turn(content="I sing at dawn.", speaker="Mike", occurred_at=day(3), session="s")
    turns = await ingest_turns(desk.ledger, desk.principal, [said])
    evidence = {"episode_id": turns.episodes[0], "span": (0, 6), "scope": Scope.GLOBAL}
    await add(desk, hobby("sings at dawn", **evidence))

    await compiled(desk, "Mike", scope=Scope.GLOBAL)

    ann = principal_of(desk.principal.tenant, "ann")
    found = await page(desk, "Mike", ann)
    assert words(found) == {"Mike sings", "Mike sings at dawn"}
    assert {cite.kind for each in found.sentences for cite in each.citations} == {"memory"}


async def test_another_user_reads_no_page_of_a_user_by_slug_id_or_list(desk: Desk) -> None:
    await write(desk)
    mine = await compiled(desk, "Mike")
    ann = principal_of(desk.principal.tenant, "ann")

    with pytest.raises(PageNotFound):
        await page(desk, "Mike", ann)
    request = GetPage(page_id=mine.id, slugs=(), namespace="default")
    with pytest.raises(PageNotFound):
        await page_get(desk.store, ann, request)
    assert len(await pages_list(desk.store, ann, ListPages(namespace="default"))) == 0

    theirs = await compiled(desk, "Mike", ann)
    assert theirs.id != mine.id
    assert words(await page(desk, "Mike", ann)) == {"Mike spies", "Mike sings"}


async def test_a_private_page_quotes_what_its_agent_alone_knows_and_no_other_agent_reads_it(
    desk: Desk,
) -> None:
    await write(desk)
    clerk, cook = (replace(desk.principal, agent=name) for name in ("clerk", "cook"))
    shared = await compiled(desk, "Mike", clerk)

    private = await compiled(desk, "Mike", clerk, visibility=Visibility.PRIVATE)

    own = {"Mike rows", "Mike sings", "Mike waves", "Mike frets"}
    assert private.id != shared.id
    assert words(await page(desk, "Mike", clerk)) == own
    assert words(await page(desk, "Mike", cook)) == own - {"Mike frets"}
    request = GetPage(page_id=private.id, slugs=(), namespace="default")
    with pytest.raises(PageNotFound):
        await page_get(desk.store, cook, request)
    again = await compiled(desk, "Mike", clerk, visibility=Visibility.PRIVATE)
    assert (again.id, again.outcome) == (private.id, Outcome.NOOP)


async def test_a_public_page_quotes_what_is_read_in_every_namespace_of_its_user(desk: Desk) -> None:
    await write(desk)
    await compiled(desk, "Mike", visibility=Visibility.PUBLIC)

    elsewhere = await page(desk, "Mike", namespace="another")

    assert words(elsewhere) == {"Mike waves"}
    await compiled(desk, "Mike")
    assert words(await page(desk, "Mike")) == {"Mike rows", "Mike sings", "Mike waves"}


async def test_another_tenant_reads_no_page_even_by_its_id(desk: Desk) -> None:
    await write(desk)
    mine = await compiled(desk, "Mike")
    stranger = await desk.fresh_tenant()

    request = GetPage(page_id=mine.id, slugs=(), namespace="default")
    with pytest.raises(PageNotFound):
        await page_get(desk.store, stranger, request)
    with pytest.raises(NothingToCompile):
        await compiled(desk, "Mike", stranger)


async def test_a_snapshot_is_made_of_user_and_tenant_and_of_no_open_container(desk: Desk) -> None:
    await write(desk)
    box = place(desk.principal, Scope.CONTAINER, BOX).container_id
    open_box = replace(desk.principal, agent="clerk").within(box)

    await snapshot_take(desk.ledger, open_box, "default")

    found = await snapshot_get(desk.store, desk.principal, "default")
    assert found.summary == "Mike rows. Mike sings. Mike waves."
    ann = principal_of(desk.principal.tenant, "ann")
    with pytest.raises(PageNotFound, match="no snapshot of ann"):
        await snapshot_get(desk.store, ann, "default")


async def test_a_snapshot_names_no_entity_of_which_its_reader_may_read_nothing(desk: Desk) -> None:
    await write(desk)
    other = {"namespace": "other", "visibility": Visibility.PUBLIC}
    (zoe,) = await add(desk, hobby("and Zoe row", entity="Zoe", **other))
    await snapshot_take(desk.ledger, desk.principal, "default")

    async def headings(principal: Principal) -> set[str]:
        found = await page(desk, "snapshot:user", principal)
        return {each.section for each in found.sentences}

    bound = replace(desk.principal, namespaces=("default",))
    assert await headings(desk.principal) == {"Mike", "Zoe"}
    assert await headings(bound) == {"Mike", "[…]"}
    await desk.ledger.forget(desk.principal, zoe)
    assert await headings(desk.principal) == {"Mike", "[…]"}


async def test_a_bank_compiles_nothing_that_only_a_container_knows(desk: Desk) -> None:
    for what in ("packs", "lifts", "drives"):
        boxed = hobby(what, entity="Movers", scope=Scope.CONTAINER, container=BOX)
        await add(desk, boxed)
    box = place(desk.principal, Scope.CONTAINER, BOX).container_id

    assert await compile_bank(desk.ledger, desk.principal.within(box), place(desk.principal)) == ()


async def test_without_the_rule_of_what_is_quotable_a_container_would_be_quoted(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mutant: with every partition quotable, the page says what the container knows."""
    await write(desk)
    box = place(desk.principal, Scope.CONTAINER, BOX).container_id
    monkeypatch.setattr(
        "muniment.knowledge.pages.sources.quotable",
        lambda partitions, place: tuple(partitions),
    )

    await compiled(desk, "Mike", desk.principal.within(box))

    assert "Mike packs" in words(await page(desk, "Mike", containers=(BOX,)))
