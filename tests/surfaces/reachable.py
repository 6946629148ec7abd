"""The committed list of what Muniment can do, and where each of it is reached."""

from __future__ import annotations

from typing import Final, NamedTuple


class Places(NamedTuple):
    """Where an operation is reached: a method of the library and its clients, a request, a command."""

    method: str
    request: str
    command: str


REACHABLE: Final[dict[str, Places]] = {
    "alias_add": Places("add_alias", "POST /aliases", "alias"),
    "audit_verify": Places("verify", "GET /audit/verify", "audit verify"),
    "backlog_heal": Places("run_pending", "POST /backlog/heal", "reembed"),
    "bank_compile": Places("compile_bank", "POST /pages/all", "compile"),
    "cardinality_set": Places("set_cardinality", "PUT /categories", "set-cardinality"),
    "changes": Places("changes", "GET /changes", "changes"),
    "context_enhance": Places("enhance_context", "POST /sidecar/context", "sidecar context"),
    "current_facts": Places("current_facts", "GET /facts", "current-facts"),
    "decisions": Places("decisions", "GET /decisions", "decisions"),
    "deep_memory": Places("deep_memory", "POST /sidecar/answers", "sidecar ask"),
    "diff": Places("diff", "GET /diff", "diff"),
    "embedder_adopt": Places("adopt_embedder", "POST /embedder/adopt", "reembed"),
    "entities_list": Places("entities", "GET /entities", "entities"),
    "entity_graph": Places("graph", "GET /graph", "graph"),
    "entity_resolve": Places("resolve_entity", "GET /entities/resolve", "resolve"),
    "entity_timeline": Places("timeline", "GET /timeline", "timeline"),
    "episode_forget": Places("forget_episode", "POST /episodes/{id}/forget", "forget --episode"),
    "episode_get": Places("get_episode", "GET /episodes/{id}", "get --episode"),
    "explain": Places("explain", "GET /memories/{id}/provenance", "explain"),
    "facts_append": Places("append_facts", "POST /triples", "append"),
    "facts_list": Places("facts", "GET /triples", "facts"),
    "grant_add": Places("grant", "POST /grants", "grants add"),
    "grant_list": Places("grants", "GET /grants", "grants list"),
    "grant_revoke": Places("revoke_grant", "POST /grants/{id}/revoke", "grants revoke"),
    "graph_measures": Places("graph_measures", "GET /graph/measures", "graph-measures"),
    "health": Places("health", "GET /health", "doctor"),
    "indexes_rebuild": Places("rebuild_indexes", "POST /indexes/rebuild", "reindex"),
    "key_create": Places("create_key", "POST /keys", "keys create"),
    "key_list": Places("keys", "GET /keys", "keys list"),
    "key_revoke": Places("revoke_key", "POST /keys/{id}/revoke", "keys revoke"),
    "memory_add": Places("add_many", "POST /memories", "add"),
    "memory_end": Places("end", "POST /memories/{id}/end", "end"),
    "memory_forget": Places("forget", "POST /memories/{id}/forget", "forget"),
    "memory_get": Places("get", "GET /memories/{id}", "get"),
    "memory_history": Places("history", "GET /memories/{id}/history", "history"),
    "memory_retract": Places("retract", "POST /memories/{id}/retract", "retract"),
    "memory_search": Places("search", "GET /search", "search"),
    "memory_update": Places("update", "PATCH /memories/{id}", "update"),
    "page_compile": Places("compile_page", "POST /pages", "compile"),
    "page_diff": Places("page_diff", "GET /pages/{page}/diff", "page --diff"),
    "page_get": Places("page_get", "GET /pages/{page}", "page"),
    "page_revisions": Places("page_revisions", "GET /pages/{page}/revisions", "page --revisions"),
    "pages_index": Places("index_page_vectors", "POST /pages/index", "compile"),
    "pages_lint": Places("lint_pages", "GET /lint", "lint"),
    "pages_list": Places("pages_list", "GET /pages", "pages"),
    "pages_refresh": Places("refresh_pages", "POST /lint/mend", "lint"),
    "persona_compile": Places("compile_persona_page", "POST /pages/personas", "compile"),
    "project_create": Places("create_project", "POST /projects", "create-project"),
    "project_end": Places("end_project", "POST /projects/end", "end-project"),
    "projects_list": Places("list_projects", "GET /projects", "projects"),
    "quota_get": Places("get_quota", "GET /quotas", "quota"),
    "quota_set": Places("set_quota", "PUT /quotas", "set-quota"),
    "recall": Places("recall", "POST /recall", "recall"),
    "recall_pack": Places("recall_as_pack", "POST /recall/pack", "recall --pack"),
    "replay": Places("replay", "POST /recall/replay", "replay"),
    "review_settle": Places("settle_review", "POST /reviews/{id}/settle", "review"),
    "reviews": Places("reviews", "GET /reviews", "reviews"),
    "round_ingest": Places("ingest_round", "POST /rounds", "learn"),
    "rounds_ingest": Places("ingest_rounds", "POST /rounds/batch", "ingest"),
    "schedule_set": Places("set_schedule", "PUT /schedules/{name}", "schedules set"),
    "schedules_list": Places("schedules", "GET /schedules", "schedules list"),
    "session_create": Places("create_session", "POST /sessions", "create-session"),
    "session_end": Places("end_session", "POST /sessions/end", "end-session"),
    "sessions_list": Places("list_sessions", "GET /sessions", "sessions"),
    "snapshot_get": Places("snapshot_get", "GET /snapshot", "snapshot"),
    "snapshot_take": Places("snapshot_take", "POST /snapshot", "snapshot"),
    "stats": Places("stats", "GET /stats", "stats"),
    "task_cancel": Places("cancel_task", "POST /tasks/{id}/cancel", "tasks cancel"),
    "task_enqueue": Places("enqueue", "POST /tasks", "tasks enqueue"),
    "task_get": Places("get_task", "GET /tasks/{id}", "tasks get"),
    "task_retry": Places("retry_task", "POST /tasks/{id}/retry", "tasks retry"),
    "tasks_list": Places("tasks", "GET /tasks", "tasks list"),
    "tasks_run": Places("run_pending", "POST /tasks/run", "tasks run"),
    "transactions": Places("transactions", "GET /transactions", "inspect"),
    "turn_process": Places("process_turn", "POST /sidecar/turns", "sidecar process"),
    "turns_ingest": Places("ingest_turns", "POST /episodes", "ingest"),
}
"""By operation. What several commands do is under the one that does it."""
