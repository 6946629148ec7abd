"""The operation that verifies the ledger."""

from __future__ import annotations

from dataclasses import dataclass

from muniment.access.principal import Permission
from muniment.audit.anchors import read_anchor
from muniment.audit.findings import Verification
from muniment.audit.verify import verify as verify_ledger
from muniment.operations.catalogue import Effect, about, operation
from muniment.operations.services import Services


@dataclass(frozen=True, slots=True, kw_only=True)
class Verify:
    """What to compare the chain with."""

    anchor: str | None = about("An anchor noted earlier: NUMBER:HASH.", None)


@operation(Effect.READS, Permission.READ)
async def verify(services: Services, request: Verify) -> Verification:
    """Walk the ledger, recompute every digest and what holds, and name the first row that differs."""
    anchor = None if request.anchor is None else read_anchor(request.anchor)
    seen = await verify_ledger(services.store, services.principal, anchor=anchor)
    if seen.is_empty:
        await services.tenancy.enter(services.principal)
    return seen
