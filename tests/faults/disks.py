"""Lend a disk that can be filled: a small file system in memory, of the test's own."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

STEP_BYTES = 1 << 14


class Disk:
    """A small file system."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._filler = path / "filler"

    def fill(self, free_bytes: int = 0) -> None:
        """Leave no more room than this."""
        with self._filler.open("ab", buffering=0) as filler, suppress(OSError):
            while True:
                filler.write(bytes(STEP_BYTES))
        if free_bytes:
            os.truncate(self._filler, self._filler.stat().st_size - free_bytes)

    def free(self) -> None:
        """Make all the room again."""
        self._filler.unlink(missing_ok=True)


@contextmanager
def mounted(path: Path, size: str) -> Iterator[Disk]:
    """Mount a disk of this size for as long as the block lasts."""
    path.mkdir(mode=0o711)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=0711", "muniment", str(path)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a disk of its own takes root, and the right to mount")
    try:
        yield Disk(path)
    finally:
        subprocess.run(["umount", str(path)], check=True)
