"""Decide as which user of the operating system the server runs, and run its programs as that."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from muniment.errors import PlatformUnsupported

try:
    import pwd
except ImportError:  # Windows: `places.refuse_unless_posix` speaks before an account is chosen
    pwd = None  # type: ignore[assignment]  # no accounts on Windows

_SERVICE_NAME = "nobody"
_YOUR_OWN = "or set `database_url` to a PostgreSQL of your own."


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """The user the server runs as; `dropped` if that is not the user we are."""

    uid: int
    gid: int
    dropped: bool

    def may(self, path: Path, bits: int) -> bool:
        """Return whether the mode of `path` grants these bits (4 read, 2 write, 1 enter)."""
        about = path.stat()
        if about.st_uid == self.uid:
            shift = 6
        elif about.st_gid == self.gid:
            shift = 3
        else:
            shift = 0
        return (stat.S_IMODE(about.st_mode) >> shift) & bits == bits

    def reaches(self, directory: Path) -> bool:
        """Return whether this user may enter the directory and all above it."""
        if not self.dropped:
            return True
        whole = directory.resolve()
        return all(self.may(each, 1) for each in (whole, *whole.parents))

    def run(
        self, argv: Sequence[str | Path], *, cwd: Path, pass_fds: tuple[int, ...] = ()
    ) -> subprocess.CompletedProcess[str]:
        """Run a program of the server as this user, with an environment that says nothing.

        Raises:
            PlatformUnsupported: it cannot be executed here, or we may not become this user.
        """
        try:
            return subprocess.run(
                [os.fspath(each) for each in argv],
                cwd=cwd,
                env={"PATH": os.defpath, "LC_ALL": "C"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                check=False,
                pass_fds=pass_fds,
                umask=0o077,
                start_new_session=True,
                user=self.uid if self.dropped else None,
                group=self.gid if self.dropped else None,
                extra_groups=[] if self.dropped else None,
            )
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.ENOMEM, errno.EAGAIN):
                raise
            raise PlatformUnsupported(
                f"{argv[0]} cannot be executed as user {self.uid} in {cwd} ({error.strerror}). "
                f"Install a build for this platform, or (as root) allow changing to that user, "
                f"{_YOUR_OWN}"
            ) from error


def choose_account() -> Account:
    """Return ourselves; as root, which PostgreSQL refuses to run as, the user `nobody`.

    Raises:
        PlatformUnsupported: there is no such user, or none in the user database.
    """
    uid = os.geteuid()
    if uid != 0:
        return Account(uid=uid, gid=os.getegid(), dropped=False)
    try:
        entry = pwd.getpwnam(_SERVICE_NAME)
    except KeyError:
        raise PlatformUnsupported(
            f"PostgreSQL does not run as root, and this system has no user `{_SERVICE_NAME}` to "
            f"run it as. Start Muniment as another user, {_YOUR_OWN}"
        ) from None
    return Account(uid=entry.pw_uid, gid=entry.pw_gid, dropped=True)


def refuse_if_nameless(account: Account) -> None:
    """Refuse a user without an entry in the user database, which initdb cannot serve.

    Raises:
        PlatformUnsupported: there is no entry.
    """
    try:
        pwd.getpwuid(account.uid)
    except KeyError:
        raise PlatformUnsupported(
            f"User {account.uid} has no entry in /etc/passwd, and PostgreSQL creates no data directory for such a user. Add the entry, {_YOUR_OWN}"
        ) from None
