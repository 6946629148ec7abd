"""Keep the standard streams such that a command ends as it did, whoever reads what it prints."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from muniment.cli.printing import one_line, visible
from muniment.errors import DiskFull, is_without_room


class _Outlet(TextIOWrapper):
    """Standard error, and what is like it: what nobody takes any more is lost, and ends no command."""

    def write(self, text: str) -> int:
        with self._outlet():
            super().write(text)
        return len(text)

    def flush(self) -> None:
        with self._outlet():
            super().flush()

    @contextmanager
    def _outlet(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self._lose(error)

    def _lose(self, error: OSError) -> None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self.fileno())  # what is left to be written, too
        os.close(nowhere)


class _Answers(_Outlet):
    """Standard output: what nobody reads any more is lost, and what finds no room is told."""

    def _lose(self, error: OSError) -> None:
        if not isinstance(error, BrokenPipeError) and not is_without_room(error):
            raise error
        super()._lose(error)
        if not isinstance(error, BrokenPipeError):
            raise DiskFull(
                f"Standard output takes no more ({error.strerror}), so the answer is lost. What "
                f"the command did before is stored."
            ) from None


def keep_streams() -> None:
    """Let nothing come from a standard stream that is closed, as in the background, and what goes there be lost.

    What the terminal's encoding does not have is written out.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            stream = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - for as long as it runs
            setattr(sys, name, stream)
    for name, kept in (("stdout", _Answers), ("stderr", _Outlet)):
        stream = getattr(sys, name)
        if isinstance(stream, TextIOWrapper):
            encoding, by_lines = stream.encoding, stream.line_buffering
            outlet = kept(
                stream.detach(),
                encoding=encoding,
                errors="backslashreplace",
                line_buffering=by_lines,
            )
            setattr(sys, name, outlet)


class _Visible(logging.Formatter):
    """Each warning on one line, whatever names it tells: none looks like another one, or moves a terminal."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging calls it so
        """Return a warning as text that can be seen."""
        return one_line(super().formatMessage(record))

    def formatException(self, ei: Any) -> str:  # noqa: N802 - logging calls it so
        """Return where something failed, as text that can be seen."""
        return visible(super().formatException(ei))


def tell_warnings() -> None:
    """Print what a worker or a service warns of, such as a database that is away, on standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(_Visible("%(asctime)s %(name)s: %(message)s"))
    logging.getLogger("muniment").addHandler(handler)
