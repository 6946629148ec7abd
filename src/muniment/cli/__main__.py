"""Run the command line with `python -m muniment.cli`."""

from __future__ import annotations

from muniment.cli.outermost import main

main()
