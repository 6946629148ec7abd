"""Keep the server's log short, and read from it why the server did not start."""

from __future__ import annotations

import os
from pathlib import Path

from muniment.embedded.places import Places
from muniment.errors import DatabaseUnavailable, DiskFull, MunimentError

_FILES_MAX = 8
_TAIL_BYTES = 2000
_FULL = ("No space left on device", "Disk quota exceeded", "Check free disk space")


def start_log(places: Places) -> Path:
    """Return the file for what a starting server says before it opens its log."""
    return places.log / "start.log"


def prune_log(places: Places) -> None:
    """Remove all but the newest log files; each holds 4 MB at most."""
    for path in sorted(places.log.glob("server-*.log"))[:-_FILES_MAX]:
        path.unlink(missing_ok=True)


def log_tail(places: Places) -> str:
    """Return the last lines that the server said."""
    newest = sorted(places.log.glob("server-*.log"))[-1:]
    return "\n".join(filter(None, map(_tail, [start_log(places), *newest])))


def _tail(path: Path) -> str:
    # The directory belongs to the server's user: as root, follow no link out of it.
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return ""
    with os.fdopen(fd, "rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - _TAIL_BYTES))
        return file.read().decode(errors="replace").strip()


def tells_of_no_room(told: str) -> bool:
    """Say whether the server or its programs say that the disk is full."""
    return any(sign in told for sign in _FULL)


def refusal(what: str, told: str) -> MunimentError:
    """Return the error that fits what the programs told: a full disk, or what they said."""
    if tells_of_no_room(told):
        return DiskFull(f"{what} The disk is full: free some space, then try again.")
    return DatabaseUnavailable(f"{what} It said:\n{told.strip()[-_TAIL_BYTES:]}")
