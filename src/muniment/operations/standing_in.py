"""Work for another principal than the one that the services were opened for."""

from __future__ import annotations

from dataclasses import replace

from muniment.access.authority import still_granted
from muniment.access.listing import grants_between
from muniment.access.principal import Permission, Principal
from muniment.ledger.upkeep import Tenant, open_tenant
from muniment.operations.services import Services
from muniment.operations.tenancy import Tenancy
from muniment.store.pool import Store
from muniment.tasks.enqueueing import Defaults


async def on_behalf_of(services: Services, principal: Principal, defaults: Defaults) -> Services:
    """Return the services for a principal, who may be of another tenant; that tenant must be there.

    Raises:
        EmbedderMismatch: the tenant was embedded with another model than the configured one.
    """
    acting = services.running_as(
        principal, namespace=defaults.namespace, visibility=defaults.visibility
    )
    if principal.tenant_id == services.principal.tenant_id:
        await services.tenancy.refuse_other_embedder(services.principal)
        return acting
    language = await open_tenant(services.ledger, principal)
    acting = acting.speaking(language)
    found = Tenant(language=language, is_embedded_otherwise=False)
    return replace(acting, tenancy=Tenancy(acting.ledger, found=found))


async def as_granted(store: Store, principal: Principal, permission: Permission) -> Principal:
    """Return a principal as it is now: who acts for another by grants does so while they are in force.

    Raises:
        NotPermitted: the grants to do so were taken back, or have expired.
    """
    if principal.grantee_id is None:
        return principal
    grants = await grants_between(
        store, principal.tenant_id, owner_id=principal.user_id, grantee_id=principal.grantee_id
    )
    return still_granted(principal, grants, permission)


def defaults_of(services: Services) -> Defaults:
    """Return what the writes of a task are to say of themselves: what those of its enqueuer say."""
    settings = services.settings
    return Defaults(namespace=settings.namespace, visibility=settings.visibility)
