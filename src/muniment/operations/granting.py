"""The operations about who may reach a service, and on whose behalf."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from muniment.access.listing import grants as read_grants
from muniment.access.listing import keys as read_keys
from muniment.access.principal import Permission
from muniment.access.roles import ROLES
from muniment.ledger import granting
from muniment.ledger.granting import GrantDraft, KeyDraft
from muniment.model.access import AccessGrant, AccessKey, Granted, GrantLevel, KeyMade
from muniment.model.ids import read_uuid
from muniment.operations.catalogue import Effect, about, operation
from muniment.operations.moments import Moment, instant
from muniment.operations.reads import Nothing
from muniment.operations.services import Services


@dataclass(frozen=True, slots=True, kw_only=True)
class NewKey:
    """An API key to be made."""

    name: str = about("A name to tell it apart by.")
    role: str = about(
        "The role it acts in; the last six are the roles of agents.", "user", words=ROLES
    )
    user: str | None = about("The user it acts as; the principal's if left out.", None)
    agent: str | None = about("The agent it acts as; the principal's if left out.", None)
    namespaces: Sequence[str] = about("The namespaces it is confined to; all if left out.", ())
    expires_at: Moment | None = about("When it expires; never if left out.", None)
    reason: str | None = about("Why, for the ledger.", None)


@operation(Effect.WRITES, Permission.GOVERN, name="web")
async def create_key(services: Services, request: NewKey) -> KeyMade:
    """Make an API key. Its token is given only this once: what is kept is a hash."""
    draft = KeyDraft(
        name=request.name,
        user=services.principal.user if request.user is None else request.user,
        agent=services.principal.agent if request.agent is None else request.agent,
        role=request.role,
        namespaces=tuple(request.namespaces) or None,
        expires_at=instant(request.expires_at, "expires_at"),
    )
    return await granting.create_key(
        services.ledger, services.principal, draft, reason=request.reason
    )


@operation(Effect.READS, Permission.READ)
async def keys(services: Services, request: Nothing) -> tuple[AccessKey, ...]:
    """List the keys that act as the user; with the permission `govern`, all of the tenant's."""
    return await read_keys(services.store, services.principal)


@dataclass(frozen=True, slots=True, kw_only=True)
class Revocation:
    """What is to be valid no more."""

    id: str = about("The id of the key or the grant.")
    reason: str | None = about("Why, for the ledger.", None)


@operation(Effect.WRITES, Permission.GOVERN, id="")
async def revoke_key(services: Services, request: Revocation) -> int:
    """Revoke an API key at once; return the number of the transaction."""
    key_id = read_uuid(request.id, field="id")
    return await granting.revoke_key(
        services.ledger, services.principal, key_id, reason=request.reason
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGrant:
    """That another user may act on one's behalf."""

    grantee: str = about("The user who is let in.")
    level: str = about(
        "What they may do: read, write, forget or admin; each includes those before it.",
        "read",
        words=GrantLevel,
    )
    namespace: str | None = about("Only what is in this namespace.", None)
    container: str | None = about("Only what is in this container.", None)
    owner: str | None = about("On whose behalf they act; the principal's user if left out.", None)
    expires_at: Moment | None = about("When it expires; never if left out.", None)
    reason: str | None = about("Why, for the ledger.", None)


@operation(Effect.WRITES, Permission.GRANT, grantee="ann")
async def grant(services: Services, request: NewGrant) -> Granted:
    """Let another user act on your behalf. They may then do what both of you may do."""
    await services.tenancy.refuse_misnamed(services.principal, request.owner, "the owner")
    draft = GrantDraft(
        owner=services.principal.user if request.owner is None else request.owner,
        grantee=request.grantee,
        level=GrantLevel(request.level),
        namespace=request.namespace,
        container=request.container,
        expires_at=instant(request.expires_at, "expires_at"),
    )
    return await granting.grant(services.ledger, services.principal, draft, reason=request.reason)


@operation(Effect.READS, Permission.READ)
async def grants(services: Services, request: Nothing) -> tuple[AccessGrant, ...]:
    """List the grants from and to the user; with the permission `govern`, all of the tenant's."""
    return await read_grants(services.store, services.principal)


@operation(Effect.WRITES, Permission.GRANT, id="")
async def revoke_grant(services: Services, request: Revocation) -> int:
    """Revoke a grant at once; return the number of the transaction."""
    grant_id = read_uuid(request.id, field="id")
    return await granting.revoke_grant(
        services.ledger, services.principal, grant_id, reason=request.reason
    )
