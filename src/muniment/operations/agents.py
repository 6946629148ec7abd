"""The operations that keep a team in order: projects, sessions and quotas."""

from __future__ import annotations

from dataclasses import dataclass

from muniment.access.partition import PROJECT, SESSION
from muniment.access.principal import Permission
from muniment.errors import InvalidValue
from muniment.ledger import quotas
from muniment.ledger import sessions as ledger_sessions
from muniment.ledger.drafts import checked_name
from muniment.model.containers import Container, ContainerKind
from muniment.model.quotas import Quota
from muniment.model.reading import Page
from muniment.operations.catalogue import Effect, about, operation
from muniment.operations.moments import BasisLike, as_of
from muniment.operations.services import Services
from muniment.recall.lookup.containers import GetContainers, container, containers
from muniment.recall.lookup.opening import PAGE_MAX
from muniment.recall.lookup.quota import quota


@dataclass(frozen=True, slots=True, kw_only=True)
class NewProject:
    """A project to open."""

    name: str = about("Its name.")
    reason: str | None = about("Why, for the ledger.", None)


@operation(Effect.WRITES, Permission.WRITE, name="garden")
async def create_project(services: Services, request: NewProject) -> Container:
    """Open a project: a new one, or one that has ended. An open one stays as it is."""
    made = await ledger_sessions.create_project(
        services.ledger, services.principal, request.name, reason=request.reason
    )
    return await container(services.store, services.principal, made)


@dataclass(frozen=True, slots=True, kw_only=True)
class EndProject:
    """A project to end."""

    name: str = about("Its name.")
    reason: str | None = about("Why, for the ledger.", None)


@operation(Effect.WRITES, Permission.WRITE, name="inbox")
async def end_project(services: Services, request: EndProject) -> Container:
    """End a project and its open sessions."""
    ended = await ledger_sessions.end_container(
        services.ledger, services.principal, PROJECT, request.name, reason=request.reason
    )
    return await container(services.store, services.principal, ended)


@dataclass(frozen=True, slots=True, kw_only=True)
class Projects:
    """Which projects to list."""

    only_open: bool = about("Leave out those that have ended.", False)
    as_of: BasisLike | None = about("As known at this time or transaction number.", None)
    limit: int = about("The most entries on a page.", 100, least=1, most=PAGE_MAX)
    cursor: str | None = about("Cursor of the previous page.", None)


@operation(Effect.READS, Permission.READ)
async def projects(services: Services, request: Projects) -> Page[Container]:
    """List the user's projects, latest first."""
    asked = GetContainers(
        kinds=(PROJECT,),
        only_open=request.only_open,
        as_of=as_of(request.as_of),
        limit=request.limit,
        cursor=request.cursor,
    )
    return await containers(services.store, services.principal, asked)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSession:
    """A session to open."""

    name: str | None = about("Its name; named after the day (UTC) if left out.", None)
    project: str | None = about("The project it belongs to; the configured one if left out.", None)
    reason: str | None = about("Why, for the ledger.", None)


@operation(Effect.WRITES, Permission.WRITE, name="planning", project="garden")
async def create_session(services: Services, request: NewSession) -> Container:
    """Open a session: a new one, or one that has ended. An open one stays as it is.

    A session's name is unique among all projects of the user: one used in another project is refused.
    """
    made = await ledger_sessions.create_session(
        services.ledger,
        services.principal,
        request.name,
        project=request.project,
        reason=request.reason,
    )
    return await container(services.store, services.principal, made)


@dataclass(frozen=True, slots=True, kw_only=True)
class EndSession:
    """A session to end."""

    name: str | None = about("Its name; the current one if left out.", None)
    reason: str | None = about("Why, for the ledger.", None)


@operation(Effect.WRITES, Permission.WRITE)
async def end_session(services: Services, request: EndSession) -> Container:
    """End a session. A later write to it opens it again."""
    ended = await ledger_sessions.end_container(
        services.ledger, services.principal, SESSION, request.name, reason=request.reason
    )
    return await container(services.store, services.principal, ended)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sessions:
    """Which sessions to list."""

    project: str | None = about("The project they belong to; any if left out.", None)
    only_open: bool = about("Leave out those that have ended.", False)
    as_of: BasisLike | None = about("As known at this time or transaction number.", None)
    limit: int = about("The most entries on a page.", 100, least=1, most=PAGE_MAX)
    cursor: str | None = about("Cursor of the previous page.", None)


@operation(Effect.READS, Permission.READ)
async def sessions(services: Services, request: Sessions) -> Page[Container]:
    """List the user's sessions and threads, latest first."""
    asked = GetContainers(
        kinds=(SESSION, ContainerKind.THREAD.value),
        project=request.project,
        only_open=request.only_open,
        as_of=as_of(request.as_of),
        limit=request.limit,
        cursor=request.cursor,
    )
    return await containers(services.store, services.principal, asked)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetQuota:
    """How much a user may write and keep. What is left out is without limit."""

    user: str | None = about("The user; the configured one if left out.", None)
    daily_writes: int | None = about("The most memories and turns written in a day (UTC).", None)
    memories: int | None = about("The most memories kept (neither forgotten nor retracted).", None)
    unlimited: bool = about("Remove the quota; give no limits with it.", False)
    reason: str | None = about("Why, for the ledger.", None)


@operation(Effect.WRITES, Permission.GOVERN, user="local", daily_writes=1000)
async def set_quota(services: Services, request: SetQuota) -> Quota:
    """Set a user's quota; it replaces the one before.

    The quota is exact, however many write at once. A write that would exceed it is refused whole.
    """
    limits = (request.daily_writes, request.memories)
    if request.unlimited != (limits == (None, None)):
        raise InvalidValue(
            "a quota needs a limit: give daily_writes, memories or both; whatever is left out is "
            "unlimited. `unlimited` alone removes the quota."
        )
    user = await _limited(services, request.user)
    await quotas.set_quota(
        services.ledger,
        services.principal,
        user,
        daily_writes=request.daily_writes,
        memories=request.memories,
        reason=request.reason,
    )
    return await quota(services.store, services.principal, user)


@dataclass(frozen=True, slots=True, kw_only=True)
class GetQuota:
    """Whose quota to tell."""

    user: str | None = about("The user; the configured one if left out.", None)


@operation(Effect.READS, Permission.READ)
async def get_quota(services: Services, request: GetQuota) -> Quota:
    """Show how much a user may write and keep, and how much is used."""
    user = await _limited(services, request.user)
    return await quota(services.store, services.principal, user)


async def _limited(services: Services, user: str | None) -> str | None:
    if user is None:
        return services.principal.user
    checked_name(user, "user", services.ledger.limits)
    named = user.strip()
    await services.tenancy.refuse_misnamed(services.principal, named, "the user")
    return named
