"""A model may say what it makes of a look back: beside the lists, and no more than they say."""

from __future__ import annotations

from muniment import AsyncAgentMemory
from muniment.testing.embedder import HashedEmbedder
from muniment.testing.model_script import Refuses, says
from muniment.testing.model_server import ModelServer
from tests.database import Database


async def test_what_a_reflector_finds_stands_beside_the_lists(
    database: Database, scripted: ModelServer
) -> None:
    role = {"provider": "openai", "model": "m", "base_url": scripted.openai_url}
    scripted.script(
        says(
            {
                "findings": [
                    {"kind": "changed_belief", "text": "Mike lives in Bath, and lived in London.",
                     "cites": ["r1", "r2"]},
                    {"kind": "changed_belief", "text": "Mike lives in Bath.", "cites": ["r2"]},
                    {"kind": "stable_preference", "text": "Mike loves Rome.", "cites": ["r2"]},
                ]
            }
        ),
        Refuses(status=401),
    )  # fmt: skip
    async with AsyncAgentMemory(
        database.app, embedder=HashedEmbedder(), models={"reflector": role}
    ) as memory:
        london = await memory.add(
            "Mike lives in London", entity="Mike", category="city", valid_from="2026-03-01"
        )
        bath = await memory.add(
            "Mike lives in Bath", entity="Mike", category="city", valid_from="2026-06-01"
        )
        found = await memory.reflect()
        without = await memory.reflect()

    (phrase,) = found.phrases
    assert (phrase.heading, phrase.cites) == ("changed_belief", (london.id, bath.id))
    assert len(found.degraded) == 2
    assert [each.new_content for each in found.changed_beliefs] == ["Mike lives in Bath"]
    assert (without.phrases, without.changed_beliefs) == ((), found.changed_beliefs)
    assert without.degraded == ("reflector openai:m: model_unavailable",)
