"""What language models bring into a recall: other words before it, another order after it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from muniment import AsyncAgentMemory
from muniment.model.plain import plain
from muniment.model.receipts import read_receipt
from muniment.testing.embedder import HashedEmbedder
from muniment.testing.model_script import Refuses, says
from muniment.testing.model_server import ModelServer
from tests.database import Database

QUESTION = "Where does Mike live?"


@asynccontextmanager
async def opened(
    database: Database, scripted: ModelServer, **roles: dict[str, str]
) -> AsyncIterator[AsyncAgentMemory]:
    shared = {"provider": "openai", "model": "m", "base_url": scripted.openai_url}
    models = {"default": shared} | {
        role: {"provider": "default", "model": role} | more for role, more in roles.items()
    }
    async with AsyncAgentMemory(database.app, embedder=HashedEmbedder(), models=models) as memory:
        yield memory


async def remember(memory: AsyncAgentMemory) -> None:
    await memory.add("Mike lives in Bath", entity="Mike", category="city")
    await memory.add("Mike lives for music", entity="Mike", category="passion")
    await memory.add("The dwelling of Michael is at Pulteney Bridge")


async def told(memory: AsyncAgentMemory) -> list[str]:
    return [each.memory.content for each in await memory.recall(QUESTION)]


async def test_a_reranker_orders_the_results_and_a_replay_asks_nobody(
    database: Database, scripted: ModelServer
) -> None:
    async with opened(database, scripted, reranker={}) as memory:
        await remember(memory)
        judged = [
            {"key": "r1", "score": 0.2, "wrong_person": False},
            {"key": "r2", "score": 0.9, "wrong_person": False},
        ]
        scripted.script(says({"ranking": judged}))
        recalled = await memory.recall(QUESTION)
        ids = [str(each.memory.id) for each in recalled]
        shown = json.loads(scripted.asked[0].texts[0])["records"]
        assert next(each.memory.content for each in recalled) == shown[1]["says"]
        assert [str(each) for each in recalled.receipt.question.order] == ids
        replayed = await memory.replay(str(recalled.receipt.recall_id))
        assert replayed.same
        assert [str(each.memory.id) for each in replayed.recalled] == ids
        receipt = read_receipt(json.dumps(plain(recalled.receipt)))
        assert (await memory.replay(receipt)).same
        assert len(scripted.asked) == 1


async def test_a_reranker_that_is_away_leaves_the_order_and_the_receipt_says_so(
    database: Database, scripted: ModelServer
) -> None:
    async with opened(database, scripted) as memory:
        await remember(memory)
        before = await told(memory)
    async with opened(database, scripted, reranker={}) as memory:
        scripted.script(Refuses(status=401))
        recalled = await memory.recall(QUESTION)
        assert [each.memory.content for each in recalled] == before
        assert recalled.receipt.degraded == ("reranker openai:reranker: model_unavailable",)
        assert recalled.receipt.question.order == ()


async def test_other_wordings_find_what_the_question_alone_does_not(
    database: Database, scripted: ModelServer
) -> None:
    async with opened(database, scripted, query_rewriter={"mode": "multi_query"}) as memory:
        await remember(memory)
        scripted.script(says({"questions": []}), says({"questions": ["dwelling of Michael?"]}))
        assert "The dwelling of Michael is at Pulteney Bridge" not in await told(memory)
        recalled = await memory.recall(QUESTION)
        assert "The dwelling of Michael is at Pulteney Bridge" in [
            each.memory.content for each in recalled
        ]
        assert recalled.receipt.question.wordings == ("dwelling of Michael?",)
        replayed = await memory.replay(str(recalled.receipt.recall_id))
        assert replayed.same
        assert len(scripted.asked) == 2


async def test_a_passage_is_searched_with_by_its_vector_alone(
    database: Database, scripted: ModelServer
) -> None:
    async with opened(database, scripted, query_rewriter={"mode": "hyde"}) as memory:
        await remember(memory)
        scripted.script(says({"passage": "The dwelling of Michael is at the bridge."}))
        recalled = await memory.recall(QUESTION)
        assert recalled.receipt.question.passages == ("The dwelling of Michael is at the bridge.",)
        assert recalled.receipt.question.wordings == ()
        assert (await memory.replay(str(recalled.receipt.recall_id))).same
        assert len(scripted.asked) == 1


async def test_a_rewriter_that_is_away_leaves_the_question_as_it_is(
    database: Database, scripted: ModelServer
) -> None:
    async with opened(database, scripted, query_rewriter={}) as memory:
        await remember(memory)
        scripted.script(Refuses(status=400))
        recalled = await memory.recall(QUESTION)
        assert recalled.receipt.degraded == (
            "query_rewriter openai:query_rewriter: model_unavailable",
        )
        assert len(recalled) > 0


async def test_without_results_no_reranker_is_asked(
    database: Database, scripted: ModelServer
) -> None:
    async with opened(database, scripted, reranker={}) as memory:
        assert len(await memory.recall(QUESTION)) == 0
        assert scripted.asked == []
