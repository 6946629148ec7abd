"""A model may put a page into words: beside the quotations, and no longer than what it cites stands."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from muniment import AsyncAgentMemory
from muniment.model.memory import Outcome
from muniment.model.tasks import TaskState
from muniment.testing.embedder import HashedEmbedder
from muniment.testing.model_script import Refuses, says
from muniment.testing.model_server import ModelServer
from tests.database import Database

WRITTEN = [
    {
        "heading": "Home",
        "text": "Mike lives in Bath, and Mike plays the cello.",
        "cites": ["r1", "r2"],
    },
    {"heading": "Home", "text": "Mike lives in Bath.", "cites": ["r1"]},
    {"heading": "Home", "text": "Mike longs for Rome.", "cites": ["r1"]},
]


@pytest.fixture
async def memory(database: Database, scripted: ModelServer) -> AsyncIterator[AsyncAgentMemory]:
    role = {"provider": "openai", "model": "m", "base_url": scripted.openai_url}
    async with AsyncAgentMemory(
        database.app, embedder=HashedEmbedder(), models={"page_writer": role}
    ) as memory:
        yield memory


async def home_and_hobby(memory: AsyncAgentMemory) -> tuple[str, str]:
    """Say where Mike lives and what he plays; the page quotes them in this order."""
    city = await memory.add("Mike lives in Bath", entity="Mike", category="city")
    hobby = await memory.add("Mike plays the cello", entity="Mike", category="hobby")
    return str(city.id), str(hobby.id)


async def phrases(memory: AsyncAgentMemory, as_of: int | None = None) -> list[str]:
    return [each.text for each in (await memory.get_page("mike", as_of=as_of)).phrases]


async def test_phrases_stand_while_all_that_they_cite_stands(
    memory: AsyncAgentMemory, scripted: ModelServer
) -> None:
    _, hobby = await home_and_hobby(memory)
    scripted.script(says({"sentences": WRITTEN}))

    compiled = await memory.compile_page("Mike")

    (refused,) = compiled.degraded
    assert "Rome" in refused
    assert await phrases(memory) == [each["text"] for each in WRITTEN[:2]]
    assert [each.text for each in (await memory.get_page("mike")).sentences] == [
        "Mike lives in Bath",
        "Mike plays the cello",
    ]
    before = (await memory.forget(hobby)).transaction - 1
    assert await phrases(memory) == ["Mike lives in Bath."]
    assert len(await phrases(memory, as_of=before)) == 2


@pytest.mark.parametrize(
    "kind, arguments", [("compile_page", {"topic": "Mike"}), ("compile_bank", {"beliefs_min": 1})]
)
async def test_a_task_keeps_none_of_the_words_that_a_page_was_refused(
    memory: AsyncAgentMemory, scripted: ModelServer, kind: str, arguments: dict[str, object]
) -> None:
    await home_and_hobby(memory)
    scripted.script(says({"sentences": WRITTEN}))
    task = await memory.enqueue(kind, arguments)

    await memory.run_pending()

    done = await memory.get_task(task.id)
    assert done.state is TaskState.DONE
    assert len(scripted.asked) == 1
    assert "Rome" not in str(done.result)
    assert "1 note on what a language model wrote or did not" in str(done.result)


async def test_a_page_that_quotes_the_same_is_not_written_again(
    memory: AsyncAgentMemory, scripted: ModelServer
) -> None:
    await home_and_hobby(memory)
    scripted.script(says({"sentences": WRITTEN[:2]}))
    await memory.compile_page("Mike")

    assert (await memory.compile_page("Mike")).outcome is Outcome.NOOP
    assert len(scripted.asked) == 1

    await memory.add("Mike keeps bees", entity="Mike", category="work")
    scripted.script(says({"sentences": WRITTEN[1:2]}))
    assert (await memory.compile_page("Mike")).outcome is Outcome.UPDATE
    assert await phrases(memory) == ["Mike lives in Bath."]


async def test_without_its_model_a_page_quotes(
    memory: AsyncAgentMemory, scripted: ModelServer
) -> None:
    await home_and_hobby(memory)
    scripted.script(Refuses(status=401))

    compiled = await memory.compile_page("Mike")

    assert compiled.degraded == ("page_writer openai:m: model_unavailable",)
    assert (compiled.outcome, compiled.sentences) == (Outcome.ADD, 2)
    assert await phrases(memory) == []
