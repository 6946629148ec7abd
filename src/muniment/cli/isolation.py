"""Prove that tenants are apart: plant a canary in one of its own, and look for it from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from muniment.access.principal import Principal
from muniment.audit.checks import check_guards
from muniment.audit.snapshot import Snapshot, TableFound
from muniment.errors import DatabaseReadOnly
from muniment.ledger.upkeep import open_tenant
from muniment.ledger.writer import Ledger
from muniment.model.ids import tenant_named, user_named
from muniment.model.reading import Part
from muniment.model.writes import Draft
from muniment.operations.services import Services
from muniment.sql import guards
from muniment.store.pool import Store
from muniment.store.work import Work
from muniment.temporal.utc import BEGINNING

TENANT: Final = "muniment-doctor"
OTHER_TENANT: Final = "muniment-doctor-next-door"
CANARY: Final = "A canary of muniment doctor: only its own tenant sees it."
NAME: Final = "isolation"
_CHANGES_TOLD_MAX: Final = 5
_OF_USER: Final = ("memories", "assertions", "versions")
_MEND: Final = (
    "Keep one tenant only in this database until it is mended. As its owner, make what is named as it is "
    "in an empty database after `muniment init`: psql shows grants and policies with \\dp muniment.*; for "
    "the security of a table say ALTER TABLE muniment.… ENABLE ROW LEVEL SECURITY; ALTER TABLE muniment.… "
    "FORCE ROW LEVEL SECURITY;"
)


async def prove_isolation(services: Services) -> Part:
    """Plant the canary unless it is there, see it as its tenant, and as nobody else.

    Nothing but row-level security can hide it: each table is read raw, naming the canary's tenant.
    What keeps the tables in which it has no row is compared with what the migrations made.
    """
    keeper = principal_of(TENANT, "canary")
    if not await _planted(services, keeper):
        return Part(
            name=NAME,
            ok=False,
            detail="NOT PROVEN: there is no canary yet, and none can be written here",
            mend="Run `muniment doctor` once on the primary, which takes writes: a standby gets the canary from it.",
        )
    store = services.store
    async with store.reading(keeper.as_setting()) as work:
        tables = await _tables_with_tenant(work)
        if not await _sees_canary(work, keeper):
            return _failed("its own tenant does not see the canary")
        full = [table for table in tables if await _rows(work, table, keeper)]
    neighbour = services.principal
    if neighbour.tenant == TENANT:
        neighbour = principal_of(OTHER_TENANT, "canary")
    stranger = replace(keeper, user_id=user_named(keeper.tenant_id, "stranger"), user="stranger")
    looks = (
        (f"tenant {neighbour.tenant}", neighbour.as_setting(), tables),
        (f"the auditor of tenant {neighbour.tenant}", neighbour.auditing().as_setting(), tables),
        ("nobody", "", tables),
        ("another user of its tenant", stranger.as_setting(), _OF_USER),
    )
    for who, setting, looked_at in looks:
        leaking = await _leaking(store, setting, keeper, looked_at)
        if leaking:
            return _failed(f"{who} reads rows of tenant {TENANT} in {', '.join(leaking)}")
    changed = await _changed(store, keeper)
    if changed:
        return _failed(" ".join(changed[:_CHANGES_TOLD_MAX]))
    return Part(
        name=NAME,
        ok=True,
        detail=f"the canary in tenant {TENANT} is seen by its owner, and by no other tenant, user "
        f"or nameless connection ({len(tables)} tables, {len(full)} of them with its rows; their guards are as the migrations made them)",
    )


def principal_of(tenant: str, user: str) -> Principal:
    """Return a user of a tenant."""
    tenant_id = tenant_named(tenant)
    return Principal(
        tenant_id=tenant_id, tenant=tenant, user_id=user_named(tenant_id, user), user=user
    )


async def _planted(services: Services, keeper: Principal) -> bool:
    async with services.store.reading(keeper.as_setting()) as work:
        if await _sees_canary(work, keeper):
            return True
    if services.settings.read_only:
        return False
    try:
        await _plant(services, keeper)
    except DatabaseReadOnly:
        return False
    return True


async def _plant(services: Services, keeper: Principal) -> None:
    ledger = Ledger(services.store, None, services.settings.limits, services.settings.language)
    ledger.language = await open_tenant(ledger, keeper)
    draft = Draft(content=CANARY, valid_from=BEGINNING)
    await ledger.add_many(keeper, [draft], reason="muniment doctor", embed=False)


async def _sees_canary(work: Work, keeper: Principal) -> bool:
    asked = await work.send_about(
        "audit_head", "memories", ("content", "known_until"), tenant_id=keeper.tenant_id
    )
    return any(content == CANARY and until is None for content, until in await asked.all())


async def _tables_with_tenant(work: Work) -> list[str]:
    tables = await work.all("audit_tables", TableFound)
    return [each.table for each in tables if "tenant_id" in each.columns]


async def _leaking(
    store: Store, setting: str, keeper: Principal, tables: Sequence[str]
) -> list[str]:
    async with store.reading(setting) as work:
        return [table for table in tables if await _rows(work, table, keeper)]


async def _changed(store: Store, keeper: Principal) -> list[str]:
    async with store.reading(keeper.as_setting()) as work:
        found = await (await Snapshot.of(work, keeper.tenant_id)).guards()
    return [each.sentence for each in check_guards(found, guards())]


async def _rows(work: Work, table: str, keeper: Principal) -> int:
    asked = await work.send_about("audit_head", table, ("tenant_id",), tenant_id=keeper.tenant_id)
    return len(await asked.all())


def _failed(what: str) -> Part:
    return Part(name=NAME, ok=False, detail=f"NOT PROVEN: {what}", mend=_MEND)
