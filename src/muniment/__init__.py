"""Open the library to its users: every public name, imported when it is first asked for.

`import muniment` loads no database driver, no model and no numpy; touching a name does.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from muniment.access.roles import AgentRole
    from muniment.errors import MunimentError
    from muniment.library import (
        AgentContext,
        AgentMemory,
        AsyncAgentMemory,
        AsyncBoundContext,
        BoundContext,
    )
    from muniment.library.fact_store import PostgresFactStore
    from muniment.library.remote import AsyncMemoryClient, MemoryClient
    from muniment.library.wrapped import remembering, wrap
    from muniment.model.facts import Fact
    from muniment.model.memory import Visibility
    from muniment.ports.fact_store import FactStore
    from muniment.ports.facts_in_memory import InMemoryFactStore

__version__ = "0.1.0"

__all__ = [
    "AgentContext",
    "AgentMemory",
    "AgentRole",
    "AsyncAgentMemory",
    "AsyncBoundContext",
    "AsyncMemoryClient",
    "BoundContext",
    "Fact",
    "FactStore",
    "InMemoryFactStore",
    "MemoryClient",
    "MunimentError",
    "PostgresFactStore",
    "Visibility",
    "remembering",
    "wrap",
]

_EXPORTS: dict[str, str] = {
    "AgentContext": "muniment.library",
    "AgentMemory": "muniment.library",
    "AgentRole": "muniment.access.roles",
    "AsyncAgentMemory": "muniment.library",
    "AsyncBoundContext": "muniment.library",
    "AsyncMemoryClient": "muniment.library.remote",
    "BoundContext": "muniment.library",
    "Fact": "muniment.model.facts",
    "FactStore": "muniment.ports.fact_store",
    "InMemoryFactStore": "muniment.ports.facts_in_memory",
    "MemoryClient": "muniment.library.remote",
    "MunimentError": "muniment.errors",
    "PostgresFactStore": "muniment.library.fact_store",
    "Visibility": "muniment.model.memory",
    "remembering": "muniment.library.wrapped",
    "wrap": "muniment.library.wrapped",
}

if not TYPE_CHECKING:  # a checker reads the imports above, and refuses names that are not there

    def __getattr__(name: str) -> object:
        """Import a public name on first use.

        Raises:
            AttributeError: the package exports no such name.
        """
        room = _EXPORTS.get(name)
        if room is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = globals()[name] = getattr(importlib.import_module(room), name)
        return found


def __dir__() -> list[str]:
    """List what can be touched, loaded or not."""
    return sorted({*globals(), *_EXPORTS})
