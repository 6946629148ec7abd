"""Let people and scripts use Muniment from a terminal: translate, call one operation, print."""

from __future__ import annotations

from muniment.cli.outermost import main

__all__ = ["main"]
