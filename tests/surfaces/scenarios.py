"""The scenarios that every surface goes through: what is written, and what is read back."""

from __future__ import annotations

from typing import Any, Final

from tests.surfaces.scenario_words import Scenario, add, do, refused, scenario

MARCH, APRIL, JUNE, JULY = "2026-03-01", "2026-04-01", "2026-06-01", "2026-07-01"
MIKE: Final[dict[str, Any]] = {"entity": "Mike", "category": "city"}
NOBODY: Final = "00000000-0000-7000-8000-000000000000"
TURN: Final = {"content": "I moved to Bath.", "occurred_at": "2026-06-20T09:00:00Z",
               "session": "chat", "speaker": "Mike"}  # fmt: skip

ROUND: Final[dict[str, Any]] = {"user_message": "I live in Lund.", "speaker": "Olga", "session": "chat",
                                "occurred_at": "2026-06-20T09:00:00Z"}  # fmt: skip
NAMED: Final = {"user_message_id": "m1"}

WRITING: Final[tuple[Scenario, ...]] = (
    scenario(
        "a belief is added and read",
        add("london", "Mike lives in London", **MIKE, valid_from=MARCH),
        do("get", id="$london.0.id", gives={
            "content": "Mike lives in London", "entity": "Mike", "category": "city", "kind": "memory",
            "valid_from": "2026-03-01T00:00:00+00:00", "valid_until": None, "scope": "user",
            "visibility": "team", "standing": "held", "confidence": 1.0, "tags": []}),
    ),
    scenario(
        "the later of two beliefs about one thing holds",
        add("london", "Mike lives in London", **MIKE, valid_from=MARCH),
        add("bath", "Mike lives in Bath", **MIKE, valid_from=JUNE,
            gives={"outcome": "ADD", "displaced": ["$london.0.id"]}),
        do("current_facts", entity="Mike", valid_at=APRIL, gives={"items.*.content": ["Mike lives in London"]}),
        do("current_facts", entity="Mike", valid_at=JULY, gives={"items.*.content": ["Mike lives in Bath"]}),
    ),
    scenario(
        "the same belief again is evidence",
        add("tea", "Ann drinks tea", valid_from=MARCH),
        add("again", " Ann drinks tea ", valid_from=MARCH, gives={"outcome": "NOOP", "id": "$tea.0.id"}),
        do("explain", id="$tea.0.id", gives={"evidence.#": 2}),
    ),
    scenario(
        "a correction keeps the id and the earlier answer",
        add("london", "Mike lives in London", **MIKE, valid_from=MARCH, tags=["home"]),
        do("update", "changed", id="$london.0.id", content="Mike lives in Londonderry",
           reason="misheard", gives={"id": "$london.0.id", "outcome": "UPDATE", "transaction": 3}),
        do("get", id="$london.0.id", gives={"content": "Mike lives in Londonderry", "tags": ["home"]}),
        do("get", id="$london.0.id", as_of=2, gives={"content": "Mike lives in London"}),
        do("transactions", after=2, gives={"*.reason": ["misheard"], "*.operation": ["update"]}),
        do("transactions", before=3, latest_first=True, limit=1, gives={"*.number": [2]}),
        do("transactions", actor="nobody", gives={"#": 0}),
    ),
    scenario(
        "what an update empties is empty, and the rest stays",
        add("tea", "Ann drinks tea", metadata={"by": "Mike"}, tags=["habit"], valid_until="2099-01-01"),
        do("update", id="$tea.0.id", metadata=None, valid_until=None),
        do("get", id="$tea.0.id", gives={
            "metadata": None, "valid_until": None, "content": "Ann drinks tea", "tags": ["habit"]}),
    ),
    scenario(
        "what ended holds no longer",
        add("london", "Mike lives in London", **MIKE, valid_from=MARCH),
        do("end", id="$london.0.id", at=JUNE, gives={"outcome": "INVALIDATE"}),
        do("current_facts", entity="Mike", valid_at=APRIL, gives={"items.#": 1}),
        do("current_facts", entity="Mike", valid_at=JUNE, gives={"items": []}),
        refused("end", "memory_already_ended", id="$london.0.id", at=JULY),
    ),
    scenario(
        "what is forgotten leaves a gap",
        add("london", "Mike lives in London", **MIKE, valid_from=MARCH),
        add("bath", "Mike lives in Bath", **MIKE, valid_from=JUNE),
        do("forget", id="$bath.0.id", gives={"displaced": ["$london.0.id"]}),
        do("current_facts", entity="Mike", valid_at=JULY, gives={"items": []}),
    ),
    scenario(
        "what is retracted was never so",
        add("london", "Mike lives in London", **MIKE, valid_from=MARCH),
        add("bath", "Mike lives in Bath", **MIKE, valid_from=JUNE),
        do("retract", id="$bath.0.id"),
        do("current_facts", entity="Mike", valid_at=JULY, gives={"items.*.id": ["$london.0.id"]}),
    ),
    scenario(
        "a fact has three parts",
        do("add_many", "fact", memories=[{"subject": "Ann", "predicate": "employer", "object": "Kiln Ltd"}]),
        do("get", id="$fact.0.id", gives={
            "content": "Ann employer Kiln Ltd", "entity": "Ann", "category": "employer", "object": "Kiln Ltd"}),
    ),
    scenario(
        "what holds at no time says what holds instead",
        add("york", "Mike lives in York", **MIKE, valid_from=JUNE),
        add("london", "Mike lives in London", **MIKE, valid_from=JULY, gives={"outranked_by": []}),
        do("update", id="$london.0.id", valid_from=MARCH,
           gives={"displaced": ["$york.0.id"], "outranked_by": []}),
        add("bath", "Mike lives in Bath", **MIKE, valid_from=APRIL,
            gives={"outcome": "ADD", "displaced": [], "outranked_by": ["$london.0.id"]}),
    ),
    scenario(
        "a category may hold many",
        do("set_cardinality", category="pet", cardinality="many", gives={"": 2}),
        do("set_cardinality", category="pet", cardinality="many", gives={"": None}),
        add("cat", "Ann has a cat", entity="Ann", category="pet", valid_from=MARCH),
        add("dog", "Ann has a dog", entity="Ann", category="pet", valid_from=JUNE, gives={"displaced": []}),
        do("current_facts", entity="Ann", valid_at=JULY, gives={"items.#": 2}),
    ),
    scenario(
        "namespaces are apart",
        add("blue", "The plan is blue", namespace="acme"),
        do("search", text="plan", gives={"items": []}),
        do("search", text="plan", namespace="acme", gives={"items.*.namespace": ["acme"]}),
    ),
    scenario(
        "a container is read when it is named",
        add("step", "Step one is paint", scope="container", container="project:move"),
        refused("get", "memory_not_found", id="$step.0.id"),
        do("get", id="$step.0.id", containers=["project:move"], gives={"scope": "container"}),
        do("search", text="paint", containers=["project:move"], gives={"items.#": 1}),
    ),
    scenario(
        "what is contested is shown and does not hold the place",
        add("london", "Mike lives in London", **MIKE, valid_from=MARCH),
        add("rome", "Mike lives in Rome", **MIKE, valid_from=JUNE, standing="contested"),
        do("current_facts", entity="Mike", valid_at=JULY, gives={"items.*.id": ["$london.0.id"]}),
        do("search", standing="contested", gives={"items.*.id": ["$rome.0.id"]}),
    ),
    scenario(
        "facts are recorded as triples, each once",
        do("append_facts", facts=[{"subject": "Ann", "predicate": "likes", "object": "tea"}],
           gives={"*.outcome": ["ADD"]}),
        do("append_facts", facts=[{"subject": "ann", "predicate": "likes", "object": "Tea"}],
           gives={"*.outcome": ["NOOP"]}),
        do("facts", subject="Ann", gives={"items.#": 1}),
    ),
    scenario(
        "turns are stored once and hidden on demand",
        do("ingest_turns", turns=[TURN | {"source_id": "1"}], gives={"stored": 1, "known_already": 0}),
        do("ingest_turns", turns=[TURN | {"source_id": "1"}], gives={"stored": 0, "known_already": 1}),
        refused("ingest_turns", "turn_differs", turns=[
            TURN | {"source_id": "1", "content": "I moved to Rome."}, TURN | {"source_id": "2"}]),
        do("search", "found", kind="episode", gives={"items.*.content": ["I moved to Bath."]}),
        do("get_episode", id="$found.items.0.id", gives={"speaker": "Mike", "kind": "episode"}),
        do("forget_episode", id="$found.items.0.id", gives={"transaction": 3, "beliefs": []}),
        do("forget_episode", id="$found.items.0.id", with_beliefs=True, gives={"transaction": None}),
        do("search", kind="episode", gives={"items": []}),
    ),
    scenario(
        "a belief points to the words it rests on",
        do("ingest_turns", turns=[TURN]),
        do("search", "found", kind="episode"),
        add("bath", "Mike lives in Bath", **MIKE, episode_id="$found.items.0.id", span=[2, 15]),
        do("explain", id="$bath.0.id", gives={
            "memory.content": "Mike lives in Bath", "memory.standing": "held", "missing": None,
            "evidence.0.span": [2, 15], "evidence.0.episode.content": "I moved to Bath."}),
    ),
    scenario(
        "a round is learnt from once",
        do("ingest_round", "first", **ROUND, gives={
            "known_already": False, "transaction": 2, "decisions.*.decision": ["ADD"],
            "decisions.*.outcome": ["new"], "decisions.0.claim.sentence": "Olga lives in Lund."}),
        do("ingest_round", **ROUND, gives={"known_already": True, "episodes": ["$first.episodes.0"]}),
        do("ingest_round", **ROUND | NAMED, gives={"known_already": False}),
        refused("ingest_round", "turn_differs", **ROUND | NAMED | {"user_message": "I live in Rome."}),
        do("current_facts", entity="Olga", gives={"items.*.object": ["Lund"]}),
        do("get", id="$first.decisions.0.memory_id", gives={
            "content": "Olga lives in Lund.", "entity": "Olga", "object": "Lund"}),
    ),
    scenario(
        "a key is made, listed without its secret, and revoked",
        do("create_key", "web", name="web", role="reader"),
        do("keys", gives={"0.name": "web", "0.role": "reader", "0.revoked_at": None}),
        do("revoke_key", id="$web.id", gives={"": 3}),
        refused("revoke_key", "key_not_found", id="$web.id"),
    ),
    scenario(
        "a grant is made and taken back",
        do("grant", "granted", grantee="ann", level="write"),
        do("grants", gives={"*.grantee": ["ann"], "*.level": ["write"]}),
        do("revoke_grant", id="$granted.id"),
        refused("revoke_grant", "grant_not_found", id="$granted.id"),
    ),
    scenario(
        "a task waits until it is cancelled",
        do("enqueue", "task", kind="embed_backlog", delay_s=3600.0, gives={"state": "waiting"}),
        do("tasks", state="waiting", gives={"items.*.id": ["$task.id"]}),
        do("cancel_task", id="$task.id"),
        do("get_task", id="$task.id", gives={"state": "cancelled"}),
    ),
)  # fmt: skip
