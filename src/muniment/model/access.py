"""Describe who reaches a service: keys, and grants to act on behalf of another."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from muniment.model.printed import Printed


class GrantLevel(StrEnum):
    """How far a grant reaches; each level includes those before it."""

    READ = "read"
    WRITE = "write"
    FORGET = "forget"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class KeyMade(Printed):
    """A key that was made. Its token is shown this once; only a hash of it is kept."""

    id: UUID
    token: str = field(repr=False)
    transaction: int

    def _line(self) -> str:
        return f"id {self.id}, transaction {self.transaction}, its `.token` is told this once"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class AccessKey(Printed):
    """An API key: for whom and as what it acts, and until when."""

    id: UUID
    name: str
    user: str | None
    agent: str | None
    role: str
    namespaces: tuple[str, ...] | None
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    last_used_at: datetime | None
    """When it was last used, to the minute."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Granted(Printed):
    """A grant that was made."""

    id: UUID
    transaction: int


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class AccessGrant(Printed):
    """That one user may act on behalf of another, within a namespace or container or everywhere."""

    id: UUID
    owner: str | None
    grantee: str
    level: GrantLevel
    namespace: str | None
    container: str | None
    granted_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
