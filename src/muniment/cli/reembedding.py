"""Make again what is derived from the ledger: embeddings, and the indexes of words and labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any, Final

import typer
from rich.console import RenderableType
from rich.progress import Progress

from muniment.access.principal import Permission
from muniment.bootstrap.wiring import owning
from muniment.cli.chosen import Chosen, with_chosen
from muniment.cli.hints import hint
from muniment.cli.isolation import OTHER_TENANT, TENANT
from muniment.cli.opening import attended, run, settings_of
from muniment.cli.pages import lines, table
from muniment.cli.printing import show
from muniment.cli.progress import passing_progress, run_watched
from muniment.errors import EmbedderUnavailable, InvalidValue
from muniment.model.plain import plain
from muniment.model.reading import TenantEmbedded
from muniment.model.worded import counted
from muniment.operations import writes
from muniment.operations.catalogue import perform
from muniment.operations.reads import Nothing
from muniment.operations.services import Services
from muniment.operations.tenants import Tenants
from muniment.recall.lookup.condition import tenant_embedded
from muniment.settings import Settings
from muniment.store import event_loop
from muniment.store.tenants import tenant_names

UNITS_PER_STEP: Final = 128

OwnerUrl = Annotated[
    str | None, typer.Option(help="Your own PostgreSQL, as the role that owns the schema.")
]

app = typer.Typer()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reembedded:
    """How many units of a tenant were embedded."""

    tenant: str
    embedded: int


@app.command("rebuild-indexes")
@with_chosen
def rebuild_indexes(chosen: Chosen) -> None:
    """Rebuild words, labels and totals from the ledger; every answer stays as it was.

    Others can read and write meanwhile. If interrupted, it continues when it is run again.
    """
    units = run_watched(chosen, writes.rebuild_indexes, Nothing())
    show(chosen, units, lambda: lines(f"{counted(units, 'unit')} indexed again."))


@app.command("tenants")
@with_chosen
def tenants(chosen: Chosen, *, owner_url: OwnerUrl = None) -> None:
    """List the tenants, the embedder of each, and which wait for `muniment reembed`.

    Only the owner of the schema sees more than one tenant; it reads their names and nothing else.
    """
    settings = _owned(chosen, owner_url)

    async def whole() -> list[TenantEmbedded]:
        async with attended(settings) as services:
            ours = None if services.embedder is None else services.embedder.identity
            return [
                await tenant_embedded(services.store, services.principal.of_tenant(name), ours)
                for name in await _names(settings, services)
            ]

    found = event_loop.run(whole)
    told = [{"waits": each.waits, **asdict(each)} for each in found]
    show(chosen, {"tenants": told}, lambda: _tenants_page(chosen, found))


@app.command("reembed")
@with_chosen
def reembed(
    chosen: Chosen,
    *,
    reason: Annotated[str | None, typer.Option(help="Why, for the ledger.")] = None,
    all_tenants: Annotated[
        bool, typer.Option("--all-tenants", help="Do it in every tenant of the store.")
    ] = False,
    owner_url: OwnerUrl = None,
) -> None:
    """Adopt the configured embedder, and embed whatever it has not embedded yet.

    If the store already has this embedder, it embeds what was written while the embedder was away. If interrupted, it
    continues when it is run again. Recall works meanwhile, with what is embedded. With --all-tenants, every tenant
    adopts it before anything is embedded.
    """
    if all_tenants and chosen.tenant is not None:
        raise InvalidValue("give either --tenant or --all-tenants.")
    settings, progress = _owned(chosen, owner_url), passing_progress(chosen)

    async def act(services: Services) -> list[Reembedded]:
        each = [services]
        if all_tenants:
            kept, principal = Tenants(services), services.principal
            each = [
                await kept.services_of(principal.of_tenant(name))
                for name in await _names(settings, services)
            ]
        for one in each:
            await perform(one, writes.adopt_embedder, writes.Adopt(reason=reason))
        return [await _embedded(one, progress) for one in each]

    with progress:
        done = run(settings, act)
    total = sum(each.embedded for each in done)
    answer: dict[str, object] = {"embedded": total, "waiting": 0}
    if all_tenants:
        answer["tenants"] = plain(done)
    show(chosen, answer, lambda: _reembedded_page(done, total, each=all_tenants))


async def _embedded(services: Services, progress: Progress) -> Reembedded:
    """Embed what waits in a tenant. It looks once more when nothing does, so that no task is left behind."""
    tenant = services.principal.tenant
    task = progress.add_task(f"embedded in {tenant}")
    done = 0
    while True:
        request = writes.Heal(units_max=UNITS_PER_STEP)
        healed = await perform(services, writes.heal_backlog, request)
        done += healed.embedded
        progress.update(task, completed=done, total=done + healed.waiting)
        if not healed.waiting:
            return Reembedded(tenant=tenant, embedded=done)
        if not healed.embedded:
            raise EmbedderUnavailable(
                f"{healed.waiting} still wait and none could be embedded. Try again."
            )


def _owned(chosen: Chosen, owner_url: str | None) -> Settings:
    given: dict[str, Any] = {} if owner_url is None else {"owner_url": owner_url}
    return settings_of(chosen, **given)


async def _names(settings: Settings, services: Services) -> list[str]:
    """Return the names of all tenants besides those in which `muniment doctor` keeps its canary."""
    services.principal.require(Permission.GOVERN)
    async with owning(settings) as conninfo:
        names = await tenant_names(conninfo)
    return [name for name in names if name not in (TENANT, OTHER_TENANT)]


def _tenants_page(chosen: Chosen, found: Sequence[TenantEmbedded]) -> RenderableType:
    waiting = sum(each.waits for each in found)
    wait = "waits" if waiting == 1 else "wait"
    return lines(
        table(
            ("tenant", "embedder", "waits"),
            ((each.tenant, _embedder(each), _waits(each)) for each in found),
        ),
        "",
        hint(
            f"{counted(waiting, 'tenant')} {wait}: `muniment reembed --all-tenants`.",
            replace(chosen, tenant=None),
        )
        if waiting
        else "Everything is embedded.",
    )


def _embedder(found: TenantEmbedded) -> str:
    if found.embedder is None or found.digest is None:
        return "none yet"
    return f"{found.embedder}, {found.dimensions} dimensions ({found.digest[:12]})"


def _waits(found: TenantEmbedded) -> str:
    if found.waits and not found.is_configured:
        return "for the configured embedder"
    return f"{found.not_embedded} not embedded" if found.waits else ""


def _reembedded_page(done: Sequence[Reembedded], total: int, *, each: bool) -> RenderableType:
    told = f"{total} embedded; nothing waits." if total else "Everything is embedded."
    return lines(*(f"{one.tenant}: {one.embedded}" for one in done if each), told)
