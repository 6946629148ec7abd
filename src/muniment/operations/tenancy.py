"""Tell whether the tenant that is worked in is there, and open it with what it begins with."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from difflib import get_close_matches
from typing import Final

from muniment.access.principal import Principal
from muniment.errors import TenantNotFound, WriteContention
from muniment.ledger.alongside import Ahead, written_ahead
from muniment.ledger.upkeep import (
    Tenant,
    find_tenant,
    make_tenant,
    open_tenant,
    refuse_other_embedder,
)
from muniment.ledger.writer import Ledger
from muniment.model.names import is_composed, refuse_decomposed
from muniment.recall.lookup.users import is_written_for
from muniment.store.work import Work

BEGINNINGS: Final = frozenset(
    {
        "add_many",
        "append_facts",
        "create_key",
        "create_project",
        "create_session",
        "enqueue",
        "grant",
        "ingest_round",
        "ingest_rounds",
        "ingest_turns",
        "process_turn",
        "set_cardinality",
        "set_quota",
        "set_schedule",
    }
)
"""The operations that a tenant can begin with: they need nothing to be there."""

ANYWHERE: Final = frozenset({"health", "verify"})
"""The operations that see for themselves whether the tenant is there."""

_ALIKE_MAX: Final = 3

Names = Callable[[], Awaitable[list[str]]]


class Tenancy:
    """One tenant of a store: whether it is there, in which language its words are stemmed, and by what it was embedded.

    `names` lists the tenants of the store; it is given only to whoever may know of them all. `adopting` lets it be
    worked in although it was embedded with another model than the configured one.
    """

    def __init__(
        self,
        ledger: Ledger,
        *,
        found: Tenant | None,
        keeper: Principal | None = None,
        names: Names | None = None,
        adopting: bool = False,
    ) -> None:
        self._ledger = ledger
        self._keeper = keeper
        self._names = names
        self._adopting = adopting
        self._is_embedded_otherwise = False
        self.language: str | None = None
        self._note(found)
        self.was_opened = False
        """Whether it was opened here, and was not there before."""

    @property
    def keeps_store(self) -> bool:
        """Whether the store was opened for this tenant, and not for one that a service was asked for."""
        return self._keeper is not None

    async def admit(self, principal: Principal, operation: str) -> str | None:
        """Return the tenant's language before an operation; None where that is what will make the tenant.

        Raises:
            InvalidValue: the name of the tenant or of the user is in no form of names, and new.
            TenantNotFound: it is not there, and does not begin with this.
        """
        if operation in ANYWHERE:
            return self.language
        if operation in BEGINNINGS:
            language = await self._found(principal)
            if language is None:
                self._refuse_misnamed_new(principal)
        else:
            language = await self.enter(principal)
        await self.refuse_misnamed(principal, principal.user, "the user")
        return language

    @asynccontextmanager
    async def begun(self, principal: Principal, operation: str) -> AsyncIterator[None]:
        """Have the first write of an operation make the tenant in its own transaction, where it is not there.

        What is refused leaves none behind; what had nothing to write opens it too.
        """
        if self.language is not None or operation not in BEGINNINGS:
            yield
            return
        keeper, ledger, made = self._keeper or principal, self._ledger, False

        async def make(work: Work) -> None:
            nonlocal made
            await work.become(keeper.as_setting())
            language, sealed = await make_tenant(work, ledger, keeper)
            if language != ledger.language:  # another made it just now, and words are stemmed so
                raise WriteContention
            made = sealed is not None

        ahead = Ahead(write=make)
        try:
            with written_ahead(ahead):
                yield
        finally:
            if ahead.landed:
                self.language, self.was_opened = ledger.language, self.was_opened or made
        if self.language is None:
            await self.open(principal)

    def _refuse_misnamed_new(self, principal: Principal) -> None:
        refuse_decomposed(principal.tenant, "the tenant")
        refuse_decomposed((self._keeper or principal).user, "the user")

    async def refuse_misnamed(self, principal: Principal, user: str | None, what: str) -> None:
        """Refuse a user whose name is in no form of names, and who was never written for.

        Raises:
            InvalidValue: it is one; the message calls it `what`, and says what to write.
            NotPermitted: it is another than the principal's, which does not govern.
        """
        # Who was written for under such a name before it was refused goes on.
        if is_composed(user):
            return
        if not await is_written_for(self._ledger.store, principal.of_user(user)):
            refuse_decomposed(user, what)

    async def refuse_missing(self, principal: Principal) -> None:
        """Refuse a principal of another tenant of the store, if that is not there.

        Raises:
            TenantNotFound: it is not there.
        """
        if await find_tenant(self._ledger, principal) is None:
            raise TenantNotFound(await self._missing(principal.tenant))

    async def refuse_other_embedder(self, principal: Principal) -> None:
        """Refuse to embed or to compare in a tenant that was embedded with another model, until that is adopted.

        Raises:
            EmbedderMismatch: it was; the message names the command that adopts the configured one.
        """
        if self._is_embedded_otherwise and not self._adopting:
            await refuse_other_embedder(self._ledger, principal)
            self._is_embedded_otherwise = False

    async def enter(self, principal: Principal) -> str:
        """Return the tenant's language.

        Raises:
            TenantNotFound: it is not there.
        """
        language = await self._found(principal)
        if language is None:
            raise TenantNotFound(await self._missing(principal.tenant))
        return language

    async def open(self, principal: Principal) -> str:
        """Make the tenant if it is new, and return its language.

        Raises:
            InvalidValue: it is new, and its name or the user's is in no form of names.
        """
        language = await self._found(principal)
        if language is None:
            self._refuse_misnamed_new(principal)
            language = await open_tenant(self._ledger, self._keeper or principal)
            self.language, self.was_opened = language, True
        return language

    async def _found(self, principal: Principal) -> str | None:
        if self.language is None:
            self._note(await find_tenant(self._ledger, principal))
        return self.language

    def _note(self, found: Tenant | None) -> None:
        if found is not None:
            self.language = found.language
            self._is_embedded_otherwise = found.is_embedded_otherwise

    async def _missing(self, tenant: str) -> str:
        names = [] if self._names is None else await self._names()
        alike = get_close_matches(tenant, names, n=_ALIKE_MAX)
        asked = f" Is it {' or '.join(map(repr, alike))}?" if alike else ""
        return f"there is no tenant {tenant!r}.{asked} The first write opens it, as do `muniment init` and, in Python, `founding=True`."
