"""Looks back from the terminal and as tasks, whose kept answers hold ids and no words."""

from __future__ import annotations

import json
from typing import Any

from muniment import AgentMemory, AsyncAgentMemory
from muniment.model.plain import plain
from muniment.model.tasks import TaskState
from muniment.settings import Settings
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database
from tests.surfaces.terminal import Terminal

KINDS = (
    "consolidate", "decay", "find_contradictions", "find_duplicates", "normalize_temporal_facts",
    "project_entity_edges", "reflect",
)  # fmt: skip


def believe(terminal: Terminal, *contents: str) -> list[str]:
    return [
        terminal.add(content, "--entity", "Mike", "--category", "general", "--confidence", "0.4")
        for content in contents
    ]


def test_pairs_are_listed_and_contradictions_put_under_review(quick: Terminal) -> None:
    tea, green, none = believe(
        quick, "Mike drinks green tea", "Mike drinks the green tea", "Mike does not drink green tea"
    )

    (pair,) = quick.json("find-duplicates", "Mike")["items"]
    assert (pair["first"], pair["second"], pair["reason"]) == (tea, green, "same words")
    found = quick.json("find-contradictions")["items"]
    assert sorted((each["first"], each["second"]) for each in found) == [(tea, none), (green, none)]
    assert "one denies the other" in quick("find-contradictions").out

    proposed = quick.json("propose-contradictions", "--reason", "weekly")
    assert len(proposed["items"]) == 2
    assert quick("propose-contradictions").out.strip() == "Nothing new to review."
    assert quick("find-contradictions").out.startswith("Nothing matches.")
    reflected = quick.json("reflect")
    assert len(reflected["contradictions_for_review"]) == 2
    page = quick("reflect").out
    assert "Contradictions for review" in page
    assert "No stable preferences." in page


def test_what_faded_is_listed(quick: Terminal) -> None:
    (tea,) = believe(quick, "Mike drinks green tea")

    (faded,) = quick.json("faded")["items"]
    assert (faded["memory_id"], faded["confidence"]) == (tea, 0.4)
    assert "Mike drinks green tea" in quick("faded").out
    assert quick("faded", "--below", "0.1").out.startswith("Nothing has faded.")


def test_stored_turns_are_read_from_the_terminal(quick: Terminal, tmp_path: Any) -> None:
    chat = tmp_path / "chat.jsonl"
    said = {"id": "1", "speaker": "Mike", "time": "2026-06-20T09:00:00Z", "text": "I live in Bath."}
    chat.write_text(json.dumps(said) + "\n", encoding="utf-8")
    assert quick("ingest", str(chat)).code == 0

    done = quick.json("consolidate", "--assistant", "HAL")

    assert (done["read"], done["extracted_by"], done["has_more"]) == (1, "rules-22", False)
    assert quick("consolidate").out.startswith("0 turns read by rules")


async def test_each_kind_of_task_runs_and_keeps_ids_alone(database: Database) -> None:
    settings = Settings(database_url=database.app)
    async with AsyncAgentMemory(settings=settings, embedder=HashedEmbedder()) as memory:
        for content in ("Mike drinks green tea", "Mike does not drink green tea"):
            await memory.add(content, entity="Mike", category="general", confidence=0.4)
        await memory.add("Mike drinks the green tea", entity="Mike", category="general")
        await memory.append_facts([{"subject": "Mike", "predicate": "likes", "object": "tea"}])
        await memory.ingest_turns(
            [
                {
                    "content": "I live in Bath.",
                    "speaker": "Mike",
                    "occurred_at": "2026-06-20",
                    "session": "s",
                }
            ]
        )
        tasks = {kind: await memory.enqueue(kind) for kind in KINDS}

        assert (await memory.run_pending()).tasks.done == len(KINDS)
        ended = {kind: await memory.get_task(task.id) for kind, task in tasks.items()}

    assert {each.state for each in ended.values()} == {TaskState.DONE}
    kept: dict[str, Any] = {kind: plain(each.result) for kind, each in ended.items()}
    assert not [kind for kind, answer in kept.items() if "green" in json.dumps(answer)]
    assert (kept["consolidate"]["read"], kept["consolidate"]["has_more"]) == (1, False)
    assert len(kept["decay"]["faded"]) == 2
    assert [each["reason"] for each in kept["find_duplicates"]["pairs"]] == ["same words"]
    assert len(kept["find_contradictions"]["proposed"]) == 2
    assert kept["project_entity_edges"]["looked_at"] >= 1
    assert kept["project_entity_edges"]["wanting"] == []
    assert kept["normalize_temporal_facts"]["wanting"] == []
    assert kept["reflect"]["stable_preferences"] == []


def test_the_library_that_waits_looks_back_too(database: Database) -> None:
    settings = Settings(database_url=database.app)
    with AgentMemory(settings=settings, embedder=HashedEmbedder()) as memory:
        memory.add("Mike drinks green tea", entity="Mike", category="general")
        memory.add("Mike never drinks green tea", entity="Mike", category="general")

        assert [each.reason.value for each in memory.find_contradictions().items] == [
            "one denies the other"
        ]
        assert memory.find_duplicates().items == ()
        assert len(memory.propose_contradictions().items) == 1
        assert len(memory.reflect().contradictions_for_review) == 1
        assert memory.faded().items == ()
        assert memory.consolidate().read == 0
