"""The writes that are interrupted: every kind of transaction, each telling what it wrote."""

from __future__ import annotations

from collections.abc import Callable

from muniment import AgentMemory
from muniment.operations.writes import NewMemory, NewTurn

Told = list[list[str]]


def add_into_one_slot(memory: AgentMemory, name: str, number: int) -> Told:
    """Displace the belief before."""
    content = f"{name} counted to {number}"
    written = memory.add(
        content, entity="the writers", category="count", valid_from=_day(number), tags=["count"]
    )
    return [[str(written.id), content]]


def add_three(memory: AgentMemory, name: str, number: int) -> Told:
    """Write three beliefs in one transaction."""
    contents = [f"{name} named {part} of {number}" for part in ("a", "b", "c")]
    written = memory.add_many(
        [
            NewMemory(content=content, entity=name, category=f"part {content}")
            for content in contents
        ]
    )
    return [[str(one.id), content] for one, content in zip(written, contents, strict=True)]


def add_and_correct(memory: AgentMemory, name: str, number: int) -> Told:
    """Write a belief and correct it, in two transactions."""
    written = memory.add(f"{name} guessed {number}", entity=name, category=f"guess {number}")
    content = f"{name} knew {number}"
    memory.update(written.id, content)
    return [[str(written.id), content]]


def ingest(memory: AgentMemory, name: str, number: int) -> Told:
    """Store two turns in one transaction."""
    contents = [f"{name} said {number}", f"{name} repeated {number}"]
    turns = [
        NewTurn(
            content=content, occurred_at=_day(number), session=name, source_id=content, speaker=name
        )
        for content in contents
    ]
    ingested = memory.ingest_turns(turns)
    return [[str(each), content] for each, content in zip(ingested.episodes, contents, strict=True)]


def _day(number: int) -> str:
    return f"{2000 + number // 336:04}-{number // 28 % 12 + 1:02}-{number % 28 + 1:02}"


WRITES: list[Callable[[AgentMemory, str, int], Told]] = [
    add_into_one_slot,
    add_three,
    add_and_correct,
    ingest,
]
