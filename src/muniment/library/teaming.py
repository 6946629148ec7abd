"""Offer what keeps a team in order: projects, sessions and quotas."""

from __future__ import annotations

from muniment import operations
from muniment.library.connection import Performs
from muniment.library.context import AgentContext
from muniment.model.containers import Container
from muniment.model.quotas import Quota
from muniment.model.reading import Page
from muniment.operations.moments import BasisLike


class Teaming(Performs):
    """Where a team writes, and how much."""

    async def create_project(
        self, name: str, *, reason: str | None = None, context: AgentContext | None = None
    ) -> Container:
        """Open a project: a new one, or one that has ended."""
        request = operations.agents.NewProject(name=name, reason=reason)
        return await self.perform(operations.agents.create_project, request, context)

    async def end_project(
        self, name: str, *, reason: str | None = None, context: AgentContext | None = None
    ) -> Container:
        """End a project and its open sessions.

        Raises:
            ContainerNotFound: there is none of this name.
        """
        request = operations.agents.EndProject(name=name, reason=reason)
        return await self.perform(operations.agents.end_project, request, context)

    async def projects(
        self,
        *,
        only_open: bool = False,
        as_of: BasisLike | None = None,
        limit: int = 100,
        cursor: str | None = None,
        context: AgentContext | None = None,
    ) -> Page[Container]:
        """List the user's projects, latest first."""
        request = operations.agents.Projects(
            only_open=only_open, as_of=as_of, limit=limit, cursor=cursor
        )
        return await self.perform(operations.agents.projects, request, context)

    async def create_session(
        self,
        name: str | None = None,
        *,
        project: str | None = None,
        reason: str | None = None,
        context: AgentContext | None = None,
    ) -> Container:
        """Open a session: a new one, or one that has ended; today's if none is named."""
        request = operations.agents.NewSession(name=name, project=project, reason=reason)
        return await self.perform(operations.agents.create_session, request, context)

    async def end_session(
        self,
        name: str | None = None,
        *,
        reason: str | None = None,
        context: AgentContext | None = None,
    ) -> Container:
        """End a session; the current one if none is named.

        Raises:
            ContainerNotFound: there is none of this name.
        """
        request = operations.agents.EndSession(name=name, reason=reason)
        return await self.perform(operations.agents.end_session, request, context)

    async def sessions(
        self,
        project: str | None = None,
        *,
        only_open: bool = False,
        as_of: BasisLike | None = None,
        limit: int = 100,
        cursor: str | None = None,
        context: AgentContext | None = None,
    ) -> Page[Container]:
        """List the user's sessions and threads, latest first."""
        request = operations.agents.Sessions(
            project=project, only_open=only_open, as_of=as_of, limit=limit, cursor=cursor
        )
        return await self.perform(operations.agents.sessions, request, context)

    async def set_quota(
        self,
        user: str | None = None,
        *,
        daily_writes: int | None = None,
        memories: int | None = None,
        unlimited: bool = False,
        reason: str | None = None,
        context: AgentContext | None = None,
    ) -> Quota:
        """Set the quota of a user (the configured one if left out); it replaces the one before.

        What is left out is unlimited; `unlimited` removes the quota. A write that would exceed it is refused whole,
        with QuotaExceeded, however many write at once.
        """
        request = operations.agents.SetQuota(
            user=user,
            daily_writes=daily_writes,
            memories=memories,
            unlimited=unlimited,
            reason=reason,
        )
        return await self.perform(operations.agents.set_quota, request, context)

    async def get_quota(
        self, user: str | None = None, *, context: AgentContext | None = None
    ) -> Quota:
        """Show how much a user (the configured one if left out) may write and keep."""
        return await self.perform(
            operations.agents.get_quota, operations.agents.GetQuota(user=user), context
        )
