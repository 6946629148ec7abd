"""Say as which agent a call is made, and narrow a principal to it."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Final

from muniment.access.principal import Permission, Principal
from muniment.access.roles import ROLE_PERMISSIONS, AgentRole
from muniment.errors import InvalidValue, MunimentError
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
                f"the trail of {self.agent!r:.80} names {len(self.trail)} agents: it ends in this one, "
                f"and has at most {TRAIL_MAX}."
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


def read_acting(text: str) -> Acting:
    """Read what `told` wrote.

    Raises:
        InvalidValue: it is something else, or too long.
    """
    try:
        if len(text) > TOLD_MAX or not text.isascii():
            raise ValueError
        said = json.loads(text, object_pairs_hook=fields_of)
        acting = Acting(
            agent=_text(said.pop("agent")),
            role=AgentRole(said.pop("role")),
            permissions=frozenset(
                Permission(_text(each)) for each in _list(said.pop("permissions"))
            ),
            trail=tuple(_agent(each) for each in _list(said.pop("trail"))),
            user=_text_or_none(said.pop("user")),
            namespace=_text_or_none(said.pop("namespace")),
            visibility=_visibility(said.pop("visibility")),
            project=_text_or_none(said.pop("project")),
            session=_text_or_none(said.pop("session")),
        )
        if said:
            raise KeyError
    except MunimentError:
        raise
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        raise InvalidValue(
            f"as whom? The agent of this request cannot be read: {type(error).__name__}. It is an "
            f"object as `AgentContext` sends it, of at most {TOLD_MAX} characters, all "
            "of them ASCII."
        ) from None
    return acting


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError
    return value


def _visibility(value: object) -> Visibility | None:
    return None if value is None else Visibility(_text(value))


def _text(value: object) -> str:
    if not isinstance(value, str) or not 0 < len(value.strip()) <= NAME_MAX:
        raise ValueError
    refuse_unstorable(value, "a name")
    return value


def _agent(value: object) -> str:
    name = _text(value)
    refuse_decomposed(name, "an agent of the trail")
    return name


def _text_or_none(value: object) -> str | None:
    return None if value is None else _text(value)
