"""A page is compiled from beliefs by rules, each sentence cites, and every revision can be read again."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import anyio
import pytest

from muniment.audit.verify import verify
from muniment.errors import NothingToCompile, NotPermitted, PageNotFound
from muniment.knowledge.pages.compiling import compile_bank
from muniment.knowledge.pages.sources import draft_of, open_desk
from muniment.knowledge.pages.subjects import entity_subject
from muniment.ledger.pages import index_pages, write_page
from muniment.ledger.turns import ingest_turns
from muniment.ledger.upkeep import set_cardinality
from muniment.model.memory import Cardinality, Outcome, Scope, Standing
from muniment.model.pages import PageDraft
from muniment.model.writes import Draft, Turn
from muniment.recall.lookup.pages import GetPage, page_diff, page_revisions
from muniment.testing.embedder import FailingEmbedder, HashedEmbedder
from tests.database import Database, Desk
from tests.database import open_desk as open_test_desk
from tests.store.lookup_words import add, day, lives_in
from tests.store.page_words import compiled, page, place, told


def asked(slug: str, **others: object) -> GetPage:
    request = GetPage(page_id=None, slugs=(slug,), namespace="default")
    return replace(request, **others)  # type: ignore[arg-type]  # the tests name fields of a request


async def test_a_page_groups_what_holds_tells_what_changed_and_marks_what_is_contested(
    desk: Desk,
) -> None:
    await add(desk, lives_in("London", day(3)))
    await add(desk, lives_in("Bath", day(6)))
    await add(
        desk,
        replace(lives_in("chess", day(4)), category="hobby", content="Mike plays chess"),
        replace(lives_in("Rome", day(5)), standing=Standing.CONTESTED),
        replace(lives_in("mine", day(2)), content="Ann knows Mike", entity="Ann", category="knows",
                object="Mike"),
        replace(lives_in("Paris", day(7)), category="goal", content="Mike sees Paris",
                valid_from=day(1).replace(year=2090)),
    )  # fmt: skip

    done = await compiled(desk, "Mike")

    assert (done.slug, done.kind, done.outcome, done.revision) == ("mike", "persona", "ADD", 1)
    assert told(await page(desk, "Mike")) == [
        ("Home", "Mike lives in Bath", "holds"),
        ("Likes and habits", "Mike plays chess", "holds"),
        ("Plans", "Mike sees Paris", "ahead"),
        ("Connections", "Ann knows Mike", "holds"),
        ("What changed", "Mike lives in London", "former"),
        ("Contested", "Mike lives in Rome", "contested"),
    ]


async def test_a_sentence_cites_its_belief_the_turns_it_rests_on_and_what_it_stands_against(
    desk: Desk,
) -> None:
    said = Turn(content="I live in Bath now.", speaker="Mike", occurred_at=day(6), session="s")
    turns = await ingest_turns(desk.ledger, desk.principal, [said])
    (london,) = await add(desk, lives_in("London", day(3)))
    (bath,) = await add(desk, lives_in("Bath", day(6), episode_id=turns.episodes[0], span=(10, 14)))
    (rome,) = await add(desk, lives_in("Rome", day(7), standing=Standing.CONTESTED))
    await compiled(desk, "Mike")

    now, changed, contested, quoted = (await page(desk, "Mike")).sentences

    assert (now.source.id, now.source.kind) == (bath, "memory")
    assert [(cite.id, cite.kind, cite.span) for cite in now.further] == [
        (turns.episodes[0], "episode", (10, 14))
    ]
    assert [cite.id for cite in changed.citations] == [london, bath]
    assert (changed.valid_from, changed.valid_until) == (day(3), day(6))
    assert [cite.id for cite in contested.citations] == [rome, bath]
    assert (quoted.text, quoted.mark) == ("I live in Bath now.", "said")
    assert [cite.id for cite in quoted.citations] == [turns.episodes[0]]


async def test_said_lately_has_what_says_something_of_the_latest_turns(desk: Desk) -> None:
    texts = (
        "I live in Bath now.",
        "If I won the lottery I'd buy a villa.",
        *["Thanks, that helps!"] * 5,
        "The flight leaves at 6:40.",
    )
    said = [
        Turn(content=text, speaker="Mike", occurred_at=day(4) + timedelta(hours=hour), session="s")
        for hour, text in enumerate(texts)
    ]
    await ingest_turns(desk.ledger, desk.principal, said)
    await add(desk, lives_in("Bath", day(3)))
    await compiled(desk, "Mike")

    lately = [each.text for each in (await page(desk, "Mike")).sentences if each.mark == "said"]

    assert lately == [texts[0], texts[-1]]


async def test_what_did_not_change_makes_no_revision_and_no_transaction(desk: Desk) -> None:
    await add(desk, lives_in("London", day(3)))
    first = await compiled(desk, "Mike")
    await add(desk, replace(lives_in("Rome", day(3)), entity="Ann", content="Ann is in Rome"))

    again = await compiled(desk, "Mike")

    assert (again.id, again.outcome, again.revision) == (first.id, Outcome.NOOP, 1)
    assert (again.transaction, again.sentences) == (None, 1)


async def test_a_page_is_read_as_it_was_known(desk: Desk) -> None:
    await add(desk, lives_in("London", day(3)))
    first = await compiled(desk, "Mike")
    (bath,) = await add(desk, lives_in("Bath", day(6)))
    second = await compiled(desk, "Mike")
    assert (first.transaction, second.transaction, second.revision) == (3, 5, 2)

    assert told(await page(desk, "Mike", as_of=3)) == [("Home", "Mike lives in London", "holds")]
    assert (await page(desk, "Mike", as_of=4)).revision == 1
    assert (await page(desk, "Mike", as_of=5)).revision == 2
    assert (await page(desk, "Mike", revision=1)).derived_at == 2
    with pytest.raises(PageNotFound, match="no page 'Mike' as of transaction 2"):
        await page(desk, "Mike", as_of=2)
    with pytest.raises(PageNotFound, match="with a revision 2 as of transaction 4"):
        await page(desk, "Mike", as_of=4, revision=2)

    revisions = await page_revisions(desk.store, desk.principal, asked("mike"))
    assert [(each.revision, each.derived_at, each.transaction) for each in revisions] == [
        (1, 2, 3),
        (2, 4, 5),
    ]
    assert revisions[0].known_until == revisions[1].known_from
    (then,) = await page_revisions(desk.store, desk.principal, asked("mike", as_of=4))
    assert then.known_until is None

    diff = await page_diff(desk.store, desk.principal, asked("mike"), None, None)
    assert (diff.earlier, diff.later) == (1, 2)
    assert diff.added[0].source.id == bath
    assert [(each.text, each.mark) for each in diff.added] == [
        ("Mike lives in Bath", "holds"),
        ("Mike lives in London", "former"),
    ]
    assert [(each.text, each.mark) for each in diff.removed] == [("Mike lives in London", "holds")]


async def test_compilations_at_once_leave_one_open_revision_and_count_without_gaps(
    desk: Desk,
) -> None:
    await add(desk, lives_in("London", day(1)))

    async def write(number: int) -> None:
        await add(desk, replace(lives_in("x", day(2)), category="hobby", content=f"Hobby {number}"))
        await compiled(desk, "Mike")

    async with anyio.create_task_group() as group:
        for number in range(8):
            group.start_soon(write, number)
            group.start_soon(compiled, desk, "Mike")

    revisions = await page_revisions(desk.store, desk.principal, asked("mike"))
    numbers = [each.revision for each in revisions]
    assert numbers == list(range(1, len(numbers) + 1))
    assert [each.derived_at for each in revisions] == sorted(each.derived_at for each in revisions)
    assert [each.revision for each in revisions if each.known_until is None] == [numbers[-1]]
    assert len((await page(desk, "Mike")).sentences) == 9
    assert (await verify(desk.store, desk.principal)).findings == ()


async def test_what_was_derived_from_an_earlier_state_does_not_take_the_place_of_a_later_one(
    desk: Desk,
) -> None:
    await add(desk, lives_in("London", day(3)))
    early = await draft(desk)
    await add(desk, lives_in("Bath", day(6)))
    await compiled(desk, "Mike")

    late = await write_page(desk.ledger, desk.principal, place(desk.principal), early)

    assert (late.outcome, late.revision, late.transaction) == (Outcome.NOOP, 1, None)
    assert (await page(desk, "Mike")).derived_at == 3


async def draft(desk: Desk) -> PageDraft:
    subject = entity_subject("Mike", is_person=True)
    async with desk.store.reading(desk.principal.as_setting()) as work:
        opened = await open_desk(work, desk.principal, place(desk.principal))
        return await draft_of(opened, subject)


async def test_a_page_of_which_nothing_is_left_is_closed_and_goes_on_when_something_is(
    desk: Desk,
) -> None:
    (london,) = await add(desk, lives_in("London", day(3)))
    first = await compiled(desk, "Mike")
    await desk.ledger.forget(desk.principal, london)

    closed = await compiled(desk, "mike")

    assert (closed.outcome, closed.id, closed.sentences) == (Outcome.INVALIDATE, first.id, 0)
    with pytest.raises(PageNotFound):
        await page(desk, "Mike")
    assert (await page(desk, "Mike", as_of=first.transaction)).revision == 1
    with pytest.raises(NothingToCompile):
        await compiled(desk, "Mike")

    await add(desk, lives_in("Bath", day(6)))
    again = await compiled(desk, "Mike")
    assert (again.outcome, again.id, again.revision) == (Outcome.ADD, first.id, 2)


async def test_of_what_a_slot_of_one_holds_the_narrowest_scope_is_told(desk: Desk) -> None:
    await add(
        desk,
        lives_in("Everywhere", day(1), scope=Scope.GLOBAL),
        lives_in("London", day(2)),
        lives_in("Rome", day(1), scope=Scope.CONTAINER, container="project:move"),
    )

    await compiled(desk, "Mike")
    await compiled(desk, "Mike", scope=Scope.CONTAINER, container="project:move")
    await compiled(desk, "Mike", scope=Scope.GLOBAL)

    boxed = await page(desk, "Mike", containers=("project:move",))
    assert told(await page(desk, "Mike")) == [("Home", "Mike lives in London", "holds")]
    assert told(boxed) == [("Home", "Mike lives in Rome", "holds")]
    assert boxed.scope is Scope.CONTAINER


async def test_an_entity_is_known_by_its_aliases_too(desk: Desk) -> None:
    await add(
        desk,
        lives_in("London", day(3)),
        replace(lives_in("x", day(3)), entity="Micky", category="hobby", content="Micky rows"),
        replace(lives_in("x", day(3)), entity="Micky", category="alias_of", object="Mike",
                content="Micky is Mike"),
    )  # fmt: skip

    await compiled(desk, "Mike")

    assert told(await page(desk, "Mike")) == [
        ("Identity", "Micky is Mike", "holds"),
        ("Home", "Mike lives in London", "holds"),
        ("Likes and habits", "Micky rows", "holds"),
    ]
    assert (await compiled(desk, "Micky")).slug == "mike"
    assert (await page(desk, "MICKY")).slug == "mike"


async def test_a_name_that_stands_for_two_is_on_neither_page(desk: Desk) -> None:
    def alias(of: str) -> Draft:
        return replace(lives_in("x", day(3)), entity="Mic", category="alias_of", object=of,
                       content=f"Mic is {of}")  # fmt: skip

    await add(
        desk,
        lives_in("London", day(3)),
        replace(lives_in("x", day(3)), entity="Mic", category="hobby", content="Mic rows"),
        alias("Mike"),
    )
    await set_cardinality(desk.ledger, desk.principal, "alias_of", Cardinality.MANY)
    await add(desk, alias("Ann"))

    await compiled(desk, "Mike")

    assert told(await page(desk, "Mike")) == [
        ("Home", "Mike lives in London", "holds"),
        ("Connections", "Mic is Mike", "holds"),
    ]
    with pytest.raises(PageNotFound, match="there is no page 'Mic'"):
        await page(desk, "Mic")


async def test_a_bank_has_a_persona_a_topic_and_a_category_for_whatever_has_enough_beliefs(
    desk: Desk,
) -> None:
    def of(entity: str, category: str, number: int) -> Draft:
        content = f"{entity} {category} {number}"
        return replace(
            lives_in("x", day(number)), entity=entity, category=category, content=content
        )

    await add(desk, *[of("Mike", "hobby", n) for n in (1, 2, 3)])
    await add(desk, *[of("Acme", "office", n) for n in (1, 2, 3)])
    await add(desk, of("Ann", "hobby", 4))

    done = await compile_bank(desk.ledger, desk.principal, place(desk.principal))
    again = await compile_bank(desk.ledger, desk.principal, place(desk.principal))

    assert [(each.slug, each.kind, each.outcome) for each in done] == [
        ("acme", "topic", "ADD"),
        ("category:hobby", "topic", "ADD"),
        ("mike", "persona", "ADD"),
    ]
    assert {each.outcome for each in again} == {Outcome.NOOP}
    assert [section for section, _, _ in told(await page(desk, "category:hobby"))] == [
        "Ann", "Mike", "Mike", "Mike",
    ]  # fmt: skip


async def test_a_very_long_page_quotes_what_holds_and_the_latest_and_says_so(desk: Desk) -> None:
    many = [
        replace(lives_in("x", day(2)), category="hobby", content=f"Mike collects thing {n}")
        for n in range(230)
    ]
    await add(desk, *many)

    await compiled(desk, "Mike")

    found = await page(desk, "Mike")
    assert len(found.sentences) == 200
    assert found.note == "200 of 230 stretches are quoted: what holds, then the latest."


async def test_what_is_for_the_whole_tenant_is_compiled_by_those_who_govern(desk: Desk) -> None:
    await add(desk, lives_in("Everywhere", day(1), scope=Scope.GLOBAL))
    clerk = replace(desk.principal, permissions=frozenset(desk.principal.permissions) - {"govern"})

    with pytest.raises(NotPermitted):
        await compiled(desk, "Mike", clerk, scope=Scope.GLOBAL)
    await compiled(desk, "Mike", scope=Scope.GLOBAL)


async def test_names_of_any_script_have_pages(desk: Desk) -> None:
    names = ["Ἀθηνᾶ", "李小龙", "O'Neil / Sons", "🦊", "Straße"]
    for name in names:
        await add(desk, replace(lives_in("Rome", day(3)), entity=name, content=f"{name} is there"))

    done = [await compiled(desk, name) for name in names]

    assert [each.outcome for each in done] == [Outcome.ADD] * 5
    assert [(await page(desk, name)).title for name in names] == names


async def test_a_page_lands_while_the_embedder_is_away_and_is_embedded_later(
    database: Database,
) -> None:
    embedder = FailingEmbedder(HashedEmbedder())
    async with open_test_desk(database, embedder) as desk:
        await add(desk, lives_in("London", day(3)))
        embedder.is_down = True
        away = await compiled(desk, "Mike")
        embedder.is_down = False

        assert (away.outcome, away.embedded) == (Outcome.ADD, False)
        assert await index_pages(desk.ledger, desk.principal) == 1
        assert await index_pages(desk.ledger, desk.principal) == 0
        assert (await verify(desk.store, desk.principal)).findings == ()


async def test_what_a_page_says_already_is_not_embedded_again(database: Database) -> None:
    embedder = FailingEmbedder(HashedEmbedder())
    async with open_test_desk(database, embedder) as desk:
        await add(desk, lives_in("London", day(3)))
        await compiled(desk, "Mike")
        embedder.texts_left = 5
        again = await compiled(desk, "Mike")

        assert (again.outcome, again.embedded, embedder.texts_left) == (Outcome.NOOP, True, 5)
        await add(desk, lives_in("Bath", day(6)))
        changed = await compiled(desk, "Mike")

        assert (changed.outcome, changed.embedded, embedder.texts_left) == (
            Outcome.UPDATE,
            True,
            3,
        )
