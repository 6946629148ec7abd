"""Describe the projects and sessions that memories are written in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from muniment.model.ids import ContainerId
from muniment.model.printed import Printed


class ContainerKind(StrEnum):
    """What a container is: a project holds sessions, a session holds turns."""

    PROJECT = "project"
    SESSION = "session"
    THREAD = "thread"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Container(Printed):
    """A project, session or thread of a user, as it stands at a basis."""

    id: ContainerId
    kind: ContainerKind
    name: str
    project: str | None
    """The project that a session belongs to."""
    started_at: datetime
    ended_at: datetime | None
    """When it was ended; None while it is open."""
