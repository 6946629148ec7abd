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
    """One call: its arguments, the question in them, and where context goes."""

    given: Mapping[str, object]
    question: str
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
    """Return what a call asks; None if its last message is not a user's words."""
    asked = given.get("input" if slot is Slot.INSTRUCTIONS else "messages")
    question = asked if isinstance(asked, str) else _last_words(asked)
    return None if is_blank(question) else Exchange(given=given, question=question, slot=slot)


def _last_words(messages: object) -> str:
    if not isinstance(messages, Sequence) or not messages:
        return ""
    last = messages[-1]
    if not isinstance(last, Mapping) or last.get("role") != "user":
        return ""
    return text_of(last.get("content"))


def text_of(content: object) -> str:
    """Return the words of a message's content: a text, or the texts among its parts."""
    if isinstance(content, str):
        return content
    if not isinstance(content, Sequence):
        return ""
    return " ".join(
        str(part["text"]) for part in content if isinstance(part, Mapping) and "text" in part
    )
