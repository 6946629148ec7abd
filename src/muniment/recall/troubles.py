"""Warn of what answers go without: once when that begins, and once when it is over."""

from __future__ import annotations

import logging

_log = logging.getLogger("muniment.recall")
_log.addHandler(logging.NullHandler())


class Trouble:
    """One thing that may be away for long, while many ask for it."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._code: str | None = None

    @property
    def code(self) -> str | None:
        """Why it was in vain last, None if it was not."""
        return self._code

    def met(self, code: str, told: str) -> None:
        """Note that it was in vain; the log is told unless it was for the same reason before."""
        before, self._code = self._code, code
        if before != code:
            _log.warning("%s (%s): %s", self._what, code, told)

    def passed(self) -> None:
        """Note that it was not in vain."""
        before, self._code = self._code, None
        if before is not None:
            _log.warning("%s (%s): that is over.", self._what, before)
