"""Put artefacts aside in files, which is quick, until the ledger takes them in."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Final

from muniment.hooks.artefacts import Artefact
from muniment.model.redaction import redacted
from muniment.model.whole_files import write_whole
from muniment.settings import Settings

SESSIONS_MAX: Final = 100
"""Of how many sessions that go to one place it is kept what they were told, those that began last."""

_TOLD: Final = "told.txt"
_SAFE: Final = re.compile(r"[\w-]{1,64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """An artefact in its file; the file's time is when it was made."""

    artefact: Artefact
    occurred_at: datetime
    file: Path


class Spool:
    """The folder of one session of a coding agent, beside those of what goes to the same place."""

    def __init__(self, settings: Settings, session: str) -> None:
        self.session = session
        self._folder = _folder(settings) / _named(session)

    def keep(self, artefact: Artefact) -> None:
        """Put an artefact aside, readable to its user alone; the same one again is nothing."""
        told = json.dumps(
            {
                "session": self.session,
                "tool": artefact.tool,
                "about": artefact.about,
                "content": artefact.content,
                "source_id": artefact.source_id,
            }
        )
        self._write(f"{_named(artefact.source_id)}.json", told)

    def artefacts(self) -> list[Kept]:
        """Return what was put aside, in the order it was made; a file that is broken is passed over."""
        return sorted(self._read(), key=lambda kept: (kept.occurred_at, kept.artefact.source_id))

    def note(self, text: str) -> None:
        """Keep what the session was told when it started, and no more of what the oldest ones were."""
        self._write(_TOLD, text)
        for old in sorted(self._folder.parent.glob(f"*/{_TOLD}"), key=_written)[:-SESSIONS_MAX]:
            old.unlink(missing_ok=True)
            with suppress(OSError):  # what it put aside is still there
                old.parent.rmdir()

    def noted(self) -> str | None:
        """Return what the session was told when it started."""
        file = self._folder / _TOLD
        return file.read_text(encoding="utf-8") if file.is_file() else None

    def _write(self, name: str, text: str) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(self._folder / name, text)

    def _read(self) -> Iterator[Kept]:
        for file in self._folder.glob("*.json"):
            try:
                said = json.loads(file.read_text(encoding="utf-8"))
                artefact = Artefact(
                    tool=str(said["tool"]),
                    about=str(said["about"]),
                    content=str(said["content"]),
                    source_id=str(said["source_id"]),
                )
                made = datetime.fromtimestamp(file.stat().st_mtime, UTC)
            except (OSError, ValueError, KeyError, TypeError):  # another hook took it in
                continue
            yield Kept(artefact=artefact, occurred_at=made, file=file)


def spools(settings: Settings) -> Iterator[Spool]:
    """Return the sessions of which something was put aside for the same place and never taken in, each once."""
    found: set[str] = set()
    for file in sorted(_folder(settings).glob("*/*.json")):
        try:
            session = json.loads(file.read_text(encoding="utf-8"))["session"]
        except (OSError, ValueError, KeyError, TypeError):
            continue
        if isinstance(session, str) and session not in found:
            found.add(session)
            yield Spool(settings, session)


def _folder(settings: Settings) -> Path:
    """Return the folder of what is to go to one place: no other tenant, user or agent takes it in."""
    url = settings.database_url
    place = (
        None if url is None else redacted(url.get_secret_value()),
        settings.tenant,
        settings.user,
        settings.namespace,
        settings.agent,
        settings.visibility,
    )
    return settings.home / "hooks" / sha256(json.dumps(place).encode()).hexdigest()[:32]


def _written(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except FileNotFoundError:  # another hook removed it
        return 0.0


def _named(text: str) -> str:
    if _SAFE.fullmatch(text):
        return text
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
