"""Lend directories to the servers of tests: in memory, where there is room for them."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_MEMORY = Path("/dev/shm")
_ROOM = 2 << 30


def roomiest() -> Path:
    """Return where data are made and removed soonest.

    A database is several hundred files. A disk's file system is slower with each that was removed
    a moment ago; memory is not. Nothing here has to survive a crash of the machine.
    """
    try:
        about = os.statvfs(_MEMORY)
    except OSError:
        return Path(tempfile.gettempdir())
    # The programs of the server are copied beside its data if its user cannot reach them elsewhere.
    fits = about.f_bavail * about.f_frsize >= _ROOM and not about.f_flag & os.ST_NOEXEC
    return _MEMORY if fits else Path(tempfile.gettempdir())


@contextmanager
def open_directory() -> Iterator[Path]:
    """Lend a directory that the user can pass through whom root's server runs as."""
    # Not pytest's tmp_path: its parents are closed to that user.
    top = Path(tempfile.mkdtemp(prefix="mun-", dir=roomiest()))
    top.chmod(0o711)
    try:
        yield top
    finally:
        shutil.rmtree(top)
