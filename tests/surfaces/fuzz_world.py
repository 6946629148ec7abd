"""A tenant with something of everything, and the way to make a drawn request a sensible one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import httpx
import psycopg

from muniment.access.acting import Acting
from muniment.access.principal import Permission
from muniment.access.roles import AgentRole

PAST, LATER, NEVER = "2026-03-01", "2026-06-01", "2999-01-01"
MIKE: Final = {"entity": "Mike", "category": "city", "valid_from": PAST}
USER: Final = "mike@example.org"
TURN: Final = {"user_message": "I moved to Bath.", "occurred_at": "2026-06-01T09:00:00Z"}
_BASES: Final = frozenset({"as_of", "until"})
_TEXTS_LEFT: Final = frozenset({"as_of", "until", "since", "occurred_at", "at", "valid_at"})


@dataclass(slots=True, kw_only=True)
class World:
    """One tenant behind a service, as a caller who may do everything."""

    http: httpx.Client
    admin: str
    """How a superuser connects to its database, for what no caller can bring about."""
    made: int = 0

    def post(self, path: str, body: object) -> Any:
        """Send what is accepted."""
        response = self.http.post(f"/v1{path}", json=body)
        response.raise_for_status()
        return response.json()

    def memory(self) -> str:
        """Return the id of a belief that nobody has touched."""
        self.made += 1
        said = {
            "content": f"Mike lives at number {self.made}",
            "entity": "Mike",
            "category": "general",
        }
        (added,) = self.post(
            "/memories", {"memories": [said | {"valid_from": PAST}], "embed": False}
        )
        return str(added["id"])

    def episode(self) -> str:
        """Return the id of a turn that nobody has touched."""
        self.made += 1
        turn = {"content": f"I am at number {self.made}. Call me Mickey.", "occurred_at": LATER,
                "session": "chat", "speaker": "Mike"}  # fmt: skip
        return str(self.post("/episodes", {"turns": [turn], "embed": False})["episodes"][0])

    def task(self) -> str:
        """Return the id of a task that waits."""
        return str(self.post("/tasks", {"kind": "embed_backlog", "delay_s": 3600})["id"])

    def parked_task(self) -> str:
        """Return the id of a task that was given up."""
        id_ = self.task()
        with psycopg.connect(self.admin, autocommit=True) as connection:
            connection.execute(
                "UPDATE muniment.tasks SET state = 'parked', error = 'no', ended_at = now()"
                " WHERE task_id = %s",
                (id_,),
            )
        return id_

    def job(self) -> str:
        """Return the id of what a turn that a sidecar took is learnt by."""
        return str(self.post("/process", {"user_id": USER, "turn": TURN})["job_id"])

    def user_with_snapshot(self) -> str:
        """Return a user of whom something is believed, and whose snapshot was taken."""
        acting = Acting(
            agent="ann",
            role=AgentRole.ORCHESTRATOR,
            permissions=frozenset(Permission),
            trail=("ann",),
            user=USER,
        )
        said = {"memories": [MIKE | {"content": "Mike lives in Bath"}], "embed": False}
        for path, body in (("/v1/memories", said), ("/v1/snapshot", {})):
            told = {"X-Muniment-Acting": acting.told()}
            self.http.post(path, json=body, headers=told).raise_for_status()
        return USER

    def user_to_erase(self) -> str:
        """Return a user of whom something is believed, and whom nothing else is about."""
        said = {"memories": [MIKE | {"content": "Mike lives in Bath"}], "embed": False}
        told = {"X-Muniment-User": "leaving"}
        self.http.post("/v1/memories", json=said, headers=told).raise_for_status()
        return "leaving"

    def key(self) -> str:
        """Return the id of a key."""
        return str(self.post("/keys", {"name": "web"})["id"])

    def grant(self) -> str:
        """Return the id of a grant."""
        return str(self.post("/grants", {"grantee": "ann"})["id"])

    def recall(self) -> str:
        """Return the id of a past answer."""
        return str(self.post("/recall", {"query": "Where does Mike live?"})["receipt"]["recall_id"])

    def page(self) -> str:
        """Return the slug of a page with two revisions."""
        (said,) = self.post("/memories", {"memories": [MIKE | {"content": "Mike lives in Bath"}]})
        self.http.patch(f"/v1/memories/{said['id']}", json={"content": f"Bath {self.made}"})
        self.memory()
        return str(self.post("/pages", {"topic": "Mike"})["slug"])

    def project(self) -> str:
        """Return the name of a project that is open."""
        self.made += 1
        name = f"garden {self.made}"
        self.post("/projects", {"name": name})
        return name

    def session(self) -> str:
        """Return the name of a session that is open."""
        self.made += 1
        name = f"planning {self.made}"
        self.post("/sessions", {"name": name})
        return name

    def contradiction(self) -> str:
        """Return the id of two beliefs that cannot both hold."""
        self.made += 1
        name = "M" + "".join("abcdefghij"[int(digit)] for digit in str(self.made)) + "o"
        for speaker, text in ((name, "I live in London."), ("Anna", f"{name} lives in Rome.")):
            self.post("/rounds", {"session": f"chat {self.made}", "occurred_at": LATER,
                                  "speaker": speaker, "user_message": text, "embed": False})  # fmt: skip
        found = self.http.get("/v1/reviews", params={"limit": 100}).json()
        return str(found["items"][0]["id"])


MAKERS: Final[Mapping[str, tuple[str, Callable[[World], str]]]] = {
    "get_episode": ("id", World.episode), "forget_episode": ("id", World.episode),
    "get": ("id", World.memory), "update": ("id", World.memory),
    "end": ("id", World.memory), "forget": ("id", World.memory),
    "retract": ("id", World.memory), "history": ("id", World.memory),
    "explain": ("id", World.memory), "add_alias": ("episode_id", World.episode),
    "get_task": ("id", World.task), "cancel_task": ("id", World.task),
    "retry_task": ("id", World.parked_task), "revoke_key": ("id", World.key),
    "revoke_grant": ("id", World.grant), "replay": ("recall", World.recall),
    "get_page": ("page", World.page), "page_revisions": ("page", World.page),
    "page_diff": ("page", World.page), "end_project": ("name", World.project),
    "end_session": ("name", World.session), "settle_review": ("id", World.contradiction),
    "sidecar_job": ("id", World.job),
    "sidecar_snapshot": ("user_id", World.user_with_snapshot), "purge": ("everything_of", World.user_to_erase),
}  # fmt: skip
"""Which field of an operation must name something that is there, and what makes it."""

FIXED: Final[Mapping[str, Mapping[str, Any]]] = {
    "faded": {"below": 0.5}, "sidecar_job": {"user_id": USER},
    "sidecar_process": {"user_id": USER, "containers": [], "turn": TURN},
    "add_alias": {"alias": "Mickey", "entity": "Mike", "span": None, "valid_from": None},
    "verify": {"anchor": None},
    "changes": {"wait_s": 0, "after": 0}, "changes_stream": {"after": 0},
    "decisions": {"memory": None, "episode": None, "transaction": None, "outcome": None},
    "traces": {"rests_on": None},
    "diff": {"since": 1, "until": 2}, "facts": {"always": None, "text": None}, "audit_gaps": {"question": None},
    "consolidate": {"episodes_max": 50, "assistants": ["assistant"], "since": None},
    "end": {"at": LATER}, "update": {"content": "It is so", "valid_from": None, "object": None},
    "get_snapshot": {"as_of": None, "namespace": None}, "compile_page": {"topic": "Mike", "scope": "user", "namespace": None},
    "compile_persona_page": {"topic": "Mike", "scope": "user", "namespace": None},
    "get_page": {"revision": 1, "as_of": None, "namespace": None},
    "page_revisions": {"revision": None, "as_of": None, "namespace": None},
    "page_diff": {"earlier": None, "later": None, "as_of": None, "namespace": None},
    "graph": {"entity": "Mike"},
    "settle_review": {"keep": "second"}, "tasks": {"kind": None},
    "set_schedule": {"kind": "embed_backlog", "cron": "0 3 * * *", "zone": "UTC", "arguments": None},
    "enqueue": {"kind": "embed_backlog", "arguments": None},
    "create_session": {"project": None}, "sessions": {"project": None},
    "set_quota": {"user": "somebody else", "daily_writes": 1000, "memories": 1000},
    "create_key": {"role": "reader", "namespaces": []},
    "purge": {"reason": "request 4711", "memories": [], "episodes": []},
    "grant": {"grantee": "ann", "owner": None, "namespace": None, "container": None},
}  # fmt: skip
"""What a drawn request says instead, where chance would not find what fits together."""


def sensible(name: str, drawn: Mapping[str, Any], world: World) -> dict[str, Any]:
    """Return a drawn request with whatever can only be right by knowing the tenant put right."""
    values = {field: _fitting(field, value) for field, value in drawn.items()}
    for field, value in FIXED.get(name, {}).items():
        if field in values or value is not None:
            values[field] = value
    _fit_beliefs(values)
    if name in MAKERS:
        field, maker = MAKERS[name]
        values |= {"as_of": None, field: maker(world)}  # it was made just now
    if name == "ingest_round" and values.get("user_message") is None:
        values["user_message"] = "I moved to Bath."
    return {field: value for field, value in values.items() if value is not None}


def _fitting(field: str, value: Any) -> Any:
    if field in {"cursor", "containers", "container", "valid_at"}:
        return None
    if field in _BASES:
        return None if value is None else 1
    if field == "time_window":
        return None if value is None else [PAST, LATER]
    if field == "expires_at":
        return None if value is None else NEVER
    if field in {"limit", "edges_max", "units_max", "pages_max"} and value is not None:
        return min(int(value), 50)
    if field in {"memories", "turns", "facts", "rounds"} and isinstance(value, list):
        return [_fitting_item(field, item) for item in value][:4]
    if field == "metadata" and isinstance(value, str):
        return '{"by": "Ann"}'
    if field in {"tags", "sources"} and value is not None:
        return [each for each in value if each.strip()][:5]
    if isinstance(value, str) and not value.strip() and field not in _TEXTS_LEFT:
        return "x"
    return value


def _fitting_item(field: str, item: Mapping[str, Any]) -> dict[str, Any]:
    values = {name: _fitting(name, value) for name, value in item.items()}
    _fit_beliefs(values)
    if field == "memories":
        values |= {"content": values.get("content") or "It is so"}
        values |= dict.fromkeys(("subject", "predicate", "object"))
    if field == "rounds" and values.get("user_message") is None:
        values["user_message"] = "I moved to Bath."
    return {name: value for name, value in values.items() if value is not None}


def _fit_beliefs(values: dict[str, Any]) -> None:
    """Keep what belongs together together: periods, scopes, spans."""
    if values.get("valid_until") is not None:
        values |= {"valid_from": PAST, "valid_until": LATER}
    if "occurred_at" in values:
        values["occurred_at"] = LATER
    if values.get("scope") == "container":
        values["scope"] = "user"
    if values.get("visibility") == "private":
        values["visibility"] = "team"
    for field in ("episode_id", "span"):
        if field in values:
            values[field] = None
