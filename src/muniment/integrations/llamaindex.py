"""Be a block of LlamaIndex's memory: it recalls for the latest message, and learns from what was said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from pydantic import ConfigDict

from muniment.integrations.faces import awaited, extra_missing, read_or
from muniment.integrations.quoting import Asking, packed, question_in
from muniment.model.storable import is_blank
from muniment.operations.rounds import NewRound

try:
    from llama_index.core.base.llms.types import ChatMessage, MessageRole
    from llama_index.core.memory import BaseMemoryBlock
except ModuleNotFoundError as missing:
    raise extra_missing("llamaindex") from missing

NOTHING = ""

PIECE: Final = 20_000
"""The most characters of a turn: a longer message is stored as several."""


class MunimentMemoryBlock(BaseMemoryBlock[str]):
    """A block for `Memory.from_defaults(memory_blocks=[…])`.

    What it gives is the prompt of a pack: quoted records with ids. `as_of`, `valid_at` and the like
    can be given to each call: `memory.aget(input=…, as_of=7)`. What the short-term memory hands on
    is stored as rounds of conversation, and learnt from.
    """

    model_config = ConfigDict(extra="forbid")

    name: str = "muniment"
    memory: Any
    asking: Asking = Asking()

    async def _aget(
        self, messages: Sequence[ChatMessage] | None = None, **block_kwargs: Any
    ) -> str:
        given = {name: value for name, value in block_kwargs.items() if hasattr(self.asking, name)}
        asked = (each.content for each in reversed(messages or ()) if _is_question(each))
        question = question_in(next(asked, None))
        if question is None:
            return NOTHING
        asking = self.asking.but(given)
        pack = await read_or(None, packed(awaited(self.memory), question, asking))
        return pack.prompt if pack is not None and pack.entries else NOTHING

    async def _aput(self, messages: Sequence[ChatMessage]) -> None:
        if rounds := _rounds(messages):
            await awaited(self.memory).ingest_rounds(rounds, namespace=self.asking.namespace)


def _is_question(message: ChatMessage) -> bool:
    return message.role == MessageRole.USER and bool(message.content)


def _rounds(messages: Sequence[ChatMessage]) -> list[NewRound]:
    """Return what was said as rounds: a message of the user, and the answer after it."""
    rounds: list[NewRound] = []
    for message in messages:
        if message.role not in (MessageRole.USER, MessageRole.ASSISTANT):
            continue
        session = message.additional_kwargs.get("session_id")
        for said in _pieces(message.content or ""):
            if message.role == MessageRole.USER:
                rounds.append(NewRound(session=session, user_message=said))
            elif rounds and rounds[-1].assistant_message is None and rounds[-1].session == session:
                rounds[-1] = replace(rounds[-1], assistant_message=said)
            else:
                rounds.append(NewRound(session=session, assistant_message=said))
    return rounds


def _pieces(words: str) -> Iterator[str]:
    """Yield what a message says, cut between words where it is longer than a turn may be."""
    left = "" if is_blank(words) else words.strip()
    while left:
        space = left.rfind(" ", 0, PIECE + 1) if len(left) > PIECE else PIECE
        cut = space if space > 0 else PIECE
        yield left[:cut].rstrip()
        left = left[cut:].lstrip()
