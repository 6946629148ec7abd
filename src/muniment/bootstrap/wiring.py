"""Open the services that a configuration describes, and close them again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import Any

from anyio import CancelScope, to_thread

from muniment.access.principal import Permission, Principal
from muniment.access.roles import restricted
from muniment.bootstrap.late_reading import LateExtractor
from muniment.embedded import Lease, lease
from muniment.errors import NotPermitted
from muniment.ledger.upkeep import find_tenant
from muniment.ledger.writer import Ledger
from muniment.model.ids import tenant_named, user_named
from muniment.model.redaction import redacted
from muniment.model.storable import refuse_unstorable
from muniment.operations.services import Services
from muniment.operations.tenancy import Names, Tenancy
from muniment.operations.watching import WatchedEmbedder
from muniment.ports.embedder import Embedder
from muniment.ports.language_model import LanguageModel, ModelRole
from muniment.providers.choose import embedder_named
from muniment.providers.choose_models import language_models
from muniment.providers.choose_parser import parser_named, tagger_named
from muniment.recall.recaller import Recaller
from muniment.recall.trace import Tracer
from muniment.settings import DEFAULT_TENANT, Settings, TraceTarget
from muniment.store.checks import MAKE_VIEWER
from muniment.store.migrator import make_database, migrate
from muniment.store.pool import PoolLimits, Store
from muniment.store.tenants import tenant_names

DATABASE = "muniment"
APP_ROLE = "muniment_app"
VIEWER_ROLE = "muniment_viewer"


class _Unwinding(AsyncExitStack):
    """What is closed at the end although whoever opened it is cancelled: else a lease would stay."""

    async def __aexit__(self, *ended: Any) -> bool:
        with CancelScope(shield=True):
            is_swallowed = await super().__aexit__(*ended)
        return bool(is_swallowed)


@asynccontextmanager
async def opened(
    settings: Settings,
    *,
    embedder: Embedder | None = None,
    adopting: bool = False,
    founding: bool = False,
) -> AsyncIterator[Services]:
    """Open the services for as long as the block lasts.

    With no `database_url` the bundled server is started or joined, and its database made. With one, that database is
    used as it is; `owner_url` brings its schema up to date first. `embedder` takes the place of the configured one.
    With an embedder other than the tenant's, what would embed or compare is refused; `adopting` allows it, without
    vectors. A new tenant is opened by the first write; with `founding`, or if it is the default one, at once.

    Raises:
        Unsupported, Unavailable: the database cannot serve, or is not there.
        EmbedderMismatch: it is to be founded, is there, and was embedded with another model.
    """
    refuse_unstorable(settings.tenant, "the name of the tenant")
    async with _Unwinding() as stack:
        store, server, names = await _open_store(settings, stack)
        if embedder is None:
            embedder = embedder_named(settings.embedder)
        watched = None if embedder is None else WatchedEmbedder(embedder)
        if watched is not None:
            stack.push_async_callback(watched.aclose)
        models = language_models(settings.models)
        for model in models.values():
            stack.push_async_callback(model.aclose)
        services = await _services(
            settings, store, server, names, watched, models, adopting=adopting
        )
        if founding or settings.tenant == DEFAULT_TENANT:
            services = services.speaking(await services.tenancy.open(services.principal))
        if founding:
            await services.tenancy.refuse_other_embedder(services.principal)
        yield services


@asynccontextmanager
async def viewing(services: Services) -> AsyncIterator[Services]:
    """Open what a viewer needs beside some services: the same store as a role that may only read.

    Raises:
        NotPermitted: your own database names no such role, or one that may write.
    """
    settings = services.settings
    if settings.database_url is None:
        store = services.store.as_user(VIEWER_ROLE)
    elif settings.web.database_url is not None:
        store = Store(settings.web.database_url.get_secret_value(), _limits(settings))
    else:
        raise NotPermitted("the pages need a database role that may only read. " + MAKE_VIEWER)
    try:
        await store.open(only_reads=True)
        tracer = Tracer(store, TraceTarget.OFF, settings.trace_path)
        language = services.ledger.language
        yield replace(
            services,
            store=store,
            ledger=Ledger(store, services.embedder, settings.limits, language),
            recaller=Recaller(store, services.embedder, settings.recall, language, tracer),
            principal=restricted(services.principal, None, read_only=True),
        )
    finally:
        await store.close()


def seen_by(viewer: Services, admitted: Services) -> Services:
    """Return what a viewer sees as the principal that was admitted, who may be of another tenant.

    It reads, and where the principal governs, it is told what only who governs is told.
    """
    sees = admitted.principal.permissions & {Permission.READ, Permission.GOVERN}
    return replace(
        viewer.speaking(admitted.ledger.language),
        settings=admitted.settings,
        tenancy=admitted.tenancy,
        is_keeper=admitted.is_keeper,
        is_abroad=admitted.is_abroad,
        principal=replace(admitted.principal, permissions=sees),
    )


@asynccontextmanager
async def owning(settings: Settings) -> AsyncIterator[str]:
    """Yield how to connect to the database as the owner of the schema.

    Raises:
        NotPermitted: the database is your own, and the settings do not say how its owner connects.
    """
    if settings.owner_url is not None:
        yield settings.owner_url.get_secret_value()
    elif settings.database_url is not None:
        raise NotPermitted(
            "only the owner of the schema may do this. Give --owner-url, or set MUNIMENT_OWNER_URL."
        )
    else:
        held = await to_thread.run_sync(lease, settings.home)
        async with _Unwinding() as stack:
            stack.push_async_callback(to_thread.run_sync, held.release)
            yield held.conninfo(DATABASE)


async def _open_store(settings: Settings, stack: AsyncExitStack) -> tuple[Store, str, Names | None]:
    if settings.database_url is not None:
        url = settings.database_url.get_secret_value()
        if settings.owner_url is not None:
            await migrate(settings.owner_url.get_secret_value())
        store, server, names = Store(url, _limits(settings)), redacted(url), None
    else:
        held = await to_thread.run_sync(lease, settings.home)
        stack.push_async_callback(to_thread.run_sync, held.release)
        await make_database(held.conninfo("postgres"), DATABASE)
        await migrate(
            held.conninfo(DATABASE),
            app_role=APP_ROLE,
            app_password=held.password,
            viewer_role=VIEWER_ROLE,
        )
        store = Store(held.conninfo(DATABASE, APP_ROLE), _limits(settings), _reviver(held))
        server = f"the bundled server in {settings.home}"
        names = partial(tenant_names, held.conninfo(DATABASE))
    stack.push_async_callback(store.close)
    await store.open()
    return store, server, names


def _reviver(held: Lease) -> Callable[[], Awaitable[None]]:
    async def revive() -> None:
        await to_thread.run_sync(held.revive)

    return revive


def _limits(settings: Settings) -> PoolLimits:
    pool = settings.pool
    return PoolLimits(
        pool_min=pool.size_min,
        pool_max=pool.size_max,
        connect_timeout_s=pool.connect_timeout_s,
        statement_timeout_s=pool.statement_timeout_s,
        lock_timeout_s=pool.lock_timeout_s,
    )


async def _services(
    settings: Settings,
    store: Store,
    server: str,
    names: Names | None,
    embedder: WatchedEmbedder | None,
    models: Mapping[ModelRole, LanguageModel],
    *,
    adopting: bool,
) -> Services:
    tenant_id = tenant_named(settings.tenant)
    principal = Principal(
        tenant_id=tenant_id,
        tenant=settings.tenant,
        user_id=user_named(tenant_id, settings.user),
        user=settings.user,
        agent=settings.agent,
        trail=() if settings.agent is None else (settings.agent,),
        project=settings.project,
        session=settings.session,
    )
    ledger = Ledger(store, embedder, settings.limits, settings.language)
    found = await find_tenant(ledger, principal)
    ledger.language = ledger.language if found is None else found.language
    tagger = tagger_named(settings.extraction)
    return Services(
        settings=settings,
        store=store,
        ledger=ledger,
        recaller=Recaller(
            store,
            embedder,
            settings.recall,
            ledger.language,
            Tracer(store, settings.recall.trace, settings.trace_path, settings.recall.trace_days),
        ),
        embedder=embedder,
        extractor=LateExtractor(
            parser_named(settings.extraction), tagger, models.get(ModelRole.EXTRACTOR)
        ),
        tagger=tagger,
        principal=restricted(principal, settings.role, read_only=settings.read_only),
        tenancy=Tenancy(ledger, found=found, keeper=principal, names=names, adopting=adopting),
        server=server,
        models=models,
    )
