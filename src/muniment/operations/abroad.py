"""Tell who asks over a network what went wrong, and who runs the service what only they may know of it."""

from __future__ import annotations

import logging
from typing import Final

from muniment.errors import (
    DatabaseUnavailable,
    DiskFull,
    EmbedderUnavailable,
    Fault,
    ModelUnavailable,
    MunimentError,
    PlatformUnsupported,
    ServerStarting,
    Unavailable,
    Unsupported,
)

_log = logging.getLogger("muniment.service")
_log.addHandler(logging.NullHandler())

_NOT_THE_CALLERS: Final = (Unavailable, Unsupported, Fault)
"""The categories whose cause lies with the service: its log names each, by the id of the request."""

_OF_INSTALLATION: Final = (
    DatabaseUnavailable,
    DiskFull,
    EmbedderUnavailable,
    ModelUnavailable,
    PlatformUnsupported,
    ServerStarting,
)
"""The errors whose messages say where something is, and as whom it is used."""


def told_abroad(error: MunimentError, request_id: str | None) -> str:
    """Return the message for a caller. Where the database and models are goes to the log alone."""
    if isinstance(error, (*_NOT_THE_CALLERS, *_OF_INSTALLATION)):
        _log.warning("the request %s failed with %s", request_id, told_to_log(error))
    return told_to_all(error)


def unfit_abroad(error: MunimentError) -> str:
    """Return the message for a caller who asked whether the service is fit; the log is told the rest."""
    _log.warning("the service is not fit: %s", told_to_log(error))
    return told_to_all(error)


def told_to_all(error: MunimentError, *, by: str = "service") -> str:
    """Return a message that says of no server where it is; the log of whoever it came `by` does."""
    if not isinstance(error, _OF_INSTALLATION):
        return error.message
    return f"{(type(error).__doc__ or '').strip()} The log of the {by} says why."


def told_to_log(error: MunimentError) -> str:
    """Return the code of an error, and after it what `told_to_all` withholds."""
    return f"{error.code}: {error.message}" if isinstance(error, _OF_INSTALLATION) else error.code
