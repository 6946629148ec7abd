"""Remember the head of a ledger that verified, outside the database, to compare it the next time."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from muniment.audit.anchors import Anchor, read_anchor
from muniment.errors import DiskFull, InvalidValue, MunimentError, UnknownSetting, is_without_room
from muniment.model.whole_files import write_whole
from muniment.operations.services import Services

_NAME_BYTES_MAX = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class AnchorFile:
    """The anchors of one tenant, one for each server that has a ledger of that name."""

    path: Path
    server: str

    @classmethod
    def of(cls, services: Services) -> AnchorFile:
        """Return the file for a tenant."""
        tenant = quote(services.principal.tenant, safe=" ")
        if len(tenant) > _NAME_BYTES_MAX or tenant.startswith("."):
            tenant = str(services.principal.tenant_id)
        return cls(
            path=services.settings.home / "anchors" / f"{tenant}.json", server=services.server
        )

    @property
    def way_out(self) -> str:
        """What somebody does to whom the anchor says nothing new."""
        return f"If you restored an older backup here on purpose, remove {self.path}."

    def read(self) -> Anchor | None:
        """Return the anchor, None if there is none yet.

        Raises:
            InvalidValue: the file is not as it was written.
        """
        return self._all().get(self.server)

    def keep(self, anchor: Anchor) -> None:
        """Remember an anchor; a crash leaves the old one or the new one.

        Raises:
            DiskFull: there is no room for it.
            UnknownSetting: the home cannot be written to.
        """
        kept = {**self._all(), self.server: anchor}
        told = {server: {"number": each.number, "hash": each.hash} for server, each in kept.items()}
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(self.path, json.dumps(told, indent=2) + "\n")
        except OSError as error:
            if is_without_room(error):
                raise DiskFull(
                    f"the head that was verified cannot be noted in {self.path} ({error.strerror}): the one "
                    "before stays there. Free some space, then verify again."
                ) from None
            raise UnknownSetting(
                f"the anchor cannot be written to {self.path} ({error.strerror}). Choose another --home."
            ) from None

    def _all(self) -> dict[str, Anchor]:
        if not self.path.is_file():
            return {}
        try:
            told = json.loads(self.path.read_text(encoding="utf-8"))
            return {
                str(server): read_anchor(f"{each['number']}:{each['hash']}")
                for server, each in told.items()
            }
        except (OSError, ValueError, KeyError, TypeError, AttributeError, MunimentError):
            raise InvalidValue(
                f"{self.path} is not as it was written. Remove it, unless somebody may have tampered with it."
            ) from None
