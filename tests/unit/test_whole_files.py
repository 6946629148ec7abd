"""That a file is there whole or not at all, whatever the disk does."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from muniment.model.whole_files import write_whole


def test_a_file_takes_the_place_of_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "anchors.json"
    file.write_text("old")

    write_whole(file, "new", mode=0o640)

    assert (file.read_text(), file.stat().st_mode & 0o777) == ("new", 0o640)
    assert list(tmp_path.iterdir()) == [file]


def test_what_the_disk_does_not_take_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(_: int) -> None:
        raise OSError(errno.EIO, "the disk fails")

    file = tmp_path / "anchors.json"
    file.write_text("old")
    monkeypatch.setattr(os, "fsync", failing)

    with pytest.raises(OSError, match="the disk fails"):
        write_whole(file, "new")

    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]
