"""Say where each operation is reached over HTTP: the service and its clients read one table."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

ROOT: Final = "/v1"
"""What every path of the table stands below."""


class Method(StrEnum):
    """What a request is to do."""

    GET = "GET"
    POST = "POST"
    PUT = "PUT"
    PATCH = "PATCH"


class Part(StrEnum):
    """Which part of an HTTP request carries a field."""

    PATH = "path"
    QUERY = "query"
    BODY = "body"


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One operation's place: fields named in the path go there, others with GET into the query."""

    method: Method
    path: str
    has_secret: bool = False
    """Whether the answer holds what is shown once, and is kept nowhere."""

    @property
    def tag(self) -> str:
        """The resource it belongs to."""
        return self.path.split("/")[1]

    @property
    def in_path(self) -> tuple[str, ...]:
        """The fields that the path names."""
        return tuple(re.findall(r"\{(\w+)\}", self.path))

    def part_of(self, field: str) -> Part:
        """Return which part of the request carries a field."""
        if field in self.in_path:
            return Part.PATH
        return Part.QUERY if self.method is Method.GET else Part.BODY


def _get(path: str) -> Route:
    return Route(method=Method.GET, path=path)


def _post(path: str) -> Route:
    return Route(method=Method.POST, path=path)


ROUTES: Final[dict[str, Route]] = {
    "memory_add": _post("/memories"),
    "memory_get": _get("/memories/{id}"),
    "memory_update": Route(method=Method.PATCH, path="/memories/{id}"),
    "memory_end": _post("/memories/{id}/end"),
    "memory_forget": _post("/memories/{id}/forget"),
    "memory_retract": _post("/memories/{id}/retract"),
    "memory_history": _get("/memories/{id}/history"),
    "explain": _get("/memories/{id}/provenance"),
    "turns_ingest": _post("/episodes"),
    "round_ingest": _post("/rounds"),
    "rounds_ingest": _post("/rounds/batch"),
    "decisions": _get("/decisions"),
    "reviews": _get("/reviews"),
    "review_settle": _post("/reviews/{id}/settle"),
    "episode_get": _get("/episodes/{id}"),
    "episode_forget": _post("/episodes/{id}/forget"),
    "recall": _post("/recall"),
    "recall_pack": _post("/recall/pack"),
    "replay": _post("/recall/replay"),
    "traces_list": _get("/traces"),
    "memory_search": _get("/search"),
    "entity_timeline": _get("/timeline"),
    "current_facts": _get("/facts"),
    "reflect": _get("/reflection"),
    "faded_list": _get("/faded"),
    "duplicates_find": _get("/duplicates"),
    "contradictions_find": _get("/contradictions"),
    "contradictions_propose": _post("/contradictions"),
    "consolidate": _post("/consolidation"),
    "entity_resolve": _get("/entities/resolve"),
    "entities_list": _get("/entities"),
    "namespaces_list": _get("/namespaces"),
    "entity_graph": _get("/graph"),
    "graph_measures": _get("/graph/measures"),
    "alias_add": _post("/aliases"),
    "facts_append": _post("/triples"),
    "facts_list": _get("/triples"),
    "diff": _get("/diff"),
    "transactions": _get("/transactions"),
    "changes": _get("/changes"),
    "audit_verify": _get("/audit/verify"),
    "stats": _get("/stats"),
    "health": _get("/health"),
    "cardinality_set": Route(method=Method.PUT, path="/categories"),
    "tasks_list": _get("/tasks"),
    "task_get": _get("/tasks/{id}"),
    "task_enqueue": _post("/tasks"),
    "task_cancel": _post("/tasks/{id}/cancel"),
    "task_retry": _post("/tasks/{id}/retry"),
    "tasks_run": _post("/tasks/run"),
    "schedules_list": _get("/schedules"),
    "schedule_set": Route(method=Method.PUT, path="/schedules/{name}"),
    "backlog_heal": _post("/backlog/heal"),
    "embedder_adopt": _post("/embedder/adopt"),
    "key_create": Route(method=Method.POST, path="/keys", has_secret=True),
    "key_list": _get("/keys"),
    "key_revoke": _post("/keys/{id}/revoke"),
    "grant_add": _post("/grants"),
    "grant_list": _get("/grants"),
    "grant_revoke": _post("/grants/{id}/revoke"),
    "indexes_rebuild": _post("/indexes/rebuild"),
    "answer": _post("/answer"),
    "gaps_audit": _get("/gaps"),
    "pages_list": _get("/pages"),
    "page_get": _get("/pages/{page}"),
    "page_revisions": _get("/pages/{page}/revisions"),
    "page_diff": _get("/pages/{page}/diff"),
    "page_compile": _post("/pages"),
    "persona_compile": _post("/pages/personas"),
    "bank_compile": _post("/pages/all"),
    "pages_index": _post("/pages/index"),
    "pages_lint": _get("/lint"),
    "pages_refresh": _post("/lint/mend"),
    "snapshot_get": _get("/snapshot"),
    "snapshot_take": _post("/snapshot"),
    "project_create": _post("/projects"),
    "project_end": _post("/projects/end"),
    "projects_list": _get("/projects"),
    "session_create": _post("/sessions"),
    "session_end": _post("/sessions/end"),
    "sessions_list": _get("/sessions"),
    "quota_set": Route(method=Method.PUT, path="/quotas"),
    "quota_get": _get("/quotas"),
    "turn_process": _post("/sidecar/turns"),
    "context_enhance": _post("/sidecar/context"),
    "deep_memory": _post("/sidecar/answers"),
}
"""The place of every operation, by its name."""
