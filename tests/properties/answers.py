"""Collect every answer that the product gives at a basis, as bytes."""

from __future__ import annotations

import json
from datetime import datetime
from uuid import UUID

from muniment.access.principal import Principal
from muniment.model.ids import MemoryId
from muniment.model.plain import plain
from muniment.model.reading import (
    GetCurrentFacts,
    GetDiff,
    GetHistory,
    GetMemory,
    GetTimeline,
    Search,
    Status,
)
from muniment.recall.lookup.changes import diff
from muniment.recall.lookup.facts import current_facts
from muniment.recall.lookup.history import history, timeline
from muniment.recall.lookup.listing import search
from muniment.recall.lookup.provenance import provenance
from tests.database import Desk


def as_bytes(value: object) -> bytes:
    return json.dumps(plain(value), ensure_ascii=False, sort_keys=True).encode()


async def answers(
    desk: Desk,
    principal: Principal,
    number: int,
    valid_times: tuple[datetime, ...],
    memory_ids: tuple[str, ...] = (),
    entities: tuple[str, ...] = ("mike",),
) -> dict[str, bytes]:
    """Ask everything that is not ranked at one transaction."""
    store = desk.store
    found: dict[str, object] = {}
    for valid in valid_times:
        at = Search(as_of=number, valid_at=valid, status=Status.ALL, limit=1000)
        facts = GetCurrentFacts(as_of=number, valid_at=valid, limit=1000)
        found[f"search {valid}"] = await search(store, principal, at)
        found[f"facts {valid}"] = await current_facts(store, principal, facts)
    for entity in entities:
        line = GetTimeline(entity=entity, as_of=number)
        found[f"timeline {entity}"] = await timeline(store, principal, line)
    found["diff"] = await diff(store, principal, GetDiff(since=0, until=number, limit=1000))
    for name in memory_ids:
        memory_id = MemoryId(UUID(name))
        found[f"history {name}"] = await history(
            store, principal, GetHistory(memory_id=memory_id, as_of=number)
        )
        found[f"provenance {name}"] = await provenance(
            store, principal, GetMemory(memory_id=memory_id, as_of=number)
        )
    return {question: as_bytes(answer) for question, answer in found.items()}


def refuse_changed(before: dict[str, bytes], after: dict[str, bytes]) -> None:
    """Raise AssertionError for the first answer that is not the same bytes."""
    assert before.keys() == after.keys()
    for question, answer in before.items():
        now = after[question]
        assert now == answer, f"{question} was\n{answer.decode()}\nand is\n{now.decode()}"
