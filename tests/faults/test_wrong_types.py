"""A value of the wrong type, wherever it stands, is refused as such, and nothing of it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import pytest

from muniment import AgentMemory
from muniment.errors import Incorrect
from muniment.operations.writes import NewMemory, NewTurn
from muniment.testing.embedder import HashedEmbedder
from tests.database import Server

NOTHING_OF_USE: list[Any] = [
    object(),
    b"bytes",
    5.5,
    float("nan"),
    10**30,
    True,
    {"an": "object"},
    ["a", b"list"],
    ("a", b"pair"),
    datetime(2026, 3, 1),  # noqa: DTZ001 - zoneless on purpose
    "a\x00b",
    "a\ud800b",
]


@pytest.fixture(scope="module")
def memory(server: Server) -> Iterator[AgentMemory]:
    with (
        server.database() as database,
        AgentMemory(database.app, embedder=HashedEmbedder()) as opened,
    ):
        opened.add("Mike lives in London", entity="Mike", category="city", valid_from="2026-03-01")
        opened.ingest_turns([turn()])
        yield opened


def turn(**given: Any) -> NewTurn:
    said = {"content": "Hello.", "occurred_at": "2026-03-01", "session": "chat"}
    return NewTurn(**{**said, **given})


def id_of(memory: AgentMemory) -> str:
    return str(memory.current_facts("Mike").items[0].id)


def new(field: str, value: object) -> NewMemory:
    said: dict[str, Any] = {"content": f"{field} {id(value)}"}
    if field in {"subject", "predicate", "object"}:
        said |= {"subject": "Mike", "predicate": "city", "object": "Bath"}
    if field == "container":
        said["scope"] = "container"
    return NewMemory(**{**said, field: value})


ADDED = [
    *("content", "entity", "category", "namespace", "tags", "valid_from", "valid_until"),
    *("confidence", "metadata", "subject", "predicate", "object", "scope", "container"),
    *("visibility", "standing", "episode_id", "span", "source"),
]
CORRECTED = ["content", "object", "tags", "metadata", "confidence", "valid_from", "valid_until"]
SAID = [
    "content",
    "occurred_at",
    "session",
    "speaker",
    "source_id",
    "caption",
    "metadata",
    "namespace",
]
SEARCHED = [
    *("text", "kind", "status", "entity", "category", "tags", "scope", "standing", "metadata"),
    *("created_from", "created_until", "as_of", "valid_at", "time_window", "namespace"),
    *("containers", "limit", "cursor"),
]
RECALLED = [
    *("as_of", "valid_at", "time_window", "namespace", "containers", "budget", "limit"),
]
Call = Callable[[AgentMemory, Any], object]


def adding(field: str) -> Call:
    return lambda memory, value: memory.add_many([new(field, value)])


def updating(field: str) -> Call:
    return lambda memory, value: memory.update(id_of(memory), **{field: value})


def ingesting(field: str) -> Call:
    return lambda memory, value: memory.ingest_turns([turn(**{field: value})])


def searching(field: str) -> Call:
    return lambda memory, value: memory.search(**{field: value})


def recalling(field: str) -> Call:
    return lambda memory, value: memory.recall("Where?", **{field: value})


CALLS: dict[str, Call] = {
    **{f"add {field}": adding(field) for field in ADDED},
    **{f"update {field}": updating(field) for field in CORRECTED},
    **{f"ingest {field}": ingesting(field) for field in SAID},
    **{f"search {field}": searching(field) for field in SEARCHED},
    **{f"recall {field}": recalling(field) for field in RECALLED},
    "add reason": lambda m, v: m.add("x", reason=v),
    "add_many": lambda m, v: m.add_many(v),
    "add_many item": lambda m, v: m.add_many([v]),
    "add_many content": lambda m, v: m.add_many([{"content": v}]),
    "add_many unknown field": lambda m, v: m.add_many([{"content": "x", "words": v}]),
    "add_many embed": lambda m, v: m.add_many([f"x {id(v)}"], embed=v),
    "update id": lambda m, v: m.update(v, "x"),
    "update reason": lambda m, v: m.update(id_of(m), "x", reason=v),
    "end id": lambda m, v: m.end(v),
    "end at": lambda m, v: m.end(id_of(m), v),
    "forget id": lambda m, v: m.forget(v),
    "forget reason": lambda m, v: m.forget(id_of(m), reason=v),
    "retract id": lambda m, v: m.retract(v),
    "forget_episode id": lambda m, v: m.forget_episode(v),
    "ingest": lambda m, v: m.ingest_turns(v),
    "ingest item": lambda m, v: m.ingest_turns([v]),
    "ingest lacking": lambda m, v: m.ingest_turns([{"content": v}]),
    "recall query": lambda m, v: m.recall(v),
    "replay": lambda m, v: m.replay(v),
    "get id": lambda m, v: m.get(v),
    "get as_of": lambda m, v: m.get(id_of(m), as_of=v),
    "get containers": lambda m, v: m.get(id_of(m), containers=v),
    "get_episode id": lambda m, v: m.get_episode(v),
    "history id": lambda m, v: m.history(v),
    "explain id": lambda m, v: m.explain(v),
    "timeline entity": lambda m, v: m.timeline(v),
    "timeline objects": lambda m, v: m.timeline("Mike", objects=v),
    "current_facts entity": lambda m, v: m.current_facts(v),
    "current_facts limit": lambda m, v: m.current_facts("Mike", limit=v),
    "current_facts cursor": lambda m, v: m.current_facts("Mike", cursor=v),
    "diff since": lambda m, v: m.diff(v),
    "diff until": lambda m, v: m.diff(0, v),
    "diff entity": lambda m, v: m.diff(0, entity=v),
    "transactions after": lambda m, v: m.transactions(v),
    "transactions limit": lambda m, v: m.transactions(limit=v),
    "verify anchor": lambda m, v: m.verify(v),
    "set_cardinality category": lambda m, v: m.set_cardinality(v, "many"),
    "set_cardinality cardinality": lambda m, v: m.set_cardinality("city", v),
    "run_pending units": lambda m, v: m.run_pending(units_max=v),
    "enqueue kind": lambda m, v: m.enqueue(v),
    "enqueue arguments": lambda m, v: m.enqueue("embed_backlog", v),
    "enqueue argument": lambda m, v: m.enqueue("embed_backlog", {"units_max": v}),
    "enqueue key": lambda m, v: m.enqueue("embed_backlog", key=v),
    "enqueue delay": lambda m, v: m.enqueue("embed_backlog", delay_s=v),
    "tasks state": lambda m, v: m.tasks(state=v),
    "tasks kind": lambda m, v: m.tasks(kind=v),
    "tasks limit": lambda m, v: m.tasks(limit=v),
    "tasks cursor": lambda m, v: m.tasks(cursor=v),
    "get_task id": lambda m, v: m.get_task(v),
    "cancel_task id": lambda m, v: m.cancel_task(v),
    "retry_task id": lambda m, v: m.retry_task(v),
    "set_schedule name": lambda m, v: m.set_schedule(v, "embed_backlog", "@daily"),
    "set_schedule kind": lambda m, v: m.set_schedule("nightly", v, "@daily"),
    "set_schedule cron": lambda m, v: m.set_schedule("nightly", "embed_backlog", v),
    "set_schedule arguments": lambda m, v: m.set_schedule(
        "n", "embed_backlog", "@daily", arguments=v
    ),
    "set_schedule zone": lambda m, v: m.set_schedule("n", "embed_backlog", "@daily", zone=v),
    "set_schedule off": lambda m, v: m.set_schedule("n", "embed_backlog", "@daily", off=v),
    "adopt_embedder reason": lambda m, v: m.adopt_embedder(reason=v),
}
FITTING: dict[str, list[type]] = {
    "enqueue delay": [float],
    "set_schedule off": [bool],
    "add confidence": [],
    "add metadata": [dict],
    "update metadata": [dict],
    "ingest metadata": [dict],
    "search metadata": [dict],
    "add_many embed": [bool],
    "timeline objects": [bool],
}
"""Where a value of this list is what is asked for."""


@pytest.mark.parametrize("where", CALLS)
def test_a_value_of_the_wrong_type_is_refused_and_writes_nothing(
    memory: AgentMemory, where: str
) -> None:
    before = memory.stats().transactions
    for value in NOTHING_OF_USE:
        if type(value) in FITTING.get(where, []):
            continue
        with pytest.raises(Incorrect) as caught:
            CALLS[where](memory, value)
        assert caught.value.__cause__ is None
        assert len(caught.value.message) < 1000
    assert memory.stats().transactions == before


def test_what_fits_is_let_through(memory: AgentMemory) -> None:
    episode = memory.search(kind="episode").items[0]
    written = memory.add(
        "Mike said hello",
        confidence=1,
        tags=("hello",),
        episode_id=episode.id,  # type: ignore[arg-type]  # an id as it was handed out
        span=(0, 5),
    )
    assert memory.explain(written.id).evidence[0].quotation == "Hello"


def test_a_list_that_is_none_is_told_with_its_kind(memory: AgentMemory) -> None:
    asked: list[tuple[Any, str]] = [
        ("text", "memories is 'text', of type str; write a list"),
        ([5], "5 is of type int; write a NewMemory or an object with its fields"),
        ([{"words": "x"}], "'words' is not a field of NewMemory; it has content, entity"),
        ([{"content": 5}], "content is 5, of type int; write a text or null"),
        (
            [{"tags": "x", "content": "x"}],
            "tags is 'x', of type str; write a list, each item a text",
        ),
    ]
    for given, says in asked:
        with pytest.raises(Incorrect, match=says):
            memory.add_many(given)
