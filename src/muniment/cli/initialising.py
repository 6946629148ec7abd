"""Prepare a store: the bundled one, or a PostgreSQL of the user's own."""

from __future__ import annotations

import re
import secrets
import sys
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Final
from urllib.parse import quote, urlsplit

import typer
from rich.console import RenderableType

from muniment.bootstrap.wiring import APP_ROLE
from muniment.cli.chosen import Chosen, with_chosen
from muniment.cli.deriving import STANDARD_INPUT
from muniment.cli.interviewing import Wanted, interviewed, is_attended, write_settings
from muniment.cli.opening import run, settings_of
from muniment.cli.pages import lines
from muniment.cli.printing import show, visible
from muniment.errors import InvalidValue
from muniment.model.plain import plain
from muniment.operations import reads
from muniment.operations.catalogue import perform
from muniment.operations.services import Services
from muniment.settings import EmbedderName, Settings
from muniment.store import event_loop
from muniment.store.migrator import migrate

FIRST_MIGRATION: Final = "0001_"

_SECRET_PAIR: Final = re.compile(r"(?:^|\s)(?:user|password)\s*=\s*(?:'(?:[^'\\]|\\.)*'|\S*)")

app = typer.Typer()


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A store that is ready."""

    server: str
    tenant: str
    embedder: str | None
    transactions: int
    migrations: tuple[str, ...] = ()
    app_role: str | None = None
    database_url: str | None = None
    settings_file: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Migrated:
    """What was done to a database as its owner."""

    migrations: tuple[str, ...]
    app_role: str | None
    database_url: str | None


@app.command("init")
@with_chosen
def init(
    chosen: Chosen,
    *,
    owner_url: Annotated[
        str | None, typer.Option(help="Your own PostgreSQL, as the role that is to own the schema.")
    ] = None,
    app_role: Annotated[
        str, typer.Option(help="The login role that Muniment is to work as.")
    ] = APP_ROLE,
    app_password: Annotated[
        str | None,
        typer.Option(help="Its password; - reads it from standard input. Left out: a new one."),
    ] = None,
    embedder: Annotated[
        str | None, typer.Option(help=f"The embedder to use: {', '.join(EmbedderName)}.")
    ] = None,
    save: Annotated[
        bool | None,
        typer.Option("--save/--no-save", help="Write what was chosen into the settings file."),
    ] = None,
    ask: Annotated[
        bool, typer.Option("--ask/--no-ask", help="Ask at a terminal for what no option says.")
    ] = True,
) -> None:
    """Prepare the store, and say how to reach it.

    At a terminal it asks for what no option says; elsewhere it asks nothing.

    Without --owner-url the bundled PostgreSQL is started, its database made. With it, your own
    is brought to this version's schema; the first time, and whenever --app-password is given,
    the role that Muniment works as is made, and the database_url to use is printed once.
    """
    wanted = Wanted(owner_url=owner_url, embedder=embedder, save=save)
    if ask and is_attended(chosen):
        chosen, wanted = interviewed(chosen, wanted)
    settings = settings_of(chosen, **_given(wanted))
    migrated = None
    if settings.owner_url is not None:
        url = settings.owner_url.get_secret_value()
        migrated = event_loop.run(_migrate, url, app_role, _password(app_password))
        settings = _reachable(chosen, settings, migrated, wanted)
    path = write_settings(chosen, settings) if wanted.save else None

    async def act(services: Services) -> Prepared:
        listed = await perform(services, reads.search, reads.Search(limit=1))
        return Prepared(
            server=services.server,
            tenant=services.principal.tenant,
            embedder=None if services.embedder is None else services.embedder.identity.name,
            transactions=listed.basis.as_of.number,
            settings_file=None if path is None else str(path),
            **({} if migrated is None else asdict(migrated)),
        )

    prepared = run(settings, act, founding=True)
    show(chosen, plain(prepared), lambda: prepared_page(prepared))


async def _migrate(url: str, role: str, password: str | None) -> Migrated:
    applied = await migrate(url)
    is_new = any(name.startswith(FIRST_MIGRATION) for name in applied)
    if password is None and not is_new:
        return Migrated(migrations=tuple(applied), app_role=None, database_url=None)
    password = password or secrets.token_urlsafe(24)
    await migrate(url, app_role=role, app_password=password)
    return Migrated(
        migrations=tuple(applied), app_role=role, database_url=as_role(url, role, password)
    )


def _given(wanted: Wanted) -> dict[str, Any]:
    given: dict[str, Any] = {}
    if wanted.owner_url is not None:
        given["owner_url"] = wanted.owner_url
    if wanted.embedder is not None:
        given["embedder"] = {"name": wanted.embedder}
    return given


def _reachable(chosen: Chosen, settings: Settings, migrated: Migrated, wanted: Wanted) -> Settings:
    """Return settings that connect as the application; the owner is not needed any more."""
    given: dict[str, Any] = {"owner_url": None}
    if migrated.database_url is not None:
        given["database_url"] = migrated.database_url
    elif settings.database_url is None:
        raise InvalidValue(
            "the schema is there, and its role too. Give --database-url to check it, or "
            "--app-password to set the role's password anew."
        )
    here = Chosen() if "database_url" not in given else Chosen(database_url=given["database_url"])
    return settings_of(here.over(chosen), **_given(wanted) | {"owner_url": None})


def _password(given: str | None) -> str | None:
    if given == STANDARD_INPUT:
        given = sys.stdin.readline().rstrip("\n")
    if given == "":
        raise InvalidValue("app_password is empty; leave it out, and one is made.")
    return given


def as_role(url: str, role: str, password: str) -> str:
    """Return a connection URL, or a `host=… dbname=…` string, with another role and password."""
    if "://" in url:
        parts = urlsplit(url)
        place = parts.netloc.rpartition("@")[2]
        user = f"{quote(role, safe='')}:{quote(password, safe='')}"
        return parts._replace(netloc=f"{user}@{place}").geturl()
    kept = _SECRET_PAIR.sub("", url).strip()
    return f"{kept} user={_quoted(role)} password={_quoted(password)}"


def _quoted(value: str) -> str:
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"


def prepared_page(prepared: Prepared) -> RenderableType:
    """Say what is ready, and what to write next."""
    return lines(
        f"Ready: tenant {visible(prepared.tenant)} on {visible(prepared.server)}, "
        f"embedder {prepared.embedder or 'none'}.",
        f"Applied: {', '.join(prepared.migrations)}." if prepared.migrations else None,
        None
        if prepared.database_url is None
        else f"The password of {prepared.app_role} is shown this once. Use:\n"
        f"export MUNIMENT_DATABASE_URL='{_for_shell(prepared.database_url)}'",
        None if prepared.settings_file is None else f"Written: {visible(prepared.settings_file)}.",
        'Next: muniment quickstart, muniment add "…", muniment ingest FILE, or muniment doctor.'
        if prepared.transactions <= 1
        else None,
    )


def _for_shell(url: str) -> str:
    return url.replace("'", "'\\''")
