"""Read what a call to a language model asks and what it answers, in the three shapes there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, cast

from muniment.model.reading import QUERY_CHARACTERS_MAX
from muniment.model.recalled import ContextPack
from muniment.model.storable import is_blank


class Slot(StrEnum):
    """Where a call takes what goes before a conversation."""

    MESSAGES = "messages"
    """OpenAI's chat completions: as the first message."""
    INSTRUCTIONS = "instructions"
    """OpenAI's responses."""
    SYSTEM = "system"
    """Anthropic's messages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One call: its arguments, the question in them, and where context goes.

    `is_new` where the question is what the call ends with: of a call that brings the result of a
    tool it was asked before.
    """

    given: Mapping[str, object]
    question: str
    is_new: bool
    slot: Slot

    @property
    def asked(self) -> str:
        """What memory is asked: as much of the question as it takes."""
        return self.question.strip()[:QUERY_CHARACTERS_MAX]

    def with_pack(self, pack: ContextPack | None) -> Mapping[str, object]:
        """Return the arguments with what was recalled before the conversation, if anything was."""
        if pack is None or not pack.entries:
            return self.given
        if self.slot is Slot.MESSAGES:
            context = {"role": "system", "content": pack.prompt}
            messages = cast("Sequence[object]", self.given["messages"])
            return {**self.given, "messages": [context, *messages]}
        before = self.given.get(self.slot)
        if not before or isinstance(before, str):  # what the SDKs call not given is false
            joined: object = f"{before}\n\n{pack.prompt}" if before else pack.prompt
        else:
            blocks = cast("Sequence[object]", before)
            joined = [*blocks, {"type": "text", "text": pack.prompt}]
        return {**self.given, self.slot: joined}

    def said_in(self, answer: Any) -> str:
        """Return the words of a whole answer."""
        if self.slot is Slot.MESSAGES:
            choices = answer.choices
            return (choices[0].message.content or "") if choices else ""
        if self.slot is Slot.INSTRUCTIONS:
            return answer.output_text or ""
        return "".join(block.text for block in answer.content if block.type == "text")

    def said_in_event(self, event: Any) -> str:
        """Return the words that one event of a stream adds."""
        if self.slot is Slot.MESSAGES:
            return (event.choices[0].delta.content or "") if event.choices else ""
        if self.slot is Slot.INSTRUCTIONS:
            return event.delta if event.type == "response.output_text.delta" else ""
        if event.type == "content_block_delta" and event.delta.type == "text_delta":
            return str(event.delta.text)
        return ""


def exchange_of(given: Mapping[str, object], slot: Slot) -> Exchange | None:
    """Return what a call asks; None if it ends neither with a user's words nor with what a tool answered them."""
    asked = given.get("input" if slot is Slot.INSTRUCTIONS else "messages")
    if isinstance(asked, str):
        asked = [{"role": "user", "content": asked}]
    if not isinstance(asked, Sequence) or not asked:
        return None
    words = (_users_words(each) for each in reversed(asked))
    last = next(words)
    is_new = not is_blank(last)
    if not is_new and not _is_result(asked[-1]):
        return None
    question = last if is_new else next((each for each in words if not is_blank(each)), None)
    if question is None:
        return None
    return Exchange(given=given, question=question, is_new=is_new, slot=slot)


def _users_words(message: object) -> str:
    if not isinstance(message, Mapping) or message.get("role") != "user":
        return ""
    return text_of(message.get("content"))


def _is_result(message: object) -> bool:
    """Tell whether a message is what a tool answered, in any of the three shapes."""
    if not isinstance(message, Mapping):
        return False
    content = message.get("content")
    parts = content if isinstance(content, Sequence) else ()
    return (
        message.get("role") == "tool"
        or str(message.get("type", "")).endswith("_call_output")
        or any(isinstance(part, Mapping) and part.get("type") == "tool_result" for part in parts)
    )


def text_of(content: object) -> str:
    """Return the words of a message's content: a text, or the texts among its parts."""
    if isinstance(content, str):
        return content
    if not isinstance(content, Sequence):
        return ""
    return " ".join(
        str(part["text"]) for part in content if isinstance(part, Mapping) and "text" in part
    )
