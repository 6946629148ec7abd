"""Note in which session of which project something was written, and open both where they are not."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from muniment.access.partition import PROJECT, SESSION
from muniment.access.principal import Permission, Principal
from muniment.errors import InvalidValue
from muniment.ledger.change import Change
from muniment.model.ids import ContainerId, container_named
from muniment.store.rows import ContainerRow

_ATTENDED: Final = frozenset({"memories", "assertions", "episodes"})
"""What somebody says: writing or closing such rows happens in a session, upkeep does not."""


def note_session(change: Change, principal: Principal) -> ContainerId | None:
    """Return the session that a change is made in, None for upkeep.

    It is the one that the principal names, else that of the day, by the database's clock. A session
    that is written to is open: it is made, or opened again.

    Raises:
        InvalidValue: the principal names a session, and a project that it is not of.
    """
    writer = change.writer
    tables = {row.table for row in change.written} | {table for table, _ in change.closed}
    if writer is None or not tables & _ATTENDED:
        return None
    session_id = container_named(principal.user_id, SESSION, writer.session)
    if writer.session_key is not None and principal.session is not None:
        refuse_elsewhere(
            principal, writer.session, writer.session_parent_id, principal.project_named
        )
    is_open = writer.session_key is not None and writer.session_ended_at is None
    if is_open or session_id in _written(change):
        return session_id
    if Permission.WRITE not in principal.permissions:
        return None if writer.session_key is None else session_id
    if writer.session_key is not None:
        change.close("containers", writer.session_key)
    change.write(
        ContainerRow(
            container_id=session_id,
            user_id=principal.user_id,
            parent_id=writer.session_parent_id or note_project(change, principal),
            kind=SESSION,
            name=writer.session,
        )
    )
    return session_id


def note_project(change: Change, principal: Principal) -> ContainerId:
    """Return the id of the principal's project, and make it if it is not there."""
    project_id = container_named(principal.user_id, PROJECT, principal.project)
    is_there = change.writer is not None and change.writer.project_there
    if not is_there and project_id not in _written(change):
        change.write(
            ContainerRow(
                container_id=project_id,
                user_id=principal.user_id,
                parent_id=None,
                kind=PROJECT,
                name=principal.project,
            )
        )
    return project_id


def refuse_elsewhere(
    principal: Principal, session: str, project_id: UUID | None, project: str | None
) -> None:
    """Refuse a session that is there, in another project than the one that is named.

    Raises:
        InvalidValue: it is.
    """
    if project is None or project_id == container_named(principal.user_id, PROJECT, project):
        return
    raise InvalidValue(
        f"the session {session!r} exists, but not in the project {project!r}: a session belongs to one project. Give another name, or leave out the project."
    )


def _written(change: Change) -> set[UUID]:
    return {row.container_id for row in change.written if isinstance(row, ContainerRow)}
