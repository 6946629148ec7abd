"""Make the language models that the settings name, one for each role that is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, assert_never

from muniment.ports.language_model import LanguageModel, ModelRole
from muniment.providers.anthropic_models import AnthropicModelServer
from muniment.providers.model_calls import TIMEOUT_S, AskedModel, ModelServer
from muniment.providers.openai_models import OpenAiModelServer
from muniment.settings import ModelProvider, ModelSettings, ModelsSettings

TOKENS_MAX: Final = 8_192


def language_models(settings: ModelsSettings) -> Mapping[ModelRole, LanguageModel]:
    """Return a model for each role that the settings have played; no server is asked yet."""
    models: dict[ModelRole, LanguageModel] = {}
    for role in ModelRole:
        played = settings.played(role.value)
        if played is not None:
            models[role] = AskedModel(
                _server(role, played),
                role=role.value,
                tokens_max=played.tokens_max or TOKENS_MAX,
                timeout_s=played.timeout_s or TIMEOUT_S,
                tokens_per_day_max=played.tokens_per_day_max,
            )
    return models


def _server(role: ModelRole, settings: ModelSettings) -> ModelServer:
    assert settings.model is not None, "the settings refuse a role that is played without it"
    made: type[OpenAiModelServer | AnthropicModelServer]
    match settings.provider:
        case ModelProvider.OPENAI:
            made = OpenAiModelServer
        case ModelProvider.ANTHROPIC:
            made = AnthropicModelServer
        case ModelProvider.NONE | ModelProvider.DEFAULT:
            raise AssertionError("a role that is played has a provider of its own")
        case _:
            assert_never(settings.provider)
    return made(
        role=role.value, model=settings.model, base_url=settings.base_url, api_key=settings.api_key
    )
