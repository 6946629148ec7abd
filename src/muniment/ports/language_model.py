"""Say what a language model is: an ask in, a reply or calls of tools out, and what it cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeAlias

from muniment.model.plain import Plain

JsonObject: TypeAlias = Mapping[str, Plain]
"""A JSON object: a schema, or the arguments of a tool."""


class ModelRole(StrEnum):
    """What a language model may be asked to do here."""

    EXTRACTOR = "extractor"
    RESOLVER = "resolver"
    ADJUDICATOR = "adjudicator"
    CONTEXT_ENHANCER = "context_enhancer"
    DEEP_MEMORY = "deep_memory"
    REFLECTOR = "reflector"
    PAGE_WRITER = "page_writer"
    QUERY_REWRITER = "query_rewriter"
    RERANKER = "reranker"


class Stop(StrEnum):
    """Why a reply ended: it is whole, it calls tools, it was cut at its budget, or refused."""

    DONE = "done"
    CALLS = "calls"
    LENGTH = "length"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelIdentity:
    """Who replies: the provider and the model, as decisions name it."""

    provider: str
    model: str

    @property
    def name(self) -> str:
        """The provider and the model in one word."""
        return f"{self.provider}:{self.model}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """What a model may call; `parameters` is the JSON schema of its arguments."""

    name: str
    about: str
    parameters: JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerForm:
    """The JSON schema that a reply's text must have."""

    name: str
    schema: JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """That the model calls a tool; `arguments` is what it wrote, which may be no JSON at all."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """What a called tool says to the model."""

    call_id: str
    text: str
    is_refusal: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What we say to the model."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What the model said, and the tokens that it took.

    `native` is the reply in its provider's own form, handed back unchanged when a conversation
    goes on, because some providers ask for it.
    """

    text: str
    calls: tuple[ToolCall, ...] = ()
    stop: Stop = Stop.DONE
    tokens_in: int = 0
    tokens_out: int = 0
    native: str = ""


Part: TypeAlias = Said | Reply | ToolResult
"""One part of a conversation with a model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """What a model is asked: instructions, the conversation so far, and the form of the answer."""

    instructions: str
    parts: tuple[Part, ...]
    tools: tuple[Tool, ...] = ()
    form: AnswerForm | None = None
    tokens_max: int | None = None

    @property
    def texts(self) -> list[str]:
        """Every text in it, in order."""
        found = [self.instructions]
        for part in self.parts:
            found.append(part.text)
            if isinstance(part, Reply):
                found += (call.arguments for call in part.calls)
        return found

    @property
    def characters(self) -> int:
        """How long its texts are together."""
        return sum(len(text) for text in self.texts)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelUsage:
    """What a model did in this process: asks, attempts beyond the first, failures, tokens."""

    asks: int = 0
    retries: int = 0
    failures: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    is_resting: bool = False


class LanguageModel(Protocol):
    """Answer an ask. The same ask may be answered otherwise: nothing may rest on it unchecked."""

    @property
    def identity(self) -> ModelIdentity:
        """Return who replies; the server is not asked."""

    @property
    def usage(self) -> ModelUsage:
        """Return what it did in this process."""

    async def reply(self, ask: Ask) -> Reply:
        """Return what the model says.

        Raises:
            ModelUnavailable: its server cannot be reached, refuses, or answers nonsense.
            ModelBudgetSpent: the tokens it may spend in a day are spent.
        """

    async def aclose(self) -> None:
        """Let go of the connections; closing twice is allowed."""
