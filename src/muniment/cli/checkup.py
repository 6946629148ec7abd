"""Look at every part of an installation, and say of each what would mend it."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Final

import muniment
from muniment.bootstrap.wiring import opened
from muniment.cli.anchors import AnchorFile
from muniment.cli.chosen import Chosen
from muniment.cli.isolation import prove_isolation
from muniment.cli.opening import settings_of
from muniment.errors import MunimentError, UnknownSetting
from muniment.model.reading import Health, Part
from muniment.operations import reads
from muniment.operations.catalogue import perform
from muniment.operations.model_parts import asked_model_parts
from muniment.operations.services import Services
from muniment.ports.embedder import Embedder
from muniment.providers.choose import embedder_named
from muniment.recall.lookup.condition import MENDS, size_taken
from muniment.recall.lookup.transactions import transaction
from muniment.settings import EmbedderName, EmbedderSettings, Settings
from muniment.settings.sources import settings_file
from muniment.store.entry import Entry, quoted

ROOM_MIN_BYTES: Final = 512_000_000
PHRASE: Final = "Does the embedder work?"
LENGTH_TOLERANCE: Final = 1e-3


async def examine(chosen: Chosen) -> Health:
    """Look at every part; what cannot be reached leaves the parts behind it out, and says so."""
    parts = [_platform()]
    try:
        settings = settings_of(chosen)
    except UnknownSetting as error:
        return Health(parts=(*parts, _unfit("settings", error)))
    parts.append(_sources(chosen, settings))
    embedder, told = await _embedder(settings)
    parts.append(told)
    if embedder is None:
        without = EmbedderSettings(name=EmbedderName.NONE)
        settings = settings.model_copy(update={"embedder": without})
    try:
        async with opened(settings, embedder=embedder) as services:
            parts.append(Part(name="server", ok=True, detail=_server(services)))
            parts += await _of_store(services, has_embedder=embedder is not None)
    except MunimentError as error:
        # The bundled server's own words say what to do; there is no database_url to correct.
        own = settings.database_url is not None
        parts.append(_unfit("server", error, MENDS if own else {}))
    return Health(parts=tuple(parts))


async def _of_store(services: Services, *, has_embedder: bool) -> list[Part]:
    health = await perform(services, reads.health, reads.Nothing())
    asked = await asked_model_parts(services.models)
    told = {part.name for part in asked}
    parts = [
        Part(name="store's embedder", ok=each.ok, detail=each.detail, mend=each.mend)
        if each.name == "embedder"
        else each
        for each in health.parts
        if (has_embedder or each.name != "embedder") and each.name not in told
    ]
    parts += asked
    parts.append(await _guarded("room", lambda: _room(services)))
    parts.append(await _guarded("anchor", lambda: _anchor(services)))
    parts.append(await _guarded("connections", lambda: _connections(services)))
    parts.append(await _guarded("isolation", lambda: prove_isolation(services)))
    return parts


async def _guarded(name: str, look: Callable[[], Awaitable[Part]]) -> Part:
    try:
        return await look()
    except MunimentError as error:
        return _unfit(name, error)


def _platform() -> Part:
    version = platform.python_version()
    return Part(
        name="platform",
        ok=True,
        detail=f"muniment {muniment.__version__}, Python {version} ({sys.executable}), "
        f"{platform.system()} {platform.machine()}",
    )


def _server(services: Services) -> str:
    own = services.settings.database_url is not None
    return services.server if own else f"{services.server}: {services.store.place}"


def _sources(chosen: Chosen, settings: Settings) -> Part:
    path = settings_file()
    variables = sorted(name for name in os.environ if name.startswith("MUNIMENT_"))
    given = ["the command line"] if chosen != Chosen(as_json=chosen.as_json) else []
    given += [", ".join(variables)] if variables else []
    given += [str(path)] if path.is_file() else []
    return Part(
        name="settings",
        ok=True,
        detail=f"from {' and '.join(given) or 'the defaults'}: tenant {settings.tenant}, "
        f"user {settings.user}, namespace {settings.namespace}, home {settings.home}",
    )


async def _embedder(settings: Settings) -> tuple[Embedder | None, Part]:
    try:
        embedder = embedder_named(settings.embedder)
        if embedder is None:
            return None, Part(
                name="embedder",
                ok=False,
                detail="none is configured: recall runs without its vector lane",
                mend="Set `embedder.name`, or accept that recall does not find by meaning.",
            )
        vector = await embedder.embed_query(PHRASE)
    except MunimentError as error:
        return None, _unfit("embedder", error)
    identity = embedder.identity
    length = float((vector @ vector) ** 0.5)
    fits = len(vector) == identity.dimensions and abs(length - 1) < LENGTH_TOLERANCE
    return embedder, Part(
        name="embedder",
        ok=fits,
        detail=f"{identity.name} embeds: {len(vector)} dimensions, length {length:.3f}",
        mend=None if fits else "Configure another embedder: this one does not return unit vectors.",
    )


async def _room(services: Services) -> Part:
    size = "how much it takes is not shown"
    if reads.may_know_size(services):
        taken = await size_taken(services.store, services.principal)
        size = f"the schema takes {taken / 1e6:.1f} MB"
    if services.settings.database_url is not None:
        return Part(
            name="room",
            ok=True,
            detail=f"{size}; the disk of your own database cannot be seen from here",
        )
    home = services.settings.home
    named = home / "server.root"
    root = Path(named.read_text(encoding="utf-8").strip()) if named.is_file() else home
    free = shutil.disk_usage(root).free
    return Part(
        name="room",
        ok=free >= ROOM_MIN_BYTES,
        detail=f"{size}, {free / 1e9:.1f} GB free at {root}",
        mend=f"Free some room at {root}: writes will soon be refused."
        if free < ROOM_MIN_BYTES
        else None,
    )


async def _connections(services: Services) -> Part:
    """Tell who may connect: the roles that part readers from writers are the server's, not the database's."""
    name = "connections"
    async with services.store.reading(services.principal.as_setting()) as work:
        entry = await work.one("database_entry", Entry)
    assert entry is not None, "a connection leads to a database"
    others = ", ".join(entry.others)
    if entry.is_open and entry.others:
        return Part(
            name=name,
            ok=False,
            detail=f"every role of the server may connect to {entry.database}, so whoever works in "
            f"another database of it ({others}) can read and write all tenants here",
            mend=f"Run `muniment init --owner-url …`, which lets in only the roles that work here; or "
            f"as the owner of the database: GRANT CONNECT ON DATABASE {quoted(entry.database)} TO each role that works here; "
            f"REVOKE CONNECT ON DATABASE {quoted(entry.database)} FROM PUBLIC;",
        )
    detail = (
        f"every role of the server may connect to {entry.database}; no other database there holds memories"
        if entry.is_open
        else f"only roles that were let in may connect to {entry.database}"
    )
    return Part(name=name, ok=True, detail=detail)


async def _anchor(services: Services) -> Part:
    file = AnchorFile.of(services)
    anchor = file.read()
    if anchor is None:
        return Part(
            name="anchor",
            ok=True,
            detail="none yet: `muniment audit verify` notes the head in the home",
        )
    try:
        found = await transaction(services.store, services.principal, anchor.number)
    except MunimentError as error:
        return _not_anchored(file, f"{error.message} It was verified earlier.")
    if found.hash != anchor.hash:
        return _not_anchored(file, f"transaction {anchor.number} is not the one noted earlier.")
    return Part(name="anchor", ok=True, detail=f"transaction {anchor.number} is as it was verified")


def _not_anchored(file: AnchorFile, detail: str) -> Part:
    return Part(
        name="anchor",
        ok=False,
        detail=detail,
        mend="Run `muniment audit verify`, and restore a backup beside this database. "
        f"{file.way_out}",
    )


def _unfit(
    name: str, error: MunimentError, mends: Mapping[type[MunimentError], str] = MENDS
) -> Part:
    mend = next((text for kind, text in mends.items() if isinstance(error, kind)), None)
    return Part(name=name, ok=False, detail=f"{error.message} ({error.code})", mend=mend)
