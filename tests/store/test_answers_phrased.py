"""A model may put an answer into words; what its citations do not say is not told."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import pytest

from muniment import AsyncAgentMemory
from muniment.testing.model_script import Garbles, says
from muniment.testing.model_server import ModelServer
from tests.database import Database

QUESTION = "Where does Mike live?"
QUOTED = "Mike lives in Bath"


@pytest.fixture
async def memory(
    database: Database, scripted: ModelServer, one_model: None
) -> AsyncIterator[AsyncAgentMemory]:
    role = {"provider": "openai", "model": "m", "base_url": scripted.openai_url}
    async with AsyncAgentMemory(database.app, models={"deep_memory": role}) as memory:
        await memory.add(QUOTED, entity="Mike", category="city")
        yield memory


async def test_phrases_stand_beside_what_they_rest_on(
    memory: AsyncAgentMemory, scripted: ModelServer
) -> None:
    scripted.script(
        says(
            {
                "sentences": [
                    {"text": "Mike is living in Bath.", "cites": ["r1"]},
                    {"text": "Mike lives in Bath, beside the abbey.", "cites": ["r1"]},
                    {"text": "Mike moved there from Rome.", "cites": ["r1"]},
                    {"text": "Mike lives in Bath.", "cites": []},
                ],
                "abstain": None,
            }
        )
    )

    answer = await memory.answer(QUESTION)

    (source,) = [each.source.id for each in answer.statements]
    shown = json.loads(scripted.asked[0].texts[0])
    assert [each["says"] for each in shown["records"]] == [QUOTED]
    assert [(each.text, each.cites) for each in answer.phrases] == [
        ("Mike is living in Bath.", (source,))
    ]
    assert [each.text for each in answer.statements] == [QUOTED]
    assert ["cites 0 records" in each for each in answer.degraded] == [False, False, True]
    assert answer.text == "\n".join(f"{each.text} [{source}]" for each in answer.phrases)


async def test_a_model_is_told_what_is_so_no_more(
    memory: AsyncAgentMemory, scripted: ModelServer
) -> None:
    for said, on in (
        ("I live in Leeds.", "2026-01-02"),
        ("I moved to York last week.", "2026-03-20"),
    ):
        await memory.ingest_round(said, occurred_at=on, session="s", speaker="Ann")
    scripted.script(says({"sentences": [], "abstain": "it is not told"}))

    found = await memory.recall("Where did Ann live in January?", valid_at="2026-04-01")
    await memory.answer("Where did Ann live in January?", valid_at="2026-04-01")

    (leeds,) = [each for each in found if "Leeds" in each.memory.content]
    shown = json.loads(scripted.asked[0].texts[0])["records"]
    (record,) = [each for each in shown if "Leeds" in each["says"]]
    assert leeds.marks == ("over",)
    assert {"superseded", "over"} & set(record) == {"over"}
    assert record["over"] is True


async def test_a_model_that_talks_nonsense_leaves_the_quotations(
    memory: AsyncAgentMemory, scripted: ModelServer
) -> None:
    scripted.script(Garbles())

    answer = await memory.answer(QUESTION)

    assert answer.phrases == ()
    assert [each.text for each in answer.statements] == [QUOTED]
    assert answer.degraded == ("deep_memory openai:m: model_unavailable",)


async def test_an_abstention_is_not_put_to_a_model(
    memory: AsyncAgentMemory, scripted: ModelServer
) -> None:
    answer = await memory.answer("Where does Zacharias live?")

    assert answer.abstained is not None
    assert scripted.asked == []
