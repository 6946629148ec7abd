"""Say as which agent a call is made, and narrow a principal to it."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Final, TypeVar

from muniment.access.principal import Permission, Principal
from muniment.access.roles import ROLE_PERMISSIONS, AgentRole
from muniment.errors import InvalidValue
from muniment.model.json_texts import fields_of
from muniment.model.memory import Visibility
from muniment.model.names import refuse_decomposed
from muniment.model.storable import refuse_unstorable

NAME_MAX: Final = 256
"""How many characters the name of a user or of an agent may have."""

TRAIL_MAX: Final = 64
"""How many agents a trail may name."""

TOLD_MAX: Final = 16_384
"""How many characters `read_acting` reads."""

_Kind = TypeVar("_Kind", bound=StrEnum)


@dataclass(frozen=True, slots=True, kw_only=True)
class Acting:
    """An agent at work: its part and rights, the agents that started it, and where it writes.

    What is None is left to the principal and to the settings that it acts within.

    Raises:
        InvalidValue: the trail does not end in the agent, or is too long.
    """

    agent: str
    role: AgentRole
    permissions: frozenset[Permission]
    trail: tuple[str, ...]
    """The agents from the first to this one, each started by the one before."""
    user: str | None = None
    namespace: str | None = None
    visibility: Visibility | None = None
    project: str | None = None
    session: str | None = None

    def __post_init__(self) -> None:
        if self.trail[-1:] != (self.agent,) or len(self.trail) > TRAIL_MAX:
            raise InvalidValue(
                f"the trail of {self.agent!r:.80} names {len(self.trail)} agents: it must end in this one, and have at most {TRAIL_MAX}."
            )

    def narrowed(self, principal: Principal) -> Principal:
        """Return a principal as this agent: it may no more than the principal, nor than its role.

        Raises:
            NotPermitted: the agent is to work for another user, and the principal does not govern.
        """
        within = principal if self.user is None else principal.of_user(self.user)
        return replace(
            within,
            agent=self.agent,
            role=self.role.value,
            permissions=within.permissions & self.permissions & ROLE_PERMISSIONS[self.role],
            trail=self.trail,
            project=within.project if self.project is None else self.project,
            session=within.session if self.session is None else self.session,
        )

    def told(self) -> str:
        """Return it as one line of ASCII, which `read_acting` reads."""
        return json.dumps(
            {
                "agent": self.agent,
                "role": self.role.value,
                "permissions": sorted(each.value for each in self.permissions),
                "trail": self.trail,
                "user": self.user,
                "namespace": self.namespace,
                "visibility": None if self.visibility is None else self.visibility.value,
                "project": self.project,
                "session": self.session,
            }
        )


_NAMES: Final = tuple(field.name for field in fields(Acting))
"""The fields of the object that `told` writes."""


def read_acting(text: str) -> Acting:
    """Read what `told` wrote.

    Raises:
        InvalidValue: it is something else, or too long.
    """
    said = _fields(text)
    return Acting(
        agent=_text("agent", said["agent"]),
        role=_member(AgentRole, "role", said["role"]),
        permissions=frozenset(
            _member(Permission, "permissions", each)
            for each in _list("permissions", said["permissions"])
        ),
        trail=tuple(_agent(each) for each in _list("trail", said["trail"])),
        user=_text_or_none("user", said["user"]),
        namespace=_text_or_none("namespace", said["namespace"]),
        visibility=None
        if said["visibility"] is None
        else _member(Visibility, "visibility", said["visibility"]),
        project=_text_or_none("project", said["project"]),
        session=_text_or_none("session", said["session"]),
    )


def _fields(text: str) -> dict[str, object]:
    """Return the fields of the object that a text is: all of them, and no others."""
    if len(text) > TOLD_MAX:
        raise _unreadable(f"it has more than {TOLD_MAX} characters")
    if not text.isascii():
        raise _unreadable("it is not all ASCII: write other letters as \\u…")
    try:
        said = json.loads(text, object_pairs_hook=fields_of)
    except (RecursionError, ValueError):
        raise _unreadable("it is not valid JSON") from None
    if not isinstance(said, dict):
        raise _unreadable("it is not an object")
    for name in _NAMES:
        if name not in said:
            raise _unreadable(f"{name!r} is missing")
    for name in said:
        if name not in _NAMES:
            raise _unreadable(f"{name!r:.80} is not one of its fields")
    return said


def _unreadable(why: str) -> InvalidValue:
    return InvalidValue(
        f"the agent of this request in X-Muniment-Acting cannot be read: {why}. It must be an object with the fields {', '.join(_NAMES)}."
    )


def _misfit(name: str, value: object, wanted: str) -> InvalidValue:
    return _unreadable(f"{name!r} is {value!r:.80}; it must be {wanted}")


def _member(kind: type[_Kind], name: str, value: object) -> _Kind:
    for each in kind:
        if each.value == value:
            return each
    raise _misfit(name, value, f"one of {', '.join(kind)}")


def _list(name: str, value: object) -> list[object]:
    if not isinstance(value, list):
        raise _misfit(name, value, "a list")
    return value


def _text(name: str, value: object, more: str = "") -> str:
    if not isinstance(value, str) or not 0 < len(value.strip()) <= NAME_MAX:
        raise _misfit(name, value, f"a name of 1 to {NAME_MAX} characters{more}")
    refuse_unstorable(value, "a name")
    return value


def _agent(value: object) -> str:
    name = _text("trail", value)
    refuse_decomposed(name, "an agent of the trail")
    return name


def _text_or_none(name: str, value: object) -> str | None:
    return None if value is None else _text(name, value, " or null")
