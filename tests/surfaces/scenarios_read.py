"""The scenarios about questions, both times, and what is refused."""

from __future__ import annotations

from typing import Final

from tests.surfaces.scenario_words import Scenario, add, do, refused, scenario
from tests.surfaces.scenarios import APRIL, JULY, JUNE, MARCH, MIKE, NOBODY, WRITING

LONDON: Final = add("london", "Mike lives in London", **MIKE, valid_from=MARCH)
BATH: Final = add("bath", "Mike lives in Bath", **MIKE, valid_from=JUNE)

READING: Final[tuple[Scenario, ...]] = (
    scenario(
        "a question at two times has two answers",
        LONDON, BATH,
        do("recall", query="Where does Mike live?", valid_at=APRIL,
           gives={"results.*.memory.content": ["Mike lives in London"], "receipt.abstained": None}),
        do("recall", query="Where does Mike live?", valid_at=JULY,
           gives={"results.*.memory.content": ["Mike lives in Bath"]}),
    ),
    scenario(
        "a question as of an earlier transaction has the earlier answer",
        LONDON, BATH,
        do("recall", query="Where does Mike live?", valid_at=JULY, as_of=2,
           gives={"results.*.memory.content": ["Mike lives in London"], "receipt.basis.as_of.number": 2}),
    ),
    scenario(
        "a window matches what overlaps it",
        LONDON, BATH,
        do("search", time_window=[None, APRIL], gives={"items.*.id": ["$london.0.id"]}),
        do("search", time_window=[APRIL, JULY], gives={"items.#": 2}),
        do("search", time_window=[JULY, None], gives={"items.*.id": ["$bath.0.id"]}),
    ),
    scenario(
        "a question that nothing bears on is not answered",
        LONDON,
        do("recall", query="granite quarry", gives={"results": []}),
    ),
    scenario(
        "a pack is a prompt",
        LONDON,
        do("recall_as_pack", query="Where does Mike live?",
           gives={"entries.*.id": ["$london.0.id"], "query": "Where does Mike live?"}),
    ),
    scenario(
        "a past answer is given again",
        LONDON,
        do("recall", "past", query="Where does Mike live?", valid_at=APRIL),
        add("york", "Mike lives in York", **MIKE, valid_from="2026-03-15"),
        do("replay", recall="$past.receipt.recall_id",
           gives={"same": True, "digest_then": "$past.receipt.digest"}),
        do("traces", gives={"items.*.id": ["$past.receipt.recall_id"], "cursor": None,
                                 "items.*.query": ["Where does Mike live?"]}),
        do("traces", rests_on="$london.0.id",
           gives={"items.*.id": ["$past.receipt.recall_id"], "untold": 0}),
        do("traces", rests_on="$york.0.id", gives={"items": []}),
    ),
    scenario(
        "limit and budget bound an answer",
        add("a", "Ann drinks green tea"), add("b", "Ann drinks black tea"),
        do("recall", query="Ann drinks tea", limit=1, gives={"results.#": 1}),
        do("recall", query="Ann drinks tea", budget=1, gives={"results": []}),
    ),
    scenario(
        "a memory is shown through both times",
        LONDON, BATH,
        do("history", id="$london.0.id", gives={
            "items.*.transaction": [2, 3],
            "items.*.valid_until": [None, "2026-06-01T00:00:00+00:00"]}),
        do("history", id="$london.0.id", as_of=2, gives={"items.#": 1, "cursor": None}),
        do("history", "page", id="$london.0.id", limit=1, gives={"items.*.transaction": [2]}),
        do("history", id="$london.0.id", limit=1, cursor="$page.cursor",
           gives={"items.*.transaction": [3], "cursor": None}),
        refused("history", "value_invalid", id="$london.0.id", limit=0),
        refused("history", "value_invalid", id="$bath.0.id", cursor="$page.cursor"),
    ),
    scenario(
        "an entity is shown through valid time",
        LONDON, BATH,
        do("timeline", entity="Mike", gives={
            "items.*.memory.id": ["$london.0.id", "$bath.0.id"],
            "items.*.superseded_by": ["$bath.0.id", None]}),
        do("timeline", entity="Mike", category="employer", gives={"items": []}),
        do("timeline", "page", entity="Mike", limit=1,
           gives={"items.*.memory.id": ["$london.0.id"], "items.*.superseded_by": ["$bath.0.id"]}),
        add("rome", "Mike lives in Rome", entity="Mike", category="city", valid_from="2026-09-01"),
        do("timeline", entity="Mike", limit=1, cursor="$page.cursor",
           gives={"items.*.memory.id": ["$bath.0.id"], "items.*.superseded_by": [None], "cursor": None}),
        refused("timeline", "value_invalid", entity="Mike", cursor="abc"),
    ),
    scenario(
        "a difference names what happened",
        LONDON, BATH,
        do("diff", since=2, gives={"changes.*.kind": ["superseded", "learnt"]}),
        do("diff", since=3, gives={"changes": []}),
        do("diff", until=2, gives={"changes.*.content_after": ["Mike lives in London"]}),
    ),
    scenario(
        "the ledger is followed",
        LONDON, BATH,
        do("changes", after=1, limit=1, gives={"last": 2, "entries.0.changes.*.kind": ["learnt"]}),
        do("changes", after=3, gives={"last": 3, "entries": []}),
    ),
    scenario(
        "filters must all fit",
        add("a", "Ann drinks tea", entity="Ann", category="drink", tags=["x", "y"], metadata={"by": "Mike"}),
        add("b", "Ann drinks milk", entity="Ann", category="other", tags=["x"]),
        do("search", tags=["x", "y"], gives={"items.*.id": ["$a.0.id"]}),
        do("search", metadata={"by": "Mike"}, gives={"items.*.id": ["$a.0.id"]}),
        do("search", category="other", gives={"items.*.id": ["$b.0.id"]}),
        do("search", text="drinking milk", gives={"items.*.id": ["$b.0.id"]}),
        do("search", entity="Bob", gives={"items": []}),
    ),
    scenario(
        "pages are turned at one basis",
        add("a", "First", valid_from="2026-01-03"), add("b", "Second", valid_from="2026-01-02"),
        do("search", "page", limit=1, valid_at=JULY, gives={"items.*.id": ["$a.0.id"]}),
        add("c", "Third", valid_from="2026-01-01"),
        do("search", limit=1, valid_at=JULY, cursor="$page.cursor",
           gives={"items.*.id": ["$b.0.id"], "cursor": None}),
    ),
    scenario(
        "what ended is listed if it is asked for",
        add("old", "Ann ran the shop", valid_from="2020-01-01", valid_until="2021-01-01"),
        do("search", gives={"items": []}),
        do("search", status="ended", gives={"items.*.id": ["$old.0.id"]}),
        do("search", status="all", gives={"items.#": 1}),
    ),
    scenario(
        "what there is is counted",
        LONDON, BATH,
        do("stats", gives={"memories": 2, "transactions": 3, "episodes": 0, "entities": 1}),
    ),
    scenario(
        "what cannot be vouched for is told",
        add("row", "Ines rows", entity="Ines"),
        do("audit_gaps", entity="Ines", gives={"lacks.*.sentence": ["1 of 1 belief rests on one source."]}),
    ),
    scenario(
        "every part is fit",
        do("health", gives={
            f"parts.name={part}.ok": True for part in ("database", "role", "schema", "head")}),
    ),
    scenario(
        "the ledger verifies",
        LONDON,
        do("verify", gives={"holds": True, "findings": [], "transactions": 2, "head_number": 2, "is_complete": True}),
    ),
    scenario(
        "entities are listed and drawn",
        do("append_facts", facts=[{"subject": "Ann", "predicate": "employer", "object": "Kiln Ltd"}]),
        do("entities", gives={"items.*.name": ["Ann", "Kiln Ltd"]}),
        do("graph", entity="Ann", gives={"edges.#": 1}),
    ),
    scenario(
        "text of any kind is data",
        add("odd", "<script>alert('x')</script> Robert'); DROP TABLE memories;-- \u202e\u0007 🙂 Zoë",
            entity="<b>", tags=["a\"b"], metadata={"<k>": "</script>"}),
        do("get", id="$odd.0.id", gives={
            "content": "<script>alert('x')</script> Robert'); DROP TABLE memories;-- \u202e\u0007 🙂 Zoë",
            "entity": "<b>", "tags": ["a\"b"], "metadata": {"<k>": "</script>"}}),
        do("search", entity="<b>", gives={"items.#": 1}),
    ),
)  # fmt: skip

REFUSED: Final[tuple[Scenario, ...]] = (
    scenario("a blank content", refused("add_many", "content_blank", memories=[{"content": " "}])),
    scenario("a content that is too long",
             refused("add_many", "content_too_long", memories=[{"content": "x" * 20_001}])),
    scenario("an empty period", refused("add_many", "period_empty", memories=[
        {"content": "x", "valid_from": JUNE, "valid_until": MARCH}])),
    scenario("a time without a zone", refused("add_many", "time_zoneless", memories=[
        {"content": "x", "valid_from": "2026-03-01T09:00:00"}])),
    scenario("a time that is none",
             refused("add_many", "time_unreadable", memories=[{"content": "x", "valid_from": "soon"}])),
    scenario("a time beyond all years",
             refused("add_many", "time_absurd", memories=[{"content": "x", "valid_from": "10000-01-01"}])),
    scenario("a confidence beyond one",
             refused("add_many", "value_invalid", memories=[{"content": "x", "confidence": 1.5}])),
    scenario("a scope that is none",
             refused("add_many", "value_invalid", memories=[{"content": "x", "scope": "us"}])),
    scenario("a fact with two parts", refused("add_many", "value_invalid", memories=[
        {"subject": "Ann", "predicate": "likes"}])),
    scenario("an episode that is not there", refused("add_many", "episode_not_found", memories=[
        {"content": "x", "episode_id": NOBODY}])),
    scenario("a memory that is not there",
             refused("get", "memory_not_found", id=NOBODY),
             refused("update", "memory_not_found", id=NOBODY, content="x"),
             refused("end", "memory_not_found", id=NOBODY),
             refused("forget", "memory_not_found", id=NOBODY),
             refused("history", "memory_not_found", id=NOBODY)),
    scenario("an id that is none", refused("get", "value_invalid", id="mike")),
    scenario("an update of nothing", LONDON,
             refused("update", "value_invalid", id="$london.0.id")),
    scenario("a basis that is not there", refused("recall", "transaction_not_found", query="x", as_of=99)),
    scenario("a basis in the future", refused("recall", "basis_in_future", query="x", as_of="2999-01-01")),
    scenario("a blank question", refused("recall", "value_invalid", query=" ")),
    scenario("a window without bounds",
             refused("search", "value_invalid", time_window=[None, None])),
    scenario("a cursor that is none", refused("search", "value_invalid", cursor="abc")),
    scenario("a page of none", refused("search", "value_invalid", limit=0)),
    scenario("a recall that was not traced", refused("replay", "recall_not_found", recall=NOBODY)),
    scenario("half an anchor", refused("diff", "value_invalid", since=1, until=0)),
    scenario("a task of no kind", refused("enqueue", "value_invalid", kind="dance")),
)  # fmt: skip

SCENARIOS: Final[tuple[Scenario, ...]] = (*WRITING, *READING, *REFUSED)
"""Every scenario."""
