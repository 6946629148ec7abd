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
    "add_many": _post("/memories"),
    "get": _get("/memories/{id}"),
    "update": Route(method=Method.PATCH, path="/memories/{id}"),
    "end": _post("/memories/{id}/end"),
    "forget": _post("/memories/{id}/forget"),
    "retract": _post("/memories/{id}/retract"),
    "history": _get("/memories/{id}/history"),
    "explain": _get("/memories/{id}/explain"),
    "ingest_turns": _post("/episodes"),
    "ingest_round": _post("/rounds"),
    "ingest_rounds": _post("/rounds/batch"),
    "decisions": _get("/decisions"),
    "review": _get("/reviews"),
    "settle_review": _post("/reviews/{id}/settle"),
    "get_episode": _get("/episodes/{id}"),
    "forget_episode": _post("/episodes/{id}/forget"),
    "recall": _post("/recall"),
    "recall_as_pack": _post("/recall/pack"),
    "replay": _post("/recall/replay"),
    "traces": _get("/traces"),
    "search": _get("/search"),
    "timeline": _get("/timeline"),
    "current_facts": _get("/current-facts"),
    "reflect": _get("/reflect"),
    "faded": _get("/faded"),
    "find_duplicates": _get("/duplicates"),
    "find_contradictions": _get("/contradictions"),
    "propose_contradictions": _post("/contradictions"),
    "consolidate": _post("/consolidate"),
    "resolve_entity": _get("/entities/resolve"),
    "entities": _get("/entities"),
    "namespaces": _get("/namespaces"),
    "users": _get("/users"),
    "graph": _get("/graph"),
    "graph_measures": _get("/graph/measures"),
    "add_alias": _post("/aliases"),
    "append_facts": _post("/facts"),
    "facts": _get("/facts"),
    "diff": _get("/diff"),
    "transactions": _get("/transactions"),
    "changes": _get("/changes"),
    "verify": _get("/audit/verify"),
    "stats": _get("/stats"),
    "health": _get("/health"),
    "set_cardinality": Route(method=Method.PUT, path="/cardinalities"),
    "tasks": _get("/tasks"),
    "get_task": _get("/tasks/{id}"),
    "enqueue": _post("/tasks"),
    "cancel_task": _post("/tasks/{id}/cancel"),
    "retry_task": _post("/tasks/{id}/retry"),
    "run_pending": _post("/tasks/run"),
    "schedules": _get("/schedules"),
    "set_schedule": Route(method=Method.PUT, path="/schedules/{name}"),
    "heal_backlog": _post("/backlog/heal"),
    "adopt_embedder": _post("/embedder/adopt"),
    "create_key": Route(method=Method.POST, path="/keys", has_secret=True),
    "keys": _get("/keys"),
    "revoke_key": _post("/keys/{id}/revoke"),
    "grant": _post("/grants"),
    "grants": _get("/grants"),
    "revoke_grant": _post("/grants/{id}/revoke"),
    "rebuild_indexes": _post("/indexes/rebuild"),
    "answer": _post("/answer"),
    "audit_gaps": _get("/gaps"),
    "pages": _get("/pages"),
    "get_page": _get("/pages/{page}"),
    "page_revisions": _get("/pages/{page}/revisions"),
    "page_diff": _get("/pages/{page}/diff"),
    "compile_page": _post("/pages"),
    "compile_persona_page": _post("/pages/personas"),
    "compile_bank": _post("/pages/bank"),
    "index_page_vectors": _post("/pages/index"),
    "lint_pages": _get("/lint"),
    "refresh_pages": _post("/pages/refresh"),
    "get_snapshot": _get("/snapshot"),
    "take_snapshot": _post("/snapshot"),
    "create_project": _post("/projects"),
    "end_project": _post("/projects/end"),
    "projects": _get("/projects"),
    "create_session": _post("/sessions"),
    "end_session": _post("/sessions/end"),
    "sessions": _get("/sessions"),
    "purge": _post("/purge"),
    "set_quota": Route(method=Method.PUT, path="/quotas"),
    "get_quota": _get("/quotas"),
    "process_turn": _post("/sidecar/turns"),
    "enhance_context": _post("/sidecar/context"),
    "deep_memory": _post("/sidecar/deep-memory"),
}
"""The place of every operation, by its name."""
