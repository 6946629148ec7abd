"""Say which words an argument takes, so that a type checker and an editor know them: the word, or the enum's member."""

from __future__ import annotations

from typing import Literal, TypeAlias

from muniment.access.roles import AgentRole, KeyRole
from muniment.model.access import GrantLevel
from muniment.model.claims import Role
from muniment.model.decisions import Result
from muniment.model.memory import Cardinality, Scope, Standing, Visibility
from muniment.model.pages import PageKind
from muniment.model.reading import Status
from muniment.model.reviews import Side
from muniment.model.tasks import TaskState
from muniment.settings.sections import RoleName, VisibilityName

AgentRoleWord: TypeAlias = AgentRole | RoleName
KeyRoleWord: TypeAlias = KeyRole | Literal["admin", "service", "user", "reader"] | AgentRoleWord
CardinalityWord: TypeAlias = Cardinality | Literal["one", "many"]
GrantLevelWord: TypeAlias = GrantLevel | Literal["read", "write", "forget", "admin"]
PageKindWord: TypeAlias = PageKind | Literal["topic", "persona", "snapshot"]
ReachWord: TypeAlias = Literal["user", "user_global", "user_global_container"]
ReadModeWord: TypeAlias = Literal["simple", "balanced", "deep"]
ResultWord: TypeAlias = (
    Result
    | Literal[
        "new",
        "superseded",
        "corrected",
        "ended",
        "duplicate",
        "contradicted",
        "unclear",
        "refused",
        "recalled",
        "nothing",
    ]
)
RoleWord: TypeAlias = Role | Literal["user", "assistant"]
ScopeWord: TypeAlias = Scope | Literal["global", "user", "container"]
SideWord: TypeAlias = Side | Literal["first", "second", "both"]
StandingWord: TypeAlias = Standing | Literal["held", "contested", "quarantined"]
StatusWord: TypeAlias = Status | Literal["current", "ended", "all"]
TaskStateWord: TypeAlias = TaskState | Literal["waiting", "running", "done", "parked", "cancelled"]
UnitWord: TypeAlias = Literal["memory", "episode"]
VisibilityWord: TypeAlias = Visibility | VisibilityName
WriteWord: TypeAlias = Literal["auto", "yes", "no"]
