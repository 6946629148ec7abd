"""Write files that are there whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(file: Path, text: str, *, mode: int = 0o600) -> None:
    """Write a file in the place of what was there; where that fails, that is there and nothing else.

    It is on disk before it takes that place: however the machine stops, one of the two is there whole.
    """
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        draft.touch(mode=0o600)
        with draft.open("wb") as written:
            written.write(text.encode("utf-8", "backslashreplace"))
            written.flush()
            os.fsync(written.fileno())
        draft.chmod(mode)
        draft.replace(file)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
