"""Make and revoke keys and grants, each a transaction: who may act as whom, and since when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from muniment.access.key_tokens import fresh_token
from muniment.access.principal import Permission, Principal
from muniment.access.roles import ACTING_FOR_ANYBODY, ROLES, KeyRole
from muniment.errors import GrantNotFound, InvalidValue, KeyNotFound, MunimentError, NotPermitted
from muniment.ledger.drafts import checked_name
from muniment.ledger.opening import Opening, open_change
from muniment.ledger.sealing import Sealed
from muniment.ledger.transacting import transact
from muniment.ledger.writer import Ledger
from muniment.model.access import Granted, GrantLevel, KeyMade
from muniment.model.ids import user_named
from muniment.store.found import NamedRow
from muniment.store.rows import AccessGrantRow, AccessKeyRow
from muniment.store.work import Work

UNBOUND: Final = frozenset({KeyRole.ADMIN})
"""The roles that reach the whole tenant, and cannot be bound to namespaces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyDraft:
    """A key to be made."""

    name: str
    user: str | None
    agent: str | None
    role: str
    namespaces: tuple[str, ...] | None
    expires_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GrantDraft:
    """A grant to be made."""

    owner: str | None
    grantee: str
    level: GrantLevel
    namespace: str | None
    container: str | None
    expires_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessPlace(NamedRow):
    """Where a key or a grant stands in the ledger."""

    is_closed: bool


async def create_key(
    ledger: Ledger, principal: Principal, draft: KeyDraft, *, reason: str | None = None
) -> KeyMade:
    """Make a key and return its token, which is nowhere else.

    Raises:
        InvalidValue: there is no such role, or the expiry is in the past.
    """
    principal.require(Permission.GOVERN)
    name = checked_name(draft.name, "name", ledger.limits)
    user = checked_name(draft.user, "user", ledger.limits)
    agent = checked_name(draft.agent, "agent", ledger.limits)
    namespaces = _checked_namespaces(ledger, draft)

    async def plan(work: Work) -> tuple[KeyMade, Sealed]:
        opening = await open_change(work, principal, ids=1)
        _refuse_past(opening, draft.expires_at)
        token = fresh_token(principal.tenant_id, opening.new_id())
        row = AccessKeyRow(
            key_id=token.key_id,
            name=name,
            owner_id=user_named(principal.tenant_id, user),
            owner=user,
            agent=agent,
            role=draft.role,
            namespaces=namespaces,
            secret_hash=token.secret_hash,
            expires_at=draft.expires_at,
        )
        opening.change.write(row)
        sealed = await ledger.seal(work, opening, "create_key", reason)
        return KeyMade(id=token.key_id, token=str(token), transaction=sealed.number), sealed

    return await transact(ledger.store, principal, plan)


def _checked_namespaces(ledger: Ledger, draft: KeyDraft) -> list[str] | None:
    if draft.role not in ROLES:
        raise InvalidValue(f"role is {draft.role!r:.80}; it must be one of {', '.join(ROLES)}.")
    if draft.user is None and draft.role not in ACTING_FOR_ANYBODY:
        raise InvalidValue(f"a key of the role {draft.role} acts as a user: name one.")
    if draft.namespaces is None:
        return None
    if draft.role in UNBOUND:
        raise InvalidValue("a key of the role admin reaches the whole tenant: name no namespaces.")
    return sorted({checked_name(each, "namespaces", ledger.limits) for each in draft.namespaces})


async def revoke_key(
    ledger: Ledger, principal: Principal, key_id: UUID, *, reason: str | None = None
) -> int:
    """Revoke a key from now on; return the number of the transaction.

    Raises:
        KeyNotFound: there is none with this id, or it was revoked.
    """
    principal.require(Permission.GOVERN)
    return await _close(
        ledger,
        principal,
        "revoke_key",
        reason,
        table="access_keys",
        query="access_key_place",
        named={"key_id": key_id},
        missing=KeyNotFound(f"there is no key {key_id} that could be revoked."),
        closed=KeyNotFound(f"the key {key_id} was revoked already: it lets nobody in."),
    )


async def grant(
    ledger: Ledger, principal: Principal, draft: GrantDraft, *, reason: str | None = None
) -> Granted:
    """Let one user act on behalf of another.

    Raises:
        InvalidValue: the grant is to its owner, or bound twice, or expires in the past.
        NotPermitted: it is another's to make, or goes beyond what the principal reaches.
    """
    principal.require(Permission.GRANT)
    if draft.owner != principal.user and Permission.GOVERN not in principal.permissions:
        raise NotPermitted(
            f"{principal.actor} may grant what is {principal.user}'s, and nothing else."
        )
    grantee = checked_name(draft.grantee, "grantee", ledger.limits)
    if grantee == draft.owner:
        raise InvalidValue("a grant is to another user: name one.")
    if draft.namespace is not None and draft.container is not None:
        raise InvalidValue(
            "a grant is bound to a namespace or to a container: name only one of them."
        )
    namespace = checked_name(draft.namespace, "namespace", ledger.limits)
    container = checked_name(draft.container, "container", ledger.limits)
    if not principal.reaches(namespace):
        raise NotPermitted(
            f"{principal.actor} reaches only part of what is {draft.owner}'s, and may grant no more. Name a "
            f"namespace within it."
        )

    async def plan(work: Work) -> tuple[Granted, Sealed]:
        opening = await open_change(work, principal, ids=1)
        _refuse_past(opening, draft.expires_at)
        row = AccessGrantRow(
            grant_id=opening.new_id(),
            owner_id=user_named(principal.tenant_id, draft.owner),
            owner=draft.owner,
            grantee_id=user_named(principal.tenant_id, grantee),
            grantee=grantee,
            level=draft.level.value,
            namespace=namespace,
            container=container,
            expires_at=draft.expires_at,
        )
        opening.change.write(row)
        sealed = await ledger.seal(work, opening, "grant", reason)
        return Granted(id=row.grant_id, transaction=sealed.number), sealed

    return await transact(ledger.store, principal, plan)


async def revoke_grant(
    ledger: Ledger, principal: Principal, grant_id: UUID, *, reason: str | None = None
) -> int:
    """Take a grant back from now on; return the number of the transaction.

    Raises:
        GrantNotFound: there is none of this id that the principal made, or it was taken back.
    """
    principal.require(Permission.GRANT)
    return await _close(
        ledger,
        principal,
        "revoke_grant",
        reason,
        table="access_grants",
        query="access_grant_place",
        named={"grant_id": grant_id},
        missing=GrantNotFound(f"there is no grant {grant_id} that could be revoked."),
        closed=GrantNotFound(f"the grant {grant_id} was revoked already: it lets nobody act."),
    )


async def _close(
    ledger: Ledger,
    principal: Principal,
    operation: str,
    reason: str | None,
    *,
    table: str,
    query: str,
    named: Mapping[str, UUID],
    missing: MunimentError,
    closed: MunimentError,
) -> int:
    async def plan(work: Work) -> tuple[int, Sealed]:
        opening = await open_change(work, principal)
        place = await work.one(query, AccessPlace, tenant_id=principal.tenant_id, **named)
        if place is None or place.is_closed:
            raise missing if place is None else closed
        opening.change.close(table, place.key)
        sealed = await ledger.seal(work, opening, operation, reason)
        return sealed.number, sealed

    return await transact(ledger.store, principal, plan)


def _refuse_past(opening: Opening, expires_at: datetime | None) -> None:
    if expires_at is not None and expires_at <= opening.change.recorded_at:
        raise InvalidValue(f"expires_at is {expires_at.isoformat()}, which is in the past.")
