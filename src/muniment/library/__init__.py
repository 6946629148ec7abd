"""Be the library: `AgentMemory`, and `AsyncAgentMemory`, whose thin synchronous face it is."""

from __future__ import annotations

from muniment.library.asynchronous import AsyncAgentMemory, AsyncBoundContext
from muniment.library.context import AgentContext
from muniment.library.synchronous import AgentMemory, BoundContext

__all__ = ["AgentContext", "AgentMemory", "AsyncAgentMemory", "AsyncBoundContext", "BoundContext"]
