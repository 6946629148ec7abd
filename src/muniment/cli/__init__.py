"""Let people and scripts use Muniment from a terminal: translate, call one operation, print."""

from __future__ import annotations

import sys

try:
    from muniment.cli.outermost import main
except KeyboardInterrupt:  # Ctrl-C before there is anything that could tell it
    sys.exit(130)

__all__ = ["main"]
