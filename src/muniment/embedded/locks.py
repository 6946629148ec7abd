"""Say who lives, by locks that the kernel takes away from the dead, never by process numbers."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from muniment.errors import ServerStarting

try:
    import fcntl
except ImportError:  # Windows: `places.refuse_unless_posix` speaks before a lock is tried
    fcntl = None  # type: ignore[assignment]  # no such locks on Windows

_POLL_S = 0.02


class Deadline:
    """A moment by which something must have happened."""

    def __init__(self, wait_s: float) -> None:
        self.wait_s = wait_s
        self._end = time.monotonic() + wait_s

    @property
    def left_s(self) -> float:
        """Seconds left, never negative."""
        return max(0.0, self._end - time.monotonic())

    def pause(self) -> bool:
        """Wait a moment; return whether there is time for another try."""
        left_s = self.left_s
        time.sleep(min(_POLL_S, left_s))
        return left_s > 0.0


class FileLock:
    """An exclusive lock on a file, held until `drop()` or until every holder has died.

    The lock belongs to the open file, so a process that is handed the descriptor holds it too.
    A forked child of this process is *not* such a holder: it closes its copy at once.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
        self._fd: int | None = os.open(path, flags, 0o600)
        _open_locks.add(self)

    @property
    def fd(self) -> int:
        """The descriptor to hand to a child that shall hold the lock too."""
        if self._fd is None:
            raise ValueError("the lock was dropped")
        return self._fd

    @property
    def dropped(self) -> bool:
        """Whether this process has let go."""
        return self._fd is None

    def try_take(self) -> bool:
        """Take the lock if it is free; return whether it is held now."""
        try:
            fcntl.flock(self.fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def drop(self) -> bool:
        """Let go for every holder of this open file; return False if that was done before."""
        return self._close(unlock=True)

    def hand_over(self) -> None:
        """Let go here only: those who were handed the descriptor keep the lock."""
        self._close(unlock=False)

    def _close(self, *, unlock: bool) -> bool:
        fd, self._fd = self._fd, None
        _open_locks.discard(self)
        if fd is None:
            return False
        if unlock:
            fcntl.flock(fd, fcntl.LOCK_UN)
        os.close(fd)
        return True


_open_locks: set[FileLock] = set()


def _forget_in_child() -> None:
    # flock belongs to the open file that parent and child share: unlocking here would unlock
    # the parent, keeping the copy open would outlive the parent.
    for lock in tuple(_open_locks):
        lock.hand_over()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_in_child)


def is_held(path: Path) -> bool:
    """Return whether some process holds the lock of this file. Creates the file."""
    lock = FileLock(path)
    try:
        return not lock.try_take()
    finally:
        lock.drop()


@contextmanager
def turn(path: Path, deadline: Deadline) -> Iterator[None]:
    """Hold the lock that only one process may hold while it starts, joins or stops a server.

    Raises:
        ServerStarting: another process held it until the deadline.
    """
    lock = FileLock(path)
    try:
        while not lock.try_take():
            if not deadline.pause():
                raise ServerStarting(
                    f"Another process has been starting or stopping the bundled server for "
                    f"{deadline.wait_s:g} s (it holds {path}). Try again, or wait longer."
                )
        yield
    finally:
        lock.drop()
