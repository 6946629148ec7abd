"""The committed list of what Muniment can do, and where each of it is reached.

An operation has one name: that of the method, of the command (with hyphens), of the tool (after
`memory_`) and of OpenAPI's operation. What another name is demanded for is listed with its reason.
"""

from __future__ import annotations

from typing import Final

REACHABLE: Final[dict[str, str]] = {
    "add_alias": "POST /aliases",
    "add_many": "POST /memories",
    "adopt_embedder": "POST /embedder/adopt",
    "answer": "POST /answer",
    "append_facts": "POST /facts",
    "audit_gaps": "GET /gaps",
    "cancel_task": "POST /tasks/{id}/cancel",
    "changes": "GET /changes",
    "compile_bank": "POST /pages/bank",
    "compile_page": "POST /pages",
    "compile_persona_page": "POST /pages/personas",
    "consolidate": "POST /consolidate",
    "create_key": "POST /keys",
    "create_project": "POST /projects",
    "create_session": "POST /sessions",
    "current_facts": "GET /current-facts",
    "decisions": "GET /decisions",
    "deep_memory": "POST /sidecar/deep-memory",
    "diff": "GET /diff",
    "end": "POST /memories/{id}/end",
    "end_project": "POST /projects/end",
    "end_session": "POST /sessions/end",
    "enhance_context": "POST /sidecar/context",
    "enqueue": "POST /tasks",
    "entities": "GET /entities",
    "explain": "GET /memories/{id}/explain",
    "facts": "GET /facts",
    "faded": "GET /faded",
    "find_contradictions": "GET /contradictions",
    "find_duplicates": "GET /duplicates",
    "forget": "POST /memories/{id}/forget",
    "forget_episode": "POST /episodes/{id}/forget",
    "get": "GET /memories/{id}",
    "get_episode": "GET /episodes/{id}",
    "get_page": "GET /pages/{page}",
    "get_quota": "GET /quotas",
    "get_snapshot": "GET /snapshot",
    "get_task": "GET /tasks/{id}",
    "grant": "POST /grants",
    "grants": "GET /grants",
    "graph": "GET /graph",
    "graph_measures": "GET /graph/measures",
    "heal_backlog": "POST /backlog/heal",
    "health": "GET /health",
    "history": "GET /memories/{id}/history",
    "index_page_vectors": "POST /pages/index",
    "ingest_round": "POST /rounds",
    "ingest_rounds": "POST /rounds/batch",
    "ingest_turns": "POST /episodes",
    "keys": "GET /keys",
    "lint_pages": "GET /lint",
    "namespaces": "GET /namespaces",
    "page_diff": "GET /pages/{page}/diff",
    "page_revisions": "GET /pages/{page}/revisions",
    "pages": "GET /pages",
    "process_turn": "POST /sidecar/turns",
    "projects": "GET /projects",
    "propose_contradictions": "POST /contradictions",
    "purge": "POST /purge",
    "rebuild_indexes": "POST /indexes/rebuild",
    "recall": "POST /recall",
    "recall_as_pack": "POST /recall/pack",
    "reflect": "GET /reflect",
    "refresh_pages": "POST /pages/refresh",
    "replay": "POST /recall/replay",
    "resolve_entity": "GET /entities/resolve",
    "retract": "POST /memories/{id}/retract",
    "retry_task": "POST /tasks/{id}/retry",
    "review": "GET /reviews",
    "revoke_grant": "POST /grants/{id}/revoke",
    "revoke_key": "POST /keys/{id}/revoke",
    "run_pending": "POST /tasks/run",
    "schedules": "GET /schedules",
    "search": "GET /search",
    "sessions": "GET /sessions",
    "set_cardinality": "PUT /cardinalities",
    "set_quota": "PUT /quotas",
    "set_schedule": "PUT /schedules/{name}",
    "settle_review": "POST /reviews/{id}/settle",
    "stats": "GET /stats",
    "take_snapshot": "POST /snapshot",
    "tasks": "GET /tasks",
    "timeline": "GET /timeline",
    "traces": "GET /traces",
    "transactions": "GET /transactions",
    "update": "PATCH /memories/{id}",
    "users": "GET /users",
    "verify": "GET /audit/verify",
}
"""The request of each operation, by its name."""

OTHER_COMMANDS: Final[dict[str, str]] = {
    "add": "add_many",  # one belief at a time
    "add-many": "add_many",  # reads a file
    "audit verify": "verify",  # the command with a group of its own: it remembers the head
    "doctor": "health",  # asks, and proves more than the store can tell of itself
    "export": "search",  # every page of it, a line each
    "export-turns": "search",
    "ingest": "ingest_turns",  # reads a file
    "inspect": "transactions",  # shows the rows of one as well
    "list": "search",  # without words to look for
    "reembed": "adopt_embedder",  # and embeds what waits
}
"""Commands that do more than an operation, or one of many, and the operation that each is about."""

SECOND: Final = {"add-many", "export", "export-turns", "list"}
"""Those whose operation has another command that takes its fields."""

ALSO_BY: Final[dict[str, str]] = {
    "heal_backlog": "reembed",
    "ingest_rounds": "ingest",
}
"""The operations that a command does beside another one, and have none of their own."""

OTHER_TOOLS: Final[dict[str, str]] = {
    "memory_add": "add_many",  # one belief at a time
    "memory_gaps": "audit_gaps",  # what is found, as all other tools that read are named
    "memory_ingest": "ingest_round",  # the only way to ingest there
}
"""Tools whose names were promised to agents as they are."""


def command_of(name: str) -> str:
    """Return the command that does an operation."""
    others = {
        operation: command for command, operation in OTHER_COMMANDS.items() if command not in SECOND
    }
    return ALSO_BY.get(name) or others.get(name) or name.replace("_", "-")
