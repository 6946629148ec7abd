"""Be the memory of AutoGen's agents: what bears on the conversation goes before it, as quoted data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, TypeGuard

from muniment.errors import InvalidValue
from muniment.integrations.faces import PAGE, awaited, extra_missing, forgotten, read_or
from muniment.integrations.quoting import Asking, beside, packed, question_in, record_of
from muniment.library import wrapped
from muniment.model.recalled import ContextPack

try:
    from autogen_core import CancellationToken
    from autogen_core.memory import (
        Memory,
        MemoryContent,
        MemoryMimeType,
        MemoryQueryResult,
        UpdateContextResult,
    )
    from autogen_core.model_context import ChatCompletionContext
    from autogen_core.models import UserMessage
except ModuleNotFoundError as missing:
    raise extra_missing("autogen") from missing

MARK: Final = "autogen_memory"
"""The name in a belief's metadata under which the memory is that added it."""

SOURCE: Final = "muniment"
"""The source of the messages that this puts into a context."""

_SLOT: Final = frozenset({"entity", "category", "valid_from", "valid_until", "tags", "confidence"})
_TEXTS: Final = (MemoryMimeType.TEXT.value, MemoryMimeType.MARKDOWN.value)


class MunimentMemory(Memory):
    """A memory for `AssistantAgent(memory=[…])`.

    Before a model is asked, what bears on the user's latest message goes to it as quoted data, in a
    message of the user: not every model accepts a system message within a conversation.
    `add` takes texts and JSON; `entity`, `category` and the like in a content's metadata are those
    of the belief. `clear` forgets what was added under this `name`, and nothing else.
    """

    def __init__(
        self, memory: wrapped.Memory, *, name: str = "autogen", asking: Asking | None = None
    ) -> None:
        self.name = name
        self._memory = awaited(memory)
        self._asking = asking or Asking()

    async def update_context(self, model_context: ChatCompletionContext) -> UpdateContextResult:
        """Put what bears on the user's latest message into a model's context."""
        messages = reversed(await model_context.get_messages())
        latest = next((each for each in messages if _is_question(each)), None)
        question = None if latest is None else question_in(_words_of(latest))
        if question is None:
            return UpdateContextResult(memories=MemoryQueryResult(results=[]))
        pack = await read_or(None, packed(self._memory, question, self._asking))
        if pack is not None and pack.entries:
            await model_context.add_message(UserMessage(content=pack.prompt, source=SOURCE))
        return UpdateContextResult(memories=_results(pack))

    async def query(
        self,
        query: str | MemoryContent,
        cancellation_token: CancellationToken | None = None,
        **kwargs: Any,
    ) -> MemoryQueryResult:
        """Recall; `as_of`, `valid_at`, `limit` and the like can be given by name.

        Raises:
            InvalidValue: a question has nothing of a name.
        """
        question = question_in(query if isinstance(query, str) else _text_of(query))
        asking = self._asking.but(kwargs)
        if question is None:
            return _results(None)
        return _results(await read_or(None, packed(self._memory, question, asking)))

    async def add(
        self, content: MemoryContent, cancellation_token: CancellationToken | None = None
    ) -> None:
        """Add a belief.

        Raises:
            InvalidValue: the content is neither text nor JSON.
        """
        told = content.metadata or {}
        slot = {name: value for name, value in told.items() if name in _SLOT}
        rest = {name: value for name, value in told.items() if name not in _SLOT}
        await self._memory.add(
            _text_of(content),
            **slot,
            namespace=self._asking.namespace,
            metadata={**rest, MARK: self.name},
            source=f"autogen: {self.name}",
        )

    async def clear(self) -> None:
        """Forget what was added under this name."""
        while True:
            page = await read_or(
                None,
                self._memory.search(
                    kind="memory",
                    metadata={MARK: self.name},
                    namespace=self._asking.namespace,
                    limit=PAGE,
                ),
            )
            for found in page or ():
                await forgotten(self._memory, found.id, reason=f"{self.name} was cleared")
            if page is None or page.cursor is None:
                return

    async def close(self) -> None:
        """Do nothing: whoever opened the memory closes it."""


def _results(pack: ContextPack | None) -> MemoryQueryResult:
    return MemoryQueryResult(
        results=[
            MemoryContent(
                content=record_of(entry),
                mime_type=MemoryMimeType.JSON,
                metadata=dict(beside(entry, pack)),
            )
            for entry in pack.entries
        ]
        if pack is not None
        else []
    )


def _is_question(message: object) -> TypeGuard[UserMessage]:
    return isinstance(message, UserMessage) and message.source != SOURCE


def _words_of(message: UserMessage) -> str:
    parts = [message.content] if isinstance(message.content, str) else message.content
    return " ".join(part for part in parts if isinstance(part, str))


def _text_of(content: MemoryContent) -> str:
    kind = content.mime_type
    kind = kind.value if isinstance(kind, MemoryMimeType) else kind
    if isinstance(content.content, str) and kind in (*_TEXTS, MemoryMimeType.JSON.value):
        return content.content
    if isinstance(content.content, Mapping):
        return json.dumps(dict(content.content), sort_keys=True, ensure_ascii=False)
    raise InvalidValue(f"content of {kind} cannot be remembered; give text or JSON.")
