"""Tell who asks over a network what went wrong, and who runs the service what only they may know of it."""

from __future__ import annotations

import logging
from typing import Final

from muniment.errors import (
    DatabaseUnavailable,
    EmbedderUnavailable,
    Fault,
    ModelUnavailable,
    MunimentError,
    Unavailable,
    Unsupported,
)

_log = logging.getLogger("muniment.service")
_log.addHandler(logging.NullHandler())

_NOT_THE_CALLERS: Final = (Unavailable, Unsupported, Fault)
"""The categories whose cause lies with the service: its log names each, by the id of the request."""

_OF_INSTALLATION: Final = (DatabaseUnavailable, EmbedderUnavailable, ModelUnavailable)
"""The errors whose messages say where something is, and as whom it is used."""

_LOGGED: Final = "Who runs the service finds why in its log."


def told_abroad(error: MunimentError, request_id: str | None) -> str:
    """Return the message for a caller. Where the database and models are goes to the log alone."""
    is_withheld = isinstance(error, _OF_INSTALLATION)
    if isinstance(error, _NOT_THE_CALLERS):
        why = f": {error.message}" if is_withheld else ""
        _log.warning("the request %s failed with %s%s", request_id, error.code, why)
    return f"{(type(error).__doc__ or '').strip()} {_LOGGED}" if is_withheld else error.message
