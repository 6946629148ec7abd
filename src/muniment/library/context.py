"""Hold what one agent of a team works with: its part, its rights, its budget, and a shared scratchpad."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import MutableMapping
from copy import copy
from enum import StrEnum
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, Generic, Self, TypeVar

from muniment.access.acting import Acting
from muniment.access.principal import Permission
from muniment.access.roles import READS, ROLE_PERMISSIONS, AgentRole
from muniment.errors import BudgetSpent, InvalidValue
from muniment.ledger.drafts import checked_name
from muniment.model.memory import Visibility
from muniment.operations.words import AgentRoleWord, VisibilityWord
from muniment.settings import LimitSettings, Settings

Choice = TypeVar("Choice", bound=StrEnum)

_FROM_SETTINGS: Final = (
    "role", "user", "namespace", "visibility", "project", "session", "read_only", "token_budget",
)  # fmt: skip


class AgentContext:
    """Who an agent works as: pass it to any method as `context=`.

    `as_agent` makes the context of an agent that this one starts. A family of contexts shares one `scratchpad`, a
    dictionary for what they hand to each other. No child may do more than its parent. `token_budget` is what all
    recalls with this context may take together; without one there is no such bound. A context made by a memory's
    `context` method has the memory's methods itself: `context.recall("…")`. What is left out is the memory's: its
    user, namespace, visibility.

    Raises:
        InvalidValue: a name is blank, or there is no such role or visibility.
    """

    def __init__(
        self,
        agent_id: str,
        *,
        role: AgentRoleWord = AgentRole.ORCHESTRATOR,
        user: str | None = None,
        namespace: str | None = None,
        visibility: VisibilityWord | None = None,
        project: str | None = None,
        session: str | None = None,
        read_only: bool = False,
        token_budget: int | None = None,
    ) -> None:
        self.agent_id = _required(agent_id, "agent_id")
        self.role = _choice(AgentRole, role, "role")
        self.user = _name(user, "user")
        self.namespace = _name(namespace, "namespace")
        self.visibility = (
            None if visibility is None else _choice(Visibility, visibility, "visibility")
        )
        self.project = _name(project, "project")
        self.session = _name(session, "session")
        self.token_budget = _tokens(token_budget)
        self.scratchpad: MutableMapping[str, Any] = {}
        self._is_stopped = bool(read_only)
        self._parent: AgentContext | None = None
        self._spent = 0
        self._counting = Lock()

    @classmethod
    def from_env(cls, agent_id: str | None = None, **given: Any) -> Self:
        """Make a context from the settings of the environment and of `~/.muniment.toml`.

        Arguments given here take precedence.

        Raises:
            InvalidValue: no agent is named, neither here nor in `MUNIMENT_AGENT`.
        """
        settings = Settings()
        named = agent_id or settings.agent
        if named is None:
            raise InvalidValue("which agent? Give an agent_id, or set MUNIMENT_AGENT.")
        said: dict[str, Any] = {
            name: getattr(settings, name)
            for name in _FROM_SETTINGS
            if name in settings.model_fields_set and getattr(settings, name) is not None
        }
        return cls(named, **{**said, **given})

    def as_agent(
        self,
        agent_id: str,
        *,
        role: AgentRoleWord | None = None,
        visibility: VisibilityWord | None = None,
        session: str | None = None,
        read_only: bool = False,
        token_budget: int | None = None,
    ) -> Self:
        """Make the context of an agent that this one starts; what is left out is inherited.

        It may do what its role allows and this context may do too. It has its own token budget, of
        the same size unless another is given.
        """
        child = copy(self)
        AgentContext.__init__(
            child,
            agent_id,
            role=self.role if role is None else role,
            user=self.user,
            namespace=self.namespace,
            visibility=self.visibility if visibility is None else visibility,
            project=self.project,
            session=self.session if session is None else session,
            read_only=read_only,
            token_budget=self.token_budget if token_budget is None else token_budget,
        )
        child.scratchpad = self.scratchpad
        child._parent = self
        return child

    @property
    def parent_agent_id(self) -> str | None:
        """The agent that started this one."""
        return None if self._parent is None else self._parent.agent_id

    @property
    def agent_trail(self) -> tuple[str, ...]:
        """The agents from the first to this one, each started by the one before."""
        before = () if self._parent is None else self._parent.agent_trail
        return (*before, self.agent_id)

    @property
    def read_only(self) -> bool:
        """Whether nothing may be written: here, or anywhere above."""
        return self._is_stopped or (self._parent is not None and self._parent.read_only)

    def make_read_only(self) -> None:
        """Stop all writing with this context and with every context below it, for good."""
        self._is_stopped = True

    @property
    def permissions(self) -> frozenset[Permission]:
        """What the agent may do: what its role and every context above it allow."""
        allowed = READS if self._is_stopped else ROLE_PERMISSIONS[self.role]
        return allowed if self._parent is None else allowed & self._parent.permissions

    @property
    def token_budget_used(self) -> int:
        """The tokens that recalls have taken."""
        return self._spent

    @property
    def token_budget_left(self) -> int | None:
        """The tokens that recalls may still take; None where nothing bounds them.

        Raises:
            BudgetSpent: none are left.
        """
        if self.token_budget is None:
            return None
        left = self.token_budget - self._spent
        if left <= 0:
            raise BudgetSpent(
                f"the recalls of {self.agent_id} took {self._spent} of {self.token_budget} tokens. "
                "Work with what was recalled, or start a context with a larger token_budget."
            )
        return left

    def spend(self, tokens: int) -> None:
        """Count tokens that were taken."""
        with self._counting:
            self._spent += tokens

    def acting(self) -> Acting:
        """Return as whom calls are made, as it stands now."""
        return Acting(
            agent=self.agent_id,
            role=self.role,
            permissions=self.permissions,
            trail=self.agent_trail,
            user=self.user,
            namespace=self.namespace,
            visibility=self.visibility,
            project=self.project,
            session=self.session,
        )

    if not TYPE_CHECKING:  # a checker knows the names there are

        def __getattr__(self, name: str) -> object:
            """Say how a context gets the methods of a memory.

            Raises:
                AttributeError: there is no such name.
            """
            how = (
                ""
                if "memory" in vars(self) or name.startswith("_")
                else ", and is bound to no memory: memory.context(…) makes one that has its methods"
            )
            raise AttributeError(f"{type(self).__name__} has no {name!r}{how}")

    def __repr__(self) -> str:
        stopped = ", read-only" if self.read_only else ""
        return (
            f"<{type(self).__name__} {' > '.join(self.agent_trail)} ({self.role.value}{stopped})>"
        )


Bound = TypeVar("Bound", bound=AgentContext)


class Contexts(ABC, Generic[Bound]):
    """Make contexts that are bound to this memory."""

    def context(
        self,
        agent_id: str,
        *,
        role: AgentRoleWord = AgentRole.ORCHESTRATOR,
        user: str | None = None,
        namespace: str | None = None,
        visibility: VisibilityWord | None = None,
        project: str | None = None,
        session: str | None = None,
        read_only: bool = False,
        token_budget: int | None = None,
    ) -> Bound:
        """Make the context of an agent, bound to this memory: it has this memory's methods.

        It is a `BoundContext`; of an asynchronous memory, an `AsyncBoundContext`.

        Raises:
            InvalidValue: a name is blank, or there is no such role or visibility.
        """
        return self._bind(
            agent_id,
            role=role,
            user=user,
            namespace=namespace,
            visibility=visibility,
            project=project,
            session=session,
            read_only=read_only,
            token_budget=token_budget,
        )

    @abstractmethod
    def _bind(self, agent_id: str, **given: Any) -> Bound: ...


def _choice(kind: type[Choice], value: str, field: str) -> Choice:
    try:
        return kind(value)
    except ValueError:
        raise InvalidValue(f"{field} is {value!r}; it must be one of {', '.join(kind)}.") from None


def _name(given: str | None, field: str) -> str | None:
    return checked_name(given, field, LimitSettings())


def _required(given: str, field: str) -> str:
    name = _name(given, field)
    if name is None:
        raise InvalidValue(f"{field} is missing; write the agent's name.")
    return name


def _tokens(given: object) -> int | None:
    if given is None:
        return None
    if isinstance(given, bool) or not isinstance(given, int) or given < 0:
        raise InvalidValue(f"token_budget is {given!r}; write a whole number of tokens.")
    return given
