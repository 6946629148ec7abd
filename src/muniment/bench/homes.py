"""Make a store of a program's own, on the bundled server, that leaves nothing behind."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from muniment.settings import ExtractionSettings, Settings, TaggerName


@contextmanager
def temporary_home(*, keep: bool = False) -> Iterator[Path]:
    """Make a home and remove it afterwards, with the data of its server; `keep` leaves it."""
    home = Path(tempfile.mkdtemp(prefix="muniment-bench-"))
    if os.geteuid() == 0:
        home.chmod(0o711)  # root's server runs as another user, who must pass through
    try:
        yield home
    finally:
        if not keep:
            _remove(home)


def _remove(home: Path) -> None:
    elsewhere = home / "server.root"
    if elsewhere.exists():
        shutil.rmtree(elsewhere.read_text(encoding="utf-8").strip(), ignore_errors=True)
    shutil.rmtree(home, ignore_errors=True)


def settings_in(
    home: Path, tagger: TaggerName = TaggerName.NONE, *, user: str = "local"
) -> Settings:
    """Return default settings for a home, whatever database and user the user's own settings name."""
    return Settings(
        home=home,
        database_url=None,
        owner_url=None,
        tenant="local",
        user=user,
        namespace="default",
        agent=None,
        language="english",
        extraction=ExtractionSettings(tagger=tagger),
    )
