"""Run the command line with `python -m muniment`."""

from __future__ import annotations

from muniment.cli import main

if __name__ == "__main__":  # a process of the service imports it by another name
    main()
