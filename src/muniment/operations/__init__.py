"""List what Muniment can do: one typed request and result for each operation, behind every surface.

Reading and writing memories is imported where it is used. The other modules are loaded when one of
them is first asked of this package, so that a program that never asks does not wait for them.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from muniment.operations import agents as agents
    from muniment.operations import answers as answers
    from muniment.operations import entities as entities
    from muniment.operations import erasing as erasing
    from muniment.operations import facts as facts
    from muniment.operations import feeding as feeding
    from muniment.operations import granting as granting
    from muniment.operations import namespaces as namespaces
    from muniment.operations import pages as pages
    from muniment.operations import reflecting as reflecting
    from muniment.operations import rounds as rounds
    from muniment.operations import schedules as schedules
    from muniment.operations import sidecar as sidecar
    from muniment.operations import tasks as tasks
    from muniment.operations import traces as traces
    from muniment.operations import users as users
    from muniment.operations import verifying as verifying

if not TYPE_CHECKING:  # a checker reads the imports above, and refuses names that are not there

    def __getattr__(name: str) -> object:
        """Load a module of operations on first use.

        Raises:
            AttributeError: there is no such module.
        """
        if find_spec(f"{__name__}.{name}") is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return import_module(f"{__name__}.{name}")
