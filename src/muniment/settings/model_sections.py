"""Describe which language model plays each role, and how it is reached."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field, field_validator, model_validator

from muniment.settings.addresses import Address, Key
from muniment.settings.sections import Seconds, Section


class ModelProvider(StrEnum):
    """Who serves a language model."""

    NONE = "none"
    DEFAULT = "default"
    OPENAI = "openai"
    ANTHROPIC = "anthropic"


class RewriteMode(StrEnum):
    """How a question is put in other words."""

    HYDE = "hyde"
    MULTI_QUERY = "multi_query"


class ModelSettings(Section):
    """Which language model plays this role; none by default."""

    provider: ModelProvider = Field(
        ModelProvider.NONE,
        description="Who serves the role: 'none' (nobody plays it), 'default' (as in `models.default`, except "
        "for what is set here), 'openai' (any server that speaks "
        "OpenAI's /v1/chat/completions, Ollama among them) or 'anthropic'.",
    )
    model: str | None = Field(None, min_length=1, description="The model's name on its server.")
    base_url: Address | None = Field(
        None,
        description="The server's address: 'http://localhost:11434/v1' for Ollama. Unset: the "
        "provider's own address.",
    )
    api_key: Key | None = Field(None, description="The key to send. Never shown.")
    timeout_s: Seconds | None = Field(
        None, description="How many seconds one answer may take, all attempts included. Unset: 60."
    )
    tokens_max: int | None = Field(
        None,
        ge=16,
        le=1_000_000,
        description="The most tokens in one answer, thinking included. Unset: 8192.",
    )
    tokens_per_day_max: int | None = Field(
        None,
        ge=1,
        description="The most tokens, in and out, that this role may spend per process in 24 hours. Unset: no limit.",
    )


class RewriterSettings(ModelSettings):
    """Which language model puts questions in other words before a recall; none by default."""

    mode: RewriteMode = Field(
        RewriteMode.HYDE,
        description="How to rewrite a question: 'hyde' (a passage that would answer it) or 'multi_query' (the "
        "question in other words). One of the two, not both.",
    )

    @field_validator("mode", mode="before")
    @classmethod
    def _one(cls, mode: object) -> object:
        named = mode if isinstance(mode, list | tuple) else str(mode).replace(" ", "").split(",")
        if len(named) > 1:
            raise ValueError("choose one of 'hyde' and 'multi_query', not both")
        return mode


class ModelsSettings(Section):
    """Which language models play the roles in which one may decide; none by default."""

    default: ModelSettings = Field(
        default_factory=ModelSettings, description="What roles of the provider 'default' share."
    )
    extractor: ModelSettings = Field(
        default_factory=ModelSettings, description="Reads claims out of what was said."
    )
    resolver: ModelSettings = Field(
        default_factory=ModelSettings, description="Decides what a claim does to what is believed."
    )
    adjudicator: ModelSettings = Field(
        default_factory=ModelSettings, description="Stages the changes of a round with tools."
    )
    context_enhancer: ModelSettings = Field(
        default_factory=ModelSettings, description="Puts what was recalled into a short context."
    )
    deep_memory: ModelSettings = Field(
        default_factory=ModelSettings, description="Answers a question from what was recalled."
    )
    reflector: ModelSettings = Field(
        default_factory=ModelSettings, description="Says what lasts, changed or contradicts itself."
    )
    page_writer: ModelSettings = Field(
        default_factory=ModelSettings, description="Writes pages, each sentence with its citation."
    )
    query_rewriter: RewriterSettings = Field(
        default_factory=RewriterSettings, description="Puts questions in other words."
    )
    reranker: ModelSettings = Field(
        default_factory=ModelSettings, description="Orders the best of what was recalled anew."
    )

    @model_validator(mode="after")
    def _complete(self) -> ModelsSettings:
        if self.default.provider is ModelProvider.DEFAULT:
            raise ValueError("models.default.provider must name a provider: openai or anthropic")
        for name in type(self).model_fields:
            played = self.played(name)
            if name != "default" and played is not None and played.model is None:
                raise ValueError(f"models.{name} is played, so it needs models.{name}.model")
        return self

    def played(self, role: str) -> ModelSettings | None:
        """Return the settings of a role with the shared ones filled in, None if nobody plays it.

        Only the provider 'default' takes from `models.default`, so that no key goes to a server
        it was not given for.
        """
        own: ModelSettings = getattr(self, role)
        if own.provider is ModelProvider.NONE:
            return None
        if own.provider is not ModelProvider.DEFAULT:
            return own
        if self.default.provider is ModelProvider.NONE:
            raise ValueError(f"models.{role} uses models.default, which names no provider")
        shared = {name: getattr(self.default, name) for name in ModelSettings.model_fields}
        said = {
            name: value
            for name in type(own).model_fields
            if name != "provider" and (value := getattr(own, name)) is not None
        }
        if "base_url" in said and "api_key" not in said:
            shared["api_key"] = None
        return own.model_copy(update={**shared, **said})
