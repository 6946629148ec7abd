"""Let several processes share one server: each holds a lease, and the last one out stops it."""

from __future__ import annotations

import atexit
import os
import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType

from muniment.embedded.account import choose_account
from muniment.embedded.cluster import ADMIN_USER, read_password
from muniment.embedded.locks import Deadline, FileLock, turn
from muniment.embedded.log import prune_log
from muniment.embedded.places import DATA_ROOT, Places, refuse_unless_posix, settle, write_once
from muniment.embedded.programs import find_programs
from muniment.embedded.server import PORT, BundledServer
from muniment.errors import DatabaseUnavailable, DiskFull, ServerStarting, is_without_room

_WAIT_S = 60.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lease:
    """The right to use the server of a home, until `release()` or the end of the process.

    The server lives as long as any lease of any process does. A process that is killed loses
    its leases with its life; its server then stops with the next lease that goes. A forked
    child has no part in its parent's leases: it calls `lease` itself, and a lease it inherited
    does nothing. At exit the interpreter releases what was forgotten.

    Every role logs in with the one `password`: give it to the roles you create.
    """

    host: str
    port: int
    admin_user: str
    password: str = field(repr=False)
    _server: BundledServer = field(repr=False)
    _file: FileLock = field(repr=False)

    def conninfo(self, database: str, user: str | None = None) -> str:
        """Return libpq keywords (`host=… port=…`) for a database, as the admin or this user."""
        return self._server.conninfo(database, user or self.admin_user)

    def revive(self) -> None:
        """Start the server again if it was killed; do nothing if it answers.

        Raises:
            ServerStarting: it, or the process that starts it, was not ready in a minute.
            DatabaseUnavailable: the lease was released, or the server does not start.
            DiskFull, PlatformUnsupported: the server does not start.
        """
        if self._file.dropped:
            raise DatabaseUnavailable(
                "This lease was released, or belongs to the parent of this forked process. "
                "Take a new one with lease()."
            )
        deadline = Deadline(_WAIT_S)
        places = self._server.places
        with _told_plainly(places.root), turn(places.lock, deadline):
            self._server.ensure_answering(deadline)

    def release(self) -> None:
        """Give the lease back, and stop the server if it was the last. Again is nothing.

        Raises:
            DatabaseUnavailable: the server would not stop.
            ServerStarting: another process was at it for a minute; the server may live on.
        """
        _held.discard(self)
        if not self._file.drop():
            return
        places = self._server.places
        with _told_plainly(places.root):
            self._file.path.unlink(missing_ok=True)
            with turn(places.lock, Deadline(_WAIT_S)):
                _stop_if_unused(self._server)

    def __enter__(self) -> Lease:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.release()


_held: set[Lease] = set()


def lease(
    home: Path, *, wait_s: float = _WAIT_S, bin_dir: Path | None = None, data_root: Path = DATA_ROOT
) -> Lease:
    """Start the server of this home, or join the one that lives, and return once it answers.

    A first start takes about a second, a later one a quarter, joining a few milliseconds.
    `wait_s` bounds all waiting: for other processes, for a killed server's last children, and
    for recovery. `bin_dir` holds other programs than the package's. `data_root` is where data
    go if root's home cannot be entered by the server's user (see `places`).

    Raises:
        ServerStarting: it, or the process that starts it, was not ready in `wait_s`.
        DatabaseUnavailable: it does not start; the message ends with its log.
        DiskFull: there is no room to start.
        PlatformUnsupported: it cannot run here, or not on these data.
    """
    refuse_unless_posix()
    deadline = Deadline(wait_s)
    with _told_plainly(home):
        account = choose_account()
        programs = find_programs(bin_dir)
        places = settle(home, account, data_root)
        places.leases.mkdir(mode=0o700, exist_ok=True)
        with turn(places.lock, deadline):
            server = BundledServer(
                places=places, account=account, bin_dir=programs, password=_password(places)
            )
            return _join(server, deadline)


def _join(server: BundledServer, deadline: Deadline) -> Lease:
    places = server.places
    _remove_dead(places)
    prune_log(places)
    file = FileLock(places.leases / f"{os.getpid()}-{secrets.token_hex(8)}")
    try:
        if not file.try_take():
            raise DatabaseUnavailable(f"{file.path} is locked by another program. Try again.")
        server.ensure_answering(deadline)
    except BaseException as error:
        file.drop()
        file.path.unlink(missing_ok=True)
        # A server in recovery goes on, or nobody with little patience would ever get there.
        if not isinstance(error, ServerStarting):
            _stop_if_unused(server)
        raise
    joined = Lease(
        host=str(places.sockets),
        port=PORT,
        admin_user=ADMIN_USER,
        password=server.password,
        _server=server,
        _file=file,
    )
    _held.add(joined)
    return joined


def _stop_if_unused(server: BundledServer) -> None:
    """Stop the server unless a lease lives. In one's turn only."""
    if not _remove_dead(server.places):
        server.stop()


def _remove_dead(places: Places) -> bool:
    """Remove the leases of the dead, and tell whether one lives. In one's turn only."""
    used = False
    for path in sorted(places.leases.iterdir()):
        other = FileLock(path)
        if other.try_take():
            path.unlink(missing_ok=True)
        else:
            used = True
        other.drop()
    return used


def _password(places: Places) -> str:
    password = read_password(places)
    if password:
        return password
    if places.data.exists():
        raise DatabaseUnavailable(
            f"The data in {places.data} are here, but their password in {places.password} is not. "
            f"Restore the file, or remove the data to start with an empty store."
        )
    password = secrets.token_urlsafe(32)
    write_once(places.password, f"{password}\n")
    return password


@contextmanager
def _told_plainly(where: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if is_without_room(error):
            raise DiskFull(
                f"The disk of {where} is full ({error}). Free some space, then try again."
            ) from error
        raise DatabaseUnavailable(
            f"The bundled server cannot use its files: {error}. Make them accessible to the user "
            f"who runs Muniment, or use a home other than {where}."
        ) from error


@atexit.register
def _release_forgotten() -> None:
    with ExitStack() as leaving:
        for each in _held:
            leaving.callback(each.release)
