"""Prepare a store: the bundled one, or a PostgreSQL of the user's own."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Final

import typer
from rich.console import RenderableType

from muniment.bootstrap.wiring import APP_ROLE
from muniment.cli.chosen import Chosen, with_chosen
from muniment.cli.deriving import STANDARD_INPUT
from muniment.cli.hints import hint
from muniment.cli.interviewing import Wanted, interviewed, is_attended, write_settings
from muniment.cli.opening import run, settings_of
from muniment.cli.pages import lines
from muniment.cli.printing import show, visible
from muniment.errors import InvalidValue, MunimentError
from muniment.model.plain import plain
from muniment.operations import reads
from muniment.operations.catalogue import perform
from muniment.operations.services import Services
from muniment.settings import EmbedderName, Settings
from muniment.store import event_loop
from muniment.store.addresses import as_role
from muniment.store.entry import close_database, entry_of, quoted, roles_behind, works_here
from muniment.store.migrator import migrate

FIRST_MIGRATION: Final = "0001_"

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
    closed_database: str | None = None
    shut_out: tuple[str, ...] = ()
    open_database: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Migrated:
    """What was done to a database as its owner."""

    migrations: tuple[str, ...]
    app_role: str | None
    database_url: str | None
    closed_database: str | None = None
    """The database, if everybody could connect to it until now."""
    shut_out: tuple[str, ...] = ()
    """The members of the group roles that cannot connect to it any more."""
    open_database: str | None = None
    """The database, if everybody still can."""


@app.command("init")
@with_chosen
def init(
    chosen: Chosen,
    *,
    owner_url: Annotated[
        str | None, typer.Option(help="Your own PostgreSQL, as the role to own the schema.")
    ] = None,
    app_role: Annotated[
        str, typer.Option(help="The login role for Muniment to work as.")
    ] = APP_ROLE,
    app_password: Annotated[
        str | None,
        typer.Option(help="Its password; - reads it from standard input; a new one if left out."),
    ] = None,
    embedder: Annotated[
        str | None, typer.Option(help=f"The embedder to use: {', '.join(EmbedderName)}.")
    ] = None,
    save: Annotated[
        bool | None,
        typer.Option("--save/--no-save", help="Save these choices to the settings file."),
    ] = None,
    ask: Annotated[
        bool,
        typer.Option("--ask/--no-ask", help="Ask at a terminal for what the options leave open."),
    ] = True,
) -> None:
    """Prepare the store, and say how to reach it.

    At a terminal it asks for what the options leave open; elsewhere it asks nothing.

    Without --owner-url it starts the bundled PostgreSQL and creates its database. With it, your own PostgreSQL is
    brought to this version's schema; the first time, and whenever --app-password is given, the role that Muniment
    works as is created, and the database_url to use is printed once. From then on only roles that were let in may
    connect to the database.
    """
    wanted = Wanted(owner_url=owner_url, embedder=embedder, save=save)
    if ask and is_attended(chosen):
        chosen, wanted = interviewed(chosen, wanted)
    settings = settings_of(chosen, **_given(wanted))
    migrated = None
    if settings.owner_url is not None:
        url = settings.owner_url.get_secret_value()
        migrated = event_loop.run(_migrate, settings, url, app_role, _password(app_password))
    with _told_before(migrated):
        prepared = _prepared(chosen, settings, migrated, wanted)
    show(chosen, plain(prepared), lambda: prepared_page(prepared))


def _prepared(
    chosen: Chosen, settings: Settings, migrated: Migrated | None, wanted: Wanted
) -> Prepared:
    """Open the store as the application, and say what is ready."""
    if migrated is not None:
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

    return run(settings, act, founding=True)


@contextmanager
def _told_before(migrated: Migrated | None) -> Iterator[None]:
    """Say with an error what was done to the database before: it is not done again."""
    try:
        yield
    except MunimentError as error:
        done = [] if migrated is None else list(_done(migrated))
        if not done:
            raise
        raise type(error)(f"{error.message} Done before that: {'; '.join(done)}.") from None


def _done(migrated: Migrated) -> Iterator[str]:
    if migrated.migrations:
        yield f"applied {', '.join(migrated.migrations)}"
    if migrated.app_role is not None:
        yield (
            f"set the password of {migrated.app_role} (one that was made is lost: give --app-password)"
        )


async def _migrate(settings: Settings, url: str, role: str, password: str | None) -> Migrated:
    if password is None:
        await _refuse_role_of_another(url, role)
    applied = await migrate(url)
    is_new = any(name.startswith(FIRST_MIGRATION) for name in applied)
    is_reached = settings.database_url is not None
    if password is not None or is_new or not (is_reached or await works_here(url, role)):
        password = password or secrets.token_urlsafe(24)
        await migrate(url, app_role=role, app_password=password)
    working = [] if password is None else [role]
    for each in (settings.database_url, settings.web.database_url):
        working += [] if each is None else await roles_behind(each.get_secret_value(), url)
    closing = await close_database(url, working) if working else None
    was_closed = closing is not None and closing.was_open and not closing.is_open and not is_new
    return Migrated(
        migrations=tuple(applied),
        app_role=None if password is None else role,
        database_url=None if password is None else as_role(url, role, password),
        closed_database=closing.database if closing and was_closed else None,
        shut_out=closing.shut_out if closing and was_closed else (),
        open_database=closing.database if closing and closing.is_open else None,
    )


async def _refuse_role_of_another(url: str, role: str) -> None:
    """Raise where a new database would have a role of another one, whose password it would change."""
    entry = await entry_of(url)
    if entry.others and not entry.has_schema and await works_here(url, role):
        raise InvalidValue(
            f"the role {role} works in another database of this server ({', '.join(entry.others)}). Name a new one "
            f"with --app-role; or, to use the same role in both, give its --app-password."
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
    if migrated.database_url is None and settings.database_url is None:
        raise InvalidValue(
            "the schema and its role are there already. Give --database-url to check them, or "
            "--app-password to set a new password for the role."
        )
    here = Chosen(database_url=migrated.database_url).over(chosen)
    return settings_of(here, **_given(wanted) | {"owner_url": None})


def _password(given: str | None) -> str | None:
    if given == STANDARD_INPUT:
        given = sys.stdin.readline().rstrip("\n")
    if given == "":
        raise InvalidValue("--app-password is empty. Leave it out to have one generated.")
    return given


def prepared_page(prepared: Prepared) -> RenderableType:
    """Say what is ready, and what to write next."""
    return lines(
        f"Ready: tenant {visible(prepared.tenant)} on {visible(prepared.server)}, "
        f"embedder {prepared.embedder or 'none'}.",
        f"Applied: {', '.join(prepared.migrations)}." if prepared.migrations else None,
        None
        if prepared.database_url is None
        else f"The password of {prepared.app_role} is shown only once. Use:\n"
        f"export MUNIMENT_DATABASE_URL='{_for_shell(prepared.database_url)}'",
        *_entry_told(prepared),
        None if prepared.settings_file is None else f"Written: {visible(prepared.settings_file)}.",
        hint(
            'Next: `muniment quickstart`, `muniment add "…"`, `muniment ingest FILE`, or '
            "`muniment doctor`."
        )
        if prepared.transactions <= 1
        else None,
    )


def _entry_told(prepared: Prepared) -> Iterator[str]:
    """Say who may connect where that is not what it was, or not what it should be."""
    if prepared.closed_database is not None:
        name = quoted(prepared.closed_database)
        outside = ", ".join(map(visible, prepared.shut_out)) or "none"
        yield (
            f"From now on only roles that were let in may connect to {name}. Of the roles that "
            f"work in databases of this server, these may not: {outside}. To let one in, as the "
            f"owner: "
            f"GRANT CONNECT ON DATABASE {name} TO …;"
        )
    if prepared.open_database is not None:
        name = quoted(prepared.open_database)
        yield (
            f"Every role of the server may connect to {name}, which your role does not own. As its "
            f"owner: GRANT CONNECT ON DATABASE {name} TO each role that works in it; "
            f"REVOKE CONNECT ON DATABASE {name} FROM PUBLIC;"
        )


def _for_shell(url: str) -> str:
    return url.replace("'", "'\\''")
