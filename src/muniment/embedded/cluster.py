"""Make the data directory, whole or not at all, and write what PostgreSQL reads at its start."""

from __future__ import annotations

import os
import re
import shutil
from importlib.resources import files

from muniment.embedded.account import Account, refuse_if_nameless
from muniment.embedded.locks import FileLock
from muniment.embedded.log import refusal
from muniment.embedded.places import Places, make_directory, sync_directory, write_once
from muniment.embedded.programs import Programs
from muniment.errors import DatabaseUnavailable, PlatformUnsupported

ADMIN_USER = "muniment_admin"
_HBA = "# Muniment writes this file anew at each start.\nlocal all all scram-sha-256\n"
_LOCALES = ("C.UTF-8", "C")


def read_password(places: Places) -> str | None:
    """Return the password of the server, or None if none was made yet."""
    try:
        return places.password.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        return None


def ensure_cluster(
    places: Places, account: Account, programs: Programs, password: str, hold: FileLock
) -> None:
    """Make the data directory if it is missing, and see that it fits these programs.

    It is made under another name and gets its own once initdb has brought it to disk, so that
    a crash in between leaves nothing that looks whole. initdb has the `hold` as well: if this
    process is killed, nobody begins anew beside it.

    Raises:
        PlatformUnsupported: it was written by another major version or for another user.
        DatabaseUnavailable, DiskFull: it could not be made.
    """
    if places.data.exists():
        _refuse_misfit(places, account, programs)
        return
    refuse_if_nameless(account)
    shutil.rmtree(places.draft, ignore_errors=True)
    make_directory(account, places.draft)
    handed = places.sockets / "password"
    write_once(handed, f"{password}\n", owner=account)
    try:
        _initdb(places, account, programs, os.fspath(handed), hold)
    finally:
        handed.unlink(missing_ok=True)
    places.draft.rename(places.data)
    sync_directory(places.root)


def _initdb(
    places: Places, account: Account, programs: Programs, password_file: str, hold: FileLock
) -> None:
    for locale in _LOCALES:
        told = account.run(
            [
                programs.bin / "initdb",
                "--pgdata=postgres.new",
                f"--username={ADMIN_USER}",
                f"--pwfile={password_file}",
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8",
                f"--locale={locale}",
                "--no-instructions",
            ],
            cwd=places.root,
            pass_fds=(hold.fd,),
        )
        if told.returncode == 0:
            return
        # Not every system knows C.UTF-8; the builtin provider, which sorts and folds, always does.
        if "invalid locale name" not in told.stdout:
            break
    raise refusal(f"PostgreSQL could not make its data directory {places.data}.", told.stdout)


def _refuse_misfit(places: Places, account: Account, programs: Programs) -> None:
    owner_uid = places.data.lstat().st_uid
    if owner_uid != account.uid:
        raise PlatformUnsupported(
            f"The data in {places.data} belong to user {owner_uid}, but this process would run the "
            f"server as user {account.uid}. Start Muniment as the user who made this home."
        )
    try:
        version = (places.data / "PG_VERSION").read_text(encoding="ascii").strip()
    except FileNotFoundError:
        version = ""
    if not re.fullmatch(r"\d{1,3}", version):
        raise DatabaseUnavailable(
            f"{places.data} is not a data directory of PostgreSQL: it has no version. Restore it from a backup, "
            f"or remove it to start with an empty store."
        )
    if int(version) != programs.major:
        raise PlatformUnsupported(
            f"The data in {places.data} were written by PostgreSQL {version}, and the bundled "
            f"server is PostgreSQL {programs.major}. Dump them with PostgreSQL {version} and load "
            f"them into a new home, or install the Muniment that made them."
        )


def write_configuration(places: Places, account: Account) -> list[str]:
    """Write the configuration beside the data and return the settings to start with.

    These point to the files and seal the server: no file and no ALTER SYSTEM overrules them.
    """
    settings = files("muniment.embedded").joinpath("postgresql.conf").read_text(encoding="utf-8")
    told = settings.format(cores_beside=_cores() - 1)
    write_once(places.root / "postgresql.conf", told, owner=account)
    write_once(places.root / "pg_hba.conf", _HBA, owner=account)
    return [
        "config_file=postgresql.conf",
        "hba_file=pg_hba.conf",
        "listen_addresses=",
        f"unix_socket_directories={places.sockets}",
        "unix_socket_permissions=0700",
        "port=5432",
    ]


def _cores() -> int:
    """Return how many cores the server will have: those of the process that starts it."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
