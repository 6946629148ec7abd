"""Chain transactions: each hash covers its transaction and the hash before it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from uuid import UUID

from muniment.audit.digests import canonical


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

    def hash(self) -> bytes:
        """Return SHA-256 over the canonical form of every column."""
        return sha256(
            canonical(
                [
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
            )
        ).digest()


def genesis_hash(tenant_id: UUID) -> bytes:
    """Return the hash that a tenant's first transaction follows."""
    return sha256(b"muniment genesis " + tenant_id.bytes).digest()
