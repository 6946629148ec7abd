"""Chain transactions: each hash covers its transaction and the hash before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from uuid import UUID

from muniment.audit.digests import canonical, json_value


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """One transaction as the chain covers it."""

    tenant_id: UUID
    number: int
    recorded_at: datetime
    actor: str
    role: str
    operation: str
    reason: str | None
    entries: str
    closings: str
    units_total: int
    partitions_total: int
    previous_hash: bytes
    user_id: UUID | None = None
    session_id: UUID | None = None
    trail: Sequence[str] | None = None
    writes: int | None = None
    key_id: UUID | None = None

    def hash(self) -> bytes:
        """Return SHA-256 over the canonical form of every column.

        The last five came with later schemas, `key_id` after the others: where none of them says
        anything, the hash is the one that it was before.
        """
        said: list[object] = [
            str(self.tenant_id),
            self.number,
            self.recorded_at.isoformat(),
            self.actor,
            self.role,
            self.operation,
            self.reason,
            self.entries,
            self.closings,
            self.units_total,
            self.partitions_total,
            self.previous_hash.hex(),
        ]
        trail = None if self.trail is None else list(self.trail)
        later = [json_value(each) for each in (self.user_id, self.session_id, trail, self.writes)]
        if self.key_id is not None:
            later.append(json_value(self.key_id))
        if any(each is not None for each in later):
            said.append(later)
        return sha256(canonical(said)).digest()


def genesis_hash(tenant_id: UUID) -> bytes:
    """Return the hash that a tenant's first transaction follows."""
    return sha256(b"muniment genesis " + tenant_id.bytes).digest()
