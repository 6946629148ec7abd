"""Say on standard error what a hook could not do, and why."""

from __future__ import annotations

import sys

from muniment.errors import MunimentError


def complain(error: MunimentError) -> None:
    """Write a line with the code and the message."""
    sys.stderr.write(f"muniment: {error.code}: {error.message}\n")
