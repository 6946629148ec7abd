"""Keep the services of each tenant that a service is asked for: their words are stemmed differently."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import Final

from muniment.access.principal import Principal
from muniment.ledger.upkeep import find_tenant
from muniment.model.ids import TenantId
from muniment.operations.services import Services
from muniment.operations.tenancy import Tenancy

TENANTS_KEPT: Final = 1_000


class Tenants:
    """Services by tenant, of one store and one embedder."""

    def __init__(self, services: Services) -> None:
        self._host = services
        self._opened: OrderedDict[TenantId, Services] = OrderedDict()

    async def services_of(self, principal: Principal) -> Services:
        """Return the services as a principal, whatever its tenant, in the one namespace that it may be bound to.

        A tenant that is new is opened by what is written to it first, as in the library.
        """
        tenant_id = principal.tenant_id
        if tenant_id == self._host.principal.tenant_id:
            return _at_home(self._host, principal)
        found = self._opened.pop(tenant_id, None) or await self._open(principal)
        self._opened[tenant_id] = found
        while len(self._opened) > TENANTS_KEPT:
            self._opened.popitem(last=False)
        return _at_home(found, principal)

    async def _open(self, principal: Principal) -> Services:
        found = await find_tenant(self._host.ledger, principal)
        language = self._host.settings.language if found is None else found.language
        services = self._host.speaking(language)
        tenancy = Tenancy(services.ledger, found=found)
        return replace(services, principal=principal, tenancy=tenancy)


def _at_home(services: Services, principal: Principal) -> Services:
    configured = services.settings.namespace
    home = principal.home(configured)
    if home == configured:
        return replace(services, principal=principal)
    return services.running_as(principal, namespace=home, visibility=None)
