"""Recall has a lane for what pages cite and one for the snapshot, both by the basis; without pages it is as it was."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from muniment import AsyncAgentMemory
from muniment.model.recalled import Recalled
from muniment.settings import Settings
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database

QUESTION = "A hobby for a cold river"
APART = "Is the river cold?"


@pytest.fixture
async def memory(database: Database) -> AsyncIterator[AsyncAgentMemory]:
    settings = Settings(database_url=database.app, embedder={"name": "none"})
    async with AsyncAgentMemory(settings=settings) as memory:
        await memory.add(
            "The river is cold", entity="Avon", category="state", valid_from="2026-01-01"
        )
        await memory.add(
            "Mike rows at dawn", entity="Mike", category="hobby", valid_from="2026-01-01"
        )
        await memory.add("Ann paints", entity="Ann", category="hobby", valid_from="2026-01-01")
        yield memory


def lanes(recalled: Recalled) -> dict[str, int]:
    return {each.name: each.found for each in recalled.receipt.lanes}


def contents(recalled: Recalled) -> list[str]:
    return [each.memory.content for each in recalled]


async def test_without_pages_there_is_no_lane_of_pages(memory: AsyncAgentMemory) -> None:
    found = await memory.recall(QUESTION)

    assert contents(found) == ["The river is cold", "Ann paints", "Mike rows at dawn"]
    assert lanes(found) == {"vector": 0, "words": 3, "tags": 0, "graph": 0, "beside": 0}


async def test_what_the_page_of_a_word_of_the_question_cites_is_handed_on(
    memory: AsyncAgentMemory,
) -> None:
    await memory.compile_page("category:hobby")

    found = await memory.recall(QUESTION)
    apart = await memory.recall(APART)

    assert len(found) == 3
    assert lanes(found)["pages"] == 2
    assert (contents(apart), lanes(apart)["pages"]) == (["The river is cold"], 0)


async def test_answers_given_before_a_page_was_known_stay_byte_for_byte(
    memory: AsyncAgentMemory,
) -> None:
    before = await memory.recall(QUESTION)
    done = await memory.compile_page("category:hobby")
    await memory.take_snapshot()
    assert done.transaction is not None

    replayed = await memory.replay(before.receipt)

    assert replayed.same
    assert contents(await memory.recall(QUESTION, as_of=done.transaction - 1)) == contents(before)
    assert len(await memory.recall(QUESTION, as_of=done.transaction)) == 3


async def test_a_receipt_from_before_there_was_a_page_tells_of_no_lane_of_pages_later_either(
    memory: AsyncAgentMemory,
) -> None:
    number = (await memory.transactions())[-1].number
    before = await memory.recall(QUESTION, as_of=number)
    await memory.compile_page("category:hobby")

    after = await memory.recall(QUESTION, as_of=number)

    assert lanes(after) == lanes(before)
    assert "pages" in lanes(await memory.recall(QUESTION))


async def test_a_later_revision_does_not_reach_an_earlier_answer(memory: AsyncAgentMemory) -> None:
    await memory.compile_page("category:hobby")
    before = await memory.recall(QUESTION)
    ann = (await memory.search(entity="Ann"))[0]
    await memory.forget(ann.id)
    await memory.add("Zoe sings", entity="Zoe", category="hobby", valid_from="2026-01-01")
    await memory.compile_page("category:hobby")

    assert (await memory.replay(before.receipt)).same
    assert "Zoe sings" in contents(await memory.recall(QUESTION))


async def test_a_page_that_still_quotes_what_was_forgotten_hands_on_nothing_of_it(
    memory: AsyncAgentMemory,
) -> None:
    await memory.compile_page("category:hobby")
    ann = (await memory.search(entity="Ann"))[0]

    await memory.forget(ann.id)

    found = await memory.recall(QUESTION)
    assert contents(found) == ["The river is cold", "Mike rows at dawn"]
    assert lanes(found)["pages"] == 1


async def test_the_snapshot_hands_on_what_it_cites(memory: AsyncAgentMemory) -> None:
    await memory.take_snapshot()

    found = await memory.recall(APART)

    assert (lanes(found)["snapshot"], lanes(found)["pages"]) == (3, 0)
    assert contents(found) == ["The river is cold"]


async def test_a_page_of_another_namespace_or_container_is_no_source(
    memory: AsyncAgentMemory,
) -> None:
    other = {"valid_from": "2026-01-01", "category": "hobby"}
    await memory.add("Bo skates", entity="Bo", namespace="other", **other)  # type: ignore[arg-type]  # as given
    await memory.add("Cy skis", entity="Cy", scope="container", container="project:x", **other)  # type: ignore[arg-type]  # as given
    await memory.compile_page("category:hobby", namespace="other")
    await memory.compile_page("category:hobby", scope="container", container="project:x")

    found = await memory.recall(QUESTION)
    boxed = await memory.recall(QUESTION, containers=["project:x"])
    assert (len(found), lanes(found)["pages"]) == (3, 0)
    assert (len(boxed), lanes(boxed)["pages"]) == (4, 3)


async def test_a_page_is_found_by_its_meaning_too(database: Database) -> None:
    settings = Settings(database_url=database.app)
    async with AsyncAgentMemory(settings=settings, embedder=HashedEmbedder()) as memory:
        await memory.add(
            "Mike rows at dawn", entity="Mike", category="hobby", valid_from="2026-01-01"
        )
        await memory.compile_page("Mike")

        near = await memory.recall("rows at dawn")
        far = await memory.recall("purple elephants dance quietly")

    assert lanes(near)["pages"] == 1
    assert lanes(far)["pages"] == 0
