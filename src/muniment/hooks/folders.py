"""Make the folders that an agent's files need, and take away those that were made and hold nothing any more."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

MADE: Final = ".muniment-made"
"""The file in the uppermost folder that was made: it names that and those below it that were, too."""


def make(folder: Path) -> None:
    """Make a folder, and those above it that are not there, and note which."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    if missing:
        top = _noted(folder) or missing[-1]
        with (top / MADE).open("a", encoding="utf-8") as file:
            file.writelines(f"{each.relative_to(top).as_posix()}\n" for each in missing)


def take_away(folders: Iterable[Path]) -> None:
    """Take away what was made of some folders and those above them and is empty, and the note of it."""
    tops = set()
    for folder in folders:
        top = _noted(folder)
        if top is None:
            continue
        tops.add(top)
        made = (top / MADE).read_text(encoding="utf-8").splitlines()
        for each in (folder, *folder.parents):
            if each == top:
                break
            if each.relative_to(top).as_posix() in made:
                with suppress(OSError):  # it holds something, or somebody took it away
                    each.rmdir()
    for top in tops:
        (top / MADE).unlink()
        with suppress(OSError):
            top.rmdir()


def _noted(folder: Path) -> Path | None:
    """Return the folder that holds the note of how this one was made, None if it was there."""
    return next((each for each in (folder, *folder.parents) if (each / MADE).is_file()), None)
