"""Decide where the server of a home keeps its things, so that the user it runs as reaches them.

The *root* holds everything of the server. The rule, first match wins:

1. `home/postgres` is there: the root is the home.
2. `home/server.root` is there: it names the root.
3. The server's user can enter the home and all above it (always so unless we are root):
   the root is the home.
4. Otherwise, as with root and a home under /root: `/var/lib/muniment/<digest of the home>`,
   and `home/server.root` is written to say so. The home's parents stay as they are. `root/home`
   names the home in turn: a copy of the home alone has no data of its own, and is refused.

The password stays in the home (mode 0600). The socket lies in `/tmp/muniment-<digest of the
root>`, because the path of a socket holds 107 bytes at most. Neither XDG_RUNTIME_DIR nor TMPDIR
is asked: two processes of one user may see different ones, and the first goes at logout.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import stat
from dataclasses import dataclass
from pathlib import Path

from muniment.embedded.account import Account
from muniment.errors import DatabaseUnavailable, PlatformUnsupported

DATA_ROOT = Path("/var/lib/muniment")
_SOCKETS_ROOT = Path("/tmp")  # noqa: S108 - the directory below it is ours alone, or refused
_PATH_BYTES_MAX = 900


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """The paths of one server."""

    home: Path
    root: Path
    sockets: Path

    @property
    def data(self) -> Path:
        """The data directory of PostgreSQL."""
        return self.root / "postgres"

    @property
    def draft(self) -> Path:
        """The data directory while it is being made."""
        return self.root / "postgres.new"

    @property
    def log(self) -> Path:
        """The directory of the server's log."""
        return self.root / "log"

    @property
    def leases(self) -> Path:
        """The directory of lease files."""
        return self.root / "leases"

    @property
    def lock(self) -> Path:
        """The file locked while somebody starts, joins or stops the server."""
        return self.root / "server.lock"

    @property
    def hold(self) -> Path:
        """The file that initdb, the server and all their children keep locked while they live."""
        return self.root / "server.hold"

    @property
    def password(self) -> Path:
        """The file with the password."""
        return self.home / "server.password"


def refuse_unless_posix() -> None:
    """Refuse a platform without users and Unix sockets.

    Raises:
        PlatformUnsupported: such as Windows.
    """
    if not hasattr(os, "geteuid"):
        raise PlatformUnsupported


def settle(home: Path, account: Account, data_root: Path) -> Places:
    """Make the home if it is missing and return where the server's things are.

    Raises:
        PlatformUnsupported: the server's user cannot reach them.
        DatabaseUnavailable: the home is a copy without its data, or they are gone.
    """
    # Root's server must pass through a home that we make; what is inside stays closed.
    _make_passage(home, 0o711 if account.dropped else 0o700)
    home = home.resolve()
    root = _root(home, account, data_root)
    if not account.reaches(root):
        raise PlatformUnsupported(
            f"The server runs as user {account.uid}, who may not enter {root}. Allow entering "
            f"(chmod o+x) it and every directory above it, or use another home."
        )
    # PostgreSQL keeps the path as one line of its lock file, and in 1024 bytes.
    if not str(root).isprintable() or len(os.fsencode(root)) > _PATH_BYTES_MAX:
        raise PlatformUnsupported(
            f"The path {str(root)!r} holds control characters or is longer than {_PATH_BYTES_MAX} "
            f"bytes. Use another home."
        )
    sockets = _SOCKETS_ROOT / f"muniment-{_digest(root)}"
    return Places(home=home, root=root, sockets=sockets)


def _root(home: Path, account: Account, data_root: Path) -> Path:
    if (home / "postgres").exists():
        return home
    pointer = home / "server.root"
    try:
        root = Path(pointer.read_text(encoding="utf-8").rstrip("\n"))
    except FileNotFoundError:
        if account.reaches(home):
            return home
        root = data_root / _digest(home)
        for directory in (root.parent, root):
            _make_passage(directory, 0o711)
        write_once(pointer, f"{root}\n")
    if not root.is_dir():
        raise DatabaseUnavailable(
            f"The data of this home are in {root}, says {pointer}, but that is not there. Put it back: no copy of the "
            f"home contains it. To begin with an empty store, remove {home}."
        )
    if account.dropped:
        _claim(root, home)
    return root


def _claim(root: Path, home: Path) -> None:
    """Note whose data these are: those of a home that is still there are not those of its copy too."""
    note = root / "home"
    other = Path(note.read_text(encoding="utf-8").rstrip("\n")) if note.exists() else home
    theirs, ours = other / "server.root", home / "server.root"
    if theirs.exists() and not theirs.samefile(ours) and theirs.read_bytes() == ours.read_bytes():
        raise DatabaseUnavailable(
            f"{home} is a copy of {other} without its data: both name those in {root}, and what was written here would be "
            f"written there. Copy {root} too, and write in {ours} where to."
        )
    if other != home or not note.exists():
        write_once(note, f"{home}\n")


def _make_passage(directory: Path, mode: int) -> None:
    """Make a directory of this mode, whatever the umask; leave one that is there as it is."""
    if not directory.is_dir():
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        directory.chmod(mode)


def _digest(path: Path) -> str:
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:16]


def is_ours(directory: Path, account: Account) -> bool:
    """Return whether the directory is there; it must belong to the server's user.

    Raises:
        DatabaseUnavailable: it belongs to somebody else, or is no directory.
    """
    try:
        about = directory.lstat()
    except FileNotFoundError:
        return False
    if not stat.S_ISDIR(about.st_mode) or about.st_uid != account.uid:
        raise _foreign(directory, account, about.st_uid)
    return True


def make_directory(account: Account, path: Path) -> None:
    """Make a directory that only the server's user can enter, or close the one that is there.

    Raises:
        DatabaseUnavailable: somebody else's is there.
    """
    path.mkdir(mode=0o700, exist_ok=True)
    fd = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        owner_uid = os.fstat(fd).st_uid
        if owner_uid not in (account.uid, os.geteuid()):
            raise _foreign(path, account, owner_uid)
        if account.dropped:
            os.fchown(fd, account.uid, account.gid)
        os.fchmod(fd, 0o700)
    finally:
        os.close(fd)


def _foreign(directory: Path, account: Account, owner_uid: int) -> DatabaseUnavailable:
    return DatabaseUnavailable(
        f"{directory} must be a directory of user {account.uid}, for the bundled server alone, but it belongs to user {owner_uid} or is not a directory. "
        f"It was left as it is. Remove it."
    )


def write_once(path: Path, text: str, owner: Account | None = None) -> None:
    """Write a file of mode 0600 that is there whole, on disk, or not at all."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    fd = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    try:
        with os.fdopen(fd, "w", encoding="utf-8") as file:
            if owner is not None and owner.dropped:
                os.fchown(file.fileno(), owner.uid, owner.gid)
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    sync_directory(path.parent)


def sync_directory(directory: Path) -> None:
    """Bring the names in a directory to disk."""
    fd = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
